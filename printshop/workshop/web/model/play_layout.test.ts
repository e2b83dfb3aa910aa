// The layout of a table: columns, marks that are turned, and diagrams of sides.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlaySheet, SheetMark } from "../types.ts";
import {
  changeColumns,
  countRecordColumns,
  FINGER_SIZES,
  findDiagram,
  findTurns,
  fitToDrawing,
  leastWidth,
  fillColumns,
  placeTurned,
  POINTER_SIZES,
  SMALLEST_SIZES,
} from "./play_layout.ts";

const mark = (track: string, at: number[], number = 1, of = 1, kind = "box") =>
  ({ unit: "Nike", track, kind, number, of, at }) as SheetMark;
const sheet = (marks: SheetMark[], width = 500, height = 250): PlaySheet => ({
  svg: "",
  width,
  height,
  units: ["Nike"],
  marks,
  spaces: [],
});
const row = (label: string) => ({ label, figures: [], sections: [], group: 5, letters: [] });

test("a second column begins only where no mark falls below the least size", () => {
  const marks = [sheet([mark("hull", [0, 0, 2, 4]), mark("nets", [0, 0, 1.6, 3])])],
    least = leastWidth(marks, FINGER_SIZES);
  assert.equal(least, 1250); // 20 px are 1.6 % of it
  assert.equal(countRecordColumns(2 * least + 15, least, 16), 1);
  assert.equal(countRecordColumns(2 * least + 16, least, 16), 2);
  assert.equal(countRecordColumns(300, least, 16), 1);
  assert.equal(leastWidth([sheet([])], FINGER_SIZES), 670); // words alone
  const record = [sheet([mark("hull", [0, 0, 1.6, 6])], 552, 137)], // of Iron Stars
    play = (window: number) => window - 172; // pixels beside the index
  assert.equal(countRecordColumns(play(1440), leastWidth(record, POINTER_SIZES), 16), 1);
  assert.equal(countRecordColumns(play(1500), leastWidth(record, POINTER_SIZES), 16), 2);
  assert.equal(countRecordColumns(play(1440), leastWidth(record, SMALLEST_SIZES), 16), 3);
});

test("smaller and larger records change the columns between one and those that fit", () => {
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map(steps => changeColumns(2, 3, steps)),
    [1, 1, 2, 3, 3],
  );
  assert.equal(changeColumns(1, 0, 1), 1);
});

test("cards stand in rows, in the order of the units", () => {
  assert.deepEqual(fillColumns(5, 2), [
    [0, 2, 4],
    [1, 3],
  ]);
  assert.deepEqual(fillColumns(2, 1), [[0, 1]]);
});

test("boxes that run along a slope are turned, and a single box has the turn of its side", () => {
  const step = [1, Math.sqrt(3)]; // points: 60 degrees
  const slope = [0, 1].map(number =>
    mark(
      "shield.FR",
      [20 + (10 * number * (step[0] ?? 0)) / 5, 20 + (10 * number * (step[1] ?? 0)) / 2.5, 2, 4],
      number + 1,
      2,
    ),
  );
  const turns = findTurns(
    sheet([
      ...slope,
      mark("armour.FR", [10, 10, 2, 4]),
      mark("hull", [40, 10, 2, 4], 1, 3),
      mark("hull", [44, 10, 2, 4], 2, 3),
      mark("hull", [40, 20, 2, 4], 3, 3),
    ]),
  );
  assert.deepEqual([...turns.keys()], ["Nike/shield.FR", "Nike/armour.FR"]);
  assert.equal(Math.round(turns.get("Nike/armour.FR") ?? 0), 60);
  const [left = 0, , width = 0] = placeTurned([10, 10, 2, 4], 45);
  assert.deepEqual([left.toFixed(3), width.toFixed(3)], ["10.293", "1.414"]); // the middle stays
});

test("tracks without words are a diagram if they are sides of one value", () => {
  const sides = ["F", "R", "B", "L"].map((side, number) => mark(`shield.${side}`, [10 + 5 * number, 40, 2, 4])),
    rows = { hull: row("Hull"), "shield.F": row("") };
  const diagram = findDiagram(rows, sheet([mark("hull", [80, 40, 2, 4]), ...sides]), "Nike");
  assert.deepEqual(diagram?.tracks, ["shield.F", "shield.R", "shield.B", "shield.L"]);
  assert.deepEqual(diagram?.crop.map(Math.round), [7, 34, 23, 16]); // 15 points around
  assert.equal(findDiagram(rows, sheet(sides.slice(0, 3)), "Nike"), null);
  assert.equal(
    findDiagram(Object.fromEntries(sides.map(({ track }) => [track, row(track)])), sheet(sides), "Nike"),
    null,
  );
});

test("marks have their places on the drawing, which is smaller than its page", () => {
  const page = {
      ...sheet([mark("hull", [50, 40, 2, 4])], 200, 100),
      svg: '<svg height="1mm" viewBox="0 0 63.5 31.75">',
    }, // 180 x 90 points
    { width, height, marks } = fitToDrawing(page);
  assert.deepEqual([Math.round(width), Math.round(height)], [180, 90]);
  assert.deepEqual(
    marks[0]?.at.map(value => Math.round(90 * value)),
    [50, 40, 2, 4].map(value => 100 * value),
  );
  assert.equal(fitToDrawing(sheet([])).width, 500);
});
