// Lists of hexes and paths are written as the data has them, and read again as the same hexes.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  areaOf,
  brushAt,
  cornerAt,
  findSides,
  findWay,
  hexAt,
  joinSide,
  readHexes,
  readRuns,
  readSides,
  sharedSide,
  sideAt,
  sideBetween,
  writeHexes,
  writeRun,
  writeRuns,
  writeSides,
} from "./hexes.ts";
import type { MapPlaces } from "./types.ts";

// A map of squares with the names A1, A2 ...
function makeSquares(columns: number, rows: number): MapPlaces {
  const cells = Array.from(
    { length: columns * rows },
    (_, number) => [Math.floor(number / rows), number % rows] as const,
  );
  return {
    shape: "square",
    names: cells.map(([column, row]) => `${String.fromCharCode(65 + column)}${row + 1}`),
    places: cells.flatMap(([column, row]) => [column + 1, row + 1]),
    centers: cells.flatMap(([column, row]) => [(100 * (column + 0.5)) / columns, (100 * (row + 0.5)) / rows]),
    size: [100 / columns, 100 / rows],
    page: [columns * 10, rows * 10],
    sides: ["N", "E", "S", "W"],
    kinds: [],
  };
}
const map = makeSquares(5, 4),
  number = (name: string) => map.names.indexOf(name);

test("hexes are written as short blocks", () => {
  for (const texts of [["A1"], ["A1-A3"], ["A1-C2", "E4"], ["B2-B3", "C4-D4"]]) {
    const hexes = readHexes(map, texts);
    assert.deepEqual(writeHexes(map, hexes), texts);
    assert.deepEqual(readHexes(map, writeHexes(map, hexes)), hexes);
  }
  assert.deepEqual(writeHexes(map, readHexes(map, ["E4", "B1", "A1", "A2", "B2"])), ["A1-B2", "E4"]);
  assert.equal(readHexes(map, ["Z9", "A1-Z9"]).size, 0);
});

test("a name with the separator - is no block", () => {
  const dashed = { ...map, names: map.names.map(name => `${name[0]}-${name[1]}`) };
  assert.deepEqual(writeHexes(dashed, readHexes(dashed, ["A-1", "B-1-B-3"])), ["A-1", "B-1-B-3"]);
});

test("a path runs from neighbour to neighbour", () => {
  assert.deepEqual(
    findWay(map, number("A1"), number("A4")).map(hex => map.names[hex]),
    ["A2", "A3", "A4"],
  );
  const way = [number("A1"), ...findWay(map, number("A1"), number("C3")), number("D3")];
  assert.equal(writeRun(map, way), "A1 > C3 D3");
  assert.equal(writeRun(map, [number("A1"), number("A2")]), "A1 A2");
});

test("points have a hex and a nearest side", () => {
  assert.equal(map.names[hexAt(map, [15, 12])], "B2");
  assert.equal(hexAt(map, [900, 12]), -1);
  assert.equal(map.sides[sideAt(map, number("B2"), [19, 15])], "E");
  assert.equal(
    writeSides(map, [
      [number("B2"), 1],
      [number("A1"), 2],
      [number("B2"), 0],
    ]),
    "B2 N E, A1 S",
  );
});

test("a path is read and written as the data has it", () => {
  for (const text of ["A1 A2", "edge A1 > A4 edge", "N B2 > D2 D3"])
    assert.equal(writeRuns(map, readRuns(map, [text]) ?? []), text);
  assert.deepEqual(writeRuns(map, readRuns(map, ["A1 A2, C1 C2"]) ?? []), ["A1 A2", "C1 C2"]);
  assert.deepEqual(readRuns(map, ["A1, A2"])?.length, 1);
  assert.equal(readRuns(map, ["A1 Z9"]), null);
});

test("two squares share a side", () => {
  assert.deepEqual(sharedSide(map, [number("B2"), 3]), [number("A2"), 1]);
  assert.deepEqual(readSides(map, ["B2 W, A1 > A3 E"])?.length, 4);
  assert.equal(writeSides(map, readSides(map, ["B2 E N"]) ?? []), "B2 E, B1 S");
  assert.equal(readSides(map, ["B2 X"]), null);
  assert.deepEqual(cornerAt(map, number("B2"), [19, 18]), [20, 20]);
  assert.equal(writeSides(map, [sideBetween(map, [10, 20], [20, 20]) ?? [0, 0]]), "B2 S");
  assert.equal(sideBetween(map, [10, 10], [20, 20]), null);
});

test("a fast drag leaves no gap between two corners", () => {
  const [one, other] = findSides(map, [10, 10], [20, 20]).map(side => writeSides(map, [side]));
  assert.ok(
    [
      ["B1 S", "B2 E"],
      ["A2 E", "B2 S"],
    ].some(way => way[0] === one && way[1] === other),
    `${one}, ${other}`,
  );
  for (const to of [
    [20, 20],
    [20, 10],
    [10, 20],
  ] as [number, number][]) {
    const sides = findSides(map, [10, 10], to);
    assert.equal(sides.length, (to[0] - 10 + to[1] - 10) / 10);
  }
  assert.deepEqual(findSides(map, [10, 10], [10, 10]), []);
});

test("a distant side is joined to the nearest side", () => {
  const [first = [0, 0]] = readSides(map, ["A1 E"]) ?? [],
    [last = [0, 0]] = readSides(map, ["A4 E"]) ?? [];
  assert.equal(writeSides(map, joinSide(map, [first], last)), "A2 E, A3 E, A4 E");
  assert.equal(writeSides(map, joinSide(map, [first], [number("A2"), 1])), "A2 E");
  assert.deepEqual(joinSide(map, [], first), [first]);
  // the line goes on from its end, not from the corner in its middle that is nearer
  const line = readSides(map, ["A1 E", "A2 E", "A3 E"]) ?? [];
  assert.equal(writeSides(map, joinSide(map, line, [number("C3"), 3])), "B3 S, C3 W");
});

test("a brush paints a hex with those round it, and an area ends at other terrain", () => {
  assert.deepEqual(
    brushAt(map, number("B2"), 4)
      .map(hex => map.names[hex])
      .sort(),
    ["B2", "B3", "C2", "C3"],
  );
  assert.equal(brushAt(map, number("B2"), 9).length, 9);
  assert.equal(areaOf(map, 0, hex => map.names[hex]?.[0] !== "C").size, 8);
});
