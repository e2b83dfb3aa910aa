// The cells of a record sheet: their words, their list, and their drawing, on which they are chosen.

import { useState } from "preact/hooks";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, isWithin, pathKey } from "../model/editing.ts";
import * as changes from "../model/form_edits.ts";
import { type Drop, dropCell, dropRow, type ListedRow, measureGaps, placeEmptyRows } from "../model/form_rows.ts";
import { cellWords, labelOfUnitName } from "../model/key_words.ts";
import { elementsOf } from "../model/schema.ts";
import { DragHandle } from "../components/drag_handle.tsx";
import { Icon, type IconName, iconOf } from "../components/icons.tsx";
import type { BlockDrawing, DocumentProblem, ValueName, ValuePath } from "../types.ts";
import { moveByArrows, PageImage, useNarrow } from "../components/ui.tsx";
import { capitalize } from "../words.ts";
import { RichText } from "./form_words.tsx";

// The values of a unit, each with a label in words.
export const labelledNames = (names: readonly ValueName[]) =>
  names.map(one => ({
    ...one,
    label: one.is_declared ? capitalize(one.label) : labelOfUnitName(one.key),
  }));
// The elements of a sheet, and the keys that only its rows have.
export interface SheetElements extends changes.CellElements {
  row: readonly string[];
}
// The words of the cells of a sheet.
export interface CellWords {
  placeOf: (path: ValuePath) => string;
  nameOf: (path: ValuePath) => string;
  describe: (path: ValuePath) => { icon: IconName; words: string }; // in the list of cells
}
export function describeCells(
  { root, state: { document } }: Editing,
  base: ValuePath,
  known: SheetElements,
): CellWords {
  const { tree, drawing } = document,
    labels = new Map(drawing?.names.map(one => [one.key, one.is_declared ? one.label : labelOfUnitName(one.key)])),
    wordsOf = (path: ValuePath) => cellWords(valueAt(tree, path), elementsOf(root), labels);
  const placeOf = (path: ValuePath) => {
    const inSheet = path.slice(base.length), // rows, a number, and perhaps cells and a number
      row = Number(inSheet[1]) + 1,
      number = inSheet[2] === "cells" ? Number(inSheet[3]) + 1 : 0;
    return number ? `row ${row}, cell ${number}` : `row ${row}`;
  };
  const describe = (path: ValuePath): { icon: IconName; words: string } => {
    const found = valueAt(tree, path),
      shown = changes.elementOf(found, known);
    if (valueAt(found, ["rows"])) return { icon: "sheet", words: "Box" };
    if (found?.entries?.every(([key]) => known.row.includes(key) && key !== "cells"))
      return { icon: "minus", words: "Space between rows" };
    return { icon: shown ? iconOf(shown.icon) : "minus", words: wordsOf(path) || "Empty" };
  };
  return { placeOf, describe, nameOf: path => `${wordsOf(path) || "Empty cell"}, ${placeOf(path)}` };
}

interface CellListProps {
  rows: ListedRow[];
  unit: string; // that is drawn
  chosen: ValuePath | null;
  title: string;
  words: CellWords;
  problems: readonly DocumentProblem[];
  onChoose: (path: ValuePath | null) => void;
  onMove: (row: ValuePath, to: number) => void;
}
// Whether a problem is in a cell itself, not only in a cell of its rows.
const isFaulty = (problems: readonly DocumentProblem[], path: ValuePath) =>
  problems.some(
    one => !one.file && isWithin(one.path, path) && !one.path.slice(path.length).some(step => typeof step === "number"),
  );
// All rows of the file with their cells; the chosen one is marked here and on the drawing. A row is dragged by its handle.
export function CellList({
  rows,
  unit,
  chosen,
  title,
  words: { describe, placeOf },
  problems,
  onChoose,
  onMove,
}: CellListProps) {
  const leftOut = unit ? `left out for ${unit}` : "not drawn";
  const words = rows.flatMap(row => row.cells).map(one => describe(one.path).words);
  // Cells with the same words have their place, too.
  const describeApart = (path: ValuePath) => {
    const cell = describe(path);
    return words.filter(one => one === cell.words).length > 1
      ? { ...cell, words: `${cell.words}, ${placeOf(path)}` }
      : cell;
  };
  const item = (
    path: ValuePath | null,
    { icon, words }: { icon: IconName; words: string },
    depth = 0,
    isEmpty = false,
    note = isEmpty ? leftOut : "",
  ) => (
    <button
      type="button"
      key={path ? pathKey(path) : "sheet"}
      aria-current={pathKey(path ?? []) === pathKey(chosen ?? []) ? "true" : undefined}
      class={`${isEmpty ? "idle" : ""}${path && isFaulty(problems, path) ? " faulty" : ""}`}
      style={depth ? { "--depth": depth } : undefined}
      title={isEmpty ? `${words}: ${leftOut}` : words}
      onClick={() => onChoose(path)}
    >
      <Icon name={icon} />
      <span>
        {words}
        {note && <small>{note}</small>}
      </span>
    </button>
  );
  return (
    <nav class="cell-list" aria-label="Cells of the sheet">
      {item(null, { icon: "sheet", words: title })}
      <div>
        {rows.map((row, number) => (
          <div key={number} class="cell-row" role="group" aria-label={`Row ${number + 1}`} data-sort="">
            <span class="row-number">
              <small>{number + 1}</small>
              {rows.length > 1 && (
                <DragHandle from={number} label={`Move row ${number + 1}`} onMove={to => onMove(row.path, to)} />
              )}
            </span>
            <div>
              {row.isEmpty && row.cells.length > 1 && <small class="left-out">Row {leftOut}</small>}
              {row.cells.map(one =>
                item(
                  one.path,
                  describeApart(one.path),
                  one.depth,
                  one.isEmpty,
                  row.isEmpty && row.cells.length > 1 ? "" : undefined,
                ),
              )}
            </div>
          </div>
        ))}
      </div>
    </nav>
  );
}

interface SheetDrawingProps {
  editing: Editing;
  drawing: BlockDrawing;
  rows: ListedRow[];
  title: string;
  words: CellWords;
  chosen: ValuePath | null;
  sheet: preact.RefObject<HTMLDivElement | null>;
  known: changes.CellElements;
  onChoose: (path: ValuePath | null) => void;
  onEnter: () => void; // goes to the values of the cell
  onDelete: (cell: ValuePath) => void;
  arrange: (change: changes.Change | null) => unknown;
}
const DRAG_START = 5; // pixels that the pointer moves before a press becomes a drag
// What is dragged on the sheet, and the place under the pointer.
interface Drag {
  cell: ValuePath;
  isRow: boolean;
  from: readonly [x: number, y: number]; // in pixels
  isMoved: boolean;
  drop: Drop | null;
}
// The drawing of a sheet. Each cell is a button, which can be dragged; the cells of a row have borders to drag.
export function SheetDrawing({
  editing,
  drawing,
  rows: listed,
  title,
  words,
  chosen: cell,
  sheet,
  known,
  onChoose,
  onEnter,
  onDelete,
  arrange,
}: SheetDrawingProps) {
  const { tree, problems } = editing.state.document,
    [drag, setDrag] = useState<Drag | null>(null),
    [written, setWritten] = useState<string | null>(null); // the key of the cell whose words are edited in place
  const isNarrow = useNarrow(),
    inRows = drawing.cells.map(one => one.path).filter(changes.isInRow),
    // a finger needs the cells beside a border, so only the chosen row has borders then
    ofRows = isNarrow
      ? inRows.filter(path => cell && pathKey(changes.rowOf(path)) === pathKey(changes.rowOf(cell)))
      : inRows,
    rows = [...new Map(ofRows.map(path => [pathKey(changes.rowOf(path)), changes.rowOf(path)])).values()];
  const hasWords = (path: ValuePath) => changes.elementOf(valueAt(tree, path), known)?.key === "text";
  // Edits the words of a cell where they are, or goes to its other values.
  const enter = (path: ValuePath) => {
    if (hasWords(path) && !isNarrow) setWritten(pathKey(path));
    else onEnter();
  };
  const leave = () => {
    setWritten(null);
    sheet.current?.querySelector<HTMLElement>(".cell[aria-pressed=true]")?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const cells = [...(sheet.current?.querySelectorAll<HTMLElement>(".cell") ?? [])],
      isCell = cells.includes(event.target as HTMLElement);
    if (event.key === "Escape" && drag) setDrag(null);
    else if (event.key === "Delete" && cell && isCell) onDelete(cell);
    else if (event.key === "Escape" && isCell) onChoose(null);
    else moveByArrows(event, cells);
  };
  // The events of a part of the sheet that is dragged. A finger drags only the handle: elsewhere it scrolls.
  const dragging = (path: ValuePath, isRow: boolean) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button || (event.pointerType !== "mouse" && !isRow)) return;
      event.currentTarget instanceof Element && event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ cell: path, isRow, from: [event.clientX, event.clientY], isMoved: false, drop: null });
    },
    onPointerMove: (event: PointerEvent) => {
      const bounds = sheet.current?.getBoundingClientRect();
      if (!drag || !bounds || pathKey(drag.cell) !== pathKey(path)) return;
      const { clientX, clientY } = event,
        isMoved = drag.isMoved || Math.hypot(clientX - drag.from[0], clientY - drag.from[1]) > DRAG_START;
      if (!isMoved) return;
      const [x, y] = [
        (100 * (clientX - bounds.left)) / bounds.width,
        (100 * (clientY - bounds.top)) / bounds.height,
      ] as const;
      const alone = drag.isRow || !changes.isInRow(changes.movingCell(tree, path)) || isAlone(path),
        drop = alone ? dropRow(tree, drawing.cells, path, y) : dropCell(tree, drawing.cells, path, [x, y]);
      setDrag({ ...drag, isMoved, drop });
    },
    onPointerUp: () => {
      if (drag?.isMoved && drag.drop?.change && !editing.state.arranging) arrange(drag.drop.change);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  const isAlone = (path: ValuePath) => changes.countOfCells(tree, changes.movingCell(tree, path)) < 2;
  const chosenRow = cell && changes.movingRow(tree, cell),
    rowPlaces = chosenRow ? drawing.cells.filter(one => isWithin(one.path, chosenRow)).map(one => one.place) : [],
    canMoveRow = cell !== null && rowPlaces.length > 0 && changes.countOfRows(tree, chosenRow ?? cell) > 1,
    rowTop = Math.min(...rowPlaces.map(one => one[1] ?? 0)),
    rowEnd = Math.max(...rowPlaces.map(one => (one[1] ?? 0) + (one[3] ?? 0)));
  const places = drawing.cells.map(one => one.place);
  const inPlace = written !== null ? drawing.cells.find(one => pathKey(one.path) === written) : undefined,
    dragged = drag?.isMoved ? drag : null;
  return (
    <div
      class={`record-sheet${problems.length ? " old" : ""}${dragged ? " dragging" : ""}`}
      ref={sheet}
      onKeyDown={onKey}
      role="group"
      aria-label={`Cells of the sheet ${title}`}
      title={isNarrow ? undefined : "Double-click words to change them. Drag cells, rows and borders."}
    >
      <PageImage svg={drawing.pages[0] ?? ""} alt={`Record of ${drawing.unit || title}`} />
      {drawing.cells.map(({ path, place: [left, top, width, height] }, number) => {
        const isChosen = cell !== null && pathKey(path) === pathKey(cell),
          gaps = measureGaps(places, number),
          room = (percent: number) => `${(100 * percent) / (height || 1)}%`, // of the cell's own height
          copies = drawing.cells.slice(0, number).filter(one => pathKey(one.path) === pathKey(path)).length;
        return (
          <button
            type="button"
            key={`${pathKey(path)} ${copies}`}
            class={`cell${isFaulty(problems, path) ? " faulty" : ""}${dragged && isWithin(path, dragged.isRow ? changes.movingRow(tree, dragged.cell) : dragged.cell) ? " moved" : ""}`}
            aria-label={words.nameOf(path)}
            aria-pressed={isChosen}
            tabIndex={isChosen || (!cell && number === 0) ? 0 : -1}
            style={{
              left: `${left}%`,
              top: `${top}%`,
              width: `${width}%`,
              height: `${height}%`,
              "--gap-above": room(gaps.above),
              "--gap-below": room(gaps.below),
              "--cell-above": room(gaps.heightAbove),
              "--cell-below": room(gaps.heightBelow),
            }}
            onFocus={() => !isChosen && onChoose(path)}
            onClick={() => !isChosen && onChoose(path)}
            onDblClick={() => enter(path)}
            onKeyDown={event => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              enter(path);
            }}
            {...dragging(path, false)}
          />
        );
      })}
      {cell && <BoxOutline box={cell} cells={drawing.cells} />}
      {placeEmptyRows(listed, drawing.cells).map(({ rows, top }) => (
        <button
          type="button"
          key={rows.map(row => pathKey(row.path)).join()}
          class="empty-row"
          aria-pressed={cell !== null && rows.some(row => isWithin(cell, row.path))}
          style={{ top: `${top}%` }}
          onClick={() => onChoose(rows[0]?.cells[0]?.path ?? rows[0]?.path ?? null)}
        >
          <span>
            {rows.length > 1 ? "Rows" : "Row"} {rows.map(row => Number(row.path.at(-1)) + 1).join(", ")}{" "}
            {drawing.unit ? `left out for ${drawing.unit}` : "not drawn"}
          </span>
        </button>
      ))}
      {canMoveRow && cell && !inPlace && (
        <span
          class="row-handle"
          aria-hidden="true"
          title="Drag the row"
          style={{ top: `${rowTop}%`, height: `${rowEnd - rowTop}%` }}
          {...dragging(cell, true)}
        />
      )}
      {dragged?.drop && (
        <div
          class={`drop-line${dragged.drop.change ? "" : " same"}`}
          style={{
            left: `${dragged.drop.line[0]}%`,
            top: `${dragged.drop.line[1]}%`,
            width: `${dragged.drop.line[2]}%`,
            height: `${dragged.drop.line[3]}%`,
          }}
        />
      )}
      {rows.map(row => (
        <Borders
          key={pathKey(row)}
          editing={editing}
          row={row}
          cells={drawing.cells}
          isChosen={cell !== null && pathKey(row) === pathKey(changes.rowOf(cell))}
        />
      ))}
      {inPlace && (
        <WordsInPlace key={written} editing={editing} drawing={drawing} cell={inPlace} sheet={sheet} onLeave={leave} />
      )}
    </div>
  );
}

// The input of the words of a cell, over the cell.
function WordsInPlace({
  editing: { handle, state },
  drawing,
  cell: {
    path: cell,
    place: [left = 0, top = 0, width = 0, height = 0],
  },
  sheet,
  onLeave,
}: {
  editing: Editing;
  drawing: BlockDrawing;
  cell: { path: ValuePath; place: readonly number[] };
  sheet: preact.RefObject<HTMLDivElement | null>;
  onLeave: () => void;
}) {
  const there = valueAt(state.document.tree, cell),
    path: ValuePath = there?.text === undefined ? [...cell, "text"] : cell,
    high = ((sheet.current?.clientHeight ?? 0) * height) / 100, // pixels
    size = Math.max(14, Math.min(26, 0.55 * high));
  return (
    <div
      class="in-place"
      style={{
        left: `min(${left}%, 100% - 15rem)`,
        top: `${top}%`,
        minWidth: `max(15rem, ${width}%)`,
        minHeight: `${height}%`,
        fontSize: `${size}px`,
        textAlign: textAt(there, ["align"]) || undefined,
      }}
      onPointerDown={event => event.stopPropagation()}
    >
      <RichText
        label="Words of the cell"
        value={there?.text ?? textAt(there, ["text"])}
        names={labelledNames(drawing.names)}
        hasFocus
        onLeave={onLeave}
        onInput={typed =>
          handle.edit(
            [{ do: "set", path, value: typed ? { text: typed } : path === cell ? { data: {} } : null }],
            pathKey(path),
            0,
          )
        }
      />
    </div>
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
// The borders between the cells of a row: a drag, or the arrow keys, make one cell wider and the next narrower. Tab leads
// to the borders of the chosen row.
function Borders({
  editing: { handle, state },
  row,
  cells,
  isChosen,
}: {
  editing: Editing;
  row: ValuePath;
  cells: { path: ValuePath; place: readonly number[] }[];
  isChosen: boolean;
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
          percent = Math.round(100 * (isDragged ? drag.part : part)),
          left = isDragged ? box.left + drag.part * width : box.right;
        const partAt = (event: PointerEvent) => {
          const sheet = (event.currentTarget as Element).parentElement?.getBoundingClientRect();
          return limit(sheet ? ((100 * (event.clientX - sheet.left)) / sheet.width - box.left) / width : part);
        };
        return (
          <div
            key={number}
            class={`cell-border${isChosen ? " present" : ""}${isDragged ? " dragged" : ""}`}
            role="separator"
            tabIndex={isChosen ? 0 : -1}
            aria-orientation="vertical"
            aria-label={`Border between cell ${number + 1} and cell ${number + 2}`}
            aria-valuenow={percent}
            data-share={`${percent} : ${100 - percent}`}
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
