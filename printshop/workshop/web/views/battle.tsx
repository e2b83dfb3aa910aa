// A battle: its story, the forces with their points, its rules, and the booklet beside them.

import { useContext, useEffect, useState } from "preact/hooks";
import { Icon } from "../components/icons.tsx";
import { useNewEntry } from "../editor/additions.tsx";
import { type Answer, call, describeProblem } from "../browser/client.ts";
import { counted } from "../counting.ts";
import { textAt, valueAt } from "../model/document.ts";
import { EditorFrame, findTitle, Opening, UsualDrawing, useDocument, useSchema } from "../editor/editor_frame.tsx";
import { Block, EntryBlock } from "../editor/block.tsx";
import { type Editing, pathKey, problemsAt, WantedPath, wordsOf } from "../model/editing.ts";
import { ItemActions } from "../editor/item_actions.tsx";
import { ValueField } from "../editor/value_field.tsx";
import { type FleetLine, isRule, namesOfUnits, readLine, writeLine } from "../model/fleet_lines.ts";
import { joinFile, useLines } from "../model/lines.ts";
import { asSentence, attempt, notify } from "../browser/notices.ts";
import { addressOfFile, fileAddressOf, gameAddress, packAddress, playAddress } from "../browser/routes.ts";
import { labelOf, removalOf, schemaAt, shapeOf } from "../model/schema.ts";
import type { ViewComponent } from "../components/shell.tsx";
import type { Edit, ListedUnit, Tree, UnitList, ValuePath } from "../types.ts";
import {
  Button,
  Chip,
  type Children,
  Field,
  FormDialog,
  LinkButton,
  Menu,
  MenuItem,
  Problem,
  Select,
  Sheet,
  showDialog,
  Skeleton,
  Stepper,
  TextInput,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { Damage, NamesInput } from "./fleet.tsx";
import { describe, hasPoints, Picker, UnitThumbnail } from "./picker.tsx";
import { findPrintProblem, PrintActions } from "./print.tsx";
import { OwnSheets } from "./own_sheets.tsx";
import { ShareButton } from "./share_button.tsx";

const STORY = ["title", "subtitle", "summary", "background"],
  STEPS = ["setup", "special_rules"],
  PLACE = ["table", "map", "turns", "balance"],
  PLACED = new Set([...STORY, ...STEPS, ...PLACE, "objectives", "victory", "forces"]); // keys with their own inputs
const LABELS: Record<string, string> = {
    summary: "What happens",
    background: "The story before it",
    balance: "Points may differ by",
    track: "What players note every turn",
    parts: "Picture of the table",
    show: "Columns of the lists of units",
    facts: "Short facts",
    variant: "A variant",
    pieces: "Sheets, counters and maps",
    notes: "Text at the end",
    differs: "Differences from the book",
  },
  HINTS: Record<string, string> = {
    title: "",
    subtitle: "Such as: after dark",
    summary:
      "Two or three sentences. An empty line begins a new paragraph. The picture below the title needs the room of a longer text.",
    background: "An empty line begins a new paragraph.",
    table: "Width x depth, such as 6 ft x 4 ft",
    turns: "A number; without it, the battle has no set end",
    balance: "10\u00a0% means: no force costs over a tenth more than another one",
    points: "They are checked, and follow the units",
  };
const MOST_FORCES = 6,
  USUAL_BALANCE = 10, // percent by which the points of forces differ at most
  MOST_COPIES = 99,
  FIRST_UNITS = 3; // of a side that comes in
type Fleets = Answer<"describe_context">;

export const BattleView: ViewComponent = ({ args: [file = "", key = ""] }) => {
  const { opened, error, again } = useDocument(file, { path: ["scenarios", key] });
  const root = useSchema(opened?.state.document);
  if (!opened || !root) return <Opening title={labelOf(key)} error={error} again={again} />;
  const base: ValuePath = valueAt(opened.state.readable, ["scenarios"]) ? ["scenarios", key] : [];
  return <Battle editing={{ ...opened, root, base, pictures: () => {} }} base={base} name={key} />;
};

interface PartProps {
  editing: Editing;
  base: ValuePath; // of the battle
}

function Battle({ editing, base, name }: PartProps & { name: string }) {
  const { handle, state, root } = editing,
    { document } = state,
    { tree, file } = document;
  const [picking, setPicking] = useState(""); // the side for which units are chosen
  const isNarrow = useNarrow();
  const { value } = usePromise(
    () => Promise.all([call("list_units", { file }), call("describe_context", { of: file })]),
    [file, document.title, JSON.stringify(valueAt(tree, ["extends"]))],
  );
  const [last, setLast] = useState<[UnitList, Fleets]>();
  useEffect(() => value && setLast(value), [value]);
  useEffect(() => handle.show({ path: base }), [pathKey(base)]);
  useEffect(() => {
    if (!picking) return;
    const key = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && setPicking("");
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [picking]);
  // A map takes the place of the table, and of the places on the table.
  const chooseMap = (map: string) => {
    const others = map ? ["table", "deployment"].filter(key => valueAt(tree, [...base, key])) : [];
    handle.edit([
      ...others.map(key => ({ do: "remove" as const, path: [...base, key] })),
      { do: "set", path: [...base, "map"], value: map ? { yaml: map } : null },
    ]);
    if (others.length)
      notify("The map takes the place of the table and of the positions on it.", "done", {
        label: "Undo",
        run: handle.undo,
      });
  };
  const [list, around] = value ?? last ?? [],
    title = textAt(state.readable, [...base, "title"]) || findTitle(document.text) || labelOf(name),
    what = list ? `${list.game}/${name}` : "";
  const forces = valueAt(tree, [...base, "forces"])?.entries ?? [];
  const problem = findPrintProblem(state);
  const schema = schemaAt(root, tree, base);
  const known = [...shapeOf(root, schema, valueAt(tree, base)).properties.keys()];
  const only = (...keys: string[]) => known.filter(one => !keys.includes(one));
  const block = (keys: string[], lines: Record<string, number> = {}) => (
    <EntryBlock
      editing={editing}
      path={base}
      schema={schema}
      layout={{ first: keys, hidden: only(...keys), labels: LABELS, hints: HINTS, lines }}
    />
  );
  const maps = Object.entries(list?.maps ?? {});
  const [openParts, setOpenParts] = useState<ReadonlySet<PartKey>>(new Set(["forces"])); // on a narrow screen
  const totals = forces.flatMap(([side, force]) => {
    const lines =
        force.entries?.find(([key]) => key === "units")?.[1].items?.map(item => readLine(item, namesOfUnits(list))) ??
        [],
      points = pointsOf(list, lines);
    return points === null ? [] : { side, points, count: lines.length };
  });
  // Before the name of the game is known, the buttons have their places, but lead nowhere.
  const ways = (
    <>
      <LinkButton
        kind={isNarrow ? "secondary" : "quiet"}
        icon="sheet"
        label={isNarrow ? undefined : "See the pages"}
        href={what && packAddress(what)}
      >
        See the pages
      </LinkButton>
      <LinkButton icon="play" href={what && playAddress(what)}>
        Play
      </LinkButton>
    </>
  );
  const ownProblems =
    base.length > 0 && problemsAt(state, base).map(one => <Problem key={one.message}>{wordsOf([one])}</Problem>);
  const story = (
    <fieldset class="panel story">
      <legend>The battle</legend>
      {ownProblems}
      {block(STORY, { summary: 2, background: 2 })}
    </fieldset>
  );
  const canAdd = list && forces.length < Math.min(MOST_FORCES, Object.keys(list.sides).length);
  const showPart = (key: PartKey, isOpen = true) =>
    setOpenParts(now => new Set([...now].filter(one => one !== key).concat(isOpen ? key : [])));
  const summaries = summarize(valueAt(tree, base), list, totals);
  const fold = (key: PartKey, children: Children) =>
    isNarrow ? (
      <FoldedPart
        key={key}
        part={key}
        base={base}
        summary={summaries[key]}
        isOpen={openParts.has(key)}
        onOpen={showPart}
      >
        {children}
      </FoldedPart>
    ) : (
      children
    );
  const picker = picking && (
    <div class="battle-picker">
      {list ? (
        <ForcePicker editing={editing} base={base} name={name} side={picking} list={list} totals={totals} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
  return (
    <EditorFrame
      kind="battle-view"
      editing={editing}
      title={title}
      drawingLabel="Booklet"
      actions={
        <PrintActions wanted={{ what }} problem={problem}>
          <ShareButton file={file} noun="battle" problems={document.problems.length} />
          {!isNarrow && ways}
        </PrintActions>
      }
      drawing={
        picking && !isNarrow ? (
          <section class="stack" aria-label={`Units for ${list?.sides[picking] ?? picking}`}>
            <div class="spread">
              <h2>Add units to {list?.sides[picking] ?? picking}</h2>
              <Button icon="done" onClick={() => setPicking("")}>
                Done
              </Button>
            </div>
            {list && <ForceStatus editing={editing} base={base} side={picking} list={list} totals={totals} />}
            {picker}
          </section>
        ) : (
          <Booklet editing={editing} base={base} list={list} />
        )
      }
      values={
        <div class="stack battle-values">
          {isNarrow && (
            <>
              <PartLinks onOpen={showPart} />
              <div class="row battle-ways">{ways}</div>
            </>
          )}
          {fold(
            "forces",
            <section class="stack" aria-label="Forces">
              <div class="forces-head">
                {!isNarrow && <h2>Forces</h2>}
                <Balance editing={editing} base={base} list={list} totals={totals} />
                {canAdd && !isNarrow && (
                  <AddForce editing={editing} base={base} list={list} forces={forces.map(([side]) => side)} />
                )}
              </div>
              <div class="forces">
                {forces.map(([side]) => (
                  <ForcePanel
                    key={side}
                    editing={editing}
                    base={base}
                    name={name}
                    side={side}
                    list={list}
                    fleets={around}
                    count={forces.length}
                    isPicking={picking === side}
                    onPick={() => setPicking(picking === side ? "" : side)}
                  />
                ))}
              </div>
              {canAdd && isNarrow && (
                <AddForce editing={editing} base={base} list={list} forces={forces.map(([side]) => side)} />
              )}
              {problemsAt(state, [...base, "forces"]).map(one => (
                <Problem key={one.message}>{wordsOf([one])}</Problem>
              ))}
            </section>,
          )}
          {fold("story", story)}
          {isNarrow && picking && (
            <Sheet
              title={`Add units to ${list?.sides[picking] ?? picking}`}
              note={list && <ForceStatus editing={editing} base={base} side={picking} list={list} totals={totals} />}
              onClose={() => setPicking("")}
            >
              {picker}
            </Sheet>
          )}
          {fold(
            "place",
            <fieldset class="panel">
              <legend>Place and length</legend>
              <div class="block">
                {maps.length > 0 && (
                  <div class="inputs">
                    <Field label="Map" problem={wordsOf(problemsAt(state, [...base, "map"]))}>
                      {props => (
                        <Select
                          props={props}
                          value={textAt(tree, [...base, "map"])}
                          choices={[["", "no map"], ...maps]}
                          onChange={chooseMap}
                        />
                      )}
                    </Field>
                  </div>
                )}
                {block(
                  PLACE.filter(key => key !== "map" || (!maps.length && Boolean(valueAt(tree, [...base, "map"])))),
                )}
              </div>
            </fieldset>,
          )}
          <div class="battle-rules">
            {fold(
              "setup",
              <Steps editing={editing} path={[...base, "setup"]} title="Setting up" noun="step" isNumbered />,
            )}
            {fold(
              "rules",
              <Steps editing={editing} path={[...base, "special_rules"]} title="Special rules" noun="rule" />,
            )}
            {fold(
              "objectives",
              <>
                <Objectives editing={editing} base={base} />
                <Victory editing={editing} base={base} />
              </>,
            )}
          </div>
          {fold(
            "more",
            <fieldset class="panel">
              <legend>More</legend>
              <p class="soft">
                Reinforcements, events, a campaign, boxes and pictures, and what else a booklet can have.
              </p>
              <EntryBlock
                editing={editing}
                path={base}
                schema={schema}
                layout={{ of: "the battle", hidden: [...PLACED], labels: LABELS, hints: HINTS }}
              />
              {list && <OwnSheets document={document} handle={handle} forms={list.forms} />}
            </fieldset>,
          )}
        </div>
      }
    />
  );
}

// --- parts that fold on a narrow screen

const PARTS = {
  forces: "Forces",
  story: "Story",
  place: "Place and length",
  setup: "Setting up",
  rules: "Special rules",
  objectives: "Objectives and victory",
  more: "More",
};
type PartKey = keyof typeof PARTS;
const SHORT_NAMES: Partial<Record<PartKey, string>> = {
  place: "Place",
  setup: "Setup",
  rules: "Rules",
  objectives: "Goals",
};
// The keys of a battle by the part with their inputs.
const PART_OF: Record<string, PartKey> = {
  forces: "forces",
  ...Object.fromEntries(STORY.map(key => [key, "story" as const])),
  setup: "setup",
  special_rules: "rules",
  objectives: "objectives",
  victory: "objectives",
  ...Object.fromEntries(PLACE.map(key => [key, "place" as const])),
};
const partId = (part: PartKey) => `battle-${part}`;

// Returns each part of a battle in one line.
function summarize(
  battle: Tree | undefined,
  list: UnitList | undefined,
  totals: ForceTotal[],
): Record<PartKey, string> {
  const text = (key: string) => textAt(battle, [key]),
    entries = (key: string, noun: string) => {
      const count = valueAt(battle, [key])?.items?.length ?? 0;
      return count ? counted(count, noun) : "";
    },
    joined = (...words: (string | undefined)[]) => words.filter(Boolean).join(", ") || "none";
  const forces = valueAt(battle, ["forces"])?.entries?.map(([side]) => {
    const points = totals.find(one => one.side === side)?.points;
    return `${list?.sides[side] ?? labelOf(side)}${points ? ` ${format(points)}` : ""}`;
  });
  return {
    forces: joined(...(forces ?? [])),
    story: joined(text("summary") || text("title"), text("background")),
    place: joined(list?.maps[text("map")] ?? text("map"), text("table"), text("turns") && `${text("turns")} turns`),
    setup: joined(entries("setup", "step")),
    rules: joined(entries("special_rules", "rule")),
    objectives: joined(entries("objectives", "objective"), text("victory") || textAt(battle, ["victory", "text"])),
    more: joined(...(battle?.entries ?? []).flatMap(([key]) => (PLACED.has(key) ? [] : [LABELS[key] ?? labelOf(key)]))),
  };
}

interface FoldedPartProps {
  part: PartKey;
  base: ValuePath;
  summary: string;
  isOpen: boolean;
  onOpen: (part: PartKey, isOpen: boolean) => void;
  children: Children;
}
function FoldedPart({ part, base, summary, isOpen, onOpen, children }: FoldedPartProps) {
  const wanted = useContext(WantedPath),
    key = wanted?.[base.length];
  // The input of a problem is shown.
  useEffect(() => {
    if (key !== undefined && (PART_OF[key] ?? (PLACED.has(String(key)) ? "" : "more")) === part) onOpen(part, true);
  }, [wanted]);
  return (
    <section class="panel battle-part" id={partId(part)}>
      <h2>
        <button type="button" aria-expanded={isOpen} onClick={() => onOpen(part, !isOpen)}>
          <span>{PARTS[part]}</span>
          {!isOpen && <small>{summary}</small>}
          <i class="caret" aria-hidden="true" />
        </button>
      </h2>
      {isOpen && children}
    </section>
  );
}

// A row that stays in view, with a way to each part.
const PartLinks = ({ onOpen }: { onOpen: (part: PartKey) => void }) => (
  <nav class="battle-jumps" aria-label="Parts of the battle">
    {(Object.keys(PARTS) as PartKey[]).map(part => (
      <Chip
        key={part}
        onClick={() => {
          onOpen(part);
          requestAnimationFrame(() => document.getElementById(partId(part))?.scrollIntoView({ block: "start" })); // when it is open
        }}
      >
        {SHORT_NAMES[part] ?? PARTS[part]}
      </Chip>
    ))}
  </nav>
);

// The booklet, or its words as long as a problem keeps it from being drawn.
function Booklet({ editing, base, list }: PartProps & { list: UnitList | undefined }) {
  const { drawing, problems, tree } = editing.state.document,
    text = (...keys: string[]) => textAt(tree, [...base, ...keys]),
    itemsOf = (...keys: string[]) => valueAt(tree, [...base, ...keys])?.items ?? [];
  if (drawing?.pages.length || !problems.length) return <UsualDrawing editing={editing} label="Booklet" />;
  const known = namesOfUnits(list);
  const goToInput = () => document.querySelector<HTMLElement>(".editor-values [aria-invalid=true]")?.focus();
  const forces = valueAt(tree, [...base, "forces"])?.entries ?? [],
    steps = itemsOf("setup").map(one => one.text ?? textAt(one, ["text"])),
    victory = text("victory") || text("victory", "text");
  return (
    <section class="panel stack booklet-text" aria-label="Booklet without drawings">
      {problems.map(one => (
        <Problem key={`${one.file}${one.line}${one.message}`}>
          {asSentence(describeProblem(one))}{" "}
          {one.file ? (
            <a href={addressOfFile(one.file)}>Go there</a>
          ) : (
            one.path.length > 0 && (
              <button type="button" class="link" onClick={goToInput}>
                Go there
              </button>
            )
          )}
        </Problem>
      ))}
      <p class="soft">
        The pages are drawn as soon as {problems.length > 1 ? "these problems are" : "this problem is"} corrected.
        {tree && " Until then, this is the battle in words."}
      </p>
      <h2>{text("title")}</h2>
      {text("summary") && <p>{text("summary")}</p>}
      <div class="forces">
        {forces.map(([side]) => (
          <div key={side}>
            <h3>{list?.sides[side] ?? labelOf(side)}</h3>
            <ul>
              {itemsOf("forces", side, "units")
                .filter(item => !isRule(item, known))
                .map(item => readLine(item, known))
                .map((line, number) => (
                  <li key={number}>{line.count > 1 ? `${line.count} x ${line.unit}` : line.unit}</li>
                ))}
            </ul>
          </div>
        ))}
      </div>
      {steps.length > 0 && (
        <>
          <h3>Setting up</h3>
          <ol>
            {steps.map((step, number) => (
              <li key={number}>{step}</li>
            ))}
          </ol>
        </>
      )}
      {victory && (
        <>
          <h3>Victory</h3>
          <p>{victory}</p>
        </>
      )}
    </section>
  );
}

// --- forces

const each = (list: UnitList | undefined, unit: string) => list?.units.find(one => one.name === unit)?.points ?? "";
// Returns the points of some lines, or null if those of a unit are not known.
function pointsOf(list: UnitList | undefined, lines: FleetLine[]): number | null {
  const points = lines.map(line => [each(list, line.unit), line.count] as const);
  return points.some(([one]) => one === "") ? null : points.reduce((sum, [one, count]) => sum + Number(one) * count, 0);
}
const format = (points: number) => String(Math.round(points * 100) / 100);
// Returns the edit by which the points that a force states follow its units.
const followPoints =
  (tree: Tree | null, force: ValuePath, list: UnitList | undefined) =>
  (lines: FleetLine[]): Edit[] => {
    const points = pointsOf(list, lines);
    return valueAt(tree, [...force, "points"]) && points !== null
      ? [{ do: "set", path: [...force, "points"], value: { yaml: format(points) } }]
      : [];
  };

// Returns the units with which a side begins: those with points come first.
function firstUnits(list: UnitList | undefined, side: string): string[] {
  const units = list?.units.filter(one => !one.file && (one.side === side || !one.side)) ?? [];
  return [...units.filter(one => one.points), ...units.filter(one => !one.points)]
    .slice(0, FIRST_UNITS)
    .map(one => one.name);
}

// A force with the points of its lines, if they are known.
interface ForceTotal {
  side: string;
  points: number;
  count: number; // of lines
}
interface ForceProps extends PartProps {
  name: string;
  side: string;
  list: UnitList | undefined;
}
function ForcePanel({
  editing,
  base,
  name,
  side,
  list,
  fleets,
  count,
  isPicking,
  onPick,
}: ForceProps & { fleets: Fleets | undefined; count: number; isPicking: boolean; onPick: () => void }) {
  const { handle, state, root } = editing,
    { tree } = state.document,
    force: ValuePath = [...base, "forces", side],
    path: ValuePath = [...force, "units"],
    units = valueAt(tree, path),
    follow = followPoints(tree, force, list),
    known = namesOfUnits(list),
    { items, lines, change, arrange } = useLines(editing, path, known, follow);
  const [named, setNamed] = useState<string[]>([]); // units whose inputs for names and damage are open
  const sideName = list?.sides[side] ?? labelOf(side), // until the names are known
    schema = schemaAt(root, tree, force),
    sides = valueAt(tree, [...base, "forces"])?.entries?.map(([key]) => key) ?? [];
  const free = Object.entries(list?.sides ?? {}).filter(([key]) => key === side || !sides.includes(key));
  const total = pointsOf(list, lines),
    least =
      pointsOf(
        list,
        lines.filter(line => each(list, line.unit)),
      ) ?? 0; // without units whose points are not known
  const remove = (number: number) =>
    arrange(
      () => [removalOf(root, handle.state().document.tree, [...path, number])],
      now => now.filter((_, one) => one !== number),
    );
  // Another side takes the place, with its first units.
  function changeSide(to: string) {
    const first = firstUnits(list, to),
      at: ValuePath = [...base, "forces", to];
    const edits: Edit[] = [
      { do: "rename", path: force, to },
      { do: "set", path: [...at, "units"], value: first.length ? { data: first } : null },
    ];
    if (valueAt(tree, [...force, "points"])) {
      const points = pointsOf(
        list,
        first.map(name => readLine({ text: name }, namesOfUnits(list))),
      );
      edits.push({
        do: "set",
        path: [...at, "points"],
        value: points === null || !first.length ? null : { yaml: format(points) },
      });
    }
    if (valueAt(tree, [...force, "allies"])) edits.push({ do: "set", path: [...at, "allies"], value: null });
    handle.edit(edits);
  }
  const isStatedRight = lines.length > 0 && total !== null && textAt(tree, [...force, "points"]) === format(total);
  const isChosenByPlayer = !units || (units.text === "" && units.plain);
  return (
    <fieldset class="panel force" aria-label={sideName}>
      <legend>
        <span class="force-head">
          <i class="dot" style={{ background: list?.colors[side] ?? "transparent" }} />
          {free.length > 1 ? (
            <Select label={`Side in the place of ${sideName}`} value={side} choices={free} onChange={changeSide} />
          ) : (
            <b>{sideName}</b>
          )}
          <span class="force-points" role="status">
            {total && lines.length ? (
              <b>{counted(format(total), "point")}</b>
            ) : list && hasPoints(list) && lines.length ? (
              <small>{least ? `at least ${counted(format(least), "point")}` : "points not known"}</small>
            ) : null}
          </span>
          <Menu label={`More for ${sideName}`} icon="more" kind="quiet" hideLabel align="end">
            <MenuItem
              icon="remove"
              danger
              disabled={count < 2 || state.arranging}
              onClick={() => handle.edit([{ do: "remove", path: force }])}
            >
              Remove this force
            </MenuItem>
          </Menu>
        </span>
      </legend>
      {units?.entries || units?.fixed ? (
        <Block editing={editing} path={path} schema={schemaAt(root, tree, path)} />
      ) : (
        <ul class="force-lines">
          {items.map((item, number) => {
            const line = lines[number],
              at = [...path, number],
              faults = wordsOf(problemsAt(state, at, true));
            if (!line) return null;
            const unit = list?.units.find(one => one.name === line.unit),
              points = unit?.points && list && hasPoints(list) ? format(Number(unit.points) * line.count) : "",
              rule = isRule(item, known);
            return (
              <li key={number} class={faults ? "faulty" : ""}>
                <UnitThumbnail list={list} unit={unit} />
                <span class="force-unit">
                  <b>{rule ? "Units by a rule" : line.unit}</b>
                  {unit?.broken && (
                    <small class="problem">
                      This unit has a problem. <a href={fileAddressOf(unit.broken)}>Open it</a>
                    </small>
                  )}
                  {rule && item.entries ? (
                    <small>{item.entries.map(([key, one]) => `${key} ${one.text ?? "…"}`).join(", ")}</small>
                  ) : (
                    !unit?.broken && (
                      <small>
                        {unit && list
                          ? describe(unit, list, 2).replaceAll(" ", "\u00a0").replaceAll("\u00a0·\u00a0", " · ")
                          : "\u00a0"}
                      </small>
                    )
                  )}
                </span>
                {!rule && (
                  <Stepper
                    label={`Number of ${line.unit}`}
                    value={line.count}
                    low={1}
                    high={MOST_COPIES}
                    props={{ "aria-invalid": Boolean(faults) }}
                    onChange={now => change(number, { count: now, names: line.names.slice(0, now) })}
                  />
                )}
                <span class="line-points">{points || (rule || (list && !hasPoints(list)) ? "" : "–")}</span>
                <Menu label={`More for ${line.unit}`} icon="more" kind="quiet" hideLabel align="end">
                  {!rule && (
                    <MenuItem
                      icon="edit"
                      hint="A name stands on its record and counter"
                      onClick={() => setNamed([...named, line.unit])}
                    >
                      Name, damage and notes
                    </MenuItem>
                  )}
                  <MenuItem
                    icon="remove"
                    danger
                    hint="You can undo this"
                    disabled={state.arranging}
                    onClick={() => remove(number)}
                  >
                    Remove
                  </MenuItem>
                </Menu>
                {!rule &&
                  (line.names.length > 0 ||
                    Object.keys(line.damage).length > 0 ||
                    line.notes ||
                    named.includes(line.unit)) && (
                    <span class="force-names">
                      <NamesInput
                        names={line.names}
                        count={line.count}
                        unit={line.unit}
                        isSaving={state.saving}
                        isFaulty={Boolean(faults)}
                        onInput={names => change(number, { names, count: Math.max(line.count, names.length) })}
                      />
                      <Damage
                        line={line}
                        tracks={unit?.tracks ?? {}}
                        noun={unit?.noun ?? "unit"}
                        isFaulty={Boolean(faults)}
                        onChange={damage => change(number, { damage })}
                        onNotes={notes => change(number, { notes })}
                      />
                      <input
                        class="plain-input line-notes"
                        type="text"
                        placeholder="Notes"
                        autocomplete="off"
                        aria-label={`Notes of ${line.unit}`}
                        value={line.notes}
                        onInput={event => change(number, { notes: event.currentTarget.value })}
                      />
                    </span>
                  )}
                {faults && <small class="problem">{faults}</small>}
              </li>
            );
          })}
        </ul>
      )}
      {isChosenByPlayer && (
        <p class="soft">
          No units: the player chooses them
          {textAt(tree, [...force, "points"]) ? ` for ${counted(textAt(tree, [...force, "points"]), "point")}` : ""}.
          Add units to say who fights.
        </p>
      )}
      {!units?.entries && (
        <div class="row">
          <Button icon="add" pressed={isPicking} onClick={onPick}>
            Add units
          </Button>
          {fleets && !fleets.fleets.some(one => one.game === fleets.game) ? (
            <LinkButton icon="fleet" href={gameAddress(fleets.game, "fleets")}>
              New fleet
            </LinkButton>
          ) : (
            <Button
              icon="fleet"
              disabled={!fleets}
              onClick={() => fleets && chooseFleet(editing, name, side, sideName, fleets)}
            >
              Use a fleet
            </Button>
          )}
        </div>
      )}
      <EntryBlock
        editing={editing}
        path={force}
        schema={schema}
        layout={{
          of: sideName,
          hidden: ["units", ...(isStatedRight ? ["points"] : [])],
          labels: {
            points: "Points, as stated",
            limit: "Limit of points",
            start: "At the start",
            notes: "Notes below the list",
          },
          hints: HINTS,
        }}
      />
    </fieldset>
  );
}

function ForcePicker({ editing, base, side, list, totals }: ForceProps & { list: UnitList; totals: ForceTotal[] }) {
  const { handle, state, root } = editing,
    { tree } = state.document,
    force: ValuePath = [...base, "forces", side],
    path: ValuePath = [...force, "units"],
    { lines, arrange, change } = useLines(editing, path, namesOfUnits(list), followPoints(tree, force, list));
  const counts = new Map(lines.map(line => [line.unit, line.count]));
  const sides = [
    side,
    ...(valueAt(tree, [...force, "allies"])?.items?.map(one => one.text ?? "") ?? [textAt(tree, [...force, "allies"])]),
  ].filter(Boolean);
  const add = (unit: ListedUnit) => {
    if (unit.file)
      return void attempt(async () => {
        const joined = await joinFile(handle, unit.file);
        await arrange(
          now => [...joined, { do: "insert", path, number: now.length, value: { yaml: unit.name } }],
          now => [...now, readLine({ text: unit.name }, namesOfUnits(list))],
          true,
        );
      });
    void arrange(
      now => {
        const number = now.findIndex(one => !one.entries && readLine(one, namesOfUnits(list)).unit === unit.name),
          line = now[number] && readLine(now[number], namesOfUnits(list));
        return line
          ? [
              {
                do: "set",
                path: [...path, number],
                value: { yaml: String(writeLine({ ...line, count: line.count + 1 })) },
              },
            ]
          : [{ do: "insert", path, number: now.length, value: { yaml: unit.name } }];
      },
      now => [...now, readLine({ text: unit.name }, namesOfUnits(list))],
      true,
    );
  };
  const remove = ({ name }: ListedUnit) => {
    const number = lines.findIndex(one => one.unit === name),
      line = lines[number];
    if (!line) return;
    if (line.count > 1) change(number, { count: line.count - 1, names: line.names.slice(0, line.count - 1) });
    else
      void arrange(
        () => [removalOf(root, handle.state().document.tree, [...path, number])],
        now => now.filter((_, one) => one !== number),
        true,
      );
  };
  const own = pointsOf(list, lines),
    { limit, isLimited } = limitOf(tree, force, side, totals);
  return (
    <Picker
      list={list}
      sides={sides}
      counts={counts}
      left={limit && own !== null && (isLimited || own < limit) ? limit - own : null}
      onAdd={add}
      onRemove={remove}
      place="force"
    />
  );
}

// Returns the limit of a force. Without one, the points of the strongest other force are a guide.
function limitOf(tree: Tree | null, force: ValuePath, side: string, totals: ForceTotal[]) {
  const stated = Number(textAt(tree, [...force, "limit"])),
    isLimited = stated > 0;
  return {
    isLimited,
    limit: isLimited ? stated : Math.max(0, ...totals.filter(one => one.side !== side).map(one => one.points)),
  };
}

// The points of a force while its units are chosen.
function ForceStatus({
  editing,
  base,
  side,
  list,
  totals,
}: PartProps & { side: string; list: UnitList; totals: ForceTotal[] }) {
  const { tree } = editing.state.document,
    own = totals.find(one => one.side === side),
    { limit, isLimited } = limitOf(tree, [...base, "forces", side], side, totals);
  return (
    <p role="status">
      {hasPoints(list) && <b>{own ? counted(format(own.points), "point") : "Points not known"}</b>}
      {limit > 0 && own && (isLimited ? ` of ${format(limit)}, the limit` : `; the other side has ${format(limit)}`)}
    </p>
  );
}

// Which force is stronger, by how many points, and whether this is fair. The line has its place before that is known.
function Balance({ editing: { state }, base, list, totals }: PartProps & { list?: UnitList; totals: ForceTotal[] }) {
  const known = totals.filter(one => one.count).sort((one, other) => one.points - other.points),
    [least, most] = [known[0], known.at(-1)];
  if (!least || !most || known.length < 2 || !most.points) return <p class="balance" role="status" />; // nor in a game without points
  const apart = most.points - least.points,
    share = Math.round((100 * apart) / Math.max(1, least.points)),
    limit = Number.parseFloat(
      textAt(state.document.tree, [...base, "balance"]) || textAt(state.document.tree, [...base, "balance", "limit"]),
    ),
    isOver = share > (Number.isNaN(limit) ? USUAL_BALANCE : limit),
    nameOf = ({ side }: ForceTotal) => list?.sides[side] ?? labelOf(side);
  return (
    <p class={`balance${isOver ? " over" : ""}`} role="status">
      {isOver && <Icon name="warning" />}
      {apart
        ? `${nameOf(most)} is stronger${known.length > 2 ? ` than ${nameOf(least)}` : ""} by ${counted(format(apart), "point")} (${share}\u00a0%). ${
            Number.isNaN(limit)
              ? `Up to ${USUAL_BALANCE}\u00a0% is usual.`
              : `This battle allows up to ${limit}\u00a0%.`
          }`
        : "The forces cost the same."}
    </p>
  );
}

function AddForce({ editing, base, list, forces }: PartProps & { list: UnitList; forces: string[] }) {
  const free = Object.entries(list.sides).filter(([key]) => !forces.includes(key));
  const add = (side: string) => {
    const units = firstUnits(list, side);
    editing.handle.edit([
      { do: "add", path: [...base, "forces"], key: side, value: { data: units.length ? { units } : { points: 100 } } },
    ]);
  };
  return (
    <Menu label="Add a force" icon="add" kind="quiet">
      {free.map(([key, words]) => (
        <MenuItem key={key} onClick={() => add(key)}>
          {words}
        </MenuItem>
      ))}
    </Menu>
  );
}

// Asks for a fleet whose units fight in a force.
function chooseFleet({ handle }: Editing, key: string, side: string, sideName: string, around: Fleets) {
  const { file } = handle,
    fleets = around.fleets
      .filter(one => one.game === around.game)
      .sort((one, other) => Number(other.side === side) - Number(one.side === side));
  function UseFleet() {
    const [fleet, setFleet] = useState(fleets[0]?.file ?? "");
    const take = async () => {
      let taken: Answer<"take_fleet"> | undefined;
      await handle.change(async stamp => {
        taken = await call("take_fleet", { file, stamp, key, side, fleet });
      });
      if (taken)
        notify(
          `${sideName} has the units of ${taken.title} (${counted(taken.points, "point")}).${taken.destroyed.length ? ` Left out: ${taken.destroyed.join(", ")}, destroyed.` : ""}`,
          "done",
          { label: "Undo", run: handle.undo },
        );
    };
    return (
      <FormDialog title={`Use a fleet for ${sideName}`} verb="Use the fleet" onSubmit={take}>
        <Field label="Fleet" wide>
          {props => (
            <Select
              props={props}
              value={fleet}
              choices={fleets.map(one => [one.file, one.title] as [string, string])}
              onChange={setFleet}
            />
          )}
        </Field>
        <p>
          Its units replace the units of this force. Their names, damage, notes and values that differ from the game
          come along. Destroyed units are left out. The title, the limit and the notes of the whole fleet stay in the
          fleet.
        </p>
      </FormDialog>
    );
  }
  showDialog(<UseFleet />);
}

// --- rules

// A list of texts, each in an input that grows: steps, or rules.
function Steps({
  editing,
  path,
  title,
  noun,
  isNumbered,
}: {
  editing: Editing;
  path: ValuePath;
  title: string;
  noun: string;
  isNumbered?: boolean;
}) {
  const { handle, state, root } = editing,
    tree = valueAt(state.document.tree, path),
    single = Boolean(tree?.text),
    items = tree?.items ?? (tree?.text ? [tree] : []),
    [draft, setDraft] = useState(-1), // the number of an item that is not in the file until something is typed
    rows = draft === items.length ? [...items, undefined] : items,
    { box, expect } = useNewEntry(rows.length);
  const add = () => {
    if (single) handle.edit([{ do: "set", path, value: { data: [tree?.text ?? ""] } }]); // a list has room for more
    expect();
    setDraft(items.length);
  };
  const faults = wordsOf(problemsAt(state, path));
  return (
    <fieldset class="panel battle-list">
      <legend>{title}</legend>
      {tree?.entries || tree?.fixed ? (
        <Block editing={editing} path={path} schema={schemaAt(root, state.document.tree, path)} />
      ) : (
        <div class="battle-steps" ref={box}>
          {rows.map((item, number) => {
            const at: ValuePath = single && item ? path : [...path, number],
              text: ValuePath = item?.entries ? [...at, "text"] : at,
              problem = wordsOf(problemsAt(state, at, true)),
              label = `${title}, ${noun} ${number + 1}`;
            return (
              <div class="step" key={number}>
                {isNumbered && <span class="step-number">{number + 1}</span>}
                <span class="step-text cell-input">
                  {item?.entries && (
                    <TextInput
                      props={{ "aria-label": `${label}: title` }}
                      placeholder="Title"
                      value={textAt(item, ["title"])}
                      onInput={typed =>
                        handle.edit(
                          [{ do: "set", path: [...at, "title"], value: typed ? { text: typed } : null }],
                          pathKey([...at, "title"]),
                          0,
                        )
                      }
                    />
                  )}
                  {item?.entries && valueAt(item, ["text"])?.items ? (
                    <Block editing={editing} path={text} schema={schemaAt(root, state.document.tree, text)} />
                  ) : (
                    <TextInput
                      lines={1}
                      props={{ "aria-label": label, "aria-invalid": Boolean(problem) }}
                      placeholder={`New ${noun}`}
                      value={item?.text ?? textAt(item, ["text"])}
                      onInput={typed =>
                        (item || typed) &&
                        handle.edit([{ do: "set", path: text, value: { text: typed } }], pathKey(text))
                      }
                    />
                  )}
                  {problem && <small class="problem">{problem}</small>}
                </span>
                {!item ? (
                  <Button
                    kind="quiet"
                    icon="remove"
                    label={`Remove ${noun} ${number + 1}`}
                    onClick={() => setDraft(-1)}
                  />
                ) : !single ? (
                  <ItemActions editing={editing} path={at} what={`${noun} ${number + 1}`} count={items.length} />
                ) : (
                  <Button
                    kind="quiet"
                    icon="remove"
                    label={`Remove ${noun} 1`}
                    onClick={() => handle.edit([{ do: "set", path, value: null }])}
                  />
                )}
              </div>
            );
          })}
          {faults && <small class="problem">{faults}</small>}
          <div>
            <Button kind="quiet" icon="add" onClick={add}>
              {`Add a ${noun}`}
            </Button>
          </div>
        </div>
      )}
    </fieldset>
  );
}

// The objectives of the battle: their titles, each with its value.
function Objectives({ editing, base }: PartProps) {
  const { state, root } = editing,
    path: ValuePath = [...base, "objectives"],
    items = valueAt(state.document.tree, path)?.items ?? [],
    [draft, setDraft] = useState(-1), // as that of steps
    rows = draft === items.length ? [...items, undefined] : items,
    { box, expect } = useNewEntry(rows.length);
  const add = () => {
    expect();
    setDraft(items.length);
  };
  return (
    <fieldset class="panel">
      <legend>Objectives</legend>
      <div class="battle-steps" ref={box}>
        {!rows.length && <p class="soft">Places or deeds for which the sides fight, each with what it is worth.</p>}
        {rows.map((item, number) => {
          const at = [...path, number];
          return (
            <div class="step objective" key={number}>
              <EntryBlock
                editing={editing}
                path={at}
                schema={schemaAt(root, state.document.tree, at)}
                layout={{
                  of: textAt(item, ["title"]) || `objective ${number + 1}`,
                  first: ["title", "worth"],
                  labels: { worth: "Worth", at: "Place" },
                  hints: { title: "What it is: the bridge", worth: "Such as 2 points" },
                }}
              />
              {item ? (
                <ItemActions editing={editing} path={at} what={`objective ${number + 1}`} count={items.length} />
              ) : (
                <Button
                  kind="quiet"
                  icon="remove"
                  label={`Remove objective ${number + 1}`}
                  onClick={() => setDraft(-1)}
                />
              )}
            </div>
          );
        })}
        <div>
          <Button kind="quiet" icon="add" onClick={add}>
            Add an objective
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function Victory({ editing, base }: PartProps) {
  const { state, root } = editing,
    path: ValuePath = [...base, "victory"],
    tree = valueAt(state.document.tree, path),
    schema = schemaAt(root, state.document.tree, path);
  return (
    <fieldset class="panel">
      <legend>Victory</legend>
      {tree?.entries ? (
        <EntryBlock
          editing={editing}
          path={path}
          schema={schema}
          layout={{
            of: "the victory",
            first: ["text"],
            lines: { text: 2 },
            labels: { text: "Who wins", score: "Points to score" },
            hints: { text: "" },
            open: true,
          }}
        />
      ) : (
        <ValueField
          editing={editing}
          path={path}
          schema={schema}
          label="Who wins"
          layout={{ lines: { victory: 2 }, hints: { victory: "Such as: the side that holds the bridge at the end." } }}
        />
      )}
    </fieldset>
  );
}
