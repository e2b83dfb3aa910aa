// The dice that a value of a unit may name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readDie, toggleDie } from "./dice.ts";

test("dice are added and left out, the smallest first", () => {
  assert.deepEqual(toggleDie(["d6", "d10"], "d8"), ["d6", "d8", "d10"]);
  assert.deepEqual(toggleDie(["d6", "d10"], "d6"), ["d10"]);
  assert.deepEqual(toggleDie([], "d100"), ["d100"]);
});

test("a die is read from what is typed", () => {
  assert.deepEqual(["6", "d6", " D 20 ", "d100", "d1", "six", "d", "2d6", ""].map(readDie), [
    "d6",
    "d6",
    "d20",
    "d100",
    "",
    "",
    "",
    "",
    "",
  ]);
});
