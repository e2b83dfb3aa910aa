// Changes of the rows and cells of a record sheet, as edits of its file.

import { beginElement, type ElementKind } from "./elements.ts";
import { isWithin, pathKey, type Plain, plainOf, textAt, valueAt } from "./tree.ts";
import type { Edit, Tree, ValueName, ValuePath } from "../types.ts";

// Edits, and the cell that is chosen after them.
export interface Change {
  edits: Edit[];
  chosen: ValuePath | null;
}
type Whole = Tree | null;
const MOST_READ_COLUMNS = 1000, // a row with a larger number in the file is taken for one of a single column
  NEW = "New";

// A row may have the keys of its only cell: then its path is that of the cell, too.
export const isInRow = (cell: ValuePath) => cell.at(-2) === "cells";
export const rowOf = (cell: ValuePath): ValuePath => (isInRow(cell) ? cell.slice(0, -2) : cell);
const numberOf = (path: ValuePath) => Number(path.at(-1)),
  listOf = (path: ValuePath): ValuePath => path.slice(0, -1),
  itemsAt = (tree: Whole, path: ValuePath) => valueAt(tree, path)?.items ?? [];
export const countOfRows = (tree: Whole, cell: ValuePath) => itemsAt(tree, listOf(rowOf(cell))).length;
export const countOfCells = (tree: Whole, cell: ValuePath) => (isInRow(cell) ? itemsAt(tree, listOf(cell)).length : 1);

// The cell whose rows have a cell among them, or null for a cell in a row of the sheet itself.
export function boxOf(cell: ValuePath): ValuePath | null {
  const box = rowOf(cell).slice(0, -2);
  return ["cells", "rows"].includes(String(box.at(-2))) && typeof box.at(-1) === "number" ? box : null;
}
// The boxes around a cell, the outermost first.
export function boxesOf(cell: ValuePath): ValuePath[] {
  const box = boxOf(cell);
  return box ? [...boxesOf(box), box] : [];
}
// Returns the cell, or the box around it for which `has` holds: what stands alone in a box changes its place with the box.
function outermost(cell: ValuePath, has: (cell: ValuePath) => boolean): ValuePath {
  const box = has(cell) ? null : boxOf(cell);
  return box ? outermost(box, has) : cell;
}

// Returns the shares of the columns of a row: its own, or those that it has from around it.
function columnsOf(tree: Whole, row: ValuePath): string[] {
  for (const block of [row, row.slice(0, -2)]) {
    const columns = valueAt(tree, [...block, "columns"]);
    if (columns?.items) return columns.items.map(one => one.text ?? "1");
    const count = Number(columns?.text || 0);
    if (Number.isInteger(count) && count > 0 && count <= MOST_READ_COLUMNS) return Array(count).fill("1");
  }
  return ["1"];
}
const typed = (text: string): Plain => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);
const setColumns = (row: ValuePath, shares: string[]): Edit => ({
  do: "set",
  path: [...row, "columns"],
  value: { data: new Set(shares).size === 1 ? shares.length : shares.map(typed) },
});
// Returns the edit for columns as they are typed: a number, or shares such as 3, 1, 1.
export function writeColumns(row: ValuePath, text: string): Edit {
  const parts = text
    .replace(/[[\]]/g, "")
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    do: "set",
    path: [...row, "columns"],
    value: parts.length > 1 ? { data: parts.map(typed) } : text.trim() ? { yaml: text.trim() } : null,
  };
}
export const readColumns = (tree: Whole, row: ValuePath) =>
  valueAt(tree, [...row, "columns"])
    ?.items?.map(one => one.text)
    .join(", ") ?? textAt(tree, [...row, "columns"]);

// Returns the number of columns that each cell of a row covers.
const coverOf = (tree: Whole, row: ValuePath) =>
  itemsAt(tree, [...row, "cells"]).map(
    cell => (Number(textAt(cell, ["across"])) || 1) * (Number(textAt(cell, ["repeat"])) || 1),
  );
// Returns the shares of the columns of a row, those of each cell together.
function sharesOf(tree: Whole, row: ValuePath): string[][] {
  const left = columnsOf(tree, row);
  return coverOf(tree, row).map(count => left.splice(0, count));
}

// Returns the part that a cell has of its own width and that of the next cell, or null if the widths are no numbers.
export function partOf(tree: Whole, row: ValuePath, number: number): number | null {
  const [one, other] = sharesOf(tree, row)
    .slice(number, number + 2)
    .map(sumOf);
  return one && other && one > 0 && other > 0 ? one / (one + other) : null;
}
const sumOf = (shares: string[]) => shares.reduce((sum, share) => sum + Number(share), 0);
// Moves the border between a cell and the next one: `part` is what the first has of both widths.
export function moveBorder(tree: Whole, row: ValuePath, number: number, part: number): Edit {
  const shares = sharesOf(tree, row),
    [one = 0, other = 0] = shares.slice(number, number + 2).map(sumOf),
    scales = new Map([
      [number, (part * (one + other)) / one],
      [number + 1, ((1 - part) * (one + other)) / other],
    ]);
  const columns = shares.flatMap((widths, at) =>
    widths.map(width =>
      scales.has(at) ? String(Math.round(100 * Number(width) * (scales.get(at) ?? 1)) / 100) : width,
    ),
  );
  return setColumns(row, [...columns, ...columnsOf(tree, row).slice(columns.length)]);
}

// Returns a list with one entry at another place.
export function sorted<One>(all: readonly One[], from: number, to: number): One[] {
  const now = [...all];
  now.splice(to, 0, ...now.splice(from, 1));
  return now;
}
// Returns a name that no other marks have.
export function freeTrack(tracks: readonly string[], words: string): string {
  const stem =
    words
      .toLowerCase()
      .replace(/\{[^{}]*\}|<[^<>]*>/g, "")
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^[\d_]+|_+$/g, "") || "marks";
  for (let number = 1; ; number++) {
    const name = number > 1 ? `${stem}_${number}` : stem;
    if (!tracks.includes(name)) return name;
  }
}
// Returns the words of the cell to the left, for which the marks of a cell are named.
export const wordsBeside = (tree: Whole, cell: ValuePath) =>
  isInRow(cell) && numberOf(cell) > 0 ? textOfCell(valueAt(tree, [...listOf(cell), numberOf(cell) - 1])) : "";
const textOfCell = (cell: Tree | undefined) => cell?.text ?? textAt(cell, ["text"]);

// Gives a row with the keys of its only cell a list of cells.
function openRow(tree: Whole, row: ValuePath, rowKeys: readonly string[], more: Plain[]): Edit {
  const entries = valueAt(tree, row)?.entries ?? [],
    part = (isOfRow: boolean) =>
      Object.fromEntries(
        entries.filter(([key]) => rowKeys.includes(key) === isOfRow).map(([key, value]) => [key, plainOf(value)]),
      );
  const cells = [part(false), ...more];
  return { do: "set", path: row, value: { data: { ...part(true), columns: cells.length, cells } } };
}

// What is known about a form when its cells change: all elements, the values of the unit, and the names of the marks.
export interface FormFacts {
  known: CellElements;
  names: readonly ValueName[];
  tracks: readonly string[];
}
// The element of a new cell.
export interface NewElement extends FormFacts {
  shown: ElementKind;
}
// Returns the contents of a cell that begins to show an element. `beside` are the words for which marks are named.
const contentsOf = ({ shown, known, names, tracks }: NewElement, beside: string): Record<string, Plain> =>
  shown.key === "text"
    ? { text: NEW }
    : { ...valuesOf(shown, names), ...(hasTrack(shown, known) ? { track: freeTrack(tracks, beside) } : {}) };

// Adds a cell with an element beside another one. Words have the style of the other cell.
export function addCell(tree: Whole, cell: ValuePath, element: NewElement, rowKeys: readonly string[]): Change {
  const row = rowOf(cell),
    like = valueAt(tree, cell),
    look = element.shown.key === "text" ? ["style", "align"].filter(key => textAt(like, [key])) : [];
  const added: Plain = {
    ...contentsOf(element, textOfCell(like)),
    ...Object.fromEntries(look.map(key => [key, textAt(like, [key])])),
  };
  if (!isInRow(cell)) return { edits: [openRow(tree, row, rowKeys, [added])], chosen: [...row, "cells", 1] };
  const number = numberOf(cell),
    shares = sharesOf(tree, row);
  shares.splice(number + 1, 0, shares[number]?.slice(-1) ?? ["1"]);
  const path = listOf(cell);
  return {
    edits: [{ do: "insert", path, number: number + 1, value: { data: added } }, setColumns(row, shares.flat())],
    chosen: [...path, number + 1],
  };
}

// Removes a cell with its columns; the only one of a row with the row, and the last row of a box with the box. The last
// row of a sheet stays.
export function removeCell(tree: Whole, cell: ValuePath): Change | null {
  if (countOfCells(tree, cell) < 2) return removeRow(tree, cell);
  const shares = sharesOf(tree, rowOf(cell)),
    number = numberOf(cell);
  shares.splice(number, 1);
  return {
    edits: [{ do: "remove", path: cell }, setColumns(rowOf(cell), shares.flat())],
    chosen: [...listOf(cell), Math.max(0, number - 1)],
  };
}
export function removeRow(tree: Whole, cell: ValuePath): Change | null {
  const row = rowOf(cell),
    rows = listOf(row),
    number = numberOf(row),
    next: ValuePath = [...rows, number ? number - 1 : 1]; // the cell that is chosen then is in this row
  if (countOfRows(tree, cell) < 2) {
    const box = boxOf(cell);
    return box && removeCell(tree, box);
  }
  const chosen: ValuePath = [
    ...rows,
    Math.max(0, number - 1),
    ...(itemsAt(tree, [...next, "cells"]).length ? ["cells", 0] : []),
  ];
  return { edits: [{ do: "remove", path: row }], chosen };
}

// The row of a cell to which a row can be added: rows within a cell of a row with a height have no room for another one.
function growingRow(tree: Whole, cell: ValuePath): ValuePath {
  const row = rowOf(cell),
    outer = row.slice(0, Math.max(0, row.indexOf("cells")));
  return outer.length && valueAt(tree, [...outer, "height"]) ? outer : row;
}
// Returns the keys of a row, of its cells, and of the rows within them.
const keysWithin = (row: Tree | undefined): string[] =>
  (row?.entries ?? []).flatMap(([key, value]) => [
    key,
    ...(["cells", "rows", "mounted"].includes(key) ? (value.items ?? []).flatMap(keysWithin) : []),
  ]);
// Adds a row with an element below that of a cell: with two equal columns, words and marks, if players mark the element.
export function addRow(tree: Whole, cell: ValuePath, element: NewElement): Change {
  const row = growingRow(tree, cell),
    like = valueAt(tree, row),
    number = numberOf(row) + 1,
    path: ValuePath = [...listOf(row), number],
    isMarked = hasTrack(element.shown, element.known),
    contents = contentsOf(element, ""),
    look: Record<string, Plain> = {};
  const isTall = keysWithin(like).some(key => ["picture", "lines"].includes(key)); // too tall for words and marks
  for (const key of isMarked || element.shown.key === "text" ? ["height", "rules"] : []) {
    const value = valueAt(like, [key]);
    if (value && !isTall) look[key] = plainOf(value);
  }
  const added: Plain = { ...look, ...(isMarked ? { columns: 2, cells: [{ text: NEW }, contents] } : contents) };
  return {
    edits: [{ do: "insert", path: listOf(row), number, value: { data: added } }],
    chosen: isMarked ? [...path, "cells", 0] : path,
  };
}

// Copies a cell beside itself, or a row below itself. Marks of a plain number get a name of their own.
export function duplicate(tree: Whole, tracks: readonly string[], cell: ValuePath, isRow: boolean): Change {
  const from = isRow ? rowOf(cell) : cell,
    number = numberOf(from) + 1,
    path: ValuePath = [...listOf(from), number];
  const copies: ValuePath[] =
    isRow && isInRow(cell) ? itemsAt(tree, listOf(cell)).map((_, one) => ["cells", one]) : [[]];
  const taken = [...tracks];
  const renamed = copies.flatMap((inner): Edit[] => {
    const track = textAt(tree, [...from, ...inner, "track"]);
    if (!/^\w+$/.test(track)) return [];
    const name = freeTrack(taken, track.replace(/_\d+$/, ""));
    taken.push(name);
    return [{ do: "set", path: [...path, ...inner, "track"], value: { text: name } }];
  });
  const shares = isInRow(cell) && !isRow ? sharesOf(tree, rowOf(cell)) : [];
  shares.splice(number, 0, shares[number - 1] ?? []);
  return {
    edits: [{ do: "copy", path: from }, ...renamed, ...(isRow ? [] : [setColumns(rowOf(cell), shares.flat())])],
    chosen: isRow && isInRow(cell) ? [...path, "cells", numberOf(cell)] : path,
  };
}

// Moves a cell within its row, with its columns. The only cell of a box moves with the box, as it does with a row.
export function moveCell(tree: Whole, chosen: ValuePath, by: number): Change {
  const cell = movingCell(tree, chosen),
    to = numberOf(cell) + by,
    shares = sharesOf(tree, rowOf(cell));
  shares.splice(to, 0, ...shares.splice(numberOf(cell), 1));
  const isEven = new Set(shares.flat()).size === 1;
  return {
    edits: [{ do: "move", path: cell, to }, ...(isEven ? [] : [setColumns(rowOf(cell), shares.flat())])],
    chosen: [...listOf(cell), to, ...chosen.slice(cell.length)],
  };
}
// Moves a cell, with what is chosen inside it, before the cell `at` of a row: within its row, or to another one.
export function moveCellTo(
  tree: Whole,
  cell: ValuePath,
  inside: ValuePath,
  list: ValuePath,
  at: number,
): Change | null {
  const from = numberOf(cell);
  if (pathKey(list) === pathKey(listOf(cell))) {
    const by = at > from ? at - 1 - from : at - from;
    return by ? moveCell(tree, [...cell, ...inside], by) : null;
  }
  const moved = valueAt(tree, cell),
    row = listOf(list),
    shares = sharesOf(tree, row),
    removal = removeCell(tree, cell);
  if (!moved || !removal) return null;
  shares.splice(at, 0, sharesOf(tree, rowOf(cell))[from] ?? ["1"]);
  // The cell is removed last: only the rows after its own have other numbers then.
  const removed = removal.edits[0]?.do === "remove" ? removal.edits[0].path : cell,
    chosen = [...list, at, ...inside],
    step = removed.length - 1,
    isBehind =
      isWithin(chosen, listOf(removed)) && removed.length < chosen.length && Number(chosen[step]) > numberOf(removed);
  return {
    edits: [
      { do: "insert", path: list, number: at, value: { data: plainOf(moved) } },
      setColumns(row, shares.flat()),
      ...removal.edits,
    ],
    chosen: isBehind ? chosen.map((one, number) => (number === step ? Number(one) - 1 : one)) : chosen,
  };
}
export const movingCell = (tree: Whole, cell: ValuePath) =>
  outermost(cell, one => countOfCells(tree, one) > 1 || countOfRows(tree, one) > 1);
export function moveRow(tree: Whole, cell: ValuePath, by: number): Change {
  const row = movingRow(tree, cell),
    to = numberOf(row) + by;
  return { edits: [{ do: "move", path: row, to }], chosen: [...listOf(row), to, ...cell.slice(row.length)] };
}
// Moves a row of the sheet itself to another place among the rows. What is chosen stays chosen.
export function sortRow(row: ValuePath, to: number, chosen: ValuePath | null): Change {
  const from = numberOf(row),
    list = listOf(row),
    now = chosen && isWithin(chosen, list) ? Number(chosen[list.length]) : -1,
    next = now === from ? to : now > from && now <= to ? now - 1 : now < from && now >= to ? now + 1 : now;
  return {
    edits: [{ do: "move", path: row, to }],
    chosen: chosen && now >= 0 ? [...list, next, ...chosen.slice(row.length)] : chosen,
  };
}
export const movingRow = (tree: Whole, cell: ValuePath) => rowOf(outermost(cell, one => countOfRows(tree, one) > 1));

// The elements that a cell may show, and the kinds of elements that each key fits.
export interface CellElements {
  elements: readonly ElementKind[];
  kinds: Readonly<Record<string, readonly string[]>>; // [] for all
}
// Returns the element of a cell, or undefined for one that the choice does not offer.
export function elementOf(cell: Tree | undefined, { elements, kinds }: CellElements): ElementKind | undefined {
  const keys = cell?.entries?.map(([key]) => key) ?? [],
    shown = elements.find(one => one.key !== "text" && keys.includes(one.key)),
    other = keys.some(key => kinds[key]?.includes(key)); // the key of a kind fits this kind
  return shown ?? (other && !keys.includes("text") ? undefined : elements.find(one => one.key === "text"));
}
// Returns the values with which a cell begins to show an element; undefined if the unit has nothing for it.
export const valuesOf = (shown: ElementKind, names: readonly ValueName[]) =>
  beginElement(shown, { names, hasUnit: true }) ?? undefined;
// Whether marks or a number of the element have a name for damage.
export const hasTrack = (shown: ElementKind, { kinds }: CellElements) => kinds.track?.includes(shown.key) ?? false;
// Whether the words of a cell are the label of its element. The words of a cell with a number have a cell of their own.
export const hasLabel = (shown: ElementKind, { kinds }: CellElements) =>
  shown.valueKind !== "formula" && (kinds.text?.includes(shown.key) ?? false);

// Gives a cell another element, and removes the keys that do not fit it.
export function show(tree: Whole, cell: ValuePath, element: NewElement): Edit[] {
  const { shown, known, names } = element,
    { elements, kinds } = known,
    there = valueAt(tree, cell);
  if (valuesOf(shown, names) === undefined) return [];
  const keys = there?.entries?.map(([key]) => key) ?? [],
    words = textOfCell(there),
    contents = contentsOf(element, wordsBeside(tree, cell));
  if (shown.key === "text" && words) contents.text = words;
  if (keys.includes("track")) delete contents.track;
  if (there?.text !== undefined)
    return [
      {
        do: "set",
        path: cell,
        value: { data: { ...(words && hasLabel(shown, known) ? { text: words } : {}), ...contents } },
      },
    ];
  const fits = (key: string) =>
    key === "text"
      ? Boolean(words) && hasLabel(shown, known)
      : !elements.some(one => one.key === key) && (!kinds[key]?.length || kinds[key].includes(shown.key));
  return [
    ...Object.entries(contents).map(([key, data]): Edit => ({ do: "set", path: [...cell, key], value: { data } })),
    ...keys
      .filter(key => !Object.hasOwn(contents, key) && !fits(key) && key in kinds)
      .map((key): Edit => ({ do: "set", path: [...cell, key], value: null })),
  ];
}
