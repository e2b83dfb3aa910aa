// A record sheet: its cells are chosen on the drawing, and changed beside it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { EntryBlock } from "../editor/block.tsx";
import { call } from "../browser/client.ts";
import { newUnit } from "../components/dialogs.tsx";
import { textAt, valueAt } from "../model/document.ts";
import {
  EditorFrame,
  OldDrawing,
  Opening,
  problemWords,
  UndoButtons,
  useDocument,
  useSchema,
} from "../editor/editor_frame.tsx";
import { asValue } from "../model/new_values.ts";
import { type Editing, isWithin, type Layout, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { ValueField } from "../editor/value_field.tsx";
import * as changes from "../model/form_edits.ts";
import { Icon, type IconName } from "../components/icons.tsx";
import { cellWords, labelOfUnitName } from "../model/key_words.ts";
import { attempt } from "../browser/notices.ts";
import { elementsOf, labelOf, schemaAt, shapeOf, summaryOf } from "../model/schema.ts";
import type { ViewComponent } from "../components/shell.tsx";
import type { CellKeys, Edit, FileRequest, Tree, ValueName, ValuePath } from "../types.ts";
import { fileAddressOf } from "../browser/routes.ts";
import {
  Button,
  Chip,
  EmptyState,
  Field,
  LinkButton,
  Menu,
  MenuItem,
  moveByArrows,
  PageImage,
  Select,
  Tabs,
  TextInput,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { findPrintProblem, PrintActions } from "./print.tsx";
import { ShareButton } from "./share_button.tsx";

const SHOWS: Record<changes.CellContent, { words: string; icon: IconName }> = {
  text: { words: "Words", icon: "text" },
  pips: { words: "Circles to mark", icon: "pips" },
  count: { words: "A value to write over", icon: "count" },
  lines: { words: "Lines to write on", icon: "lines" },
  picture: { words: "A picture", icon: "picture" },
  stats: { words: "A table of values", icon: "table" },
  list: { words: "A table of a list", icon: "list" },
};
const MAIN: Record<changes.CellContent, { label: string; hint: string }> = {
  text: {
    label: "Words",
    hint: "A value of the unit stands in braces, bold words between two pairs of stars: **Hull** {Hull}",
  },
  pips: { label: "Number of circles", hint: "A number, or a value of the unit" },
  count: { label: "Value", hint: "A number, or a value of the unit; players write over it" },
  lines: { label: "Number of lines", hint: "Words of the cell are the label of the lines" },
  picture: { label: "Picture", hint: "unit is the picture of the unit itself" },
  stats: { label: "Values", hint: "Press a value to show it, or to leave it out" },
  list: { label: "List", hint: "A list of the unit: the table has a line for each entry" },
};
const CELL_FIRST = ["track", "style", "align"],
  ROW_FIRST = ["height", "rules", "each", "only_if"],
  SHEET_FIRST = ["title", "unit", "per_page", "space", "default"],
  // groups of the values of a sheet and of a cell; all others stand below them
  SHEET_GROUPS = {
    Sheet: ["title", "unit", "default", "copies", "note", "only_if", "differs"],
    "On the page": ["per_page", "per_row", "fill", "space", "size", "margin", "corners", "backs", "bleed"],
  },
  CELL_GROUPS = {
    "In play": ["track", "counts", "marks", "marked", "sections", "effects", "group", "blank"],
    Look: [
      "style",
      "align",
      "largest",
      "smallest",
      "colour",
      "ground",
      "band",
      "box",
      "across",
      "repeat",
      "shape",
      "family",
      "columns",
      "wide",
    ],
  },
  ROW_GROUPS = {
    Row: ["height", "least", "gap", "rules", "columns"],
    "When it is printed": ["each", "at_least", "only_if", "blank"],
    Look: ["ground", "band", "style", "align"],
  },
  LABELS: Record<string, string> = {
    track: "Name of the circles",
    each: "A row for each",
    space: "Space between rows",
  },
  HINTS: Record<string, string> = {
    track: "In Play and in the damage of a fleet",
    each: "A list of the unit, such as its guns",
    rules: "Lines round the cells of the row",
    per_page: "A number, or fit: as many as the page has room for",
    columns: "A number, or the width of each: 3, 1, 1",
  };
type Part = "cell" | "row" | "sheet";
// Returns the layout of a block in groups: the first keys, and those that the file has.
function groupsOf(groups: Record<string, string[]>, first: string[], there: Tree | undefined): Layout {
  const isShown = (key: string) => first.includes(key) || there?.entries?.some(([one]) => one === key),
    found = Object.entries(groups).map(([title, keys]) => [title, keys.filter(isShown)] as const);
  return {
    groups: found.filter(([, keys]) => keys.length),
    first: first.filter(key => !found.some(([, keys]) => keys.includes(key))),
  };
}
const UNIT = "unit:",
  ALL = "all"; // choices of the units to print

export const FormView: ViewComponent = ({ args: [file = "", key = ""] }) => {
  const { opened, error, again } = useDocument(file, { path: ["forms", key] });
  const root = useSchema(opened?.state.document);
  const { value: keys, error: fault } = usePromise(() => call("list_cell_keys", {}), []);
  if (!opened || !root || !keys) return <Opening title={labelOf(key)} error={error ?? fault} again={again} />;
  const base: ValuePath = valueAt(opened.state.readable, ["forms"]) ? ["forms", key] : [key];
  return <Form editing={{ ...opened, root, base, pictures: () => {} }} base={base} keys={keys} />;
};

interface CellProps {
  editing: Editing;
  base: ValuePath; // of the form
  cell: ValuePath;
  keys: CellKeys;
}

function Form({ editing, base, keys }: { editing: Editing; base: ValuePath; keys: CellKeys }) {
  const { handle, state } = editing,
    { document } = state,
    { tree, file, drawing } = document;
  const [chosen, setChosen] = useState<ValuePath | null>(null),
    [part, setPart] = useState<Part>("cell"),
    [printed, setPrinted] = useState(UNIT); // the unit that is shown, all units, or the file of a fleet
  const isNarrow = useNarrow();
  const record = useRef<HTMLDivElement>(null),
    panel = useRef<HTMLDivElement>(null),
    follow = useRef(false), // the focus goes to the chosen cell
    inView = useRef(""); // the chosen cell to which the drawing has scrolled
  const { value: others } = usePromise(
    () => Promise.all([call("list_units", { file }), call("describe_context", { of: file })]),
    [file],
  );
  useEffect(() => handle.show({ path: base }), [pathKey(base)]);
  const cell = chosen && valueAt(tree, chosen) ? chosen : null;
  const title = textAt(state.readable, [...base, "title"]) || labelOf(String(base.at(-1)));
  const isForUnits = Boolean(textAt(tree, [...base, "unit"]));
  const units = drawing
    ? [
        ...new Set([
          ...drawing.units,
          ...(isForUnits ? (others?.[0].units ?? []).filter(one => one.file).map(one => one.name) : []),
        ]),
      ]
    : [];
  const fleets = others?.[1].fleets.filter(one => one.game === others[1].game) ?? [];

  const labels = new Map(drawing?.names.map(one => [one.key, one.is_declared ? one.label : labelOfUnitName(one.key)]));
  const rows = valueAt(tree, [...base, "rows"])?.items?.length ?? 0;
  const choose = (path: ValuePath | null) => {
    setChosen(path);
    setPart(path ? now => (now === "sheet" ? "cell" : now) : "sheet");
  };
  // Chooses the cell with a value.
  const chooseFor = (path: ValuePath) => {
    const found = drawing?.cells
      .filter(one => isWithin(path, one.path))
      .sort((one, other) => other.path.length - one.path.length)[0];
    choose(found?.path ?? null);
    if (found) setPart("cell");
  };
  // Makes a change of rows or cells, and chooses the cell that it names.
  async function arrange(change: changes.Change | null) {
    if (!change) return;
    const isHere = Boolean(record.current?.contains(window.document.activeElement));
    if (!(await handle.arrange(() => change.edits))) return;
    follow.current = isHere;
    choose(change.chosen);
  }
  useLayoutEffect(() => panel.current?.closest(".editor-values")?.scrollTo(0, 0), [cell && pathKey(cell)]); // a new cell begins with its contents
  useLayoutEffect(() => {
    if (!follow.current || !cell) return;
    const button = record.current?.querySelector<HTMLElement>(".cell[aria-pressed=true]");
    if (!button) return; // it is not drawn yet
    button.focus();
    follow.current = false;
  });

  useEffect(() => {
    const key = cell ? pathKey(cell) : "";
    if (isNarrow || key === inView.current) return;
    const button = record.current?.querySelector(".cell[aria-pressed=true]");
    if (key && !button) return; // it is not drawn yet
    inView.current = key;
    button?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  });
  useEffect(() => {
    if (isNarrow && cell)
      record.current?.querySelector(".cell[aria-pressed=true]")?.scrollIntoView({ block: "start", behavior: "smooth" }); // above the values
  }, [isNarrow, cell && pathKey(cell), part]);
  const tools = cell && <CellTools editing={editing} cell={cell} keys={keys} arrange={arrange} />;
  const addRow = (
    <Button
      kind="quiet"
      icon="row_below"
      onClick={() => void arrange(changes.addRow(tree, document.text, [...base, "rows", rows - 1], false))}
    >
      {isNarrow ? "Add a row" : "Add a row at the end"}
    </Button>
  );
  const problem = findPrintProblem(state);
  const wanted: FileRequest = {
    what: file,
    form: String(base.at(-1)),
    ...(printed === UNIT ? { unit: drawing?.unit ?? "" } : printed === ALL ? {} : { fleet: printed }),
  };
  const kind = textAt(tree, [...base, "unit"]),
    game = others?.[1].game ?? document.game;
  const makeUnit = () => attempt(async () => newUnit(await call("describe_game", { name: game }), "", kind));
  const idle = isForUnits && drawing && others && !units.length && (
    <div class="message warning type-prints">
      <span>No unit of this type yet: the sheet is drawn with the first one.</span>
      <Button icon="add" onClick={makeUnit}>
        New unit
      </Button>
    </div>
  );
  const elsewhere = document.problems.filter(
    one => !one.file && one.path.length && !(cell && pathKey(one.path.slice(0, cell.length)) === pathKey(cell)),
  );
  const onKey = (event: KeyboardEvent) => {
    const cells = [...(record.current?.querySelectorAll<HTMLElement>(".cell") ?? [])];
    if (event.key === "Delete" && cell && cells.includes(event.target as HTMLElement))
      void arrange(changes.removeCell(tree, cell));
    else if (event.key === "Escape" && cells.includes(event.target as HTMLElement)) choose(null);
    else moveByArrows(event, cells);
  };
  const isMissing = tree !== null && !valueAt(tree, base); // it has another name, or its creation is undone
  return (
    <EditorFrame
      kind={`form-view${cell ? " has-cell" : ""}`}
      editing={editing}
      title={title}
      onChoose={chooseFor}
      outline={
        !isNarrow &&
        drawing &&
        drawing.cells.length > 0 && (
          <CellList
            cells={drawing.cells.map(one => one.path)}
            chosen={cell}
            describe={describeCell}
            placeOf={placeOf}
            title={title}
            onChoose={choose}
          />
        )
      }
      drawingLabel="Sheet"
      drawingFirst
      actions={
        <PrintActions wanted={wanted} problem={problem}>
          <ShareButton file={file} noun="record sheet" problems={document.problems.length} />
        </PrintActions>
      }
      drawing={
        <div class="stack">
          <div class="row toolbar">
            {units.length > 0 && (
              <label class="print-for">
                <span>Show and print</span>
                <Select
                  value={printed === UNIT ? `${UNIT}${drawing?.unit ?? ""}` : printed}
                  choices={[
                    ...units.map(unit => [`${UNIT}${unit}`, unit] as [string, string]),
                    [ALL, "All units"],
                    ...fleets.map(one => [one.file, `The fleet ${one.title}`] as [string, string]),
                  ]}
                  onChange={chosen => {
                    setPrinted(chosen.startsWith(UNIT) ? UNIT : chosen);
                    if (chosen.startsWith(UNIT)) handle.show({ unit: chosen.slice(UNIT.length) });
                  }}
                />
              </label>
            )}
            {!isNarrow && (
              <small>
                {cell
                  ? "Arrow keys go to other cells, Enter to the values."
                  : "Click a cell to change, move or remove it."}
              </small>
            )}
            {!isNarrow && drawing?.pages[0] && (
              <div class="tool-line">
                {tools ??
                  (rows > 0 && drawing?.cells[0] && (
                    <span class="cell-tools">
                      <Button kind="quiet" icon="edit" onClick={() => choose(drawing.cells[0]?.path ?? null)}>
                        First cell
                      </Button>
                      {addRow}
                    </span>
                  ))}
              </div>
            )}
          </div>
          <div class="form-problems" role="status">
            {elsewhere.slice(0, 4).map(one => {
              const at = drawing?.cells.find(({ path }) => pathKey(one.path.slice(0, path.length)) === pathKey(path));
              const isCrowded =
                pathKey(one.path.slice(0, base.length)) === pathKey(base) &&
                (one.code === "records too high" || one.path.at(-1) === "per_page") &&
                textAt(tree, [...base, "per_page"]) !== "1";
              return (
                <div class="message problem" key={one.message}>
                  <span>{problemWords(editing, one)}</span>
                  {isCrowded && (
                    <Button
                      onClick={() => handle.edit([{ do: "set", path: [...base, "per_page"], value: { yaml: "1" } }])}
                    >
                      One record on a page
                    </Button>
                  )}
                  {at && (
                    <Button kind="quiet" onClick={() => choose(at.path)}>
                      Show the cell
                    </Button>
                  )}
                </div>
              );
            })}
          </div>
          {idle}
          <div class="old-place">
            <OldDrawing editing={editing} />
          </div>
          {drawing?.pages[0] ? (
            <div
              class={`record-sheet${document.problems.length ? " old" : ""}`}
              ref={record}
              onKeyDown={onKey}
              role="group"
              aria-label={`Cells of the sheet ${title}`}
            >
              <PageImage svg={drawing.pages[0]} alt={`Record of ${drawing.unit || title}`} />
              {drawing.cells.map(({ path, place: [left, top, width, height] }, number) => {
                const isChosen = cell !== null && pathKey(path) === pathKey(cell);
                return (
                  <button
                    type="button"
                    key={`${pathKey(path)} ${drawing.cells.slice(0, number).filter(one => pathKey(one.path) === pathKey(path)).length}`}
                    class="cell"
                    aria-label={nameOf(tree, path)}
                    aria-pressed={isChosen}
                    tabIndex={isChosen || (!cell && number === 0) ? 0 : -1}
                    style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
                    onFocus={() => !isChosen && choose(path)}
                    onClick={() => !isChosen && choose(path)}
                    onKeyDown={event => {
                      if (event.key !== "Enter") return;
                      event.preventDefault();
                      panel.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
                    }}
                  />
                );
              })}
              {cell && <BoxOutline box={cell} cells={drawing.cells} />}
              {cell && changes.isInRow(cell) && (
                <Borders
                  key={pathKey(changes.rowOf(cell))}
                  editing={editing}
                  row={changes.rowOf(cell)}
                  cells={drawing.cells}
                />
              )}
            </div>
          ) : (
            !idle &&
            (isMissing ? (
              <EmptyState
                title="The file has no such sheet"
                actions={<LinkButton href={fileAddressOf(file)}>Open the file</LinkButton>}
              >
                It may have another name now.
              </EmptyState>
            ) : (
              <EmptyState title="The sheet is drawn here">Correct what is marked first.</EmptyState>
            ))
          )}
          {isNarrow && drawing?.pages[0] && (
            <div class="spread below-sheet">
              <small>Tap a part of the sheet to change it.</small>
              {rows > 0 && addRow}
            </div>
          )}
        </div>
      }
      values={
        <div class="form-panel" ref={panel}>
          <div class="panel-head">
            <div class="spread">
              {cell && (
                <h2 class="cell-name">
                  <Icon name={describeCell(cell).icon} />
                  {describeCell(cell).words}
                  <small>{placeOf(cell)}</small>
                </h2>
              )}
              {cell && isNarrow && <UndoButtons handle={editing.handle} state={editing.state} />}
              {cell && <Button kind="quiet" icon="close" label="Choose no cell" onClick={() => choose(null)} />}
            </div>
            <div class="spread">
              {cell ? (
                <Tabs
                  label="What to change"
                  current={part}
                  onChange={now => setPart(now as Part)}
                  tabs={[
                    ["cell", "This cell"],
                    ["row", "Its row"],
                    ["sheet", "Whole sheet"],
                  ]}
                />
              ) : (
                !isMissing && <h2>The whole sheet</h2>
              )}
            </div>
          </div>
          {isNarrow && tools}
          {cell && part === "cell" && (
            <CellPanel key={pathKey(cell)} editing={editing} base={base} cell={cell} keys={keys} />
          )}
          {cell && part === "row" && (
            <RowPanel key={pathKey(cell)} editing={editing} base={base} cell={cell} keys={keys} />
          )}
          {!isMissing && (!cell || part === "sheet") && (
            <EntryBlock
              editing={editing}
              path={base}
              schema={schemaAt(editing.root, tree, base)}
              layout={{
                ...groupsOf(SHEET_GROUPS, SHEET_FIRST, valueAt(tree, base)),
                hidden: ["rows", "columns"],
                labels: LABELS,
                hints: HINTS,
                below: <Columns editing={editing} row={base} />,
              }}
            />
          )}
        </div>
      }
    />
  );

  function placeOf(path: ValuePath) {
    const inSheet = path.slice(base.length), // rows, a number, and perhaps cells and a number
      drawn = new Set(drawing?.cells.map(one => Number(one.path[base.length + 1]))), // the other rows are not for this unit
      row = [...drawn].filter(one => one < Number(inSheet[1])).length + 1,
      number = inSheet[2] === "cells" ? Number(inSheet[3]) + 1 : 0;
    return number ? `row ${row}, cell ${number}` : `row ${row}`;
  }
  function nameOf(whole: Tree | null, path: ValuePath) {
    const found = valueAt(whole, path),
      words = cellWords(found, elementsOf(editing.root), labels);
    return `${words || "Empty cell"}, ${placeOf(path)}`;
  }
  // The sign and the words of a cell in the list of cells.
  function describeCell(path: ValuePath): { icon: IconName; words: string } {
    const found = valueAt(tree, path),
      shown = changes.contentOf(found, keys.kinds);
    if (valueAt(found, ["rows"])) return { icon: "sheet", words: "Box" };
    return {
      icon: shown ? SHOWS[shown].icon : "minus",
      words: cellWords(found, elementsOf(editing.root), labels) || "Empty",
    };
  }
}

interface CellListProps {
  cells: ValuePath[];
  chosen: ValuePath | null;
  title: string;
  describe: (path: ValuePath) => { icon: IconName; words: string };
  placeOf: (path: ValuePath) => string;
  onChoose: (path: ValuePath | null) => void;
}
// The cells of the sheet by their rows; the chosen one is marked here and on the drawing.
function CellList({ cells, chosen, title, describe, placeOf, onChoose }: CellListProps) {
  const unique = [...new Map(cells.map(path => [pathKey(path), path])).values()],
    rows = new Map<string, ValuePath[]>();
  for (const path of unique) {
    const boxes = changes.boxesOf(path),
      row = pathKey(changes.rowOf(boxes[0] ?? path)),
      listed = rows.get(row) ?? [];
    const newBoxes = boxes.filter(box => !listed.some(one => pathKey(one) === pathKey(box)));
    rows.set(row, [...listed, ...newBoxes, path]);
  }
  const words = [...rows.values()].flat().map(path => describe(path).words);
  // Cells with the same words have their place, too.
  const describeApart = (path: ValuePath) => {
    const cell = describe(path);
    return words.filter(one => one === cell.words).length > 1
      ? { ...cell, words: `${cell.words}, ${placeOf(path)}` }
      : cell;
  };
  const item = (path: ValuePath | null, { icon, words }: { icon: IconName; words: string }) => (
    <button
      type="button"
      key={path ? pathKey(path) : "sheet"}
      aria-current={pathKey(path ?? []) === pathKey(chosen ?? []) ? "true" : undefined}
      style={path ? { "--depth": changes.boxesOf(path).length } : undefined}
      onClick={() => onChoose(path)}
    >
      <Icon name={icon} />
      <span>{words}</span>
    </button>
  );
  return (
    <nav class="cell-list" aria-label="Cells of the sheet">
      {item(null, { icon: "sheet", words: title })}
      {[...rows.values()].map((row, number) => (
        <div key={number} class="cell-row" role="group" aria-label={`Row ${number + 1}`}>
          {row.map(path => item(path, describeApart(path)))}
        </div>
      ))}
    </nav>
  );
}

// The outline of a chosen box round the cells in it.
function BoxOutline({ box, cells }: { box: ValuePath; cells: { path: ValuePath; place: readonly number[] }[] }) {
  const places = cells.filter(one => one.path.length > box.length && isWithin(one.path, box)).map(one => one.place);
  if (!places.length) return null;
  const least = (one: number) => Math.min(...places.map(place => place[one] ?? 0)),
    most = (one: number) => Math.max(...places.map(place => (place[one] ?? 0) + (place[one + 2] ?? 0))),
    [left, top] = [least(0), least(1)];
  return (
    <div
      class="chosen-box"
      style={{ left: `${left}%`, top: `${top}%`, width: `${most(0) - left}%`, height: `${most(1) - top}%` }}
    />
  );
}

const BORDER_STEP = 0.02, // of the width of two cells, for a key
  LEAST_PART = 0.05;
// The borders between the cells of the row in hand: a drag, or the arrow keys, make one cell wider and the next narrower.
function Borders({
  editing: { handle, state },
  row,
  cells,
}: {
  editing: Editing;
  row: ValuePath;
  cells: { path: ValuePath; place: readonly number[] }[];
}) {
  const { tree } = state.document;
  const [drag, setDrag] = useState<{ number: number; part: number } | null>(null);
  const boxes = new Map<number, { left: number; right: number; top: number; height: number }>();
  for (const {
    path,
    place: [left = 0, top = 0, width = 0, height = 0],
  } of cells) {
    if (pathKey(path.slice(0, -2)) !== pathKey(row) || path.at(-2) !== "cells") continue;
    const number = Number(path.at(-1)),
      before = boxes.get(number);
    boxes.set(number, {
      left: Math.min(left, before?.left ?? left),
      right: Math.max(left + width, before?.right ?? 0),
      top,
      height,
    });
  }
  const limit = (part: number) => Math.min(1 - LEAST_PART, Math.max(LEAST_PART, part));
  const set = (number: number, part: number) =>
    handle.edit([changes.moveBorder(tree, row, number, limit(part))], pathKey([...row, "columns"]), 0);
  return (
    <>
      {[...boxes].map(([number, box]) => {
        const next = boxes.get(number + 1),
          part = changes.partOf(tree, row, number);
        if (!next || part === null || Math.abs(next.top - box.top) > box.height / 2) return null;
        const width = next.right - box.left,
          isDragged = drag?.number === number,
          left = isDragged ? box.left + drag.part * width : box.right;
        const partAt = (event: PointerEvent) => {
          const sheet = (event.currentTarget as Element).parentElement?.getBoundingClientRect();
          return limit(sheet ? ((100 * (event.clientX - sheet.left)) / sheet.width - box.left) / width : part);
        };
        return (
          <div
            key={number}
            class={`cell-border${isDragged ? " dragged" : ""}`}
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={`Border between cell ${number + 1} and cell ${number + 2}`}
            aria-valuenow={Math.round(100 * (isDragged ? drag.part : part))}
            title="Drag to change the widths"
            style={{ left: `${left}%`, top: `${box.top}%`, height: `${box.height}%` }}
            onPointerDown={event => {
              if (event.button) return;
              event.preventDefault();
              event.currentTarget.setPointerCapture(event.pointerId);
              setDrag({ number, part });
            }}
            onPointerMove={event => isDragged && setDrag({ number, part: partAt(event) })}
            onPointerUp={event => {
              if (!isDragged) return;
              if (Math.abs(drag.part - part) > 0.005) set(number, partAt(event));
              setDrag(null);
            }}
            onPointerCancel={() => setDrag(null)}
            onKeyDown={event => {
              const step = { ArrowLeft: -BORDER_STEP, ArrowRight: BORDER_STEP }[event.key];
              if (!step) return;
              event.preventDefault();
              event.stopPropagation();
              set(number, part + step);
            }}
          />
        );
      })}
    </>
  );
}

const ALONE = "The row has no other cell."; // against a move to the left or the right
function CellTools({
  editing: { state },
  cell,
  keys,
  arrange,
}: {
  editing: Editing;
  cell: ValuePath;
  keys: CellKeys;
  arrange: (change: changes.Change | null) => unknown;
}) {
  const isNarrow = useNarrow();
  const { tree, text } = state.document,
    moving = changes.movingCell(tree, cell),
    movingRow = changes.movingRow(tree, cell),
    number = Number(moving.at(-1)),
    row = Number(movingRow.at(-1)),
    isInRow = changes.isInRow(cell),
    noun = !isInRow ? "row" : valueAt(tree, [...cell, "rows"]) ? "box" : "cell",
    cells = changes.countOfCells(tree, moving),
    rows = changes.countOfRows(tree, movingRow),
    place = changes.placeOfRow(tree, cell),
    inBox = place.replace("the", "this"),
    cellOrBox = valueAt(tree, [...moving, "rows"]) ? "box" : "cell",
    where = changes.boxOf(movingRow) ? "box" : "sheet",
    removal = changes.removeCell(tree, cell),
    isLastOfBox = changes.countOfCells(tree, cell) < 2 && changes.countOfRows(tree, cell) < 2;
  const button = (
    icon: IconName,
    label: string,
    make: () => changes.Change | null,
    reason: string | false = "",
    words = "",
    short = words,
  ) => (
    <Button kind="quiet" icon={icon} label={label} reason={reason || undefined} onClick={() => arrange(make())}>
      {words && <span class="only-wide">{words}</span>}
      <span class="only-narrow">{short || label.replace(/^.* /, "")}</span>
    </Button>
  );
  return (
    <div class="cell-tools" role="toolbar" aria-label="Change the cells">
      {button(
        "cell_beside",
        "Add a cell beside it",
        () => changes.addCell(tree, cell, keys.row),
        "",
        "Add a cell",
        "+ Cell",
      )}
      {button(
        "row_below",
        place ? `Add a row ${inBox}` : "Add a row below",
        () => changes.addRow(tree, text, cell, false),
        "",
        "Add a row",
        "+ Row",
      )}
      <Menu label={isNarrow ? "+ Circles" : "Add circles"} icon="row_circles" kind="quiet">
        <MenuItem icon="cell_beside" onClick={() => arrange(changes.addCell(tree, cell, keys.row, text))}>
          {valueAt(tree, cell)?.text || textAt(tree, [...cell, "text"]) ? "Beside these words" : "Beside this cell"}
        </MenuItem>
        <MenuItem icon="row_circles" onClick={() => arrange(changes.addRow(tree, text, cell, true))}>
          {place ? `In a new row ${inBox}` : "In a new row below"}
        </MenuItem>
      </Menu>
      {button(
        "copy",
        `Copy the ${noun}`,
        () => changes.duplicate(tree, text, cell, !isInRow),
        "",
        `Copy ${noun}`,
        "Copy",
      )}
      <span class="gap" />
      <small class="only-wide">Move</small>
      {button(
        "back",
        `Move the ${cellOrBox} left`,
        () => changes.moveCell(tree, cell, -1),
        cells < 2 ? ALONE : number === 0 && `The ${cellOrBox} is the first in its row.`,
      )}
      {button(
        "next",
        `Move the ${cellOrBox} right`,
        () => changes.moveCell(tree, cell, 1),
        cells < 2 ? ALONE : number === cells - 1 && `The ${cellOrBox} is the last in its row.`,
      )}
      {button(
        "up",
        "Move the row up",
        () => changes.moveRow(tree, cell, -1),
        row === 0 && `This is the first row of the ${where}.`,
      )}
      {button(
        "down",
        "Move the row down",
        () => changes.moveRow(tree, cell, 1),
        row === rows - 1 && `This is the last row of the ${where}.`,
      )}
      <span class="gap" />
      <span class="remove">
        {button(
          "remove",
          changes.countOfCells(tree, cell) > 1
            ? `Remove the ${noun}`
            : isLastOfBox
              ? "Remove the row and its box"
              : "Remove the row",
          () => removal,
          !removal && "A sheet keeps at least one row.",
          "Remove",
        )}
      </span>
    </div>
  );
}

// The contents of the chosen cell, and its other values.
function CellPanel({ editing, cell, keys }: CellProps) {
  const { handle, state, root } = editing,
    { tree, text, drawing } = state.document,
    there = valueAt(tree, cell),
    shown = changes.contentOf(there, keys.kinds),
    names = (drawing?.names ?? []).map(one => ({
      ...one,
      label: one.is_declared ? one.label.replace(/^./, letter => letter.toUpperCase()) : labelOfUnitName(one.key),
    }));
  if (!there) return null;
  const isBox = valueAt(there, ["rows"]) !== undefined;
  const isText = there.text !== undefined;
  const written = there.entries?.map(([key]) => key) ?? [];
  const fits = (key: string) => !shown || !keys.kinds[key]?.length || keys.kinds[key].includes(shown);
  const schema = schemaAt(root, tree, cell),
    known = [...shapeOf(root, schema, there).properties.keys()];
  const hidden = [
    ...known.filter(
      key =>
        (!written.includes(key) && (!fits(key) || (changes.CELL_CONTENTS as readonly string[]).includes(key))) ||
        (!changes.isInRow(cell) && keys.row.includes(key)),
    ),
    ...(shown ? [shown] : []),
    "cells",
    "rows",
  ];
  const first = CELL_FIRST.filter(key => fits(key) && (key !== "track" || shown === "pips" || shown === "count"));
  return (
    <div class="stack">
      {isBox && <small>A box has rows of its own. Choose one of them on the drawing or in the list.</small>}
      <fieldset class="shows" hidden={isBox}>
        <legend>What does it show?</legend>
        <div class="shows-grid">
          {changes.CELL_CONTENTS.map(key => {
            const { words, icon } = SHOWS[key];
            const isMissing = key !== shown && changes.firstValue(key, names) === undefined;
            return (
              <button
                type="button"
                key={key}
                aria-pressed={key === shown}
                disabled={isMissing}
                title={isMissing ? "The unit has no value for it" : undefined}
                onClick={() => key !== shown && handle.edit(changes.show(tree, text, cell, key, keys.kinds, names))}
              >
                <Icon name={icon} />
                {words}
              </button>
            );
          })}
        </div>
        {!shown && <small>This cell shows something else: {written.map(key => labelOf(key)).join(", ")}.</small>}
      </fieldset>
      {shown && <MainField editing={editing} cell={cell} shown={shown} names={names} />}
      {isText ? (
        <Button
          kind="quiet"
          icon="settings"
          onClick={() => handle.edit([{ do: "set", path: cell, value: { data: { text: there.text ?? "" } } }])}
        >
          More settings of this cell
        </Button>
      ) : (
        <EntryBlock
          editing={editing}
          path={cell}
          schema={schema}
          layout={{
            ...groupsOf(CELL_GROUPS, first, there),
            hidden,
            labels: LABELS,
            hints: HINTS,
            own: {
              text: (
                <WordsField
                  editing={editing}
                  path={[...cell, "text"]}
                  label={shown === "lines" ? "Label of the lines" : "Words"}
                  names={names}
                />
              ),
            },
          }}
        />
      )}
    </div>
  );
}

// Returns functions that show the names of values in braces by their labels, and that write them by their keys again.
function labelNames(names: ValueName[]) {
  const labelled = names.filter(
    one => names.every(other => other === one || other.label !== one.label) && !/[{}|:]/.test(one.label),
  );
  return {
    withLabels: (words: string) =>
      words.replace(/\{(\w+)\}/g, (whole, key) =>
        labelled.some(one => one.key === key) ? `{${labelled.find(one => one.key === key)?.label}}` : whole,
      ),
    withKeys: (words: string) =>
      words.replace(/\{([^{}]+)\}/g, (whole, label) =>
        names.some(one => one.key === label) ? whole : `{${labelled.find(one => one.label === label)?.key ?? label}}`,
      ),
  };
}

// The words beside circles or lines.
function WordsField({
  editing: { handle, state },
  path,
  label,
  names,
}: {
  editing: Editing;
  path: ValuePath;
  label: string;
  names: ValueName[];
}) {
  const { withLabels, withKeys } = labelNames(names);
  return (
    <Field label={label} problem={wordsOf(problemsAt(state, path, true))} wide>
      {props => (
        <TextInput
          props={props}
          value={withLabels(textAt(state.document.tree, path))}
          lines={2}
          onInput={typed =>
            handle.edit([{ do: "set", path, value: typed ? { text: withKeys(typed) } : null }], pathKey(path), 0)
          }
        />
      )}
    </Field>
  );
}

// The input of the contents of the cell, with the values of the unit that can be put into it.
function MainField({
  editing,
  cell,
  shown,
  names,
}: {
  editing: Editing;
  cell: ValuePath;
  shown: changes.CellContent;
  names: ValueName[];
}) {
  const { handle, state, root } = editing,
    { tree, text } = state.document,
    there = valueAt(tree, cell),
    path = there?.text === undefined ? [...cell, shown] : cell,
    value = valueAt(tree, path),
    schema = schemaAt(root, tree, path),
    shape = shapeOf(root, schema, value),
    box = useRef<HTMLDivElement>(null);
  const problem =
    wordsOf(problemsAt(state, path, true)) || (there?.text === undefined ? wordsOf(problemsAt(state, cell)) : "");
  const { label, hint } = MAIN[shown];
  const write = (typed: string) => {
    const edits: Edit[] = [
      {
        do: "set",
        path,
        value:
          shown === "text" && typed ? { text: typed } : path === cell && !typed ? { data: {} } : asValue(shape, typed),
      },
    ];
    if (/^\d+$/.test(typed) && (shown === "pips" || shown === "count") && !textAt(there, ["track"]))
      edits.push({
        do: "set",
        path: [...cell, "track"],
        value: { text: changes.freeTrack(text, changes.wordsBeside(tree, cell)) },
      });
    handle.edit(edits, pathKey(path), 0);
  };
  if (shown === "stats" && (value?.items || value?.text)) {
    const listed = (value.items ?? [value]).map(one => one.text ?? ""),
      labels = new Map(names.map(one => [one.key, one.label]));
    const marks = valueAt(there, ["marks"])?.items?.map(one => one.text ?? "") ?? [];
    const set = (now: string[]) => {
      const left = marks.filter(one => now.includes(one)); // circles stand only below figures of the table
      const edits: Edit[] = [{ do: "set", path, value: { data: now } }];
      if (left.length < marks.length)
        edits.push({ do: "set", path: [...cell, "marks"], value: left.length ? { data: left } : null });
      handle.edit(edits);
    };
    return (
      <Field label={label} hint={hint} problem={problem} wide>
        {props => (
          <div class="row" role="group" aria-label={label} id={props.id}>
            {[...new Set([...listed, ...names.filter(one => one.is_declared).map(one => one.key)])].map(key => {
              const isOn = listed.includes(key);
              return (
                <Chip
                  key={key}
                  pressed={isOn}
                  onClick={() => set(isOn ? listed.filter(one => one !== key) : [...listed, key])}
                >
                  {labels.get(key) ?? key}
                </Chip>
              );
            })}
          </div>
        )}
      </Field>
    );
  }
  if (value?.entries || value?.items) return <EntryBlock editing={editing} path={path} schema={schema} />;
  if (shown === "picture")
    return <ValueField editing={editing} path={path} schema={schema} layout={{ hints: { picture: hint } }} />;
  const { withLabels, withKeys } = labelNames(names);
  // Puts the name of a value where the cursor is, or in place of a number.
  const insert = (key: string) => {
    const input = box.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!key || !input) return;
    if (shown === "text")
      input.setRangeText(
        withLabels(`{${key}}`),
        input.selectionStart ?? input.value.length,
        input.selectionEnd ?? input.value.length,
        "end",
      );
    else input.value = key;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  };
  const isNumber = ({ key, value: now, is_declared }: ValueName) =>
    (is_declared ? /^(\d+|\?|)$/ : /^\d+$/).test(now) || key === value?.text;
  const offered =
    shown === "list" ? names.filter(one => one.is_list) : shown === "text" ? names : names.filter(isNumber);
  const figure = shown === "text" ? undefined : offered.find(one => one.key === value?.text);
  const choices = (isDeclared: boolean) =>
    offered
      .filter(one => one.is_declared === isDeclared)
      .map(one => (
        <option value={one.key} key={one.key}>
          {one.value && one.value !== "?" ? `${one.label}: ${one.value.slice(0, 30)}` : one.label}
        </option>
      ));
  return (
    <div ref={box}>
      <Field label={label} hint={hint} problem={problem} wide>
        {props =>
          shown === "text" ? (
            <TextInput
              props={props}
              value={withLabels(value?.text ?? "")}
              lines={2}
              onInput={typed => write(withKeys(typed))}
            />
          ) : figure ? (
            <Select
              props={props}
              value={figure.key}
              choices={[
                ...offered.map((one): [string, string] => [one.key, one.label]),
                ...(shown === "list" ? [] : [["", "A number"] as [string, string]]),
              ]}
              onChange={key => write(key || "5")}
            />
          ) : (
            <TextInput props={props} value={value?.text ?? ""} onInput={write} />
          )
        }
      </Field>
      {offered.length > 0 && !figure && (
        <select
          class="plain-input insert"
          aria-label="Insert a value"
          value=""
          onChange={event => {
            insert(event.currentTarget.value);
            event.currentTarget.value = "";
          }}
        >
          <option value="">{shown === "list" ? "Choose a list" : "Insert a value"}</option>
          {choices(true)}
          {choices(false).length > 0 && <optgroup label="Rarely needed">{choices(false)}</optgroup>}
        </select>
      )}
    </div>
  );
}

function RowPanel({ editing, cell, keys }: CellProps) {
  const { tree } = editing.state.document,
    row = changes.rowOf(cell),
    schema = schemaAt(editing.root, tree, row);
  const known = [...shapeOf(editing.root, schema, valueAt(tree, row)).properties.keys()],
    ofCells = known.filter(key => !keys.row.includes(key));
  // where a row has cells, the look of all of them can be set in the row
  const hidden = [
    "cells",
    "columns",
    ...(changes.isInRow(cell) ? ofCells.filter(key => keys.kinds[key]?.length) : ofCells),
  ];
  return (
    <div class="stack">
      {changes.isInRow(cell) && <Columns editing={editing} row={row} />}
      <EntryBlock
        editing={editing}
        path={row}
        schema={schema}
        layout={{ ...groupsOf(ROW_GROUPS, ROW_FIRST, valueAt(tree, row)), hidden, labels: LABELS, hints: HINTS }}
      />
    </div>
  );
}

// The columns of a row or of the sheet, as their number or as widths with commas between them.
function Columns({ editing: { handle, state }, row }: { editing: Editing; row: ValuePath }) {
  const { tree } = state.document,
    path = [...row, "columns"];
  return (
    <Field
      label="Widths of columns"
      hint={summaryOf("A number of equal columns, or the width of each: 3, 1, 1")}
      problem={wordsOf(problemsAt(state, path, true))}
    >
      {props => (
        <TextInput
          props={props}
          value={changes.readColumns(tree, row)}
          onInput={typed => handle.edit([changes.writeColumns(row, typed)], pathKey(path), 0)}
        />
      )}
    </Field>
  );
}
