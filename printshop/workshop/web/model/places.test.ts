// The places of values in the file of a game and in files of one section.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isEntryOf, isUnder, placeOf } from "./places.ts";

test("the file of a game has entries under the keys of their sections", () => {
  assert.deepEqual(placeOf("game", []), { section: "", entry: undefined, base: [], depth: 0 });
  assert.deepEqual(placeOf("game", ["sides"]), { section: "sides", entry: undefined, base: ["sides"], depth: 0 });
  assert.deepEqual(placeOf("game", ["sides", "red", "name"]), {
    section: "sides",
    entry: "red",
    base: ["sides"],
    depth: 2,
  });
});
test("a file of one section has its entries at its root", () => {
  assert.deepEqual(placeOf("maps", []), { section: "maps", entry: undefined, base: [], depth: 0 });
  assert.deepEqual(placeOf("maps", ["bay", "labels", 0]), { section: "maps", entry: "bay", base: [], depth: 3 });
});
test("a value is under its section, and an entry is one step below it", () => {
  assert.ok(isUnder("maps", "game", ["maps"]) && isUnder("maps", "maps", []) && !isUnder("maps", "game", []));
  assert.ok(isEntryOf(["sides", "maps"], "game", ["maps", "bay"]) && isEntryOf(["maps"], "maps", ["bay"]));
  assert.ok(!isEntryOf(["maps"], "game", ["maps"]) && !isEntryOf(["maps"], "maps", ["bay", "labels"]));
});
