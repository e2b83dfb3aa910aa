// The hexes of a map by number: lists of hexes and paths as the data writes them, neighbours, straight runs.

import type { MapPlaces } from "./types.ts";

export type Point = [x: number, y: number];

// The centre of a hex, in points of the page.
export const centerOf = ({ centers, page }: MapPlaces, hex: number): Point => [((centers[2 * hex] ?? 0) * page[0]) / 100, ((centers[2 * hex + 1] ?? 0) * page[1]) / 100];
const placeOf = ({ places }: MapPlaces, hex: number): Point => [places[2 * hex] ?? 0, places[2 * hex + 1] ?? 0];
const distance = ([x, y]: Point, [left, top]: Point) => Math.hypot(x - left, y - top);

// The corners of a hex at the origin, clockwise from the first corner of its first side; side k runs from corner k to k + 1.
export function cornersOf({ shape, size, page }: MapPlaces): Point[] {
  const w = (size[0] * page[0]) / 200,
    h = (size[1] * page[1]) / 200;
  if (shape === "square") return [[-w, -h], [w, -h], [w, h], [-w, h]];
  if (shape === "flat-top") return [[-w / 2, -h], [w / 2, -h], [w, 0], [w / 2, h], [-w / 2, h], [-w, 0]];
  return [[0, -h], [w, -h / 2], [w, h / 2], [0, h], [-w, h / 2], [-w, -h / 2]];
}

// Returns the hex at a point of the page, or -1.
export function hexAt(map: MapPlaces, point: Point) {
  const [w, h] = [(map.size[0] * map.page[0]) / 200, (map.size[1] * map.page[1]) / 200];
  let found = -1,
    least = Math.max(w, h) * 1.02;
  for (let hex = 0; hex < map.names.length; hex++) {
    const [x, y] = centerOf(map, hex);
    const away = map.shape === "square" ? Math.max(Math.abs(x - point[0]), Math.abs(y - point[1])) : Math.hypot(x - point[0], y - point[1]);
    if (away < least) [found, least] = [hex, away];
  }
  return found;
}

// Returns the number of the side of a hex that is nearest to a point.
export function sideAt(map: MapPlaces, hex: number, [x, y]: Point) {
  const [left, top] = centerOf(map, hex),
    corners = cornersOf(map);
  const away = corners.map((corner, number) => {
    const next = corners[(number + 1) % corners.length] as Point;
    return Math.hypot(left + (corner[0] + next[0]) / 2 - x, top + (corner[1] + next[1]) / 2 - y);
  });
  return away.indexOf(Math.min(...away));
}

const stepOf = ({ shape, size, page }: MapPlaces) => (shape === "pointy-top" ? (size[0] * page[0]) / 100 : (size[1] * page[1]) / 100);
// Returns the neighbours of a hex; on squares, those across a corner, too.
export function neighborsOf(map: MapPlaces, hex: number) {
  const center = centerOf(map, hex),
    reach = stepOf(map) * (map.shape === "square" ? 1.45 : 1.05);
  return map.names.flatMap((_, other) => (other !== hex && distance(centerOf(map, other), center) < reach ? [other] : []));
}
// Returns whether a path can leave the map from a hex.
export const isAtEdge = (map: MapPlaces, hex: number) => neighborsOf(map, hex).length < (map.shape === "square" ? 8 : 6);

// Returns the hexes from one hex to another, without the first one, as straight as possible.
export function findWay(map: MapPlaces, from: number, to: number) {
  const way: number[] = [],
    start = centerOf(map, from),
    end = centerOf(map, to);
  for (let now = from; now !== to && way.length < map.names.length; ) {
    const near = neighborsOf(map, now).filter(one => distance(centerOf(map, one), end) < distance(centerOf(map, now), end) - 1e-6);
    // of the hexes that lead nearer, the one that lies best on the straight line
    const off = (one: number) => {
      const point = centerOf(map, one);
      return distance(start, point) + distance(point, end);
    };
    const next = near.sort((one, other) => off(one) - off(other) || distance(centerOf(map, one), end) - distance(centerOf(map, other), end))[0];
    if (next === undefined) return [];
    way.push(next);
    now = next;
  }
  return way;
}

// --- lists of hexes as text

// Returns the numbers of the hexes that names and blocks such as 0101-0304 mean. Unknown names are left out.
export function readHexes(map: MapPlaces, texts: readonly string[]) {
  const numbers = new Map(map.names.map((name, hex) => [name, hex])),
    found = new Set<number>();
  for (const text of texts.map(one => one.trim())) {
    const cuts = [...text].flatMap((sign, at) => (sign === "-" && numbers.has(text.slice(0, at).trim()) && numbers.has(text.slice(at + 1).trim()) ? [at] : []));
    const ends = numbers.has(text) || cuts[0] === undefined ? [text, text] : [text.slice(0, cuts[0]).trim(), text.slice(cuts[0] + 1).trim()];
    const [first, last] = ends.map(name => numbers.get(name));
    if (first === undefined || last === undefined) continue;
    const [one, other] = [placeOf(map, first), placeOf(map, last)];
    for (let hex = 0; hex < map.names.length; hex++) {
      const place = placeOf(map, hex);
      if ([0, 1].every(axis => place[axis as 0] >= Math.min(one[axis as 0], other[axis as 0]) && place[axis as 0] <= Math.max(one[axis as 0], other[axis as 0]))) found.add(hex);
    }
  }
  return found;
}

// Returns hexes as names and blocks, sorted and short: runs of a column, joined over columns with the same rows.
export function writeHexes(map: MapPlaces, hexes: Iterable<number>) {
  interface Run {
    columns: [number, number];
    rows: [number, number];
    first: number;
    last: number;
  }
  const sorted = [...hexes].sort((one, other) => placeOf(map, one)[0] - placeOf(map, other)[0] || placeOf(map, one)[1] - placeOf(map, other)[1]);
  const runs: Run[] = [];
  for (const hex of sorted) {
    const [column, row] = placeOf(map, hex),
      run = runs.at(-1);
    if (run && run.columns[0] === column && run.rows[1] === row - 1) Object.assign(run, { rows: [run.rows[0], row], last: hex });
    else runs.push({ columns: [column, column], rows: [row, row], first: hex, last: hex });
  }
  const blocks: Run[] = [];
  for (const run of runs) {
    const before = blocks.find(one => one.columns[1] === run.columns[0] - 1 && one.rows[0] === run.rows[0] && one.rows[1] === run.rows[1]);
    if (before) Object.assign(before, { columns: [before.columns[0], run.columns[1]], last: run.last });
    else blocks.push(run);
  }
  return blocks.map(({ first, last }) => (first === last ? map.names[first] : `${map.names[first]}-${map.names[last]}`) as string);
}

// Returns a path through hexes as text: straight runs of three and more with ">".
export function writeRun(map: MapPlaces, hexes: readonly number[]) {
  const words: string[] = [],
    step = (at: number) => {
      const [x, y] = centerOf(map, hexes[at] as number),
        [left, top] = centerOf(map, hexes[at + 1] as number);
      return [x - left, y - top] as Point;
    };
  for (let at = 0; at < hexes.length; ) {
    let end = at;
    while (end + 2 < hexes.length && distance(step(at), step(end + 1)) < stepOf(map) / 10) end++;
    words.push(map.names[hexes[at] as number] as string);
    if (end > at) words.push(">");
    at = end > at ? end + 1 : at + 1;
  }
  return words.join(" ");
}

// Returns sides of hexes as text: each hex with its sides.
export function writeSides(map: MapPlaces, sides: readonly (readonly [hex: number, side: number])[]) {
  const byHex = new Map<number, number[]>();
  for (const [hex, side] of sides) byHex.set(hex, [...(byHex.get(hex) ?? []), side]);
  return [...byHex].map(([hex, all]) => `${map.names[hex]} ${all.sort((one, other) => one - other).map(side => map.sides[side]).join(" ")}`).join(", ");
}
