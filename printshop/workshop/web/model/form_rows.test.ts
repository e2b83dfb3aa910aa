// The rows of a record sheet, and the places for dragged rows and cells, on plain data.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sortRow } from "./form_edits.ts";
import { dropCell, dropRow, listRows, measureGaps, placeEmptyRows } from "./form_rows.ts";
import type { Plain } from "./tree.ts";
import type { Tree, ValuePath } from "../types.ts";

const treeOf = (data: Plain): Tree =>
  Array.isArray(data)
    ? { items: data.map(treeOf) }
    : data && typeof data === "object"
      ? { entries: Object.entries(data).map(([key, value]) => [key, treeOf(value)]) }
      : { text: String(data ?? ""), plain: typeof data !== "string" };
// Three columns; a list that is empty for the unit; a box with two rows; a space; notes.
const TREE = treeOf({
    columns: [3, 1, 2],
    rows: [
      { cells: [{ text: "Name" }, { text: "Points" }, { picture: "unit" }] },
      { list: "equipment" },
      { columns: 2, cells: [{ text: "Left" }, { rows: [{ text: "Upper" }, { text: "Lower" }] }] },
      { height: "4 mm" },
      { text: "Notes" },
    ],
  }),
  BOX: ValuePath = ["rows", 2, "cells", 1],
  DRAWN = [
    { path: ["rows", 0, "cells", 0], place: [0, 0, 50, 10] },
    { path: ["rows", 0, "cells", 1], place: [50, 0, 20, 10] },
    { path: ["rows", 0, "cells", 2], place: [70, 0, 30, 10] },
    { path: ["rows", 2, "cells", 0], place: [0, 20, 50, 40] },
    { path: [...BOX, "rows", 0], place: [50, 20, 50, 20] },
    { path: [...BOX, "rows", 1], place: [50, 40, 50, 20] },
    { path: ["rows", 4], place: [0, 70, 100, 20] },
  ];

test("all rows of the file are listed, and those without a drawing are empty", () => {
  const rows = listRows(TREE, [], DRAWN, ["height", "cells", "columns"]);
  assert.deepEqual(
    rows.map(row => [row.path.join(" "), row.isEmpty, row.cells.map(one => one.depth).join("")]),
    [
      ["rows 0", false, "000"],
      ["rows 1", true, "0"],
      ["rows 2", false, "0011"],
      ["rows 3", false, "0"],
      ["rows 4", false, "0"],
    ],
  );
  assert.deepEqual(
    placeEmptyRows(rows, DRAWN).map(({ rows, top }) => [rows.map(row => row.path.at(-1)), top]),
    [[[1], 10]],
  );
  assert.ok(listRows(TREE, [], [], []).every(row => !row.isEmpty)); // nothing is drawn: nothing is known
});

test("a row is dropped between rows, also beside one that is not drawn", () => {
  const drop = dropRow(TREE, DRAWN, ["rows", 4], 12);
  assert.deepEqual(drop?.line, [0, 15, 100, 0]);
  assert.deepEqual(drop.change, { edits: [{ do: "move", path: ["rows", 4], to: 1 }], chosen: ["rows", 1] });
  assert.deepEqual(dropRow(TREE, DRAWN, ["rows", 0, "cells", 1], 99)?.change, {
    edits: [{ do: "move", path: ["rows", 0], to: 4 }],
    chosen: ["rows", 4, "cells", 1],
  });
  assert.equal(dropRow(TREE, DRAWN, ["rows", 4], 99)?.change, null);
  assert.deepEqual(dropRow(TREE, DRAWN, [...BOX, "rows", 1], 22)?.change?.edits, [
    { do: "move", path: [...BOX, "rows", 1], to: 0 },
  ]);
});

test("a cell is dropped between the cells of its row or of another one", () => {
  const [name, points] = [DRAWN[0]?.path, DRAWN[1]?.path] as [ValuePath, ValuePath];
  const within = dropCell(TREE, DRAWN, points, [10, 5]);
  assert.deepEqual(within?.line, [0, 0, 0, 10]);
  assert.deepEqual(within.change?.edits[0], { do: "move", path: points, to: 0 });
  assert.equal(dropCell(TREE, DRAWN, name, [40, 5])?.change, null);
  const other = dropCell(TREE, DRAWN, points, [40, 30])?.change;
  assert.deepEqual(other?.edits, [
    { do: "insert", path: ["rows", 2, "cells"], number: 1, value: { data: { text: "Points" } } },
    { do: "set", path: ["rows", 2, "columns"], value: { data: 3 } },
    { do: "remove", path: points },
    { do: "set", path: ["rows", 0, "columns"], value: { data: [3, 2] } },
  ]);
  assert.deepEqual(other.chosen, ["rows", 2, "cells", 1]);
  assert.equal(dropCell(TREE, DRAWN, points, [40, 95]), null); // no row of cells is there
  assert.equal(dropCell(TREE, DRAWN, ["rows", 4], [10, 5]), null); // it moves as a row
});

test("the chosen cell stays chosen when rows of the list change their places", () => {
  const chosenAfter = (from: number, to: number, chosen: ValuePath | null) =>
    sortRow(["rows", from], to, chosen).chosen?.join(" ") ?? null;
  assert.equal(chosenAfter(2, 0, [...BOX, "rows", 1]), "rows 0 cells 1 rows 1");
  assert.equal(chosenAfter(0, 3, ["rows", 2]), "rows 1");
  assert.equal(chosenAfter(4, 1, ["rows", 2]), "rows 3");
  assert.equal(chosenAfter(4, 3, ["rows", 0, "cells", 1]), "rows 0 cells 1");
  assert.equal(chosenAfter(4, 3, null), null);
});

test("touches in a gap belong to the nearer cell, and at an edge to the only one", () => {
  const places = [
    [0, 2, 50, 10],
    [0, 16, 100, 4],
    [50, 2, 50, 8],
    [0, 26, 100, 40],
  ];
  assert.deepEqual(measureGaps(places, 0), { above: 2, below: 2, heightAbove: 0, heightBelow: 4 });
  assert.deepEqual(measureGaps(places, 1), { above: 2, below: 3, heightAbove: 10, heightBelow: 40 });
  assert.deepEqual(measureGaps(places, 2), { above: 2, below: 3, heightAbove: 0, heightBelow: 4 });
  assert.deepEqual(measureGaps(places, 3), { above: 3, below: 34, heightAbove: 4, heightBelow: 0 });
});
