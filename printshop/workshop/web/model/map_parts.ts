// The terrain, the lines, the zones and the names of a map: read from its values, changed, and written as edits.

import { counted } from "../words.ts";
import {
  isSameSide,
  joinSide,
  type Run,
  readHexes,
  readRuns,
  readSides,
  type Side,
  writeHexes,
  writeRuns,
  writeSides,
} from "./hexes.ts";
import { labelOf } from "./schema.ts";
import { textAt, valueAt } from "./tree.ts";
import type { Edit, MapPlaces, Tree, ValuePath } from "../types.ts";

export const REST = "rest";
export const NO_COLOR = "#ffffff";

export interface Terrain {
  key: string;
  label: string;
  color: string; // "" if the ground is seen below it
  picture: string;
  pattern: string;
  letter: string;
  rest: boolean;
  fixed?: string;
  hexes: Set<number>;
}
const textsOf = (value: Tree | undefined) =>
  value?.items?.map(one => one.text ?? "") ?? (value?.text ? [value.text] : []);

export function listTerrain(map: MapPlaces, tree: Tree | undefined): Terrain[] {
  return (tree?.entries ?? []).map(([key, value]) => {
    const hexes = valueAt(value, ["hexes"]),
      text = (name: string) => textAt(value, [name]);
    return {
      key,
      label: text("label") || labelOf(key),
      color: text("colour"),
      picture: text("picture"),
      pattern: text("pattern"),
      letter: text("letter"),
      rest: hexes?.text === REST,
      fixed: value.fixed ?? hexes?.fixed,
      hexes: readHexes(map, textsOf(hexes)),
    };
  });
}

// Returns all terrain after hexes are painted with one, or with none. A hex shows the terrain that is painted. Terrain
// with a colour takes the place of other terrain with a colour; terrain without one lies over the others, and only what
// would hide it goes. Terrain that does not change stays the same object.
export function paintTerrain(terrain: readonly Terrain[], hexes: ReadonlySet<number>, key: string | null): Terrain[] {
  const number = terrain.findIndex(one => one.key === key),
    chosen = terrain[number],
    clears = !chosen || chosen.rest;
  return terrain.map((one, other) => {
    if (one.rest || one.fixed) return one;
    const gets = one === chosen,
      loses = !gets && (clears || (one.color !== "" && (chosen.color !== "" || other > number)));
    if (!gets && !(loses && [...hexes].some(hex => one.hexes.has(hex)))) return one;
    const all = new Set(gets ? [...one.hexes, ...hexes] : [...one.hexes].filter(hex => !hexes.has(hex)));
    return all.size === one.hexes.size ? one : { ...one, hexes: all };
  });
}
// Returns the edits that write the terrain that has changed.
export const writeTerrain = (map: MapPlaces, at: ValuePath, before: readonly Terrain[], now: Terrain[]): Edit[] =>
  now
    .filter(one => !before.includes(one))
    .map(one => ({ do: "set", path: [...at, one.key, "hexes"], value: { data: writeHexes(map, one.hexes) } }));
// Returns the uppermost terrain of a hex: later terrain lies on top.
export const topTerrain = (terrain: readonly Terrain[], hex: number) =>
  [...terrain].reverse().find(one => one.hexes.has(hex)) ?? terrain.find(one => one.rest);

// A road, a river or another path of the map: parts from hex to hex, and sides of hexes.
export interface Line {
  path: ValuePath;
  kind: string;
  name: string;
  runs: Run[];
  sides: Side[];
  fixed?: string; // why it is not changed here
}
export function listLines(map: MapPlaces, tree: Tree | undefined, at: ValuePath): Line[] {
  const rows: [string | number, Tree][] = tree?.items?.map((one, number) => [number, one]) ?? tree?.entries ?? [];
  return rows.map(([step, one]) => {
    const runs = readRuns(map, textsOf(valueAt(one, ["through"]))),
      sides = readSides(map, textsOf(valueAt(one, ["along"])));
    const fixed =
      one.fixed ??
      valueAt(one, ["through"])?.fixed ??
      valueAt(one, ["along"])?.fixed ??
      (runs && sides ? undefined : "It has hexes that are not on the map.");
    return {
      path: [...at, step],
      kind: textAt(one, ["kind"]) || String(step),
      name: textAt(one, ["name"]),
      runs: runs ?? [],
      sides: sides ?? [],
      fixed,
    };
  });
}
// Returns the edits that write the hexes and sides of a line; a line without any is removed.
export function writeMapLine(map: MapPlaces, path: ValuePath, runs: Run[], sides: Side[]): Edit[] {
  if (!runs.length && !sides.length) return [{ do: "remove", path }];
  return [
    { do: "set", path: [...path, "through"], value: runs.length ? { data: writeRuns(map, runs) } : null },
    { do: "set", path: [...path, "along"], value: sides.length ? { data: writeSides(map, sides) } : null },
  ];
}
// Returns the parts of a line after a way is added: at the end or the beginning of the part that is there, or as a part
// of its own. `exitAt` returns how the line ends in a hex.
export function addWay(runs: readonly Run[], way: readonly number[], exitAt: (hex: number | undefined) => Run["last"]) {
  const [from, ...added] = way,
    exit = exitAt(way.at(-1)),
    after = runs.find(run => run.hexes.at(-1) === from),
    before = runs.find(run => run.hexes[0] === from),
    next = after ?? before;
  if (!next) return [...runs, { hexes: [...way], first: exitAt(from), last: exit }];
  const longer = after
    ? { ...after, hexes: [...after.hexes, ...added], last: exit }
    : { ...next, hexes: [...added.reverse(), ...next.hexes], first: exit };
  return runs.map(run => (run === next ? longer : run));
}
// Returns the sides of a line without one of them, or with another one. The latter is joined to the others: a line has
// no gaps.
export const toggleSide = (map: MapPlaces, sides: readonly Side[], side: Side) =>
  sides.some(one => isSameSide(one, side))
    ? sides.filter(one => !isSameSide(one, side))
    : [...sides, ...joinSide(map, sides, side)];
// Takes hexes and sides out of all lines. Returns the lines that are left, and the edits.
export function eraseLines(map: MapPlaces, lines: readonly Line[], hexes: ReadonlySet<number>, sides: readonly Side[]) {
  const edits: Edit[] = [],
    left: Line[] = [];
  // from the last one: a line that goes moves none that is still to be changed
  for (const line of [...lines].reverse()) {
    const now = {
        ...line,
        runs: cutRuns(line.runs, hexes),
        sides: line.sides.filter(side => !sides.some(other => isSameSide(side, other))),
      },
      isCut = line.runs.some(run => run.hexes.some(hex => hexes.has(hex))) || now.sides.length < line.sides.length;
    if (isCut && !line.fixed) edits.push(...writeMapLine(map, line.path, now.runs, now.sides));
    if (!isCut || line.fixed) left.unshift(line);
    else if (now.runs.length || now.sides.length) left.unshift(now);
  }
  return { left, edits };
}
// An area with a border.
export interface Zone {
  key: string;
  label: string;
  hexes: Set<number>;
  fixed?: string; // why it is not changed here
}
export const ZONE_COLORS = ["#a01616", "#174a7c", "#1c5f2c", "#7a4b00"];
export const listZones = (map: MapPlaces, tree: Tree | undefined): Zone[] =>
  (tree?.entries ?? []).map(([key, value]) => {
    const hexes = valueAt(value, ["hexes"]),
      label = textAt(value, ["label"]);
    return {
      key,
      label: label && label !== "none" ? label : labelOf(key),
      hexes: readHexes(map, textsOf(hexes)),
      fixed:
        value.fixed ?? hexes?.fixed ?? (hexes ? undefined : "It lies along an edge: change it under More settings."),
    };
  });

// Returns the kind or the name of a line with its length: "Road to Ash, 7 hexes".
export function lineWords({ kind, name, runs, sides }: Line) {
  const hexes = runs.reduce((sum, run) => sum + run.hexes.length, 0),
    parts = [hexes && counted(hexes, "hex", "hexes"), sides.length && counted(sides.length, "side")];
  return [name || labelOf(kind), ...parts.filter(Boolean)].join(", ");
}
// Cuts hexes out of the parts of a line. Parts of one hex go.
export const cutRuns = (runs: Run[], hexes: ReadonlySet<number>) =>
  runs.flatMap(run => {
    const parts: Run[] = [];
    run.hexes.forEach((hex, at) => {
      if (hexes.has(hex)) return;
      const before = parts.at(-1);
      if (before && at > 0 && before.hexes.at(-1) === run.hexes[at - 1]) before.hexes.push(hex);
      else parts.push({ hexes: [hex], first: at ? "" : run.first, last: "" });
      if (at === run.hexes.length - 1 && parts.at(-1)) (parts.at(-1) as Run).last = run.last;
    });
    return parts.filter(part => part.hexes.length > 1);
  });

// The words for a kind of line.
export const labelOfKind = (map: MapPlaces, kind: string) =>
  labelOf(map.kinds.find(one => one.key === kind)?.label ?? kind);

// --- names; `labels` are the values of the list at the path `at`

export const findName = (map: MapPlaces, labels: readonly Tree[], hex: number) =>
  labels.findIndex(one => textAt(one, ["at"]) === map.names[hex]);
// Returns the edits that write the name of a hex, or remove it if it is empty.
export function writeName(map: MapPlaces, at: ValuePath, labels: readonly Tree[], hex: number, text: string): Edit[] {
  const number = findName(map, labels, hex),
    name = text.trim();
  if (name === textAt(labels[number], ["text"])) return [];
  if (!name) return [{ do: "remove", path: [...at, number] }];
  if (number >= 0) return [{ do: "set", path: [...at, number, "text"], value: { text: name } }];
  const data = { text: name, at: map.names[hex] ?? "", place: "below" };
  return [{ do: "insert", path: at, number: labels.length, value: { data } }];
}
// Returns the edits that remove the names of hexes, from the last one: it moves none that is still to be removed.
export function removeNames(map: MapPlaces, at: ValuePath, labels: readonly Tree[], hexes: ReadonlySet<number>) {
  const names = new Set([...hexes].map(hex => map.names[hex])),
    numbers = [...labels.keys()].filter(number => names.has(textAt(labels[number], ["at"])));
  return numbers.reverse().map((number): Edit => ({ do: "remove", path: [...at, number] }));
}
