// A game from nothing: its name, sides, fields and first units on one page, with the drawing beside it.

import { Fragment } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { DragHandle } from "../components/drag_handle.tsx";
import { call, describeProblem, ActionError } from "../browser/client.ts";
import { capitalize, counted } from "../words.ts";
import {
  changeKind,
  describeField,
  type NewField,
  FieldValueInput,
  LimitInputs,
  FIELD_CHOICES,
  newField,
} from "../editor/new_field.tsx";
import { readAgain } from "../components/library.tsx";
import { messageOf, notify } from "../browser/notices.ts";
import { go, newGameAddress, packAddress } from "../browser/routes.ts";
import { sorted } from "../model/form_edits.ts";
import { ViewHead } from "../components/shell.tsx";
import { NEW_GAME, readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import type { DrawnBlankGame, Names } from "../types.ts";
import {
  Button,
  ColorInput,
  Field,
  Collapsible,
  PageImage,
  Problem,
  Select,
  Tabs,
  useMedia,
  useNarrow,
} from "../components/ui.tsx";

const STORED = "new game",
  MOST = { sides: 6, fields: 20, units: 12 },
  UNTITLED = "My game";

interface FirstUnit {
  id: number;
  name: string;
  values: Record<number, string>; // by the id of a field
}
interface Side {
  id: number;
  name: string;
  color: string; // "" until one is chosen
  units: FirstUnit[];
}
interface Plan {
  title: string;
  one: string;
  several: string;
  drawing: string;
  sides: Side[];
  figures: NewField[]; // the name of the fields in plans that browsers have stored
  last: number; // the largest id
}

const newUnit = (id: number): FirstUnit => ({ id, name: "", values: {} });
const FIRST_PLAN: Plan = {
  title: "",
  one: "unit",
  several: "units",
  drawing: "squad",
  sides: [
    { id: 1, name: "Red", color: "#b3302b", units: [newUnit(2), newUnit(3)] },
    { id: 4, name: "Blue", color: "#1f5f9e", units: [newUnit(5), newUnit(6)] },
  ],
  figures: [newField(7, "Strength"), newField(8, "Speed", "6"), newField(9, "Hit points", "12", true)],
  last: 9,
};

const DRAWINGS = ["ship", "sailing ship", "spacecraft", "aircraft", "vehicle", "walker", "squad", "creature"];

// Returns the plan as the actions read it. Fields without a name are left out.
function describePlan({ title, one, several, drawing, sides, figures }: Plan) {
  const named = figures.filter(field => field.label.trim());
  const unit = { name: one, plural: several, drawing, fields: named.map(describeField) };
  const valuesOf = (values: FirstUnit["values"]): Names =>
    Object.fromEntries(named.map(({ id, label }) => [label, values[id] ?? ""]));
  const listedSides = sides.map(({ name, color, units }) => ({
    name,
    color,
    units: units.map(({ name, values }) => ({ name, values: valuesOf(values) })),
  }));
  return { title: title.trim(), sides: listedSides, unit };
}

// The drawing of a plan. One request runs at a time; the last plan is always drawn. The old drawing stays meanwhile.
function useDrawing(plan: Plan) {
  const [drawn, setDrawn] = useState<DrawnBlankGame | null>(null);
  const [problem, setProblem] = useState("");
  const [old, setOld] = useState(true);
  const wanted = useRef(plan),
    running = useRef(false),
    gone = useRef(false);
  const draw = async () => {
    if (running.current) return;
    running.current = true;
    for (let last: Plan | null = null; last !== wanted.current && !gone.current; ) {
      last = wanted.current;
      try {
        const plan = describePlan(last);
        const now = await call("draw_blank_game", { ...plan, title: plan.title || UNTITLED });
        setDrawn(now);
        setProblem("");
        setOld(false);
      } catch (error) {
        setProblem(error instanceof ActionError ? error.problems.map(describeProblem).join(" ") : messageOf(error));
      }
    }
    running.current = false;
  };
  useEffect(() => {
    wanted.current = plan;
    setOld(true);
    void draw();
  }, [plan]);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return { drawn, problem, old };
}

const NO_TITLE = "Type the name of your game.",
  NO_UNIT = "Write one word for a unit, such as ship.";
// Returns the input that a problem is about: by the value or the field that the problem names.
function findProblemInput(form: HTMLElement, problem: string): HTMLElement | null {
  const quoted = [...problem.matchAll(/'([^']*)'/g)].map(([, text]) => text),
    words = problem.toLowerCase();
  let found: HTMLElement | null = null,
    most = 1;
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    "input:not([type=color], [type=checkbox]), select",
  )) {
    const label = (
        input.getAttribute("aria-label") ??
        input.closest(".field")?.querySelector("label")?.textContent ??
        ""
      ).toLowerCase(),
      [, limit = "", field = ""] = /^(lowest|highest|words for) (.*?)(?:, with commas.*)?$/.exec(label) ?? [],
      isValue = input.value !== "" && quoted.includes(input.value),
      [, part = ""] = /^(.*) of .*$/.exec(label) ?? [];
    const score =
      (isValue ? 2 : 0) +
      (isValue && part && words.includes(part) ? 1 : 0) +
      (field && words.includes(field)
        ? (limit === "highest" && words.startsWith("the lowest") ? 1.5 : 2) + (/^-?\d+$/.test(input.value) ? 0 : 1)
        : 0) +
      (problem === NO_TITLE && label.startsWith("name of the game") ? 3 : 0) +
      (problem === NO_UNIT && label === "one unit is a" ? 3 : 0);
    if (score > most || (score === most && score > 1)) [found, most] = [input, score]; // of two equal names, the second one
  }
  return found;
}

// Writes a problem behind the row of its input. Nothing stands behind it there, so no input loses the focus.
function sayBeside(input: HTMLElement, words: string) {
  const message = document.createElement("small");
  message.className = "problem beside";
  message.textContent = words;
  input.closest(".field, .toolbar, .side-row")?.append(message);
  return message;
}

export function BlankGame() {
  const [plan, setPlan] = useState<Plan>(() => readStoredJson(localStorage, STORED, FIRST_PLAN));
  const { drawn, problem: drawingProblem, old } = useDrawing(plan),
    noUnit = plan.one.trim() ? "" : NO_UNIT,
    problem = noUnit || drawingProblem;
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);
  const [part, setPart] = useState("values"); // that a narrow screen shows
  const title = useRef<HTMLInputElement>(null);
  const change = (now: Partial<Plan>) => {
    const next = { ...plan, ...now };
    setPlan(next);
    setRefusal("");
    writeStored(localStorage, STORED, JSON.stringify(next));
  };
  const create = async (event: Event) => {
    event.preventDefault();
    if (problem) return goThere();
    if (!plan.title.trim()) {
      setRefusal(NO_TITLE);
      title.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const { battle } = await call("new_blank_game", describePlan(plan));
      removeStored(localStorage, STORED);
      readAgain();
      writeStored(sessionStorage, NEW_GAME, battle);
      go(packAddress(battle));
    } catch (error) {
      setRefusal(messageOf(error));
      setBusy(false);
    }
  };
  const clear = () => {
    const before = plan;
    change(FIRST_PLAN);
    notify("This page begins again.", "done", { label: "Undo", run: () => change(before) });
  };
  const shown = refusal || problem,
    form = useRef<HTMLFormElement>(null),
    faulty = useRef<HTMLElement | null>(null),
    [faultyUnit, setFaultyUnit] = useState(0); // the id of the first unit whose value has the problem
  useEffect(() => {
    const input = shown && form.current ? findProblemInput(form.current, shown) : null;
    faulty.current = input;
    input?.setAttribute("aria-invalid", "true");
    const unit = Number(input?.closest<HTMLElement>("[data-unit]")?.dataset.unit ?? 0),
      beside = input && !unit && ![NO_TITLE, NO_UNIT].includes(shown) ? sayBeside(input, capitalize(shown)) : undefined;
    setFaultyUnit(unit);
    return () => {
      input?.setAttribute("aria-invalid", "false");
      beside?.remove();
    };
  }, [shown, plan]);
  function goThere() {
    setPart("values");
    setTimeout(() => {
      faulty.current?.focus({ preventScroll: true });
      faulty.current?.scrollIntoView({ block: "center" });
    });
  }
  const isNarrow = useNarrow(),
    id = useId(),
    words = capitalize(shown);
  const message = (
    <div class="reserved" role="status">
      {shown && shown !== NO_TITLE && (
        <Problem>
          <span id={id} title={words}>
            {words}
          </span>
          <Button kind="quiet" onClick={goThere}>
            Go there
          </Button>
        </Problem>
      )}
    </div>
  );
  return (
    <form onSubmit={create} class="blank-game" ref={form}>
      <ViewHead
        title="New game from nothing"
        crumbs={[
          { label: "Games", href: "#/games" },
          { label: "New game", href: newGameAddress() },
        ]}
        actions={
          <>
            {!isNarrow && message}
            <Collapsible>
              <Button kind="quiet" icon="undo" onClick={clear}>
                Begin again
              </Button>
            </Collapsible>
            <Button kind="primary" submits busy={busy} describedBy={problem ? id : undefined}>
              Create the game
            </Button>
          </>
        }
      />
      {isNarrow && message}
      <Tabs
        label="Parts of this page"
        current={part}
        onChange={now => {
          setPart(now);
          scrollTo(0, 0);
        }}
        tabs={[
          ["values", "Values"],
          ["drawing", "Drawing"],
        ]}
      />
      <div class={`blank-columns show-${part}`}>
        <div class="stack blank-values">
          <section class="panel stack" aria-labelledby="blank-names">
            <h2 id="blank-names">The game</h2>
            <div class="inputs four">
              <Field
                label="Name of the game"
                hint="You can change everything later."
                problem={refusal === NO_TITLE ? NO_TITLE : ""}
              >
                {props => (
                  <input
                    {...props}
                    ref={title}
                    type="text"
                    maxLength={60}
                    autocomplete="off"
                    placeholder={UNTITLED}
                    value={plan.title}
                    onInput={event => change({ title: event.currentTarget.value })}
                  />
                )}
              </Field>
              <Field label="One unit is a" hint="Such as ship, squad or knight" problem={noUnit}>
                {props => (
                  <input
                    {...props}
                    type="text"
                    maxLength={30}
                    autocomplete="off"
                    value={plan.one}
                    onInput={event => change(renameUnit(plan, event.currentTarget.value))}
                  />
                )}
              </Field>
              <Field label="Several are">
                {props => (
                  <input
                    {...props}
                    type="text"
                    maxLength={30}
                    autocomplete="off"
                    value={plan.several}
                    onInput={event => change({ several: event.currentTarget.value })}
                  />
                )}
              </Field>
              <Field label="Drawn as" hint="Until you choose a picture">
                {props => (
                  <Select
                    props={props}
                    value={plan.drawing}
                    choices={DRAWINGS.map(one => [one, capitalize(one)])}
                    onChange={drawing => change({ drawing })}
                  />
                )}
              </Field>
            </div>
          </section>
          <Sides plan={plan} drawn={drawn} change={change} />
          <Fields plan={plan} change={change} />
          <FirstUnits plan={plan} drawn={drawn} change={change} faulty={faultyUnit} problem={words} />
        </div>
        <aside class="blank-drawing" aria-label="Drawing of the game">
          <div class={`pages${old || problem ? " old" : ""}`}>
            {drawn?.pages.map(({ product, svg }) => (
              <figure key={product}>
                <figcaption>{product === "records" ? "Record sheet" : "Counters"}</figcaption>
                <PageImage svg={svg} alt={product === "records" ? "Record sheet" : "Counters"} />
              </figure>
            ))}
          </div>
        </aside>
      </div>
    </form>
  );
}

// The plural follows the singular until it is typed.
const pluralOf = (one: string) =>
  !one.trim()
    ? ""
    : /(s|x|ch|sh)$/.test(one)
      ? `${one}es`
      : /[^aeiou]y$/.test(one)
        ? `${one.slice(0, -1)}ies`
        : `${one}s`;
const renameUnit = ({ one, several }: Plan, now: string): Partial<Plan> => ({
  one: now,
  ...(several === pluralOf(one) ? { several: pluralOf(now) } : {}),
});

interface PartProps {
  plan: Plan;
  drawn?: DrawnBlankGame | null;
  change: (now: Partial<Plan>) => void;
}

// Removes an entry, with a message that brings it back.
function useRemoval({ plan, change }: PartProps) {
  const latest = useRef(plan);
  latest.current = plan;
  return (words: string, now: Partial<Plan>, before: Partial<Plan>) => {
    change(now);
    notify(`${words} is removed.`, "done", { label: "Undo", run: () => change({ ...latest.current, ...before }) });
  };
}

// Puts the focus on the input of a new row.
function useFocus() {
  const box = useRef<HTMLDivElement>(null);
  const focusLast = (selector: string) =>
    setTimeout(() => [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus());
  return { box, focusLast };
}

function Sides({ plan, drawn, change }: PartProps) {
  const { sides } = plan,
    remove = useRemoval({ plan, change }),
    { box, focusLast } = useFocus();
  const set = (id: number, now: Partial<Side>) =>
    change({ sides: sides.map(side => (side.id === id ? { ...side, ...now } : side)) });
  const add = () => {
    const id = plan.last + 1;
    change({
      sides: [
        ...sides,
        {
          id,
          name:
            ["Green", "Gold", "Purple", "Grey", "Orange", "Brown"].find(name =>
              sides.every(side => side.name !== name),
            ) ?? "Side",
          color: "",
          units: [newUnit(id + 1), newUnit(id + 2)],
        },
      ],
      last: id + 2,
    });
    focusLast("input[type=text]");
  };
  return (
    <section class="panel stack" aria-labelledby="blank-sides">
      <h2 id="blank-sides">Sides</h2>
      <div class="side-chips" ref={box}>
        {sides.map((side, number) => (
          <span class="side-chip toolbar" key={side.id}>
            <ColorInput
              label={`Colour of ${side.name || `side ${number + 1}`}`}
              value={side.color || drawn?.colors[number] || ""}
              onInput={color => set(side.id, { color })}
            />
            <input
              type="text"
              aria-label={`Name of side ${number + 1}`}
              maxLength={30}
              value={side.name}
              onInput={event =>
                set(side.id, { name: event.currentTarget.value, color: side.color || (drawn?.colors[number] ?? "") })
              }
            />
            {sides.length > 1 && (
              <Button
                kind="quiet"
                icon="close"
                label={`Remove ${side.name || `side ${number + 1}`}`}
                onClick={() =>
                  remove(
                    `${side.name || "The side"} with its ${counted(side.units.length, plan.one || "unit", plan.several || "units")}`,
                    { sides: sides.filter(one => one !== side) },
                    { sides },
                  )
                }
              />
            )}
          </span>
        ))}
        {sides.length < MOST.sides && (
          <Button kind="quiet" icon="add" onClick={add}>
            Add a side
          </Button>
        )}
      </div>
    </section>
  );
}

function Fields({ plan, change }: PartProps) {
  const { figures, one } = plan,
    isTouch = useMedia("(pointer: coarse), (max-width: 860px)"), // there is no handle
    remove = useRemoval({ plan, change }),
    { box, focusLast } = useFocus();
  const set = (id: number, now: Partial<NewField>) =>
    change({ figures: figures.map(field => (field.id === id ? { ...field, ...now } : field)) });
  const move = (number: number, to: number) => change({ figures: sorted(figures, number, to) });
  const add = () => {
    change({ figures: [...figures, newField(plan.last + 1)], last: plan.last + 1 });
    focusLast(".new-field-name");
  };
  return (
    <section class="panel stack" aria-labelledby="blank-fields">
      <div>
        <h2 id="blank-fields">Values of a {one || "unit"}</h2>
        <p class="quiet">
          What you write on the record of each one; these are examples to change. A number that units lose in play has a
          mark for each point.
        </p>
      </div>
      <div class="new-fields" ref={box}>
        {figures.map((field, number) => {
          const name = field.label || `value ${number + 1}`;
          return (
            <div class="new-field toolbar" role="group" aria-label={name} key={field.id} data-sort="">
              <DragHandle from={number} label={`Move ${name}`} onMove={to => move(number, to)} />
              <input
                class="new-field-name"
                type="text"
                aria-label={`Name of value ${number + 1}`}
                placeholder="Name, such as Armour"
                maxLength={60}
                autocomplete="off"
                value={field.label}
                onInput={event => set(field.id, { label: event.currentTarget.value })}
              />
              <Select
                label={`Kind of ${name}`}
                value={field.kind}
                choices={FIELD_CHOICES.map(([value, label]) => [value, label])}
                onChange={kind => set(field.id, changeKind(field, kind))}
              />
              <LimitInputs field={field} name={name} onChange={now => set(field.id, now)} />
              <span class="item-actions">
                {isTouch && (
                  <>
                    <Button
                      kind="quiet"
                      icon="up"
                      label={`Move ${name} up`}
                      disabled={!number}
                      onClick={() => move(number, number - 1)}
                    />
                    <Button
                      kind="quiet"
                      icon="down"
                      label={`Move ${name} down`}
                      disabled={number === figures.length - 1}
                      onClick={() => move(number, number + 1)}
                    />
                  </>
                )}
                <Button
                  kind="quiet"
                  icon="remove"
                  label={`Remove ${name}`}
                  onClick={() => remove(name, { figures: figures.filter(one => one !== field) }, { figures })}
                />
              </span>
            </div>
          );
        })}
      </div>
      {figures.some(field => !field.label.trim()) && (
        <p class="quiet">A value without a name is left out of the game.</p>
      )}
      {figures.length < MOST.fields && (
        <div class="row">
          <Button icon="add" onClick={add}>
            Add a value
          </Button>
        </div>
      )}
    </section>
  );
}

// `problem` is the reason against a value of the unit `faulty`: it has a row below that of the unit.
function FirstUnits({ plan, drawn, change, faulty, problem }: PartProps & { faulty: number; problem: string }) {
  const { sides, one, several } = plan,
    named = plan.figures.filter(field => field.label.trim()),
    remove = useRemoval({ plan, change }),
    { box, focusLast } = useFocus();
  const setUnits = (id: number, units: FirstUnit[], last = plan.last) =>
    change({ sides: sides.map(side => (side.id === id ? { ...side, units } : side)), last });
  const set = (side: Side, unit: FirstUnit, now: Partial<FirstUnit>) =>
    setUnits(
      side.id,
      side.units.map(each => (each === unit ? { ...each, ...now } : each)),
    );
  const add = (side: Side, number: number) => {
    setUnits(side.id, [...side.units, newUnit(plan.last + 1)], plan.last + 1);
    focusLast(`[data-side="${number}"] .unit-name`);
  };
  return (
    <section class="panel stack" aria-labelledby="blank-units">
      <div>
        <h2 id="blank-units">The first {several || "units"}</h2>
        <p class="quiet">
          The record sheet shows examples for what you leave empty. The game begins with them, and you can change them
          later.
        </p>
      </div>
      <div class="table-box" ref={box}>
        <table class="units first-units toolbar">
          <thead>
            <tr>
              <th scope="col">Name</th>
              {named.map(({ id, label }) => (
                <th scope="col" key={id}>
                  {label}
                </th>
              ))}
              <th aria-label="Actions" />
            </tr>
          </thead>
          {sides.map((side, number) => (
            <tbody key={side.id} data-side={number}>
              <tr class="side-row">
                <th scope="rowgroup" colSpan={named.length + 2}>
                  <i class="dot" style={{ background: side.color || drawn?.colors[number] || "#808080" }} /> {side.name}
                </th>
              </tr>
              {side.units.map((unit, place) => {
                const example = drawn?.units[number]?.[place],
                  name = unit.name || example?.name || `${one} ${place + 1}`;
                return (
                  <Fragment key={unit.id}>
                    <tr class="first-unit" data-unit={unit.id}>
                      <th scope="row">
                        <input
                          class="unit-name"
                          type="text"
                          aria-label={`Name of ${one} ${place + 1} of ${side.name}`}
                          maxLength={30}
                          autocomplete="off"
                          placeholder={example ? `Name, such as ${example.name}` : "Name"}
                          value={unit.name}
                          onInput={event => set(side, unit, { name: event.currentTarget.value })}
                        />
                      </th>
                      {named.map(field => (
                        <td key={field.id} data-label={field.label}>
                          <FieldValueInput
                            field={field}
                            label={`${field.label} of ${name}`}
                            value={unit.values[field.id] ?? ""}
                            example={example?.values[field.label.trim()] ?? ""}
                            onInput={value => set(side, unit, { values: { ...unit.values, [field.id]: value } })}
                          />
                        </td>
                      ))}
                      <td>
                        {side.units.length > 1 && (
                          <Button
                            kind="quiet"
                            icon="remove"
                            label={`Remove ${name}`}
                            onClick={() =>
                              remove(
                                name,
                                {
                                  sides: sides.map(each =>
                                    each === side
                                      ? { ...side, units: side.units.filter(other => other !== unit) }
                                      : each,
                                  ),
                                },
                                { sides },
                              )
                            }
                          />
                        )}
                      </td>
                    </tr>
                    {unit.id === faulty && (
                      <tr class="unit-problem">
                        <td colSpan={named.length + 2}>
                          <small class="problem">{problem}</small>
                        </td>
                      </tr>
                    )}
                  </Fragment>
                );
              })}
              {side.units.length < MOST.units && (
                <tr>
                  <td colSpan={named.length + 2}>
                    <Button kind="quiet" icon="add" onClick={() => add(side, number)}>
                      Add a {one || "unit"} of {side.name}
                    </Button>
                  </td>
                </tr>
              )}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}
