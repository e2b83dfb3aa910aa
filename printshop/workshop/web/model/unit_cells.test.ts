// Units as a table: columns, texts and values of cells, cells of spreadsheets, pasted cells, keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tree } from "../types.ts";
import { type Schema, shapeOf } from "./schema.ts";
import {
  type CellColumn,
  type CellRange,
  findFreeUnitName,
  formatCells,
  itemShape,
  listCellColumns,
  moveFocus,
  parseCells,
  planPaste,
  readCell,
  summarizeTree,
  textAfter,
  textOfCell,
} from "./unit_cells.ts";

const amount: Schema = { type: "integer", minimum: 0, maximum: 9, description: "A number of things." },
  root: Schema = {
    type: "array",
    items: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: ["string", "number"] },
        side: { enum: ["docks", "customs"], "x-kind": "side" },
        short: { type: ["string", "number"], "x-label": "Short name" },
        sisters: { type: ["array", "string", "number"], items: { type: ["string", "number"] } },
        planks: { title: "planks", type: ["integer"], minimum: 1, maximum: 20 },
        crew: { title: "crew", type: ["number"], minimum: 0 },
        stores: { title: "stores", type: "object", properties: { coal: amount, rope: amount } },
        crews: { title: "crews", type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      },
    },
  };
const text = (words: string): Tree => ({ text: words }),
  unit = (...entries: [string, Tree][]): Tree => ({ entries }),
  rulesOf = (key: string, choices: [string, string][] | null = null, tree?: Tree) => {
    const shape = shapeOf(root, root.items?.properties?.[key], tree);
    return { shape, item: itemShape(root, shape, tree), choices };
  };

test("columns: name, side, the values of the game, amounts by themselves, and the other values of a unit", () => {
  const tree: Tree = { items: [unit(["name", text("Rat")]), unit(["name", text("Cat")], ["short", text("C")])] };
  assert.deepEqual(
    listCellColumns(root, tree, []).map(({ label }) => label),
    ["Name", "Side", "Planks", "Crew", "Coal", "Rope", "Crews", "Short name"],
  );
  assert.deepEqual(listCellColumns(root, tree, [])[4]?.path, ["stores", "coal"]);
});

test("the text of a cell: a list of words is one text, a block none", () => {
  const words: Tree = { items: [text("a"), text("b")] };
  assert.equal(textOfCell(words), "a, b");
  assert.equal(textOfCell(undefined), "");
  assert.equal(textOfCell(unit(["name", text("a")])), null);
  assert.equal(summarizeTree({ items: [unit(["name", text("a")])] }), "Name a");
  assert.notEqual(itemShape(root, rulesOf("sisters").shape, words), null);
  assert.equal(itemShape(root, rulesOf("sisters").shape, { items: [text("a, b")] }), null); // one word with a comma
  assert.equal(itemShape(root, rulesOf("crews").shape, undefined), null);
});

test("a typed text becomes a value: a choice by its key or its words, a number, a list", () => {
  const sides: [string, string][] = [
    ["docks", "The Docks"],
    ["customs", "Her Customs"],
  ];
  assert.equal(textAfter(rulesOf("side", sides), "the docks "), "docks");
  assert.equal(textAfter(rulesOf("side", sides), "CUSTOMS"), "customs");
  assert.equal(textAfter(rulesOf("side", sides), "pirates"), "pirates"); // printshop reports it
  assert.deepEqual(readCell(rulesOf("planks"), " 12 "), { yaml: "12" });
  assert.deepEqual(readCell(rulesOf("planks"), "99"), { yaml: "99" }); // kept, and reported at its cell
  assert.deepEqual(readCell(rulesOf("crew"), "2,5"), { yaml: "2.5" });
  assert.deepEqual(readCell(rulesOf("sisters"), "Rat, Cat ,"), { data: ["Rat", "Cat"] });
  assert.deepEqual(readCell(rulesOf("short"), "yes\nno"), { text: "yes\nno" });
  assert.equal(readCell(rulesOf("planks"), "  "), null);
});

test("cells of a spreadsheet are read and written with tabs, lines and quotes", () => {
  assert.deepEqual(parseCells("a\tb\r\n1\t\r\n"), [
    ["a", "b"],
    ["1", ""],
  ]);
  assert.deepEqual(parseCells('"two\nlines"\t"say ""no"""\n5" gun'), [["two\nlines", 'say "no"'], ['5" gun']]);
  assert.deepEqual(parseCells("\n"), [[""]]);
  for (const rows of [
    [
      ["a", "b\tc"],
      ["", '"'],
    ],
    [['6"']],
    [
      ["one\ntwo", ""],
      ["x", "y"],
    ],
  ])
    assert.deepEqual(parseCells(formatCells(rows)), rows);
});

const COLUMNS: CellColumn[] = ["Name", "Side", "Planks", "Steam"].map(label => ({
    path: [label.toLowerCase()],
    label,
  })),
  NAMES = ["Rat", "Cat"],
  at = (row: number, column: number, toRow = row, toColumn = column): CellRange => ({
    from: { row: toRow, column: toColumn },
    to: { row, column },
  });
const plan = (pasted: string[][], range: CellRange) => {
  const { texts, added, lost } = planPaste(pasted, range, COLUMNS, NAMES);
  return [texts.map(({ row, column, text: words }) => `${row}.${column}=${words}`).join(" "), added, lost];
};

test("pasted cells begin at the first chosen cell; rows below the last unit are new units", () => {
  assert.deepEqual(plan([["1", "2"]], at(0, 2)), ["0.2=1 0.3=2", 0, 0]);
  assert.deepEqual(plan([["7"], ["8"], ["9"]], at(1, 2)), ["1.2=7 2.2=8 3.2=9", 2, 0]);
  assert.deepEqual(plan([["1", "2", "3"]], at(0, 2)), ["0.2=1 0.3=2", 0, 1]); // there is no column for the last one
});

test("pasted cells fill the chosen cells if these have room for them several times", () => {
  assert.deepEqual(plan([["5"]], at(0, 2, 1, 3)), ["0.2=5 0.3=5 1.2=5 1.3=5", 0, 0]);
  assert.deepEqual(plan([["5", "6"]], at(0, 2, 1, 2)), ["0.2=5 0.3=6 1.2=5 1.3=6", 0, 0]);
});

test("a row of headings chooses the columns, and the name chooses the unit", () => {
  const pasted = [
    ["steam", "Name", "Planks"],
    ["4", "cat", "9"],
    ["", "", ""],
    ["2", "Dog", "3"],
  ];
  assert.deepEqual(plan(pasted, at(0, 0)), ["1.3=4 1.2=9 2.3=2 2.0=Dog 2.2=3", 1, 0]);
  assert.deepEqual(
    plan(
      [
        ["Planks", "Crew", "Steam"],
        ["1", "x", "2"],
      ],
      at(1, 0),
    ),
    ["1.2=1 1.3=2", 0, 1],
  );
});

test("keys lead from cell to cell; Tab goes on in the next row and leaves behind the last cell", () => {
  const move = (key: string, row: number, column: number, more = {}) => {
    const cell = moveFocus({ row, column }, { key, ...more }, 3, 4);
    return cell && [cell.row, cell.column];
  };
  assert.deepEqual(move("ArrowDown", 2, 1), [2, 1]);
  assert.deepEqual(move("ArrowRight", 0, 1, { ctrlKey: true }), [0, 3]);
  assert.deepEqual(move("Home", 2, 3), [2, 0]);
  assert.deepEqual(move("End", 0, 0, { ctrlKey: true }), [2, 3]);
  assert.deepEqual(move("Tab", 0, 3), [1, 0]);
  assert.deepEqual(move("Tab", 1, 0, { shiftKey: true }), [0, 3]);
  assert.equal(move("Tab", 2, 3), null);
  assert.equal(move("Tab", 0, 0, { shiftKey: true }), null);
  assert.equal(move("a", 0, 0), null);
});

test("a new unit has a name that no unit has", () => {
  assert.equal(findFreeUnitName(["Rat"], "tug"), "New tug");
  assert.equal(findFreeUnitName(["new tug", "New tug 2"], "tug"), "New tug 3");
});
