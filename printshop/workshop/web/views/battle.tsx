// A battle: its story, the forces with their points, its rules, and the booklet beside them.

import { useEffect, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { notify } from "../browser/notices.ts";
import { addressOfFile, mapAddress, packAddress, playAddress } from "../browser/routes.ts";
import { newMap } from "../components/dialogs.tsx";
import type { ViewComponent } from "../components/shell.tsx";
import {
  Button,
  type Children,
  CloseButton,
  Field,
  LinkButton,
  Problem,
  Select,
  Sheet,
  Skeleton,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { EntryBlock } from "../editor/block.tsx";
import { FixButtons } from "../editor/fix_buttons.tsx";
import { EditorFrame, Opening, problemWords, UsualDrawing, useDocument, useSchema } from "../editor/editor_frame.tsx";
import { editsForMap } from "../model/battle_maps.ts";
import { findTitle } from "../model/first_title.ts";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { isRule, namesOfUnits, readLine } from "../model/fleet_lines.ts";
import { useWaitingLines } from "../model/lines.ts";
import { labelOf, schemaAt, shapeOf } from "../model/schema.ts";
import type { NewEntry, UnitList, ValuePath } from "../types.ts";
import {
  AddForce,
  Balance,
  type Fleets,
  ForcePanel,
  ForcePicker,
  ForceStatus,
  type BattleProps,
  pointsOf,
} from "./battle_forces.tsx";
import {
  EVENTS,
  FoldedPart,
  HINTS,
  LABELS,
  listHeadings,
  type PartKey,
  PartLinks,
  PLACE,
  PLACED,
  STORY,
  summarize,
  WholePart,
} from "./battle_parts.tsx";
import { Objectives, Steps, Victory } from "./battle_rules.tsx";
import { OwnSheets } from "./own_sheets.tsx";
import { findPrintProblem, PrintActions } from "./print.tsx";
import { ShareButton } from "./share_button.tsx";

const MOST_FORCES = 6;

// Asks for a new map, writes it into the game or the file of the battle, and has the battle take it: one step of undo.
function paintMap({ handle, state }: Editing, base: ValuePath, title: string) {
  const { file } = state.document;
  newMap({ name: file, title }, async entry => {
    let made: NewEntry | undefined;
    await handle.change(async () => {
      made ??= await call("create_entry", { game: file, entry }); // once, also if the change is made again
      const { stamp } = await call("find_document_stamp", { file });
      await call("edit_document", {
        file,
        stamp,
        edits: editsForMap(handle.state().document.tree, base, made.key),
        view: { drawn: false },
      });
    });
    if (!made) throw new Error("The map is not made. Try again.");
    return made;
  });
}

export const BattleView: ViewComponent = ({ args: [file = "", key = ""] }) => {
  const { opened, error, again } = useDocument(file, { path: ["scenarios", key] });
  const root = useSchema(opened?.state.document);
  if (!opened || !root) return <Opening title={labelOf(key)} error={error} again={again} />;
  const base: ValuePath = valueAt(opened.state.readable, ["scenarios"]) ? ["scenarios", key] : [];
  return <Battle editing={{ ...opened, root, base, pictures: () => {} }} base={base} name={key} />;
};

function Battle({ editing, base, name }: BattleProps & { name: string }) {
  const { handle, state, root } = editing,
    { document } = state,
    { tree, file } = document;
  const [picking, setPicking] = useState(""); // the side for which units are chosen
  const isNarrow = useNarrow();
  const { value } = usePromise(
    () => Promise.all([call("list_units", { file }), call("describe_context", { of: file })]),
    [file, document.title, JSON.stringify(["extends", "maps"].map(key => valueAt(tree, [key])))],
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
  const chooseMap = (map: string) => {
    const edits = editsForMap(tree, base, map);
    handle.edit(edits);
    if (edits.length > 1)
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
  const maps = Object.entries(list?.maps ?? {}),
    map = textAt(tree, [...base, "map"]);
  const [openParts, setOpenParts] = useState<ReadonlySet<PartKey>>(new Set(["forces"])); // on a narrow screen
  const pathOfUnits = (side: string): ValuePath => [...base, "forces", side, "units"],
    linesAt = useWaitingLines(
      editing,
      forces.map(([side]) => pathOfUnits(side)),
      namesOfUnits(list),
    );
  const totals = forces.flatMap(([side]) => {
    const lines = linesAt(pathOfUnits(side)),
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
      {problem ? (
        <Button icon="play" reason={problem.replace("printed", "played")}>
          Play
        </Button>
      ) : (
        <LinkButton icon="play" href={what && playAddress(what)}>
          Play
        </LinkButton>
      )}
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
      <WholePart key={key} part={key}>
        {children}
      </WholePart>
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
      headings={listHeadings(valueAt(tree, base), base, list)}
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
              <CloseButton onClick={() => setPicking("")} />
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
          <PartLinks onOpen={showPart} />
          {isNarrow && <div class="row battle-ways">{ways}</div>}
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
              <div class="forces" data-path={pathKey([...base, "forces"])}>
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
              done="Done"
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
                    <Field
                      label="Map"
                      problem={wordsOf(problemsAt(state, [...base, "map"]))}
                      correction={<FixButtons editing={editing} problems={problemsAt(state, [...base, "map"])} />}
                    >
                      {props => (
                        <Select
                          props={{ ...props, "data-path": pathKey([...base, "map"]) }}
                          value={map}
                          choices={[["", "no map"], ...maps]}
                          onChange={chooseMap}
                        />
                      )}
                    </Field>
                  </div>
                )}
                <div class="row battle-map">
                  {valueAt(tree, ["maps", map]) && (
                    <LinkButton icon="map" href={mapAddress(file, map)}>
                      Change the map
                    </LinkButton>
                  )}
                  <Button icon="add" onClick={() => paintMap(editing, base, title)}>
                    {maps.length ? "Paint another map" : "Paint a map"}
                  </Button>
                  {!map && <small>Hexes or squares, in place of the table</small>}
                </div>
                {block(
                  PLACE.filter(key =>
                    key === "map"
                      ? map && !maps.length
                      : key !== "table" || !map || Boolean(valueAt(tree, [...base, key])),
                  ),
                )}
              </div>
            </fieldset>,
          )}
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
            <div class="battle-rules">
              <Objectives editing={editing} base={base} />
              <Victory editing={editing} base={base} />
            </div>,
          )}
          {fold(
            "events",
            <fieldset class="panel">
              <legend>Events and campaign</legend>
              {block(EVENTS)}
            </fieldset>,
          )}
          {fold(
            "more",
            <fieldset class="panel">
              <legend>More</legend>
              <p class="soft">Boxes and pictures, examples, and what else a booklet can have.</p>
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

// The booklet, or its words as long as a problem keeps it from being drawn.
function Booklet({ editing, base, list }: BattleProps & { list: UnitList | undefined }) {
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
          {problemWords(editing, one)}{" "}
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
