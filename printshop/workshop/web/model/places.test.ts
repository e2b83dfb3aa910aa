// The places of values in the file of a game and in files of one section.

import assert from "node:assert/strict";
import { isEntryOf, isUnder, placeOf } from "./places.ts";

assert.deepEqual(placeOf("game", []), { section: "", entry: undefined, base: [], depth: 0 });
assert.deepEqual(placeOf("game", ["sides"]), { section: "sides", entry: undefined, base: ["sides"], depth: 0 });
assert.deepEqual(placeOf("game", ["sides", "red", "name"]), {
  section: "sides",
  entry: "red",
  base: ["sides"],
  depth: 2,
});
assert.deepEqual(placeOf("maps", []), { section: "maps", entry: undefined, base: [], depth: 0 });
assert.deepEqual(placeOf("maps", ["bay", "labels", 0]), { section: "maps", entry: "bay", base: [], depth: 3 });
assert.ok(isUnder("maps", "game", ["maps"]) && isUnder("maps", "maps", []) && !isUnder("maps", "game", []));
assert.ok(isEntryOf(["sides", "maps"], "game", ["maps", "bay"]) && isEntryOf(["maps"], "maps", ["bay"]));
assert.ok(!isEntryOf(["maps"], "game", ["maps"]) && !isEntryOf(["maps"], "maps", ["bay", "labels"]));
