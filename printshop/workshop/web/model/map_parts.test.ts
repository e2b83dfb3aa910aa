// Changes of terrain, lines and names of a map, and the edits that write them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSquares } from "./example_maps.ts";
import { readHexes, readRuns, readSides, writeHexes, writeRuns, writeSides } from "./hexes.ts";
import {
  addWay,
  eraseLines,
  type Line,
  paintTerrain,
  removeNames,
  type Terrain,
  toggleSide,
  topTerrain,
  writeName,
  writeTerrain,
} from "./map_parts.ts";
import type { Tree } from "../types.ts";

const map = makeSquares(5, 4),
  number = (name: string) => map.names.indexOf(name),
  hexes = (...names: string[]) => new Set(names.map(number)),
  sides = (text: string) => readSides(map, [text]) ?? [];

const makeTerrain = (key: string, color: string, texts: string[], more: Partial<Terrain> = {}): Terrain => ({
  key,
  label: key,
  color,
  picture: "",
  pattern: "",
  letter: "",
  rest: false,
  hexes: readHexes(map, texts),
  ...more,
});
const rest = makeTerrain("sea", "#88aacc", [], { rest: true }),
  wood = makeTerrain("wood", "#226622", ["A1-A2"]),
  rough = makeTerrain("rough", "", ["A2", "B1"]),
  sand = makeTerrain("sand", "#ddcc88", ["C1"]),
  terrain = [rest, wood, rough, sand];
const describe = (painted: readonly Terrain[]) =>
  Object.fromEntries(painted.filter(one => !one.rest).map(one => [one.key, writeHexes(map, one.hexes)]));

test("painted terrain replaces other terrain with a colour, and what lies over it", () => {
  assert.deepEqual(describe(paintTerrain(terrain, hexes("A1", "B1"), "sand")), {
    wood: ["A2"],
    rough: ["A2", "B1"], // it lies below sand, and has no colour
    sand: ["A1-C1"],
  });
  assert.deepEqual(describe(paintTerrain(terrain, hexes("B1"), "wood")), {
    wood: ["A1-A2", "B1"],
    rough: ["A2", "B1"],
    sand: ["C1"],
  });
  // terrain without a colour hides nothing: only a colour above it goes
  assert.deepEqual(describe(paintTerrain(terrain, hexes("A1", "C1"), "rough")), {
    wood: ["A1-A2"],
    rough: ["A1-A2", "B1-C1"],
    sand: [],
  });
});

test("the terrain of all other hexes, and no terrain, remove what is painted", () => {
  for (const key of ["sea", null])
    assert.deepEqual(describe(paintTerrain(terrain, hexes("A1", "A2", "C1"), key)), {
      wood: [],
      rough: ["B1"],
      sand: [],
    });
});

test("terrain that is not changed here stays, and only changed terrain is written", () => {
  const fixed = { ...wood, fixed: "It has an anchor." },
    before = [rest, fixed, rough, sand],
    now = paintTerrain(before, hexes("A1"), "sand");
  assert.deepEqual(
    now.map((one, place) => one === before[place]),
    [true, true, true, false],
  );
  assert.deepEqual(writeTerrain(map, ["maps", "m", "terrain"], before, now), [
    { do: "set", path: ["maps", "m", "terrain", "sand", "hexes"], value: { data: ["A1", "C1"] } },
  ]);
});

test("later terrain lies on top, and the terrain of all other hexes below", () => {
  const keys = ["A1", "A2", "C1", "E4"].map(name => topTerrain(terrain, number(name))?.key);
  assert.deepEqual(keys, ["wood", "rough", "sand", "sea"]);
});

test("a way is added to the end or the beginning of a part, or is a part of its own", () => {
  const runs = readRuns(map, ["edge A1 > A3"]) ?? [],
    add = (...names: string[]) =>
      writeRuns(
        map,
        addWay(runs, names.map(number), hex => (hex === 0 ? "edge" : "")),
      );
  assert.equal(add("A3", "B3"), "edge A1 > A3 B3");
  assert.equal(add("A1", "B1", "C1"), "C1 > A1 > A3");
  assert.deepEqual(add("C1", "C2"), ["edge A1 > A3", "C1 C2"]);
  assert.deepEqual(add("B1", "A1"), ["edge A1 > A3", "B1 A1 edge"]);
});

test("a side is removed, or added without a gap", () => {
  const line = sides("B2 N E");
  assert.equal(
    writeSides(map, toggleSide(map, line, sides("B2 N")[0] as (typeof line)[0])),
    writeSides(map, sides("B2 E")),
  );
  const longer = toggleSide(map, line, sides("B4 E")[0] as (typeof line)[0]);
  assert.deepEqual(new Set(longer.map(String)), new Set(sides("B2 N E, B3 E, B4 E").map(String)));
});

const makeLine = (place: number, run: string, along = "", more: Partial<Line> = {}): Line => ({
  path: ["paths", place],
  kind: "road",
  name: "",
  runs: readRuns(map, run ? [run] : []) ?? [],
  sides: along ? sides(along) : [],
  ...more,
});

test("erased hexes and sides cut lines, from the last line to the first", () => {
  const lines = [
      makeLine(0, "A1 A2"),
      makeLine(1, "A1 > E1"),
      makeLine(2, "A1 A2", "", { fixed: "It has an anchor." }),
      makeLine(3, "", "C3 N E"),
      makeLine(4, "E3 E4"),
    ],
    { left, edits } = eraseLines(map, lines, hexes("A1", "C1"), sides("C3 N"));
  assert.deepEqual(
    left.map(one => [writeRuns(map, one.runs), one.sides.length && writeSides(map, one.sides)]),
    [
      ["D1 E1", 0],
      ["A1 A2", 0],
      [[], writeSides(map, sides("C3 E"))],
      ["E3 E4", 0],
    ],
  );
  assert.deepEqual(
    edits.map(edit => [edit.do, ...edit.path.slice(1)]),
    [
      ["set", 3, "through"],
      ["set", 3, "along"],
      ["set", 1, "through"],
      ["set", 1, "along"],
      ["remove", 0],
    ],
  );
});

test("a name is added, changed and removed, and names of erased hexes go from the last one", () => {
  const label = (at: string, text: string): Tree => ({
      entries: [
        ["at", { text: at }],
        ["text", { text }],
      ],
    }),
    labels = [label("A1", "Ash"), label("B1", "Birch"), label("C1", "Cedar")],
    write = (hex: string, text: string) => writeName(map, ["labels"], labels, number(hex), text);
  assert.deepEqual(write("A1", " Ash "), []);
  assert.deepEqual(write("E4", " "), []);
  assert.deepEqual(write("A1", " Oak "), [{ do: "set", path: ["labels", 0, "text"], value: { text: "Oak" } }]);
  assert.deepEqual(write("B1", ""), [{ do: "remove", path: ["labels", 1] }]);
  assert.deepEqual(write("E4", "Elm"), [
    { do: "insert", path: ["labels"], number: 3, value: { data: { text: "Elm", at: "E4", place: "below" } } },
  ]);
  assert.deepEqual(removeNames(map, ["labels"], labels, hexes("A1", "C1", "D1")), [
    { do: "remove", path: ["labels", 2] },
    { do: "remove", path: ["labels", 0] },
  ]);
});
