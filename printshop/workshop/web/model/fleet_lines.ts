// The lines of a fleet as its editor shows them, and the edits of the file for another state of a line.

import { type Plain, plainOf, textAt, valueAt } from "./tree.ts";
import type { Edit, PlayUnit, Tree, ValuePath } from "../types.ts";

export interface FleetLine {
  unit: string;
  count: number;
  names: string[];
  damage: Record<string, string>; // marks by track
  notes: string;
  writing: Record<string, string>; // texts by writing space
  others: string[]; // keys with further values
  fixed: string; // the reason why only the text of the file can change it
}
const SHOWN = new Set(["unit", "count", "name", "names", "damage", "notes", "writing"]);
const MOST_EDITS = 100; // of a table, one by one
export const shownKeys = [...SHOWN];

// Returns the number and the name in a text such as 3 x Kestrel or Kestrel * 3.
function splitCount(text: string): [count: number, unit: string] {
  const match =
    /^(?<count>\d{1,6}) *[x×] +(?<name>\S.*)$/.exec(text) ?? /^(?<name>\S(?:.*\S)?) *\* *(?<count>\d{1,6})$/.exec(text);
  return match?.groups ? [Number(match.groups.count), match.groups.name ?? ""] : [1, text];
}
// Whether a line stands for units that a rule chooses, such as all tugs.
export const isRule = (tree: Tree, units: UnitNames = NO_UNITS) =>
  tree.entries?.some(([key]) => key === "where") || /^all\b/.test(readLine(tree, units).unit);
const textsOf = (tree: Tree | undefined) => tree?.items?.map(one => one.text ?? "") ?? (tree?.text ? [tree.text] : []);

// The names of the units of a game. A name with quotes, such as Old "Rat", is a unit if it is among them.
export type UnitNames = ReadonlySet<string>;
const NO_UNITS: UnitNames = new Set();
export const namesOfUnits = (list: { units: readonly { name: string }[] } | undefined): UnitNames =>
  list ? new Set(list.units.map(one => one.name)) : NO_UNITS;

export function readLine(tree: Tree, units: UnitNames = NO_UNITS): FleetLine {
  const find = (key: string) => tree.entries?.find(([name]) => name === key)?.[1],
    [first, written] = splitCount((tree.text ?? find("unit")?.text ?? "").trim()),
    named = units.has(written) ? undefined : /^(?<unit>[^"]*[^" ]) +"(?<name>[^"]+)"$/.exec(written)?.groups, // Kestrel "Red Tail"
    unit = named?.unit ?? written,
    names = named?.name ? [named.name] : textsOf(find("names") ?? find("name")),
    stated = Number(find("count")?.text || Number.NaN),
    damage = find("damage");
  const marks =
    damage?.entries?.map(([track, one]) => [track, one.text ?? ""] as const) ??
    (damage?.text ?? "").split(/[;,]/).flatMap(part => {
      const match = /^(.*?)[\s:=]+(\d+)$/.exec(part.trim());
      return match ? [[match[1] ?? "", match[2] ?? ""] as const] : [];
    });
  return {
    unit,
    count: Number.isInteger(stated) ? stated : first > 1 ? first : Math.max(1, names.length),
    names,
    damage: Object.fromEntries(marks),
    notes: textsOf(find("notes")).join(" "),
    writing: Object.fromEntries((find("writing")?.entries ?? []).map(([space, one]) => [space, one.text ?? ""])),
    others: (tree.entries ?? []).flatMap(([key]) => (SHOWN.has(key) ? [] : [key])),
    fixed: tree.fixed ?? "",
  };
}

const isEmpty = (block: object) => Object.keys(block).length === 0;
// Returns a line as the shortest data: a name, 3 x a name, or a block.
export function writeLine({ unit, count, names, damage, notes, writing }: FleetLine): Plain {
  const marks = Object.fromEntries(Object.entries(damage).map(([track, amount]) => [track, Number(amount)]));
  const block: Record<string, Plain> = {
    unit,
    ...(count !== Math.max(1, names.length) ? { count } : {}),
    ...(names.length ? { names } : {}),
    ...(Object.keys(marks).length ? { damage: marks } : {}),
    ...(notes ? { notes } : {}),
    ...(isEmpty(writing) ? {} : { writing }),
  };
  return names.length || notes || Object.keys(marks).length || !isEmpty(writing)
    ? block
    : count > 1
      ? `${count} x ${unit}`
      : unit;
}

// Returns the edits by which a line of the file becomes another one. Made twice, they have the same effect.
export function editLine(tree: Tree, path: ValuePath, now: FleetLine, units: UnitNames = NO_UNITS): Edit[] {
  const before = readLine(tree, units),
    data = writeLine(now);
  if (!tree.entries) return [{ do: "set", path, value: typeof data === "string" ? { yaml: data } : { data } }];
  const has = (key: string) => tree.entries?.some(([name]) => name === key),
    differs = (key: keyof FleetLine) => JSON.stringify(before[key]) !== JSON.stringify(now[key]),
    edits: Edit[] = [],
    set = (key: string, value: Plain | undefined) => {
      if (value !== undefined)
        edits.push({
          do: "set",
          path: [...path, key],
          value: typeof value === "string" ? { text: value } : { data: value },
        });
      else if (has(key)) edits.push({ do: "set", path: [...path, key], value: null });
    };
  const block =
    typeof data === "string" || data === null || typeof data !== "object" || Array.isArray(data) ? {} : data;
  const isRecounted = differs("count") || differs("names"),
    [inUnit, written] = splitCount(textAt(tree, ["unit"]).trim()),
    isNamed = written !== before.unit; // Kestrel "Red Tail"
  if (differs("unit") || ((inUnit > 1 || isNamed) && isRecounted)) set("unit", now.unit);
  if (isRecounted || (inUnit > 1 && differs("unit")))
    set("count", now.count === Math.max(1, now.names.length) ? undefined : now.count);
  if (differs("names") || (isNamed && (isRecounted || differs("unit")))) {
    const isSingle = has("name") && !has("names") && now.names.length === 1 && now.count === 1;
    if (!isSingle) set("name", undefined);
    set(isSingle ? "name" : "names", isSingle ? now.names[0] : now.names.length ? now.names : undefined);
  }
  const marks = Object.entries(now.damage),
    tracks = tree.entries.find(([key]) => key === "damage")?.[1].entries;
  if (differs("damage") && tracks && marks.length) {
    for (const [track] of tracks)
      if (!(track in now.damage)) edits.push({ do: "remove", path: [...path, "damage", track] });
    for (const [track, amount] of marks)
      if (before.damage[track] !== amount)
        edits.push({ do: "set", path: [...path, "damage", track], value: { data: Number(amount) } });
  } else if (differs("damage")) set("damage", block.damage);
  if (differs("notes")) set("notes", now.notes || undefined);
  if (differs("writing")) set("writing", isEmpty(now.writing) ? undefined : now.writing);
  return edits;
}

// --- the numbers of units, as buttons for one more and one less change them

// How many more or fewer of a unit, by its name.
export type UnitSteps = ReadonlyMap<string, number>;

// Returns the lines of a list with other numbers of units. Each line keeps its place: one that goes has the number 0, and
// new lines stand below the others. A unit more joins a line whose units have nothing of their own, and leaves such a line
// first.
export function stepLines(lines: readonly FleetLine[], steps: UnitSteps): FleetLine[] {
  const now = [...lines];
  for (const [unit, by] of steps) {
    const numbers = [...now.keys()].reverse().filter(number => now[number]?.unit === unit && !now[number]?.fixed),
      isPlain = (number: number) => {
        const line = now[number];
        return line && !line.others.length && isEmpty(line.damage) && !line.notes && isEmpty(line.writing);
      },
      set = (number: number, count: number) => {
        const line = now[number];
        if (line) now[number] = { ...line, count, names: line.names.slice(0, count) };
      };
    const plain = numbers.filter(isPlain);
    if (by > 0 && plain[0] !== undefined) set(plain[0], (now[plain[0]]?.count ?? 0) + by);
    else if (by > 0)
      now.push({ unit, count: by, names: [], damage: {}, notes: "", writing: {}, others: [], fixed: "" });
    let left = -by;
    for (const number of [...plain, ...numbers.filter(one => !plain.includes(one))]) {
      const count = now[number]?.count ?? 0,
        taken = Math.max(0, Math.min(left, count));
      if (taken) set(number, count - taken);
      left -= taken;
    }
  }
  return now;
}
// Returns the edits of the file for such steps. `removeAll` is the edit by which the last line goes.
export function editSteps(
  items: readonly Tree[],
  steps: UnitSteps,
  path: ValuePath,
  removeAll: Edit,
  units: UnitNames = NO_UNITS,
): Edit[] {
  const before = items.map(one => readLine(one, units)),
    now = stepLines(before, steps),
    gone = before.flatMap((line, number) => (line.count && !now[number]?.count ? [number] : [])),
    fresh = now.slice(before.length),
    edits: Edit[] = [];
  for (const [number, item] of items.entries()) {
    const line = now[number];
    if (line?.count && line.count !== before[number]?.count)
      edits.push(...editLine(item, [...path, number], line, units));
  }
  const isEmpty = gone.length === items.length && !fresh.length;
  for (const number of [...gone].reverse())
    edits.push(isEmpty && !number ? removeAll : { do: "remove", path: [...path, number] });
  for (const [number, line] of fresh.entries())
    edits.push({
      do: "insert",
      path,
      number: items.length - gone.length + number,
      value: { yaml: String(writeLine(line)) },
    });
  return edits;
}
// Returns how many of each unit some lines have, by its name.
export function countUnits(lines: readonly FleetLine[]) {
  const counts = new Map<string, number>();
  for (const { unit, count } of lines) counts.set(unit, (counts.get(unit) ?? 0) + count);
  return counts;
}
// Returns the points of a line, "" if they are not known. `stated` are its points in the roster, which may be those of
// the line before a change of its number, `each` the points of one unit in the list of units.
export function estimatePoints(line: FleetLine, saved: FleetLine | undefined, stated: string, each: string): string {
  const one = stated && saved?.unit === line.unit && saved.count ? Number(stated) / saved.count : each && Number(each);
  return one === "" ? "" : formatPoints(one * line.count);
}
export const formatPoints = (points: number) => String(Math.round(points * 100) / 100);
// Returns the edits that make a line of its own from the last unit of a line, with the same damage, notes and texts.
export function splitOffLast(items: readonly Tree[], number: number, units: UnitNames): Edit[] {
  const tree = items[number];
  if (!tree) return [];
  const line = readLine(tree, units),
    count = line.count - 1,
    path = ["units", number];
  return [
    { do: "copy", path },
    ...editLine(tree, path, { ...line, count, names: line.names.slice(0, count) }, units),
    ...editLine(tree, ["units", number + 1], { ...line, count: 1, names: line.names.slice(count) }, units),
  ];
}

// --- the ships of a fleet

type Ship = Pick<PlayUnit, "line" | "damage" | "notes" | "writing">;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const tidy = (text: string) => text.trim().replace(/\s+/g, " ");
const marksOf = (damage: Readonly<Record<string, number | string>>) =>
  Object.entries(damage)
    .flatMap(([track, amount]): [string, string][] => (Number(amount) ? [[track, String(Number(amount))]] : []))
    .sort();

// Returns the edits of the lines of a fleet that give its ships their damage, notes and texts, and the line of each ship after
// these edits. A line with ships in different states is split.
export function editShips(
  items: Tree[],
  ships: Ship[],
  units: UnitNames = NO_UNITS,
): { edits: Edit[]; lines: number[] } {
  const edits: Edit[] = [],
    lines = ships.map(() => 0),
    stateOf = ({ damage, notes, writing }: Pick<FleetLine, "damage" | "notes" | "writing"> | Ship) => ({
      damage: marksOf(damage),
      notes: tidy(notes),
      writing: Object.fromEntries(Object.entries(writing).map(([space, words]) => [space, tidy(words)])),
    }),
    states = ships.map(stateOf);
  let place = 0; // of the next line, after the edits above it
  for (const [number, tree] of items.entries()) {
    const members = ships.flatMap((ship, index) => (ship.line === number ? [index] : [])),
      parts: number[][] = []; // neighbours in the same state stay one line
    for (const index of members) {
      const last = parts.at(-1);
      if (last && isSame(states[last[0] ?? 0], states[index])) last.push(index);
      else parts.push([index]);
    }
    const line = readLine(tree, units),
      isNumbered = members.length > 1 && line.names.length === 1 && textAt(tree, ["name"]), // as Flora-1, Flora-2
      names = isNumbered ? members.map((_, copy) => `${line.names[0]}-${copy + 1}`) : line.names;
    for (const _ of parts.slice(1)) edits.push({ do: "copy", path: ["units", place] });
    for (const part of parts) {
      const state = states[part[0] ?? 0],
        first = members.indexOf(part[0] ?? 0);
      const own = parts.length > 1 ? { count: part.length, names: names.slice(first, first + part.length) } : {};
      if (state && !(parts.length === 1 && isSame(state, stateOf(line))))
        edits.push(
          ...editLine(
            tree,
            ["units", place],
            { ...line, ...own, ...state, damage: Object.fromEntries(state.damage) },
            units,
          ),
        );
      for (const index of part) lines[index] = place;
      place++;
    }
    if (!parts.length) place++;
  }
  return { edits, lines };
}

// --- a table in place of the lines of a fleet

export interface TableEffect {
  edits: Edit[];
  changed: number;
  added: number;
  removed: string[]; // the units of the lines that go
}
// Returns the value of a line for a column, as text that can be compared; "" for no value.
function cellOf(tree: Tree, line: FleetLine, key: string) {
  const others = SHOWN.has(key) ? undefined : valueAt(tree, [key]);
  if (key === "count") return String(line.count);
  if (key === "names") return line.names.map(tidy).join("\n");
  if (key === "damage") return marksOf(line.damage).join(";");
  return key === "unit"
    ? line.unit
    : key === "notes"
      ? tidy(line.notes)
      : others
        ? JSON.stringify(plainOf(others))
        : "";
}
// Returns for each row of a table the number of its line, or -1 for a new line.
function matchRows(rows: string[][], lines: string[][], keys: string[]) {
  const matches = rows.map(() => -1);
  for (const compared of [keys, ["unit", "names"], ["names"], ["unit"]]) {
    const pick = (cells: string[]) => compared.map(key => cells[keys.indexOf(key)] ?? "").join("\0");
    for (const [row, cells] of rows.entries()) {
      if (matches[row] !== -1 || !pick(cells).replaceAll("\0", "")) continue;
      matches[row] = lines.findIndex((line, number) => !matches.includes(number) && pick(line) === pick(cells));
    }
  }
  if (rows.length === lines.length)
    for (const row of rows.keys()) if (matches[row] === -1 && !matches.includes(row)) matches[row] = row; // another unit
  return matches;
}
// Returns the edits by which the lines of a fleet become the rows of a table. A line keeps all values for which the
// table has no column. Throws an error if a line with such values would go for a new one.
export function replaceLines(items: Tree[], rows: Tree[], columns: string[], units: UnitNames = NO_UNITS): TableEffect {
  const keys = [
      ...new Set(
        ["unit", ...columns, ...rows.flatMap(row => row.entries?.map(([key]) => key) ?? [])].map(key =>
          key === "name" ? "names" : key,
        ),
      ),
    ].sort(),
    lines = items.map(item => readLine(item, units)),
    rowLines = rows.map(row => readLine(row, units)),
    cells = (trees: Tree[], read: FleetLine[]) =>
      trees.map((tree, number) => keys.map(key => cellOf(tree, read[number] ?? readLine(tree, units), key)));
  const matches = matchRows(cells(rows, rowLines), cells(items, lines), keys),
    gone = lines.flatMap((_, number) => (matches.includes(number) ? [] : [number])),
    fresh = rows.filter((_, row) => matches[row] === -1);
  const lost = lines.find((line, number) => gone.includes(number) && line.others.length);
  if (lost && fresh.length)
    throw new Error(
      `No row of the table is that of ${lost.unit}, whose line has more than a table can hold. Keep its name and unit in the table, or delete its line first.`,
    );
  if (gone.length === lines.length) {
    const removed = lines.map(line => line.unit);
    return {
      edits: [{ do: "set", path: ["units"], value: { data: rows.map(plainOf) } }],
      changed: 0,
      added: rows.length,
      removed,
    };
  }
  const edits: Edit[] = [],
    data = rows.map(plainOf);
  let changed = 0;
  for (const [row, number] of matches.entries()) {
    const tree = items[number],
      [line, now, values] = [lines[number], rowLines[row], rows[row]];
    if (!tree || !line || !now || !values) continue;
    const made = editColumns(tree, ["units", number], line, now, values, keys, units);
    changed += Number(made.length > 0);
    edits.push(...made);
    data[row] = made.reduce(changePlain, plainOf(tree));
  }
  for (const number of [...gone].reverse()) edits.push({ do: "remove", path: ["units", number] });
  const left = items.length - gone.length;
  for (const [number, row] of fresh.entries())
    edits.push({ do: "insert", path: ["units"], number: left + number, value: { data: plainOf(row) } });
  let last = items.length;
  const order = matches.map(number => (number === -1 ? last++ : number)),
    present = [...order].sort((one, other) => one - other);
  for (const [to, number] of order.entries()) {
    const from = present.indexOf(number);
    if (from === to) continue;
    edits.push({ do: "move", path: ["units", from], to });
    present.splice(to, 0, ...present.splice(from, 1));
  }
  // Many edits of a long list take too long one by one: then the list is written again, without its comments.
  const all: Edit[] = edits.length > MOST_EDITS ? [{ do: "set", path: ["units"], value: { data } }] : edits;
  return { edits: all, changed, added: fresh.length, removed: gone.map(number => lines[number]?.unit ?? "") };
}
// Returns the data of a line after an edit of it, or of one of its keys.
function changePlain(line: Plain, edit: Edit): Plain {
  const value = "value" in edit ? edit.value : null,
    data = !value
      ? null
      : "data" in value
        ? (value.data as Plain)
        : "text" in value
          ? value.text
          : plainOf({ text: value.yaml, plain: true }),
    [, , key] = edit.path;
  if (key === undefined) return data;
  const { [key]: _, ...others } = typeof line === "object" && line && !Array.isArray(line) ? line : {};
  return data === null ? others : { ...others, [key]: data };
}
// Returns the edits of a line for the columns of a table.
function editColumns(
  tree: Tree,
  path: ValuePath,
  line: FleetLine,
  row: FleetLine,
  values: Tree,
  keys: string[],
  units: UnitNames,
): Edit[] {
  const differs = (key: string) => keys.includes(key) && cellOf(tree, line, key) !== cellOf(values, row, key);
  const isWritable = Object.keys(line.damage).every(track => !/[,;:=]/.test(track)); // in a cell
  const names = differs("names") ? row.names : line.names,
    isCounted = line.count !== Math.max(1, line.names.length);
  const now: FleetLine = {
    ...line,
    unit: differs("unit") ? row.unit : line.unit,
    names,
    count: differs("count") ? row.count : isCounted || keys.includes("count") ? line.count : Math.max(1, names.length),
    damage: differs("damage") && (isWritable || marksOf(row.damage).length) ? row.damage : line.damage,
    notes: differs("notes") ? row.notes : line.notes,
  };
  const others = keys.flatMap(key => (!SHOWN.has(key) && differs(key) ? [[key, valueAt(values, [key])] as const] : []));
  if (!tree.entries && others.length) {
    const data = writeLine(now),
      block = typeof data === "string" ? { unit: now.unit, ...(now.count > 1 ? { count: now.count } : {}) } : data;
    return [
      {
        do: "set",
        path,
        value: {
          data: Object.assign(
            {},
            block,
            Object.fromEntries(others.map(([key, value]) => [key, value ? plainOf(value) : null])),
          ),
        },
      },
    ];
  }
  const made = isSame(now, line) ? [] : editLine(tree, path, now, units);
  return [
    ...made,
    ...others.map(
      ([key, value]): Edit => ({ do: "set", path: [...path, key], value: value ? { data: plainOf(value) } : null }),
    ),
  ];
}
