// A record sheet: its cells are chosen on the drawing, and changed beside it.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { newUnit } from "../components/dialogs.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { EditorFrame, OldDrawing, Opening, useDocument, useSchema } from "../editor/editor_frame.tsx";
import { type Editing, isWithin, pathKey } from "../model/editing.ts";
import { listElements } from "../model/elements.ts";
import * as changes from "../model/form_edits.ts";
import { listRows } from "../model/form_rows.ts";
import { findTooHigh, placeProblems } from "../model/sheet_cures.ts";
import { CellList, describeCells, SheetDrawing, type SheetElements } from "./form_cells.tsx";
import { CellPanel, RowPanel, SheetPanel } from "./form_panels.tsx";
import { AddElement, CellTools } from "./form_tools.tsx";
import { Icon } from "../components/icons.tsx";
import { attempt } from "../browser/notices.ts";
import { labelOf, schemaAt } from "../model/schema.ts";
import type { ViewComponent } from "../components/shell.tsx";
import type { DocumentProblem, FileContext, FileRequest, ValuePath } from "../types.ts";
import { fileAddressOf } from "../browser/routes.ts";
import { Button, EmptyState, LinkButton, Select, Tabs, useNarrow, usePromise } from "../components/ui.tsx";
import { findPrintProblem, PrintActions } from "./print.tsx";
import { ShareButton } from "./share_button.tsx";

type Part = "cell" | "row" | "sheet";
const UNIT = "unit:",
  ALL = "all"; // choices of the units to print

export const FormView: ViewComponent = ({ args: [file = "", key = ""] }) => {
  const { opened, error, again } = useDocument(file, { path: ["forms", key] });
  const root = useSchema(opened?.state.document);
  const { value: keys, error: keysError } = usePromise(() => call("list_cell_keys", {}), []);
  if (!opened || !root || !keys) return <Opening title={labelOf(key)} error={error ?? keysError} again={again} />;
  const base: ValuePath = valueAt(opened.state.readable, ["forms"]) ? ["forms", key] : [key],
    elements = listElements(root, schemaAt(root, null, [...base, "rows", 0, "cells", 0]));
  const { state } = opened,
    { document } = state,
    problems = placeProblems(document.problems, base);
  const editing: Editing = {
    ...opened,
    state: { ...state, document: { ...document, problems } },
    root,
    base,
    pictures: () => {},
  };
  return (
    <Form editing={editing} base={base} known={{ ...keys, elements }} tooHigh={findTooHigh(document.problems, base)} />
  );
};

// Keeps the chosen cell of a sheet in view, after a change of the cells, too.
function useChosenCell(editing: Editing) {
  const { handle, state } = editing,
    { tree, drawing } = state.document;
  const [chosen, setChosen] = useState<ValuePath | null>(null),
    [part, setPart] = useState<Part>("cell");
  const isNarrow = useNarrow();
  const sheet = useRef<HTMLDivElement>(null),
    panel = useRef<HTMLDivElement>(null),
    follow = useRef(false), // the focus goes to the chosen cell
    waiting = useRef<HTMLInputElement>(null), // takes what is typed until a new cell is there
    isNew = useRef(false), // the focus goes to the first input of the chosen cell
    inView = useRef(""); // the chosen cell to which the drawing has scrolled
  const cell = chosen && valueAt(tree, chosen) ? chosen : null,
    cellKey = cell ? pathKey(cell) : "",
    findButton = () => sheet.current?.querySelector<HTMLElement>(".cell[aria-pressed=true]");
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
    const isHere = Boolean(sheet.current?.contains(window.document.activeElement));
    if (!(await handle.arrange(() => change.edits))) return;
    follow.current = isHere;
    choose(change.chosen);
  }
  // Adds a row or a cell. Its first input gets the focus, and all that is typed meanwhile.
  async function add(change: changes.Change) {
    setTimeout(() => waiting.current?.focus({ preventScroll: true })); // after the menu has given the focus back
    if (!(await handle.arrange(() => change.edits))) return;
    isNew.current = true;
    choose(change.chosen);
    setPart("cell");
  }
  // Returns the first input of the values of the chosen cell.
  const findInput = () =>
    panel.current?.querySelector<HTMLElement>(
      ":is([contenteditable], input, textarea, select):not(.typed-ahead, [hidden] *)",
    );
  useLayoutEffect(() => {
    const input = isNew.current && cell ? findInput() : null;
    if (!input) return; // it is not there yet
    const typed = waiting.current?.value ?? "";
    isNew.current = false;
    input.focus({ preventScroll: true });
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
    else getSelection()?.selectAllChildren(input);
    if (typed && !(input instanceof HTMLSelectElement)) window.document.execCommand("insertText", false, typed); // as if it were typed there
    if (waiting.current) waiting.current.value = "";
  });
  useLayoutEffect(() => panel.current?.closest(".editor-values")?.scrollTo(0, 0), [cellKey]); // a new cell begins with its contents
  useLayoutEffect(() => {
    const button = follow.current && cell ? findButton() : null;
    if (!button) return; // it is not drawn yet
    button.focus();
    follow.current = false;
  });
  useEffect(() => {
    if (isNarrow || cellKey === inView.current) return;
    const button = findButton();
    if (cellKey && !button) return; // it is not drawn yet
    inView.current = cellKey;
    button?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  });
  useEffect(() => {
    if (isNarrow && cellKey) findButton()?.scrollIntoView({ block: "start", behavior: "smooth" }); // above the values
  }, [isNarrow, cellKey, part]);
  return { cell, part, setPart, choose, chooseFor, arrange, add, findInput, sheet, panel, waiting };
}

interface FormProps {
  editing: Editing;
  base: ValuePath;
  known: SheetElements;
  tooHigh: DocumentProblem | undefined;
}
function Form({ editing, base, known, tooHigh }: FormProps) {
  const { handle, state } = editing,
    { document } = state,
    { tree, file, drawing } = document;
  const { cell, part, setPart, choose, chooseFor, arrange, add, findInput, sheet, panel, waiting } =
    useChosenCell(editing);
  const [printed, setPrinted] = useState(UNIT); // the unit that is shown, all units, or the file of a fleet
  const [zoom, setZoom] = useState(1); // of the sheet: 1 fits the window
  const isNarrow = useNarrow();
  const { value: others } = usePromise(
    () => Promise.all([call("list_units", { file }), call("describe_context", { of: file })]),
    [file],
  );
  useEffect(() => handle.show({ path: base }), [pathKey(base)]);
  const title = textAt(state.readable, [...base, "title"]) || labelOf(String(base.at(-1))),
    unitType = textAt(tree, [...base, "unit"]),
    ownUnits = unitType ? (others?.[0].units ?? []).filter(one => one.file).map(one => one.name) : [],
    units = drawing ? [...new Set([...drawing.units, ...ownUnits])] : [],
    rows = valueAt(tree, [...base, "rows"])?.items?.length ?? 0,
    listed = listRows(tree, base, drawing?.cells ?? [], known.row),
    words = describeCells(editing, base, known);
  const isMissing = tree !== null && !valueAt(tree, base); // it has another name, or its creation is undone
  const wanted: FileRequest = {
    what: file,
    form: String(base.at(-1)),
    ...(printed === UNIT ? { unit: drawing?.unit ?? "" } : printed === ALL ? {} : { fleet: printed }),
  };
  const makeUnit = () =>
    attempt(async () =>
      newUnit(await call("describe_game", { name: others?.[1].game ?? document.game }), "", unitType),
    );
  const idle = unitType && drawing && others && !units.length && (
    <div class="message warning type-prints">
      <span>No unit of this type yet: the sheet is drawn with the first one.</span>
      <Button icon="add" onClick={makeUnit}>
        New unit
      </Button>
    </div>
  );
  const tools = cell && <CellTools editing={editing} cell={cell} known={known} arrange={arrange} add={add} />;
  const addRow = rows > 0 && (
    <AddElement
      editing={editing}
      known={known}
      label="Add a row at the end"
      icon="row_below"
      isFramed={isNarrow}
      add={element => add(changes.addRow(tree, [...base, "rows", rows - 1], element))}
    />
  );
  const cellList = listed.length > 0 && (
    <CellList
      rows={listed}
      unit={drawing?.unit ?? ""}
      chosen={cell}
      words={words}
      title={title}
      problems={document.problems}
      onChoose={choose}
      onMove={(row, to) => void arrange(changes.sortRow(row, to, cell))}
    />
  );
  return (
    <EditorFrame
      kind={`form-view${cell ? " has-cell" : ""}`}
      editing={editing}
      title={title}
      onChoose={chooseFor}
      outline={!isNarrow && cellList}
      drawingLabel="Sheet"
      drawingFirst
      actions={
        <PrintActions wanted={wanted} problem={findPrintProblem(state)}>
          <ShareButton file={file} noun="record sheet" problems={document.problems.length} />
        </PrintActions>
      }
      drawing={
        <div class="stack">
          <div class="sheet-tools">
            {units.length > 0 && (
              <PrintedUnits
                units={units}
                shown={drawing?.unit ?? ""}
                printed={printed}
                context={others?.[1]}
                onChoose={setPrinted}
                onShow={unit => handle.show({ unit })}
              />
            )}
            {!isNarrow && drawing?.pages[0] && (tools ?? (addRow && <div class="cell-tools">{addRow}</div>))}
            {drawing?.pages[0] && <Zoom zoom={zoom} onZoom={setZoom} />}
          </div>
          {idle}
          <div class="old-place">
            <OldDrawing editing={editing} />
          </div>
          {drawing?.pages[0] ? (
            <div class={`sheet-well${zoom > 1 ? " zoomed" : ""}`} style={{ "--zoom": zoom }}>
              <SheetDrawing
                editing={editing}
                drawing={drawing}
                title={title}
                rows={listed}
                words={words}
                chosen={cell}
                sheet={sheet}
                known={known}
                arrange={arrange}
                onChoose={choose}
                onEnter={() => findInput()?.focus()}
                onDelete={path => void arrange(changes.removeCell(tree, path))}
              />
            </div>
          ) : (
            !idle && <NoDrawing file={file} isMissing={isMissing} />
          )}
          {isNarrow && drawing?.pages[0] && (
            <div class="stack below-sheet">
              <small>Tap a part of the sheet to change it.</small>
              {addRow}
              {cellList && (
                <details class="all-cells">
                  <summary>All parts of the sheet</summary>
                  {cellList}
                </details>
              )}
            </div>
          )}
        </div>
      }
      values={
        <div class="form-panel" ref={panel}>
          <input ref={waiting} class="typed-ahead unseen" type="text" tabIndex={-1} aria-label="The new cell" />
          <div class="panel-head">
            <div class="spread">
              {cell && (
                <h2 class="cell-name">
                  <Icon name={words.describe(cell).icon} />
                  {words.describe(cell).words}
                  <small>{words.placeOf(cell)}</small>
                </h2>
              )}
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
          {tooHigh && <TooHigh problem={tooHigh} editing={editing} base={base} cell={cell} arrange={arrange} />}
          {isNarrow && tools}
          {cell && part === "cell" && <CellPanel key={pathKey(cell)} editing={editing} cell={cell} known={known} />}
          {cell && part === "row" && <RowPanel key={pathKey(cell)} editing={editing} cell={cell} known={known} />}
          {!isMissing && (!cell || part === "sheet") && <SheetPanel editing={editing} base={base} />}
        </div>
      }
    />
  );
}

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3];
// The size of the sheet on the screen: a step smaller or larger, or as wide as the window allows.
function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const step = (by: number) => onZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom);
  return (
    <span class="zoom" role="group" aria-label="Size on the screen">
      <Button kind="quiet" icon="minus" label="Smaller" disabled={zoom === ZOOMS[0]} onClick={() => step(-1)} />
      <Button kind="quiet" label="Fit the sheet to the window" onClick={() => onZoom(1)}>
        {zoom === 1 ? "Fit" : `${100 * zoom} %`}
      </Button>
      <Button kind="quiet" icon="add" label="Larger" disabled={zoom === ZOOMS.at(-1)} onClick={() => step(1)} />
    </span>
  );
}

interface PrintedUnitsProps {
  units: readonly string[];
  shown: string; // the unit on the drawing
  printed: string;
  context: FileContext | undefined;
  onChoose: (printed: string) => void;
  onShow: (unit: string) => void;
}
// The choice of the unit on the drawing, and of the units to print.
function PrintedUnits({ units, shown, printed, context, onChoose, onShow }: PrintedUnitsProps) {
  const fleets = context?.fleets.filter(one => one.game === context.game) ?? [];
  return (
    <label class="print-for" title="The sheet is drawn with this unit, and printed for it">
      <span>Shown with</span>
      <Select
        value={printed === UNIT ? `${UNIT}${shown || units[0]}` : printed}
        choices={[
          ...units.map((unit): [string, string] => [`${UNIT}${unit}`, unit]),
          [ALL, "All units"],
          ...fleets.map((one): [string, string] => [one.file, `The fleet ${one.title}`]),
        ]}
        onChange={chosen => {
          onChoose(chosen.startsWith(UNIT) ? UNIT : chosen);
          if (chosen.startsWith(UNIT)) onShow(chosen.slice(UNIT.length));
        }}
      />
    </label>
  );
}

interface TooHighProps {
  problem: DocumentProblem;
  editing: Editing;
  base: ValuePath;
  cell: ValuePath | null;
  arrange: (change: changes.Change | null) => unknown;
}
// The ways to make records that are too high for the page fit it: fewer records on a page, or fewer rows.
function TooHigh({ problem, editing: { handle, state }, base, cell, arrange }: TooHighProps) {
  const { tree } = state.document,
    rows = valueAt(tree, [...base, "rows"])?.items?.length ?? 0,
    row: ValuePath = cell ? changes.rowOf(cell) : [...base, "rows", rows - 1],
    removal = changes.removeRow(tree, row),
    { corrections } = problem;
  const fitAll = () => handle.edit([{ do: "set", path: [...base, "per_page"], value: { yaml: "fit" } }]);
  return (
    <div class="message problem too-high" role="status">
      <span>
        {corrections.length
          ? "The records are too high for the page. Print on a page:"
          : "The record is too high for a page."}
      </span>
      <span class="row">
        {corrections.map(({ words, edits }) => (
          <Button key={words} onClick={() => handle.edit(edits)}>
            {words}
          </Button>
        ))}
        {corrections.length > 0 && <Button onClick={fitAll}>As many as fit</Button>}
        {removal && (
          <Button icon="remove" onClick={() => arrange(removal)}>
            Remove {cell ? "this row" : `row ${rows}`}
          </Button>
        )}
      </span>
    </div>
  );
}

// The place of a sheet that cannot be drawn.
const NoDrawing = ({ file, isMissing }: { file: string; isMissing: boolean }) =>
  isMissing ? (
    <EmptyState
      title="The file has no such sheet"
      actions={<LinkButton href={fileAddressOf(file)}>Open the file</LinkButton>}
    >
      It may have another name now.
    </EmptyState>
  ) : (
    <EmptyState title="The sheet is drawn here">Correct what is marked first.</EmptyState>
  );
