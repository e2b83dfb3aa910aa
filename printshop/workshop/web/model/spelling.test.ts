// Words with wrong letters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countDifferences, isMeant } from "./spelling.ts";

for (const [one, other, count] of [
  ["nigth", "night", 1], // swapped
  ["raid", "rad", 1],
  ["raid", "raids", 1],
  ["nike", "hike", 1],
  ["calibrate", "calibarte", 1],
  ["kitten", "sitting", 3],
  ["", "abc", 3],
] as const)
  test(`${one} and ${other} differ by ${count}`, () => {
    assert.equal(countDifferences(one, other), count);
    assert.equal(countDifferences(other, one), count);
  });
test("a word is meant with one wrong letter, a long one with two, and a beginning of it, too", () => {
  for (const [typed, word] of [
    ["nigth", "night"],
    ["calbirtae", "calibrate"],
    ["gaunlte", "gauntlet"],
    ["dreadnougth", "dreadnoughts"],
  ] as const)
    assert.ok(isMeant(typed, word), `${typed} ${word}`);
  for (const [typed, word] of [
    ["hul", "hill"], // too short
    ["night", "knives"],
    ["golem", "alpha"],
  ] as const)
    assert.ok(!isMeant(typed, word), `${typed} ${word}`);
});
