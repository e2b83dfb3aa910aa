// The rows of a record sheet as its file has them, also those that are empty for the unit that is drawn; and the places
// to which a row or a cell can be dragged on the drawing.

import * as changes from "./form_edits.ts";
import { isWithin, pathKey, valueAt } from "./tree.ts";
import type { Tree, ValuePath } from "../types.ts";

type Place = readonly number[]; // left, top, width and height, in percent of the sheet
interface DrawnCell {
  path: ValuePath;
  place: Place;
}
interface ListedCell {
  path: ValuePath;
  depth: number; // the number of boxes around it
  isEmpty: boolean; // nothing is drawn of it
}
export interface ListedRow {
  path: ValuePath;
  cells: ListedCell[]; // those of boxes follow their box
  isEmpty: boolean;
}

// Returns all rows of a sheet with their cells. A row that only keeps a space has no element, and is not empty.
export function listRows(
  tree: Tree | null,
  base: ValuePath,
  drawn: readonly DrawnCell[],
  rowKeys: readonly string[],
): ListedRow[] {
  const isDrawn = (path: ValuePath) => drawn.some(one => isWithin(one.path, path));
  const listCells = (path: ValuePath, depth: number): ListedCell[] => {
    const block = valueAt(tree, path),
      cells = valueAt(block, ["cells"])?.items;
    if (cells) return cells.flatMap((_, number) => listCells([...path, "cells", number], depth));
    const isSpace = block?.entries?.every(([key]) => rowKeys.includes(key)) ?? false,
      inner = (["rows", "mounted"] as const).flatMap(key =>
        (valueAt(block, [key])?.items ?? []).flatMap((_, number) => listCells([...path, key, number], depth + 1)),
      );
    return [{ path, depth, isEmpty: drawn.length > 0 && !isSpace && !isDrawn(path) }, ...inner];
  };
  return (valueAt(tree, [...base, "rows"])?.items ?? []).map((_, number) => {
    const path: ValuePath = [...base, "rows", number],
      cells = listCells(path, 0);
    return { path, cells, isEmpty: cells.length > 0 && cells.every(one => one.isEmpty) };
  });
}

// Returns the smallest rectangle around places, or null if there is none.
function boundsOf(places: Place[]) {
  if (!places.length) return null;
  const [left, top] = [0, 1].map(one => Math.min(...places.map(place => place[one] ?? 0))) as [number, number],
    [right, bottom] = [0, 1].map(one =>
      Math.max(...places.map(place => (place[one] ?? 0) + (place[one + 2] ?? 0))),
    ) as [number, number];
  return { left, top, right, bottom };
}
const placeOf = (drawn: readonly DrawnCell[], path: ValuePath) =>
  boundsOf(drawn.filter(one => isWithin(one.path, path)).map(one => one.place));
// The drawn entries of a list, each with its number in the file.
const listDrawn = (tree: Tree | null, drawn: readonly DrawnCell[], list: ValuePath) =>
  (valueAt(tree, list)?.items ?? []).flatMap((_, number) => {
    const bounds = placeOf(drawn, [...list, number]);
    return bounds ? [{ number, ...bounds }] : [];
  });

// A line at a place where a dragged row or cell can be dropped, and the change that puts it there.
export interface Drop {
  line: Place;
  change: changes.Change | null; // null if it stays where it is
}
// Returns the empty rows between the drawn ones, those of one place together, each place with its height in percent.
export function placeEmptyRows(rows: readonly ListedRow[], drawn: readonly DrawnCell[]) {
  const places = new Map<number, ListedRow[]>();
  let top = 0;
  for (const row of rows) {
    top = placeOf(drawn, row.path)?.bottom ?? top;
    if (row.isEmpty) places.set(top, [...(places.get(top) ?? []), row]);
  }
  return [...places].map(([top, rows]) => ({ rows, top }));
}

// Returns the gaps above and below a cell as far as touches there are its own: half of the way to the next cell, or the whole way
// to the edge of the sheet; and the heights of the lowest next cells, 0 at an edge. All in percent of the sheet.
export function measureGaps(places: readonly Place[], number: number) {
  const [left = 0, top = 0, width = 0, height = 0] = places[number] ?? [],
    beside = places.filter(([x = 0, , across = 0]) => x < left + width && x + across > left),
    endOf = ([, y = 0, , high = 0]: Place) => y + high,
    above = beside.filter(one => endOf(one) <= top),
    below = beside.filter(([, y = 0]) => y >= top + height),
    end = Math.max(...above.map(endOf)),
    start = Math.min(...below.map(([, y = 0]) => y));
  const lowest = (cells: Place[]) => (cells.length ? Math.min(...cells.map(one => one[3] ?? 0)) : 0);
  return {
    above: above.length ? (top - end) / 2 : top,
    below: below.length ? (start - top - height) / 2 : 100 - top - height,
    heightAbove: lowest(above.filter(one => endOf(one) === end)),
    heightBelow: lowest(below.filter(([, y = 0]) => y === start)),
  };
}

// Returns where a row is dropped at a height: between the other rows of the sheet or of its box.
export function dropRow(tree: Tree | null, drawn: readonly DrawnCell[], cell: ValuePath, y: number): Drop | null {
  const row = changes.movingRow(tree, cell),
    list = row.slice(0, -1),
    from = Number(row.at(-1)),
    rows = listDrawn(tree, drawn, list),
    whole = placeOf(drawn, list);
  if (!whole || rows.length < 2) return null;
  const above = rows.filter(one => (one.top + one.bottom) / 2 < y),
    last = above.at(-1),
    next = rows[above.length];
  const before = last ? last.number + 1 : 0, // the number of the entry before which it is dropped
    to = before > from ? before - 1 : before,
    level = last && next ? (last.bottom + next.top) / 2 : (next?.top ?? last?.bottom ?? 0);
  return {
    line: [whole.left, level, whole.right - whole.left, 0],
    change: to === from || last?.number === from ? null : changes.moveRow(tree, cell, to - from),
  };
}

// Returns where a cell is dropped at a point: between the cells of its row, or of another one.
export function dropCell(
  tree: Tree | null,
  drawn: readonly DrawnCell[],
  cell: ValuePath,
  [x, y]: readonly [number, number],
): Drop | null {
  const moving = changes.movingCell(tree, cell);
  if (!changes.isInRow(moving)) return null;
  const lists = new Map(
    drawn
      .filter(one => changes.isInRow(one.path) && !(one.path.length > moving.length && isWithin(one.path, moving)))
      .map(one => [pathKey(one.path.slice(0, -1)), one.path.slice(0, -1)] as const),
  );
  let best: { list: ValuePath; size: number } | null = null; // the innermost row under the point
  for (const list of lists.values()) {
    const bounds = placeOf(drawn, list);
    if (!bounds || x < bounds.left || x > bounds.right || y < bounds.top || y > bounds.bottom) continue;
    const size = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
    if (!best || size < best.size) best = { list, size };
  }
  if (!best) return null;
  const { list } = best,
    cells = listDrawn(tree, drawn, list),
    level = cells.filter(one => y >= one.top && y <= one.bottom), // a row with many cells has several lines
    line = level.length ? level : cells,
    before = line.filter(one => (one.left + one.right) / 2 < x),
    last = before.at(-1),
    next = line[before.length],
    edge = last && next ? (last.right + next.left) / 2 : (next?.left ?? last?.right ?? 0),
    at = last ? last.number + 1 : (next?.number ?? 0),
    high = line[0] ?? { top: 0, bottom: 0 };
  return {
    line: [edge, high.top, 0, high.bottom - high.top],
    change: changes.moveCellTo(tree, moving, cell.slice(moving.length), list, at),
  };
}
