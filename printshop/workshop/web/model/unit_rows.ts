// The units of a game as rows: which of them fit the filters, in which order, and the columns of their values.

import { useState } from "preact/hooks";
import { counted } from "../words.ts";
import { readStoredJson, writeStored } from "../browser/storage.ts";
import { withoutMarkup } from "./rich_words.ts";
import type { GameContents } from "../types.ts";

export const UNKNOWN = "?",
  MOST_CHIPS = 12; // of a filter
const NUMBER = /^[\d.,?\u2212-]*$/,
  COST = /^points?$|^point value$|cost|price/i, // the heading of the column of points
  LEAST_REPEATS = 3, // of a word of a filter, on average
  LONG_CELL = 18; // letters: a column of longer cells cuts them

export const isCost = (head: string) => COST.test(head);

export interface Row {
  name: string;
  side: string;
  kind: string;
  file: string;
  cells: string[]; // the name, then the columns of the game
  isBlank: boolean; // nothing is known of it
  isOther: boolean; // it has no value in the first columns: smoke, a ladder
}
export const readRows = (game: GameContents): Row[] =>
  game.units.map(({ name, side, kind, file, cells }) => ({
    name,
    side,
    kind: game.kinds[kind] ?? kind,
    file,
    cells: [name, ...cells.map(withoutMarkup)],
    isBlank: cells.includes(UNKNOWN) && cells.every(cell => !cell || cell === UNKNOWN),
    isOther: game.columns.every(({ first }, number) => !first || !cells[number] || cells[number] === "0"),
  }));

export const SIDE = -1; // the column of the side
const cellOf = (row: Row, column: number) => (column === SIDE ? row.side : (row.cells[column] ?? ""));
const rankOf = (row: Row) => (row.isOther ? 2 : Number(row.isBlank)); // the last ones have no values
function compareRows(one: Row, other: Row, column: number, down: boolean) {
  if (rankOf(one) !== rankOf(other)) return rankOf(one) - rankOf(other);
  const [here = "", there = ""] = [one, other]
    .map(row => cellOf(row, column))
    .map(cell => (cell === UNKNOWN ? "" : cell));
  if (!here || !there) return Number(!here) - Number(!there); // an empty cell comes last
  return here.localeCompare(there, undefined, { numeric: true }) * (down ? -1 : 1);
}

// Returns the second column (after the side) that filters the units: a column of few different words, each of several units.
export function findTypeColumn(game: GameContents, rows: Row[]) {
  const column = game.columns.findIndex(({ first }, number) => {
    const values = new Set(rows.map(row => row.cells[number + 1]).filter(cell => cell && cell !== UNKNOWN));
    return (
      first &&
      values.size > 1 &&
      values.size <= MOST_CHIPS &&
      ![...values].some(value => /\d/.test(value ?? "")) &&
      values.size <= rows.length / LEAST_REPEATS
    );
  });
  return column < 0 ? 0 : column + 1;
}

export const WORDS = "words for units",
  SIDES = "sides of units",
  TYPES = "types of units",
  ORDER = "order of units",
  COLUMNS = "columns of units",
  CHOSEN = "units to compare"; // names of stored states
export type Order = { column: number; down: boolean } | null;
function readState<T>(name: string, game: string, first: T): T {
  const stored = readStoredJson(sessionStorage, name, { game: "", value: first });
  return stored.game === game ? stored.value : first;
}
// A state that outlives the view: when you come back from a unit, filters, order, columns and ticks are the same.
// Another game has none of them.
export function useStoredState<T>(name: string, game: string, first: T) {
  const [value, setValue] = useState<T>(() => readState(name, game, first));
  const set = (now: T) => {
    writeStored(sessionStorage, name, JSON.stringify({ game, value: now }));
    setValue(now);
  };
  return [value, set] as const;
}

const COMPARISON = /(\p{L}[\p{L} ]*?)\s*(<=|>=|<|>|=)\s*(\d+(?:\.\d+)?)/gu, // hull > 10
  NUMBERS = /\d+(?:\.\d+)?/g;
// Returns whether a row has what is searched for: values such as hull > 10, whole numbers, and words. `heads` are the names of
// the columns of its cells.
export function makeSearch(words: string, heads: readonly string[]) {
  const lower = words.toLowerCase(),
    comparisons = [...lower.matchAll(COMPARISON)].map(([, name = "", sign = "", number = ""]) => ({
      columns: heads.flatMap((head, column) =>
        head.toLowerCase().startsWith(name.replace(/^(?:and|or) /, "").trim()) ? [column] : [],
      ),
      sign,
      number: Number(number),
    })),
    [rest = ""] = [
      lower
        .replace(COMPARISON, " ")
        .replace(/[,;]| and /g, " ")
        .trim(),
    ];
  const compare = (value: number, sign: string, number: number) =>
    (value === number && sign.includes("=")) ||
    (value < number && sign.includes("<")) ||
    (value > number && sign.includes(">"));
  return ({ cells, side, kind }: Row) =>
    comparisons.every(({ columns, sign, number }) =>
      columns.some(column => {
        const [value] = cells[column]?.match(NUMBERS) ?? [];
        return value !== undefined && compare(Number(value), sign, number);
      }),
    ) &&
    (!rest ||
      (/^\d+$/.test(rest)
        ? cells.some((cell, column) => (column ? cell.match(NUMBERS)?.some(one => one === rest) : cell.includes(rest)))
        : [...cells, side, kind].some(cell => cell.toLowerCase().includes(rest))));
}

export const typeOf = (row: Row, typeColumn: number) => (typeColumn ? (row.cells[typeColumn] ?? "") : row.kind);
// The rows of the list: filtered, in its order. Units without values come last.
export function filterRows(
  rows: Row[],
  typeColumn: number,
  words: string,
  sides: string[],
  types: string[],
  order: Order,
  heads: readonly string[],
) {
  const fits = makeSearch(words, heads);
  return rows
    .filter(
      row =>
        (!sides.length || sides.includes(row.side)) &&
        (!types.length || types.includes(typeOf(row, typeColumn))) &&
        fits(row),
    )
    .sort((one, other) => (order ? compareRows(one, other, order.column, order.down) : rankOf(one) - rankOf(other)));
}
// The names of the columns of the cells of rows.
export const headsOf = (game: GameContents) => ["Name", ...game.columns.map(({ head }) => head)];
// Returns the names of the units of a game as the list has them; all of them if the filters leave out the unit.
export function listNames(game: GameContents, unit: string) {
  const rows = readRows(game),
    column = findTypeColumn(game, rows),
    order = readState<Order>(ORDER, game.name, null);
  const filtered = filterRows(
    rows,
    column,
    readState(WORDS, game.name, ""),
    readState<string[]>(SIDES, game.name, []),
    readState<string[]>(TYPES, game.name, []),
    order,
    headsOf(game),
  );
  return (filtered.some(row => row.name === unit) ? filtered : filterRows(rows, column, "", [], [], order, [])).map(
    row => row.name,
  );
}

// A column of the game with values of its units.
export interface UnitColumn {
  head: string;
  description: string;
  first: boolean; // in view at once
  number: number; // in the cells of a row
  isNumber: boolean;
  isWordy: boolean;
}
export const listColumns = (game: GameContents, rows: readonly Row[]): UnitColumn[] =>
  game.columns
    .map(({ head, description, first }, number) => {
      const cells = rows.map(row => row.cells[number + 1] ?? "");
      return {
        head,
        description,
        first,
        number: number + 1,
        isNumber: cells.every(cell => NUMBER.test(cell)),
        isWordy: cells.some(cell => cell.length > LONG_CELL),
        hasValues: cells.some(cell => cell && !(COST.test(head) && cell === "0")), // a game without points has no column for them
      };
    })
    .filter(({ hasValues }) => hasValues);
export const findCost = (columns: readonly UnitColumn[]) =>
  columns.find(({ head, isNumber }) => isNumber && COST.test(head));

export const MOST_ROWS = 500; // that are shown at once
// Returns the number of units that a list shows, of all units, in words. If it is folded, those without values are apart.
// `faulty` is the number of units that the list lacks because of a problem: no filter finds them.
export function describeCount(rows: readonly Row[], found: readonly Row[], isFolded: boolean, faulty = 0) {
  const isCounted = (row: Row) => !isFolded || !row.isBlank,
    [shown, all] = [found, rows].map(list => list.filter(isCounted).length) as [number, number],
    blanks = found.length - shown;
  return [
    shown < all && `${shown} of `,
    counted(all, "unit"),
    shown > MOST_ROWS && `; the first ${MOST_ROWS} are shown`,
    blanks > 0 && ` + ${blanks} without values`,
    faulty > 0 && found.length === rows.length && ` + ${faulty} with a problem`,
  ]
    .filter(Boolean)
    .join("");
}
