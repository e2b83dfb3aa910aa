// The terrain, the lines and the zones of a map: read from its values, and written as edits.

import { counted } from "../counting.ts";
import { textAt, valueAt } from "../model/document.ts";
import { type Run, readHexes, readRuns, readSides, type Side, writeRuns, writeSides } from "../model/hexes.ts";
import { labelOf } from "../model/schema.ts";
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
