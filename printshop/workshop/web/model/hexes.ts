// The hexes of a map by number: lists of hexes and paths as the data writes them, neighbours, straight runs.

import type { MapPlaces } from "../types.ts";

export type Point = [x: number, y: number];
export type Side = readonly [hex: number, side: number];
// A part of a path: its hexes, and the words by which it leaves the map at its ends: "edge", a side, or "".
export interface Run {
  hexes: number[];
  first: string;
  last: string;
}

// The centre of a hex, in points of the page.
export const centerOf = ({ centers, page }: MapPlaces, hex: number): Point => [
  ((centers[2 * hex] ?? 0) * page[0]) / 100,
  ((centers[2 * hex + 1] ?? 0) * page[1]) / 100,
];
const placeOf = ({ places }: MapPlaces, hex: number): Point => [places[2 * hex] ?? 0, places[2 * hex + 1] ?? 0];
const distance = ([x, y]: Point, [left, top]: Point) => Math.hypot(x - left, y - top);

// The corners of a hex at the origin, clockwise from the first corner of its first side; side k runs from corner k to k + 1.
export function cornersOf({ shape, size, page }: MapPlaces): Point[] {
  const w = (size[0] * page[0]) / 200,
    h = (size[1] * page[1]) / 200;
  if (shape === "square")
    return [
      [-w, -h],
      [w, -h],
      [w, h],
      [-w, h],
    ];
  if (shape === "flat-top")
    return [
      [-w / 2, -h],
      [w / 2, -h],
      [w, 0],
      [w / 2, h],
      [-w / 2, h],
      [-w, 0],
    ];
  return [
    [0, -h],
    [w, -h / 2],
    [w, h / 2],
    [0, h],
    [-w, h / 2],
    [-w, -h / 2],
  ];
}

// Returns the hex at a point of the page, or -1.
export function hexAt(map: MapPlaces, point: Point) {
  const [w, h] = [(map.size[0] * map.page[0]) / 200, (map.size[1] * map.page[1]) / 200];
  let nearest = -1,
    least = Math.max(w, h) * 1.02;
  for (let hex = 0; hex < map.names.length; hex++) {
    const [x, y] = centerOf(map, hex);
    const away =
      map.shape === "square"
        ? Math.max(Math.abs(x - point[0]), Math.abs(y - point[1]))
        : Math.hypot(x - point[0], y - point[1]);
    if (away < least) [nearest, least] = [hex, away];
  }
  return nearest;
}

// Returns the number of the side of a hex that is nearest to a point: of all sides, or of those that are allowed.
export function sideAt(map: MapPlaces, hex: number, [x, y]: Point, isAllowed: (side: Side) => boolean = () => true) {
  const [left, top] = centerOf(map, hex),
    corners = cornersOf(map);
  const away = corners.map((corner, number) => {
    const next = corners[(number + 1) % corners.length] as Point;
    if (!isAllowed([hex, number])) return Number.POSITIVE_INFINITY;
    return Math.hypot(left + (corner[0] + next[0]) / 2 - x, top + (corner[1] + next[1]) / 2 - y);
  });
  return away.indexOf(Math.min(...away));
}

const stepOf = ({ shape, size, page }: MapPlaces) =>
  shape === "pointy-top" ? (size[0] * page[0]) / 100 : (size[1] * page[1]) / 100;
// Returns the neighbours of a hex; on squares, those across a corner, too.
function neighborsOf(map: MapPlaces, hex: number) {
  const center = centerOf(map, hex),
    reach = stepOf(map) * (map.shape === "square" ? 1.45 : 1.05);
  return map.names.flatMap((_, other) =>
    other !== hex && distance(centerOf(map, other), center) < reach ? [other] : [],
  );
}
// Returns whether a path can leave the map from a hex.
export const isAtEdge = (map: MapPlaces, hex: number) =>
  neighborsOf(map, hex).length < (map.shape === "square" ? 8 : 6);

// Returns the hexes that a brush of 1, 3 or 7 hexes paints; on squares, 1, 4 or 9.
export function brushAt(map: MapPlaces, hex: number, size: number) {
  if (size === 1) return [hex];
  const [x, y] = centerOf(map, hex),
    near = neighborsOf(map, hex);
  if (size > 4) return [hex, ...near];
  // the hex and those to the right of it and below it that touch each other
  const corner: Point = map.shape === "pointy-top" ? [0, 1] : [1, 1];
  const [w, h] = [(map.size[0] * map.page[0]) / 100, (map.size[1] * map.page[1]) / 100];
  const target: Point = map.shape === "flat-top" ? [x + w / 2, y] : [x + (corner[0] * w) / 2, y + (corner[1] * h) / 2];
  const reach = map.shape === "square" ? Math.hypot(w, h) * 0.55 : (Math.max(w, h) / 2) * 1.05;
  return [hex, ...near.filter(one => distance(centerOf(map, one), target) < reach)];
}

// Returns a hex and all hexes that lead to it without a step over other terrain.
export function areaOf(map: MapPlaces, hex: number, isSame: (one: number) => boolean) {
  const area = new Set([hex]),
    waiting = [hex];
  for (let now = waiting.pop(); now !== undefined; now = waiting.pop())
    for (const one of neighborsOf(map, now))
      if (!area.has(one) && isSame(one)) {
        area.add(one);
        waiting.push(one);
      }
  return area;
}

// Returns the hex across a side, or -1 at the edge of the map.
function hexAcross(map: MapPlaces, [hex, side]: Side) {
  const [x, y] = centerOf(map, hex),
    corners = cornersOf(map),
    [one, next] = [corners[side] as Point, corners[(side + 1) % corners.length] as Point];
  return hexAt(map, [x + one[0] + next[0], y + one[1] + next[1]]);
}
// Returns a side as the hex with the lower number has it: two hexes share each side.
export function sharedSide(map: MapPlaces, [hex, side]: Side): Side {
  const count = cornersOf(map).length,
    other = hexAcross(map, [hex, side]);
  return other >= 0 && other < hex ? [other, (side + count / 2) % count] : [hex, side];
}
// Returns the nearest hex in a direction, or the first hex if there is none to begin with (-1).
export function nextHex(map: MapPlaces, now: number, [right, down]: Point) {
  if (now < 0) return 0;
  const [x, y] = centerOf(map, now);
  let found = now,
    least = Number.POSITIVE_INFINITY;
  map.names.forEach((_, hex) => {
    const [left, top] = centerOf(map, hex),
      along = (left - x) * right + (top - y) * down,
      across = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    if (hex !== now && along > 1 && along + 2.5 * across < least) [found, least] = [hex, along + 2.5 * across];
  });
  return found;
}

const ON_A_SIDE = 0.3; // of a hex: so near to the middle of a side, a point is on it
// Returns the side of a hex on which a point lies, or null.
export function sideUnder(map: MapPlaces, hex: number, point: Point): Side | null {
  const side = sideAt(map, hex, point),
    corners = cornersOf(map),
    [x, y] = centerOf(map, hex),
    [one, next] = [corners[side] as Point, corners[(side + 1) % corners.length] as Point],
    middle: Point = [x + (one[0] + next[0]) / 2, y + (one[1] + next[1]) / 2];
  return distance(middle, point) < (ON_A_SIDE * map.size[1] * map.page[1]) / 100 ? sharedSide(map, [hex, side]) : null;
}
// Returns whether a side lies between two hexes, and not along the edge of the map.
export const isInner = (map: MapPlaces, side: Side) => hexAcross(map, side) >= 0;
// Returns whether a corner lies on the edge of the map: a line along sides leaves the map there.
export function isOuterCorner(map: MapPlaces, corner: Point) {
  const corners = cornersOf(map),
    reach = Math.hypot(...(corners[0] as Point)) * 1.05;
  return (
    map.names.filter((_, hex) => distance(centerOf(map, hex), corner) < reach).length < (corners.length === 4 ? 4 : 3)
  );
}
// Returns the corner of a hex that is nearest to a point.
export function cornerAt(map: MapPlaces, hex: number, point: Point): Point {
  const [x, y] = centerOf(map, hex);
  return cornersOf(map)
    .map(([left, top]): Point => [x + left, y + top])
    .sort((one, other) => distance(one, point) - distance(other, point))[0] as Point;
}
// Returns the side between two corners, or null if they are not the ends of one side.
export function sideBetween(map: MapPlaces, one: Point, other: Point): Side | null {
  const [first, second] = cornersOf(map) as [Point, Point],
    length = distance(first, second),
    middle: Point = [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2],
    hex = hexAt(map, middle);
  return hex < 0 || Math.abs(distance(one, other) - length) > length / 10
    ? null
    : sharedSide(map, [hex, sideAt(map, hex, middle)]);
}
// Returns the sides on the way from one corner to another, along the edges between hexes; none if there is no such way.
export function findSides(map: MapPlaces, from: Point, to: Point): Side[] {
  const corners = cornersOf(map),
    edges = corners.map((corner, number): Point => {
      const next = corners[(number + 1) % corners.length] as Point;
      return [next[0] - corner[0], next[1] - corner[1]];
    }),
    least = Math.hypot(...(edges[0] as Point)) / 10,
    sides: Side[] = [];
  for (let now = from; distance(now, to) > least; ) {
    const found = edges
      .map((edge): Point => [now[0] + edge[0], now[1] + edge[1]])
      .filter(end => distance(end, to) < distance(now, to) - least)
      .sort((one, other) => distance(one, to) - distance(other, to))
      .flatMap(end => {
        const side = sideBetween(map, now, end),
          ends = side && endsOf(map, side); // only a direction in which an edge leaves this corner
        return side &&
          isInner(map, side) &&
          ends?.some(one => distance(one, now) < least) &&
          ends.some(one => distance(one, end) < least)
          ? [{ end, side }]
          : [];
      })[0];
    if (!found) return [];
    sides.push(found.side);
    now = found.end;
  }
  return sides;
}
function endsOf(map: MapPlaces, [hex, side]: Side): Point[] {
  const [x, y] = centerOf(map, hex),
    corners = cornersOf(map);
  return [side, (side + 1) % corners.length].map(number => [
    x + (corners[number] as Point)[0],
    y + (corners[number] as Point)[1],
  ]);
}
// Returns the corners at which a line of sides ends, or all of its corners if it is a ring.
function freeEndsOf(map: MapPlaces, sides: readonly Side[]): Point[] {
  const all = sides.flatMap(one => endsOf(map, one)),
    least = Math.hypot(...(cornersOf(map)[0] as Point)) / 10,
    free = all.filter(one => all.filter(other => distance(one, other) < least).length === 1);
  return free.length ? free : all;
}
// Returns a side behind the sides of the way that joins it to the nearest end of a line: the line goes on, without a
// branch, unless every way would go back along the line.
export function joinSide(map: MapPlaces, others: readonly Side[], side: Side): Side[] {
  const ends = endsOf(map, side),
    ways = freeEndsOf(map, others).flatMap(from => ends.map(to => ({ from, to, away: distance(from, to) }))),
    isNew = (one: Side) => !isSameSide(one, side) && !others.some(other => isSameSide(one, other)),
    least = Math.hypot(...(cornersOf(map)[0] as Point)) / 10,
    found = ways
      .sort((one, other) => one.away - other.away)
      .map(({ from, to, away }) => ({ away, way: findSides(map, from, to) }))
      .flatMap(({ away, way }) => (way.length || away < least ? [way] : []));
  return [...(found.find(way => way.every(isNew)) ?? found[0]?.filter(isNew) ?? []), side];
}
// A drag along sides, from corner to corner.
export interface SideDrag {
  point: Point; // the last one
  corner: Point; // the last one
  sides: readonly Side[]; // that were passed
  hasLeft: boolean; // it has come to the edge of the map, and ends there
}
// Returns a drag after it has come to a point. Points between those that the browser reports are looked at, too. Sides
// in `taken` are passed without being added.
export function dragAlongSides(map: MapPlaces, drag: SideDrag, point: Point, taken: readonly Side[]): SideDrag {
  const [x, y] = drag.point,
    count = Math.ceil((8 * distance(point, drag.point)) / Math.hypot(...(cornersOf(map)[0] as Point))),
    sides = [...drag.sides];
  let { corner, hasLeft } = drag;
  for (let number = 1; number <= count && !hasLeft; number++) {
    const between: Point = [x + ((point[0] - x) * number) / count, y + ((point[1] - y) * number) / count],
      hex = hexAt(map, between);
    if (hex < 0) continue;
    const next = cornerAt(map, hex, between),
      way = findSides(map, corner, next);
    sides.push(...way.filter(side => ![...taken, ...sides].some(one => isSameSide(one, side))));
    if (way.length || !sides.length) corner = next;
    hasLeft = way.length > 0 && isOuterCorner(map, next);
  }
  return { point, corner, sides, hasLeft };
}
export const isSameSide = (one: Side, other: Side) => one[0] === other[0] && one[1] === other[1];

// Returns the hexes from one hex to another, without the first one, as straight as possible. The way back has the same
// hexes: of two hexes that lie equally well on the line, the one with the lower number is taken.
export function findWay(map: MapPlaces, from: number, to: number): number[] {
  if (from > to) return [to, ...findWay(map, to, from)].reverse().slice(1);
  const way: number[] = [],
    start = centerOf(map, from),
    end = centerOf(map, to),
    least = stepOf(map) / 1000;
  const compare = (one: number, other: number) => (Math.abs(one - other) < least ? 0 : one - other);
  for (let now = from; now !== to && way.length < map.names.length; ) {
    const near = neighborsOf(map, now).filter(
      one => distance(centerOf(map, one), end) < distance(centerOf(map, now), end) - least,
    );
    // of the hexes that lead nearer, the one that lies best on the straight line
    const off = (one: number) => {
      const point = centerOf(map, one);
      return distance(start, point) + distance(point, end);
    };
    const next = near.sort(
      (one, other) =>
        compare(off(one), off(other)) ||
        compare(distance(centerOf(map, one), end), distance(centerOf(map, other), end)) ||
        one - other,
    )[0];
    if (next === undefined) return [];
    way.push(next);
    now = next;
  }
  return way;
}

const STRAIGHT = 0.5; // of a hex: a drag that stays so near to a straight line is meant to be straight
// Returns the points at which a drag bends, with its first and its last point.
function findBends(points: readonly Point[], most: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return [...points];
  const [x, y] = [last[0] - first[0], last[1] - first[1]],
    length = x * x + y * y;
  const away = points.map(([left, top]) => {
    const share = length && Math.min(1, Math.max(0, ((left - first[0]) * x + (top - first[1]) * y) / length));
    return Math.hypot(left - first[0] - share * x, top - first[1] - share * y);
  });
  const farthest = Math.max(...away),
    bend = away.indexOf(farthest);
  return farthest < most
    ? [first, last]
    : [...findBends(points.slice(0, bend + 1), most), ...findBends(points.slice(bend), most).slice(1)];
}
// Returns the hexes of a drag: straight lines between its bends. A way back takes away the hexes that it repeats.
export function findDragWay(map: MapPlaces, points: readonly Point[]) {
  const [first, ...bends] = findBends(points, STRAIGHT * stepOf(map)).map(point => hexAt(map, point)),
    way = first === undefined ? [] : [first];
  for (const bend of bends)
    for (const hex of findWay(map, way.at(-1) as number, bend))
      if (hex === way.at(-2)) way.pop();
      else way.push(hex);
  return way;
}

// --- lists of hexes as text

// Returns the numbers of the hexes that names and blocks such as 0101-0304 mean. Unknown names are left out.
export function readHexes(map: MapPlaces, texts: readonly string[]) {
  const numbers = new Map(map.names.map((name, hex) => [name, hex])),
    covered = new Set<number>();
  for (const text of texts.map(one => one.trim())) {
    const cuts = [...text].flatMap((sign, at) =>
      sign === "-" && numbers.has(text.slice(0, at).trim()) && numbers.has(text.slice(at + 1).trim()) ? [at] : [],
    );
    const ends =
      numbers.has(text) || cuts[0] === undefined
        ? [text, text]
        : [text.slice(0, cuts[0]).trim(), text.slice(cuts[0] + 1).trim()];
    const [first, last] = ends.map(name => numbers.get(name));
    if (first === undefined || last === undefined) continue;
    const [one, other] = [placeOf(map, first), placeOf(map, last)];
    for (let hex = 0; hex < map.names.length; hex++) {
      const place = placeOf(map, hex);
      if (
        [0, 1].every(
          axis =>
            place[axis as 0] >= Math.min(one[axis as 0], other[axis as 0]) &&
            place[axis as 0] <= Math.max(one[axis as 0], other[axis as 0]),
        )
      )
        covered.add(hex);
    }
  }
  return covered;
}

// Returns hexes as names and blocks, sorted and short: runs of a column, joined over columns with the same rows.
export function writeHexes(map: MapPlaces, hexes: Iterable<number>) {
  interface Run {
    columns: [number, number];
    rows: [number, number];
    first: number;
    last: number;
  }
  const sorted = [...hexes].sort(
    (one, other) => placeOf(map, one)[0] - placeOf(map, other)[0] || placeOf(map, one)[1] - placeOf(map, other)[1],
  );
  const runs: Run[] = [];
  for (const hex of sorted) {
    const [column, row] = placeOf(map, hex),
      run = runs.at(-1);
    if (run && run.columns[0] === column && run.rows[1] === row - 1)
      Object.assign(run, { rows: [run.rows[0], row], last: hex });
    else runs.push({ columns: [column, column], rows: [row, row], first: hex, last: hex });
  }
  const blocks: Run[] = [];
  for (const run of runs) {
    const before = blocks.find(
      one => one.columns[1] === run.columns[0] - 1 && one.rows[0] === run.rows[0] && one.rows[1] === run.rows[1],
    );
    if (before) Object.assign(before, { columns: [before.columns[0], run.columns[1]], last: run.last });
    else blocks.push(run);
  }
  return blocks.map(
    ({ first, last }) => (first === last ? map.names[first] : `${map.names[first]}-${map.names[last]}`) as string,
  );
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

// Reads the parts of a path through hexes. Returns null if a hex is not on the map.
export function readRuns(map: MapPlaces, texts: readonly string[]): Run[] | null {
  const exits = new Set(["edge", ...map.sides]),
    runs: Run[] = [];
  for (const text of texts) {
    const parts = text.split(",").map(splitWords),
      lines = parts.some(words => words.length > 1) ? parts : [parts.flat()];
    for (const words of lines) {
      const first = exits.has(words[0] ?? "") ? (words.shift() ?? "") : "",
        last = exits.has(words.at(-1) ?? "") ? (words.pop() ?? "") : "",
        hexes = readWay(map, words);
      if (!hexes) return null;
      if (hexes.length) runs.push({ hexes, first, last });
    }
  }
  return runs;
}
const splitWords = (text: string) => text.replaceAll(">", " > ").split(/\s+/).filter(Boolean);
// Reads hexes with ">" for straight runs.
function readWay(map: MapPlaces, words: readonly string[]) {
  const hexes: number[] = [];
  for (const [at, word] of words.entries()) {
    if (word === ">") continue;
    const hex = map.names.indexOf(word),
      before = hexes.at(-1);
    if (hex < 0) return null;
    hexes.push(...(words[at - 1] === ">" && before !== undefined ? findWay(map, before, hex) : [hex]));
  }
  return hexes;
}
// Returns the parts of a path as one text, or as a list of texts.
export function writeRuns(map: MapPlaces, runs: readonly Run[]) {
  const texts = runs.map(({ hexes, first, last }) => [first, writeRun(map, hexes), last].filter(Boolean).join(" "));
  return texts.length === 1 ? (texts[0] ?? "") : texts;
}

// Reads the sides of hexes. Returns null if a hex or a side is not on the map.
export function readSides(map: MapPlaces, texts: readonly string[]): Side[] | null {
  const sides: Side[] = [];
  for (const words of texts.flatMap(text => text.split(",")).map(splitWords)) {
    const end = words.findIndex((word, at) => at > 0 && map.sides.includes(word)),
      hexes = readWay(map, end < 0 ? words : words.slice(0, end)),
      numbers = end < 0 ? [] : words.slice(end).map(word => map.sides.indexOf(word));
    if (!hexes || numbers.includes(-1)) return null;
    sides.push(...hexes.flatMap(hex => numbers.map(side => sharedSide(map, [hex, side]))));
  }
  return sides;
}
// Returns sides of hexes as text: each hex with its sides.
export function writeSides(map: MapPlaces, sides: readonly Side[]) {
  const byHex = new Map<number, number[]>();
  for (const [hex, side] of sides) byHex.set(hex, [...(byHex.get(hex) ?? []), side]);
  return [...byHex]
    .map(
      ([hex, all]) =>
        `${map.names[hex]} ${all
          .sort((one, other) => one - other)
          .map(side => map.sides[side])
          .join(" ")}`,
    )
    .join(", ");
}
