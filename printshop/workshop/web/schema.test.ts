// Hints for values by a schema, and the edit that removes the last entry of a list.

import assert from "node:assert/strict";
import { plainProblem } from "./key_words.ts";
import { hintOf, removalOf, type Schema, shapeOf, usualValue } from "./schema.ts";
import type { Tree } from "./types.ts";

const text = (words: string): Tree => ({ text: words }),
  root: Schema = {
    type: "object",
    required: ["units"],
    properties: {
      units: { type: "array", items: { type: "string" } },
      setup: { type: "array", items: { type: "string" } },
      victory: { type: "object", properties: { score: { type: "array", items: { type: "string" } } } },
    },
  };
const tree = (setup: Tree[], units: Tree[]): Tree => ({
  entries: [
    ["setup", { items: setup }],
    ["units", { items: units }],
    ["victory", { entries: [["score", { items: [text("1")] }]] }],
  ],
});

const one = tree([text("a")], [text("Nike")]),
  two = tree([text("a"), text("b")], [text("Nike")]);
assert.deepEqual(removalOf(root, two, ["setup", 0]), { do: "remove", path: ["setup", 0] });
assert.deepEqual(removalOf(root, one, ["setup", 0]), { do: "remove", path: ["setup"] }); // an empty list is not left
assert.deepEqual(removalOf(root, one, ["units", 0]), { do: "remove", path: ["units", 0] }); // the schema requires the key
assert.deepEqual(removalOf(root, one, ["victory", "score", 0]), { do: "remove", path: ["victory", "score"] });

assert.equal(hintOf("The kind: flat, or tent. More.", "Kind"), "The kind: flat, or tent.");
assert.equal(hintOf("The title of the counters: see below.", "Picture"), "The title of the counters.");
assert.equal(hintOf("The sides, each under its key. A game can have no sides.", "Sides"), "");

const usualOf = (description: string, choices?: string[]) =>
  usualValue(shapeOf({}, { type: "string", description, ...(choices ? { enum: choices } : {}) }));
assert.equal(usualOf("The shape: square (the default: any rectangle), round or drawn.", ["round", "square"]), "square");
assert.equal(
  usualOf("The view: from above (the default) or from the side.", ["from above", "from the side"]),
  "from above",
);
assert.equal(usualOf("The value that is the cost of a unit (default: points)."), "points");
assert.equal(usualOf("Whether the words may take several lines (false)."), "false");
assert.equal(usualOf("A list, or a range of numbers (0-10)."), "");

assert.equal(plainProblem("unknown key 'bad' of Foo", "bad", "Bad"), "unknown key 'bad' of Foo");
assert.equal(plainProblem("unknown key 'bad_key' of Foo", "bad_key", "Bad key"), "unknown key 'bad_key' of Foo");
assert.equal(
  plainProblem("'light_guns' must be a whole number", "light_guns", "Light guns"),
  "Light guns must be a whole number",
);
