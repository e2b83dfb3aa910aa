// Marks of a battle follow the new names of its units.

import assert from "node:assert/strict";
import { test } from "node:test";
import { followNames } from "./renamed_marks.ts";

const NAMES = ["Nike", "Alpha", "Volga"];

test("marks follow a renamed unit and its numbered units", () => {
  const stored = { "Nike (Britain)": 1, "Alpha-1 (Britain)": 2, "Alpha-2 (Britain)": 3, "Volga (China)": 4 },
    ships = ["Nike (Britain)", "Beta-1 (Britain)", "Beta-2 (Britain)", "Volga (China)"];
  assert.deepEqual(followNames(stored, ships, ["Nike", "Beta", "Volga"]), {
    "Nike (Britain)": 1,
    "Beta-1 (Britain)": 2,
    "Beta-2 (Britain)": 3,
    "Volga (China)": 4,
  });
});
test("marks follow the name of a ship, and its removal", () => {
  assert.deepEqual(followNames({ Alpha: 1, Nike: 2 }, ["Ash", "Nike"], NAMES), { Ash: 1, Nike: 2 });
  assert.deepEqual(followNames({ Ash: 1, Nike: 2 }, ["Alpha", "Nike"], NAMES), { Alpha: 1, Nike: 2 });
});
test("a unit in the place of another one, and units of another side, have no marks", () => {
  assert.deepEqual(followNames({ Nike: 1 }, ["Volga"], NAMES), { Nike: 1 });
  assert.deepEqual(followNames({ "Ash (Britain)": 1 }, ["Birch (China)"], NAMES), { "Ash (Britain)": 1 });
  assert.deepEqual(followNames({ Ash: 1 }, ["Birch", "Cedar"], NAMES), { Ash: 1 });
});
