// The words beside marks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeTrack, groupTracks, isLocation, listTables } from "./record_words.ts";

const row = (label: string, figures: string[] = [], sections: number[] = [], letters: string[] = [], group = 5) => ({
  label,
  figures,
  sections,
  letters,
  group,
});

test("a row of marks has the name, the number of its marks, and the other figures of its record", () => {
  const { label, count, figures, note, sections } = describeTrack(
    { primary: row("Primary", ["4/d10 (×2)", "4", "14–15", "–", "Fill in a circle for each gun that is lost."]) },
    "primary",
    4,
  );
  assert.deepEqual([label, count, figures], ["Primary", "4", ["4/d10 (×2)", "14–15"]]);
  assert.deepEqual(figures.map(isLocation), [false, true]);
  assert.equal(note, "Fill in a circle for each gun that is lost.");
  assert.deepEqual(sections, [[4]]);
  const countOf = (words: string, of: number) => describeTrack({ hull: row(words) }, "hull", of).count;
  assert.deepEqual([countOf("Hull", 5), countOf("Hull", 6), countOf("Hull 3", 3)], ["", "6", "3"]); // five need no number
  assert.equal(describeTrack({ guns: row("Guns", ["6/d6"]) }, "guns", 6).count, "");
  assert.equal(describeTrack({ hull: row("Hull 38") }, "hull", 38).label, "Hull");
  assert.equal(describeTrack({ hull: row("Deck 2") }, "hull", 38).label, "Deck 2");
});

test("marks without words have those of the marks to which they belong, or the name of their track", () => {
  const rows = { "guns.2": row("port, heavy"), "guns.2.reload": row(""), "shield.F": row("") };
  assert.equal(describeTrack(rows, "guns.2.reload", 2).label, "Port, heavy: reload");
  assert.equal(describeTrack(rows, "shield.F", 5).label, "Shield F");
  assert.equal(describeTrack({}, "light_guns", 4).label, "Light guns");
});

test("few marks without words stand in the row of the marks to which they belong", () => {
  const rows = { "guns.1": row("bow"), "guns.1.reload": row(""), "guns.2": row("port"), "guns.2.reload": row("") };
  const sizes = { "guns.1": 2, "guns.1.reload": 2, "guns.2": 3, "guns.2.reload": 2, "shield.F": 2 };
  assert.deepEqual(groupTracks({ ...rows, "shield.F": row("") }, new Map(Object.entries(sizes))), [
    ["guns.1", "guns.1.reload"],
    ["guns.2"],
    ["guns.2.reload"],
    ["shield.F"],
  ]);
});

test("marks stand in the groups and sections of the record; without sections if some of them are crossed out", () => {
  const rows = { hull: row("Hull", [], [7, 5], ["", "Q"]) };
  assert.deepEqual(describeTrack(rows, "hull", 12).sections, [[5, 2], [5]]);
  assert.deepEqual(describeTrack(rows, "hull", 11).sections, [[5, 5, 1]]);
  assert.deepEqual(describeTrack(rows, "hull", 1).letters, ["Q"]); // the first mark is crossed out
  const grouped = { boxes: row("Boxes", [], [], [], 10), ring: row("Shield", [], [], [], 0) };
  assert.deepEqual(describeTrack(grouped, "boxes", 23).sections, [[10, 10, 3]]);
  assert.deepEqual(describeTrack(grouped, "ring", 12).sections, [[12]]); // without groups
});

test("a wide table is divided where a column has only words", () => {
  const numbers = (first: number, count: number) => Array.from({ length: count }, (_, index) => String(first + index));
  const ranges = [
    ["2d6 at range", ...numbers(1, 10), "1d6", "1", "2"],
    ["Laser", ...numbers(3, 10), "damage", "4", "5"],
  ];
  assert.deepEqual(listTables({ rows: {}, tables: [ranges] }), [
    [
      ["2d6 at range", ...numbers(1, 10)],
      ["Laser", ...numbers(3, 10)],
    ],
    [
      ["", "1d6", "1", "2"],
      ["Laser", "damage", "4", "5"],
    ],
  ]);
  const short = [
    ["Sections gone", "none", "1"],
    ["Speed", "8 in", "4 in"],
  ];
  assert.deepEqual(listTables({ rows: {}, tables: [short] }), [short]);
});
