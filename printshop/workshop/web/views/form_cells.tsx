// The cells of a record sheet: their words, their list, and their drawing, on which they are chosen.

import { useState } from "preact/hooks";
import { valueAt } from "../model/document.ts";
import { type Editing, isWithin, pathKey } from "../model/editing.ts";
import * as changes from "../model/form_edits.ts";
import { cellWords, labelOfUnitName } from "../model/key_words.ts";
import { elementsOf } from "../model/schema.ts";
import { Icon, type IconName, iconOf } from "../components/icons.tsx";
import type { BlockDrawing, ValuePath } from "../types.ts";
import { moveByArrows, PageImage, useNarrow } from "../components/ui.tsx";

// The words of the cells of a sheet.
export interface CellWords {
  placeOf: (path: ValuePath) => string;
  nameOf: (path: ValuePath) => string;
  describe: (path: ValuePath) => { icon: IconName; words: string }; // in the list of cells
}
export function describeCells(
  { root, state: { document } }: Editing,
  base: ValuePath,
  known: changes.CellElements,
): CellWords {
  const { tree, drawing } = document,
    labels = new Map(drawing?.names.map(one => [one.key, one.is_declared ? one.label : labelOfUnitName(one.key)])),
    wordsOf = (path: ValuePath) => cellWords(valueAt(tree, path), elementsOf(root), labels);
  const placeOf = (path: ValuePath) => {
    const inSheet = path.slice(base.length), // rows, a number, and perhaps cells and a number
      drawn = new Set(drawing?.cells.map(one => Number(one.path[base.length + 1]))), // the other rows are not for this unit
      row = [...drawn].filter(one => one < Number(inSheet[1])).length + 1,
      number = inSheet[2] === "cells" ? Number(inSheet[3]) + 1 : 0;
    return number ? `row ${row}, cell ${number}` : `row ${row}`;
  };
  const describe = (path: ValuePath): { icon: IconName; words: string } => {
    const found = valueAt(tree, path),
      shown = changes.elementOf(found, known);
    if (valueAt(found, ["rows"])) return { icon: "sheet", words: "Box" };
    return { icon: shown ? iconOf(shown.icon) : "minus", words: wordsOf(path) || "Empty" };
  };
  return { placeOf, describe, nameOf: path => `${wordsOf(path) || "Empty cell"}, ${placeOf(path)}` };
}

interface CellListProps {
  cells: ValuePath[];
  chosen: ValuePath | null;
  title: string;
  words: CellWords;
  onChoose: (path: ValuePath | null) => void;
}
// The cells of the sheet by their rows; the chosen one is marked here and on the drawing.
export function CellList({ cells, chosen, title, words: { describe, placeOf }, onChoose }: CellListProps) {
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

interface SheetDrawingProps {
  editing: Editing;
  drawing: BlockDrawing;
  title: string;
  words: CellWords;
  chosen: ValuePath | null;
  sheet: preact.RefObject<HTMLDivElement | null>;
  onChoose: (path: ValuePath | null) => void;
  onEnter: () => void; // goes to the values of the cell
  onDelete: (cell: ValuePath) => void;
}
// The drawing of a sheet. Each cell is a button; the cells of a row have borders to drag.
export function SheetDrawing({
  editing,
  drawing,
  title,
  words,
  chosen: cell,
  sheet,
  onChoose,
  onEnter,
  onDelete,
}: SheetDrawingProps) {
  const isNarrow = useNarrow(),
    inRows = drawing.cells.map(one => one.path).filter(changes.isInRow),
    // a finger needs the cells beside a border, so only the chosen row has borders then
    ofRows = isNarrow
      ? inRows.filter(path => cell && pathKey(changes.rowOf(path)) === pathKey(changes.rowOf(cell)))
      : inRows,
    rows = [...new Map(ofRows.map(path => [pathKey(changes.rowOf(path)), changes.rowOf(path)])).values()];
  const onKey = (event: KeyboardEvent) => {
    const cells = [...(sheet.current?.querySelectorAll<HTMLElement>(".cell") ?? [])],
      isCell = cells.includes(event.target as HTMLElement);
    if (event.key === "Delete" && cell && isCell) onDelete(cell);
    else if (event.key === "Escape" && isCell) onChoose(null);
    else moveByArrows(event, cells);
  };
  return (
    <div
      class={`record-sheet${editing.state.document.problems.length ? " old" : ""}`}
      ref={sheet}
      onKeyDown={onKey}
      role="group"
      aria-label={`Cells of the sheet ${title}`}
    >
      <PageImage svg={drawing.pages[0] ?? ""} alt={`Record of ${drawing.unit || title}`} />
      {drawing.cells.map(({ path, place: [left, top, width, height] }, number) => {
        const isChosen = cell !== null && pathKey(path) === pathKey(cell),
          copies = drawing.cells.slice(0, number).filter(one => pathKey(one.path) === pathKey(path)).length;
        return (
          <button
            type="button"
            key={`${pathKey(path)} ${copies}`}
            class="cell"
            aria-label={words.nameOf(path)}
            aria-pressed={isChosen}
            tabIndex={isChosen || (!cell && number === 0) ? 0 : -1}
            style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
            onFocus={() => !isChosen && onChoose(path)}
            onClick={() => !isChosen && onChoose(path)}
            onKeyDown={event => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              onEnter();
            }}
          />
        );
      })}
      {cell && <BoxOutline box={cell} cells={drawing.cells} />}
      {rows.map(row => (
        <Borders
          key={pathKey(row)}
          editing={editing}
          row={row}
          cells={drawing.cells}
          isChosen={cell !== null && pathKey(row) === pathKey(changes.rowOf(cell))}
        />
      ))}
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
