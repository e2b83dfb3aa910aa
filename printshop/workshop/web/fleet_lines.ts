// The lines of a fleet as its editor shows them, and the edits of the file for another state of a line.

import type { Edit } from "./document.ts";
import type { Plain } from "./tree.ts";
import type { Tree, ValuePath } from "./types.ts";

export interface FleetLine {
  unit: string;
  count: number;
  names: string[];
  damage: Record<string, string>; // marks by track
  notes: string;
  others: string[]; // keys with further values
  fixed: string; // the reason why only the text of the file can change it
}
const SHOWN = new Set(["unit", "count", "name", "names", "damage", "notes"]);
export const shownKeys = [...SHOWN];

// Returns the number and the name in a text such as 3 x Kestrel or Kestrel * 3.
function splitCount(text: string): [count: number, unit: string] {
  const match = /^(?<count>\d{1,6}) *[x×] +(?<name>\S.*)$/.exec(text) ?? /^(?<name>\S(?:.*\S)?) *\* *(?<count>\d{1,6})$/.exec(text);
  return match?.groups ? [Number(match.groups.count), match.groups.name ?? ""] : [1, text];
}
// Whether a line stands for units that a rule chooses, such as all tugs.
export const isRule = (tree: Tree) => tree.entries?.some(([key]) => key === "where") || /^all\b/.test(readLine(tree).unit);
const textsOf = (tree: Tree | undefined) => tree?.items?.map(one => one.text ?? "") ?? (tree?.text ? [tree.text] : []);

export function readLine(tree: Tree): FleetLine {
  const find = (key: string) => tree.entries?.find(([name]) => name === key)?.[1],
    [first, written] = splitCount((tree.text ?? find("unit")?.text ?? "").trim()),
    named = /^(?<unit>[^"]*[^" ]) +"(?<name>[^"]+)"$/.exec(written)?.groups, // Kestrel "Red Tail"
    unit = named?.unit ?? written,
    names = named?.name ? [named.name] : textsOf(find("names") ?? find("name")),
    stated = Number(find("count")?.text || Number.NaN),
    damage = find("damage");
  const marks = damage?.entries?.map(([track, one]) => [track, one.text ?? ""] as const) ?? (damage?.text ?? "").split(/[;,]/).flatMap(part => {
    const match = /^(.*?)[\s:=]+(\d+)$/.exec(part.trim());
    return match ? [[match[1] ?? "", match[2] ?? ""] as const] : [];
  });
  return {
    unit,
    count: Number.isInteger(stated) ? stated : first > 1 ? first : Math.max(1, names.length),
    names,
    damage: Object.fromEntries(marks),
    notes: textsOf(find("notes")).join(" "),
    others: (tree.entries ?? []).flatMap(([key]) => (SHOWN.has(key) ? [] : [key])),
    fixed: tree.fixed ?? "",
  };
}

// Returns a line as the shortest data: a name, 3 x a name, or a block.
export function writeLine({ unit, count, names, damage, notes }: FleetLine): Plain {
  const marks = Object.fromEntries(Object.entries(damage).map(([track, amount]) => [track, Number(amount)]));
  const block: Record<string, Plain> = {
    unit,
    ...(count !== Math.max(1, names.length) ? { count } : {}),
    ...(names.length ? { names } : {}),
    ...(Object.keys(marks).length ? { damage: marks } : {}),
    ...(notes ? { notes } : {}),
  };
  return names.length || notes || Object.keys(marks).length ? block : count > 1 ? `${count} x ${unit}` : unit;
}

// Returns the edits by which a line of the file becomes another one. Made twice, they have the same effect.
export function editLine(tree: Tree, path: ValuePath, now: FleetLine): Edit[] {
  const before = readLine(tree),
    data = writeLine(now);
  if (!tree.entries) return [{ do: "set", path, value: typeof data === "string" ? { yaml: data } : { data } }];
  const has = (key: string) => tree.entries?.some(([name]) => name === key),
    differs = (key: keyof FleetLine) => JSON.stringify(before[key]) !== JSON.stringify(now[key]),
    edits: Edit[] = [],
    set = (key: string, value: Plain | undefined) => {
      if (value !== undefined) edits.push({ do: "set", path: [...path, key], value: typeof value === "string" ? { text: value } : { data: value } });
      else if (has(key)) edits.push({ do: "set", path: [...path, key], value: null });
    };
  const block = typeof data === "string" || data === null || typeof data !== "object" || Array.isArray(data) ? {} : data;
  if (differs("count") || differs("names")) {
    const [inUnit, written] = splitCount(tree.entries.find(([key]) => key === "unit")?.[1].text ?? "");
    if (inUnit > 1 || written !== before.unit || differs("unit")) set("unit", now.unit);
    set("count", now.count === Math.max(1, now.names.length) ? undefined : now.count);
  }
  if (differs("names")) {
    const isSingle = has("name") && !has("names") && now.names.length === 1 && now.count === 1;
    if (!isSingle) set("name", undefined);
    set(isSingle ? "name" : "names", isSingle ? now.names[0] : now.names.length ? now.names : undefined);
  }
  if (differs("damage")) set("damage", block.damage);
  if (differs("notes")) set("notes", now.notes || undefined);
  return edits;
}
