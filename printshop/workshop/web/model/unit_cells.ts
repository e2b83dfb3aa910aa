// Units as a table of cells: the columns, the text of a cell and the value that a text stands for, cells as a spreadsheet
// copies them, and the place of pasted cells.

import { asValue } from "./new_values.ts";
import { isAmounts, isNumeric, labelOf, type Schema, schemaAt, type Shape, shapeOf } from "./schema.ts";
import { pathKey, valueAt } from "./tree.ts";
import type { Tree, Value, ValuePath } from "../types.ts";

const MOST_SHOWN = 40, // values that have a column although no unit has them
  MOST_AMOUNTS = 8, // of a block of amounts
  NAME = "name",
  FIRST = [NAME, "side"]; // columns

// A column: the path of its values in a unit, and its heading.
export interface CellColumn {
  path: string[];
  label: string;
}
// Returns the columns of a list of units: name and side, the values that the game declares, and the other values of its units.
export function listCellColumns(root: Schema, tree: Tree | null | undefined, list: ValuePath): CellColumn[] {
  const units = valueAt(tree, list)?.items ?? [],
    item = schemaAt(root, tree, [...list, 0]),
    shapes = (units.length ? units : [undefined]).map(unit => shapeOf(root, item, unit)),
    written = new Set(units.flatMap(unit => unit.entries?.map(([key]) => key) ?? [])),
    columns = new Map<string, CellColumn>();
  const add = (path: string[], label: string) => columns.set(pathKey(path), { path, label });
  const addKey = (key: string): void => {
    const shape = shapes.find(one => one.properties.has(key)),
      own = shape?.properties.get(key),
      inner = shapeOf(root, own),
      label = labelOf(key, inner);
    if (!own || !isAmounts(root, inner)) return void add([key], label);
    const has = (amount: string) => units.some(unit => valueAt(unit, [key, amount])),
      amounts = [...inner.properties];
    for (const [amount, one] of amounts)
      if (amounts.length <= MOST_AMOUNTS || has(amount)) add([key, amount], labelOf(amount, shapeOf(root, one)));
  };
  for (const key of FIRST) if (shapes.some(shape => shape.properties.has(key))) addKey(key);
  const declared = new Map(shapes.flatMap(shape => [...shape.properties]));
  for (const [key, one] of declared)
    if (
      shapeOf(root, one).title &&
      (declared.size <= MOST_SHOWN || written.has(key) || shapes.some(shape => shape.required.has(key)))
    )
      addKey(key);
  for (const key of written)
    if (!columns.has(pathKey([key])) && !isAmounts(root, shapeOf(root, declared.get(key)))) addKey(key);
  return [...columns.values()];
}

// What a cell needs of the schema. `choices` are the only values that fit.
export interface CellRules {
  shape: Shape;
  item: Shape | null; // of a list of words
  choices: readonly (readonly [value: string, label: string])[] | null;
}
// Returns the rules of a list of single values, or null for another list.
export function itemShape(root: Schema, shape: Shape, tree: Tree | undefined): Shape | null {
  const item = shapeOf(root, shape.item ?? undefined),
    isPlain = item.types.size > 0 && !item.properties.size && !item.item && !item.others;
  return !isPlain || tree?.items?.some(one => one.text === undefined || one.fixed || /[,\t\n]/.test(one.text))
    ? null
    : item;
}
// Returns the text of a value in a cell, or null for a value that a cell cannot have: a block, or a list of blocks.
export function textOfCell(tree: Tree | undefined): string | null {
  if (!tree) return "";
  if (tree.text !== undefined) return tree.text;
  return tree.items?.every(one => one.text !== undefined) ? tree.items.map(one => one.text).join(", ") : null;
}
// Returns a block or a list in a few words.
export const summarizeTree = (tree: Tree | undefined): string =>
  tree?.text ??
  tree?.items?.map(summarizeTree).join(", ") ??
  tree?.entries?.map(([key, one]) => `${labelOf(key)} ${summarizeTree(one)}`).join(", ") ??
  "";

// Returns the value that a typed or pasted text stands for, or null for none: then the key is removed. A word of the choices is
// their value; any other text is written as it is, and printshop reports it.
export function readCell({ shape, item, choices }: CellRules, typed: string): Value | null {
  const text = typed.trim(),
    lower = text.toLowerCase();
  if (!text) return null;
  if (choices) {
    const found =
      choices.find(([value]) => value.toLowerCase() === lower) ??
      choices.find(([, label]) => label.toLowerCase() === lower);
    return asValue(shape, found ? found[0] : text);
  }
  if (item) {
    const items = text.split(",").map(one => one.trim());
    return { data: items.filter(Boolean).map(one => (isNumeric(item) && /^-?\d+$/.test(one) ? Number(one) : one)) };
  }
  if (shape.battery) return { yaml: text };
  return asValue(shape, isNumeric(shape) ? text.replace(/^(-?\d+),(\d+)$/, "$1.$2").replace(/^\u2212/, "-") : text);
}
// The text that a cell has after a text was typed: as readCell writes it.
export function textAfter(rules: CellRules, typed: string): string {
  const value = readCell(rules, typed);
  if (!value) return "";
  return "text" in value ? value.text : "yaml" in value ? value.yaml : (value.data as string[]).join(", ");
}

// Reads cells as spreadsheets copy them: tabs between cells, a line for each row. A cell in quotes may have tabs, lines and
// doubled quotes.
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]],
    cell = /("(?:[^"]|"")*"(?=[\t\r\n]|$)|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/y;
  for (;;) {
    const [, words = "", end = ""] = cell.exec(text) ?? [];
    rows.at(-1)?.push(/^".*"$/s.test(words) && words.length > 1 ? words.slice(1, -1).replaceAll('""', '"') : words);
    if (!end) break;
    if (end !== "\t") rows.push([]);
  }
  const last = rows.at(-1);
  if (rows.length > 1 && last?.length === 1 && !last[0]) rows.pop(); // the end of the last line
  return rows;
}
export const formatCells = (rows: readonly (readonly string[])[]) =>
  rows
    .map(row => row.map(one => (/["\t\r\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join("\t"))
    .join("\n");

// The chosen cells: a rectangle between two corners, of which the second one has the focus.
export interface CellRange {
  from: Cell;
  to: Cell;
}
export interface Cell {
  row: number;
  column: number;
}
export const sidesOfRange = ({ from, to }: CellRange) => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

export interface CellText extends Cell {
  text: string;
}
export interface PastePlan {
  texts: CellText[]; // rows from the number of units are new units
  added: number; // units
  lost: number; // columns of the paste for which the table has none
}
const sameWords = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
// Returns where pasted cells go. Cells with a row of headings find their columns by them, and their units by the name; other
// cells begin at the first chosen cell, and repeat if the chosen cells have room for them several times.
export function planPaste(
  pasted: readonly (readonly string[])[],
  range: CellRange,
  columns: readonly CellColumn[],
  names: readonly string[],
): PastePlan {
  const { top, left, bottom, right } = sidesOfRange(range),
    [head = [], ...body] = pasted,
    known = head.map(one => columns.findIndex(({ label }) => sameWords(label, one)));
  const texts: CellText[] = [];
  let count = names.length;
  if (body.length && head.length > 1 && known.filter(one => one >= 0).length * 2 > head.length) {
    const nameAt = known.findIndex(one => one >= 0 && pathKey(columns[one]?.path ?? []) === pathKey([NAME]));
    body.forEach((cells, number) => {
      const name = cells[nameAt] ?? "",
        found = names.findIndex(one => sameWords(one, name)),
        row = nameAt < 0 ? top + number : found >= 0 ? found : count;
      if (nameAt >= 0 && !name.trim()) return; // an empty line
      count = Math.max(count, row + 1);
      cells.forEach((text, at) => {
        const column = known[at] ?? -1;
        if (column >= 0 && !(at === nameAt && found >= 0)) texts.push({ row, column, text });
      });
    });
    return { texts, added: count - names.length, lost: known.filter(one => one < 0).length };
  }
  const high = pasted.length,
    wide = Math.max(...pasted.map(cells => cells.length)),
    repeat = (size: number, of: number) => (size % of === 0 ? size : of);
  for (let down = 0; down < repeat(bottom - top + 1, high); down++)
    for (let across = 0; across < Math.min(repeat(right - left + 1, wide), columns.length - left); across++) {
      const text = pasted[down % high]?.[across % wide];
      if (text !== undefined) texts.push({ row: top + down, column: left + across, text });
    }
  count = Math.max(count, ...texts.map(({ row }) => row + 1));
  return { texts, added: count - names.length, lost: Math.max(0, left + wide - columns.length) };
}

const PAGE = 10; // rows
// Returns the cell to which a key leads, or null for a key that leads to none. Tab goes on in the next row, and leaves the table
// behind its last cell.
export function moveFocus(
  { row, column }: Cell,
  { key, shiftKey = false, ctrlKey = false, metaKey = false }: Pick<KeyboardEvent, "key"> & Partial<KeyboardEvent>,
  rows: number,
  columns: number,
): Cell | null {
  const isFar = ctrlKey || metaKey,
    within = (number: number, count: number) => Math.max(0, Math.min(count - 1, number)),
    to = (down: number, across: number): Cell => ({
      row: within(row + down, rows),
      column: within(column + across, columns),
    });
  const next = row * columns + column + (shiftKey ? -1 : 1);
  switch (key) {
    case "ArrowUp":
      return to(isFar ? -rows : -1, 0);
    case "ArrowDown":
      return to(isFar ? rows : 1, 0);
    case "ArrowLeft":
      return to(0, isFar ? -columns : -1);
    case "ArrowRight":
      return to(0, isFar ? columns : 1);
    case "PageUp":
      return to(-PAGE, 0);
    case "PageDown":
      return to(PAGE, 0);
    case "Home":
      return to(isFar ? -rows : 0, -columns);
    case "End":
      return to(isFar ? rows : 0, columns);
    case "Tab":
      return next < 0 || next >= rows * columns ? null : { row: Math.floor(next / columns), column: next % columns };
    default:
      return null;
  }
}
// A name that no unit of the table has.
export function findFreeUnitName(names: readonly string[], noun: string) {
  const taken = new Set(names.map(one => one.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = `New ${noun}${number > 1 ? ` ${number}` : ""}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
