// Lists of hexes and paths are written as the data has them, and read again as the same hexes.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  areaOf,
  brushAt,
  centerOf,
  cornerAt,
  dragAlongSides,
  findDragWay,
  findSides,
  findWay,
  hexAt,
  isOuterCorner,
  joinSide,
  nextHex,
  type Point,
  readHexes,
  readRuns,
  readSides,
  sharedSide,
  sideAt,
  sideBetween,
  sideUnder,
  writeHexes,
  writeRun,
  writeRuns,
  writeSides,
} from "./hexes.ts";
import { makeHexes, makeSquares } from "./example_maps.ts";

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

test("a way is as short as can be, and the same on the way back", () => {
  const hexes = makeHexes(7, 6);
  for (const [from] of hexes.names.entries())
    for (const [to] of hexes.names.entries()) {
      const way = findWay(hexes, from, to),
        [[x, y], [left, top]] = [centerOf(hexes, from), centerOf(hexes, to)],
        columns = Math.round(Math.abs(x - left) / 15);
      assert.equal(way.length, Math.max(columns, Math.round(Math.abs(y - top) / Math.sqrt(300) + columns / 2)));
      assert.deepEqual([from, ...way], [to, ...findWay(hexes, to, from)].reverse());
    }
});

test("a shaky drag is a straight way, and a drag with bends follows them", () => {
  const hexes = makeHexes(9, 8),
    named = (names: string) => names.split(" ").map(name => hexes.names.indexOf(name));
  // The points of a drag over hexes; each other one is moved aside.
  const drag = (names: string, aside = 0): Point[] =>
    named(names).flatMap((hex, at, all) => {
      const [[x, y], [left, top]] = [centerOf(hexes, hex), centerOf(hexes, all[at + 1] ?? hex)];
      return Array.from({ length: 10 }, (_, step): Point => {
        const share = step / 10;
        return [x + (left - x) * share, y + (top - y) * share + (step % 2 ? aside : 0)];
      });
    });
  const [from = 0, to = 0] = named("0102 0905"),
    straight = [from, ...findWay(hexes, from, to)];
  for (const aside of [0, 6, -6]) assert.deepEqual(findDragWay(hexes, drag("0102 0905", aside)), straight);
  const curve = "0102 0202 0302 0303 0304 0404 0504 0503 0502";
  assert.deepEqual(findDragWay(hexes, drag(curve)), named(curve));
  assert.deepEqual(findDragWay(hexes, drag("0102 0107 0104")), named("0102 0103 0104"));
  assert.deepEqual(findDragWay(hexes, drag("0102")), named("0102"));
});

test("no way of sides lies on the edge of the map", () => {
  const hexes = makeHexes(5, 4),
    hex = hexes.names.indexOf("0301"),
    [x, y] = centerOf(hexes, hex),
    outer = cornerAt(hexes, hex, [x - 5, y - 9]),
    inner = cornerAt(hexes, hex, [x - 5, y + 9]);
  assert.ok(isOuterCorner(hexes, outer) && !isOuterCorner(hexes, inner));
  assert.deepEqual(findSides(hexes, outer, cornerAt(hexes, hex, [x + 5, y - 9])), []);
  assert.equal(findSides(hexes, inner, cornerAt(hexes, hex, [x - 10, y])).length, 1);
  assert.equal(sideAt(hexes, hex, [x, y - 8]), 0);
  assert.notEqual(
    sideAt(hexes, hex, [x, y - 8], ([, side]) => side !== 0),
    0,
  );
});

test("the next hex lies in the direction of the arrow key, and the first one is chosen without a hex", () => {
  const turn = (from: string, right: number, down: number) => map.names[nextHex(map, number(from), [right, down])];
  assert.deepEqual(
    [turn("B2", 1, 0), turn("B2", -1, 0), turn("B2", 0, 1), turn("B2", 0, -1)],
    ["C2", "A2", "B3", "B1"],
  );
  assert.equal(turn("A1", 0, -1), "A1");
  assert.equal(nextHex(map, -1, [1, 0]), 0);
});

test("a point near the middle of a side is on it, and another point on none", () => {
  assert.deepEqual(sideUnder(map, number("B2"), [19, 15]), sharedSide(map, [number("B2"), 1]));
  assert.equal(sideUnder(map, number("B2"), [15, 15]), null);
});

test("a drag along sides passes each side once, and ends at the edge of the map", () => {
  const begin = { point: [10, 10] as Point, corner: [10, 10] as Point, sides: [], hasLeft: false },
    right = dragAlongSides(map, begin, [30, 10], []);
  assert.equal(writeSides(map, right.sides), writeSides(map, readSides(map, ["B1 S, C1 S"]) ?? []));
  assert.deepEqual(right.corner, [30, 10]);
  assert.deepEqual(dragAlongSides(map, right, [10, 10], []).sides, right.sides); // the way back has no new side
  assert.equal(dragAlongSides(map, begin, [30, 10], right.sides).sides.length, 0);
  const edge = dragAlongSides(map, right, [30, 0], []);
  assert.equal(edge.hasLeft, true);
  assert.deepEqual(dragAlongSides(map, edge, [40, 10], []).sides, edge.sides);
});
