// Edits of a file that another program has changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Edit, Tree } from "../types.ts";
import { addToConflict, areStillRight, dropReplaced, isMade } from "./conflicts.ts";

const treeOf = (hull: string, crew: string): Tree => ({
  entries: [
    ["hull", { text: hull }],
    ["crew", { text: crew }],
    ["units", { items: [{ text: "Nike" }] }],
  ],
});
const set = (key: string, text: string | null): Edit[] => [
  { do: "set", path: [key], value: text === null ? null : { text } },
];
const removal: Edit[] = [{ do: "remove", path: ["units", 0] }],
  before = treeOf("1", "2"),
  present = treeOf("1", "9");

test("edits are right if nobody else has changed their values, or if the file has them", () => {
  const areRight = (...edits: Edit[][]) => areStillRight(edits.flat(), before, present, false);
  assert.equal(areRight(set("hull", "5")), true);
  assert.equal(areRight(set("crew", "5")), false);
  assert.equal(areRight(set("hull", "5"), set("crew", "5")), false);
  assert.equal(areRight(set("crew", "9")), true);
  assert.equal(areRight(set("crew", null)), false);
  assert.equal(areRight(), true);
});

test("entries are not arranged twice", () => {
  assert.equal(areStillRight(removal, before, present, false), true);
  assert.equal(areStillRight(removal, before, present, true), false); // two units may have the same name
  assert.equal(areStillRight(set("hull", "5"), before, present, true), true);
});

test("a file has an edit if its value is there, or is gone", () => {
  assert.deepEqual(
    [set("hull", "1"), set("hull", "2"), set("hull", null), set("armour", null), set("armour", ""), removal].map(
      edits => isMade(edits, before),
    ),
    [true, false, false, true, true, false],
  );
  assert.equal(isMade(set("units", null), before), false);
});

test("a file has a value without the spaces round it", () => {
  const edits: Edit[] = [{ do: "set", path: ["crew"], value: { yaml: "fog rolls " } }];
  assert.equal(isMade(edits, treeOf("1", "fog rolls")), true);
  assert.equal(isMade(edits, treeOf("1", "fog")), false);
});

test("a conflict keeps its changes, and its text until there is a newer one", () => {
  const first = addToConflict(null, "changed", set("hull", "5"), "a text"),
    second = addToConflict(first, "changed again", removal);
  assert.deepEqual(second, { message: "changed again", edits: [...set("hull", "5"), ...removal], text: "a text" });
  assert.equal(addToConflict(second, "changed", [], "newer").text, "newer");
});

test("a newer value takes the place of that in the conflict, and the conflict ends with the last one", () => {
  const conflict = { message: "changed", edits: [...set("hull", "5"), ...set("crew", "6"), ...removal] };
  assert.deepEqual(dropReplaced(conflict, set("hull", "7"))?.edits, [...set("crew", "6"), ...removal]);
  assert.deepEqual(dropReplaced(conflict, removal), conflict);
  assert.equal(dropReplaced({ message: "changed", edits: set("hull", "5") }, set("hull", "7")), null);
  assert.notEqual(dropReplaced({ message: "changed", edits: set("hull", "5"), text: "a" }, set("hull", "7")), null);
});
