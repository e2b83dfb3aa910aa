// Hints, defaults and kinds of values by a schema, and the edit that removes the last entry of a list.

import assert from "node:assert/strict";
import { test } from "node:test";
import { plainProblem } from "./key_words.ts";
import {
  choiceWords,
  hintOf,
  isColour,
  isLength,
  keyboardOf,
  kindOf,
  removalOf,
  type Schema,
  schemaBelow,
  shapeOf,
} from "./schema.ts";
import type { Tree } from "../types.ts";

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
test("the last value of a list or block is removed with its key, unless the schema requires the key", () => {
  assert.deepEqual(removalOf(root, two, ["setup", 0]), { do: "remove", path: ["setup", 0] });
  assert.deepEqual(removalOf(root, one, ["setup", 0]), { do: "remove", path: ["setup"] }); // an empty list is not left
  assert.deepEqual(removalOf(root, one, ["units", 0]), { do: "remove", path: ["units", 0] }); // the schema requires the key
  assert.deepEqual(removalOf(root, one, ["victory", "score", 0]), { do: "remove", path: ["victory", "score"] });
});

test("a hint is the first sentence of a description, and nothing if it repeats the label", () => {
  assert.equal(hintOf("The kind: flat, or tent. More.", "Kind"), "The kind: flat, or tent.");
  assert.equal(hintOf("The title of the counters: see below.", "Picture"), "The title of the counters.");
  assert.equal(hintOf("The sides, each under its key. A game can have no sides.", "Sides"), "");
});

const shapeOfValue = (schema: Schema) => shapeOf({}, schema);
test("the usual value of a missing key is the default of its schema", () => {
  assert.equal(shapeOfValue({ type: "integer", default: 3 }).usual, "3");
  assert.equal(shapeOfValue({ type: ["boolean", "string"], default: false }).usual, "false");
});
test("of a key that several kinds of a block have, the default is that of the described one", () => {
  assert.equal(
    shapeOfValue({ anyOf: [{ description: "A name." }, { description: "A number.", default: 5 }] }).usual,
    "",
  );
});
test("of a key that the kinds of a block declare in other ways, the default is that of the present kind", () => {
  const shapes: Schema = {
      anyOf: [
        { default: "box", "x-of": ["around"] },
        { default: "circle", "x-of": ["pips", "text"] },
      ],
    },
    block: Schema = { properties: { shape: shapes } },
    usualIn = (...keys: string[]) => {
      const tree: Tree = { entries: keys.map(key => [key, text("")]) };
      return shapeOf({}, schemaBelow({}, block, tree, "shape")).usual;
    };
  assert.equal(usualIn("around"), "box");
  assert.equal(usualIn("pips"), "circle");
  assert.equal(usualIn("text", "around"), "box"); // words beside the element
  assert.equal(usualIn("text"), "circle");
});
test("a value that may be a word is no colour, and one that may be a number is no length", () => {
  const colour: Schema = { type: "string", "x-kind": "colour" };
  assert.ok(isColour(shapeOfValue({ description: "The ground.", anyOf: [colour, { type: "number" }] })));
  assert.ok(!isColour(shapeOfValue({ anyOf: [{ const: "own" }, colour] })));
  assert.ok(isLength(shapeOfValue({ type: "string", "x-kind": "length" })));
  assert.ok(
    !isLength(shapeOfValue({ anyOf: [{ type: ["string", "number"] }, { type: "string", "x-kind": "length" }] })),
  );
});
test("the parts of guns are those of the schema", () => {
  const guns = { dice: ["d6"], lowest_damage: 1, highest_damage: 3, short: false, traits: { slow: "Fires last" } };
  assert.deepEqual(shapeOfValue({ type: "string", "x-kind": guns }).battery, guns);
});

const labels = [["light_guns", "Light guns"]] as const,
  subject = "'light_guns' of Nike";
const plain = (code: "" | "unknown key", words: string) => plainProblem({ code, subject }, words, "Light guns", labels);
test("a problem has labels in place of keys, but an unknown key as it is written", () => {
  assert.equal(plain("unknown key", "unknown key 'light_guns' of Foo"), "unknown key 'light_guns' of Foo");
  assert.equal(plain("", `${subject} must be a whole number`), "Light guns must be a whole number");
  assert.equal(plain("", "needs 'light_guns' or 'guns'"), "needs Light guns or 'guns'");
});
test("a choice has the words of its declaration, else its own", () => {
  const shape = shapeOfValue({ enum: ["up", "far_left"], "x-choices": { up: "To the top" } });
  assert.deepEqual(
    ["up", "far_left", "7"].map(choice => choiceWords(shape, choice)),
    ["To the top", "Far left", "7"],
  );
});
test("texts that are always a list are edited as a list, but a written text as a text", () => {
  const shape = shapeOfValue({ type: ["array", "string"], items: { type: "string" }, "x-kind": "texts" });
  assert.deepEqual([kindOf(shape, undefined), kindOf(shape, text("d6"))], ["list", "text"]);
});

test("a number has a keyboard of numbers, unless it may have a sign or is a formula", () => {
  const keyboard = (schema: Schema, words = "") => keyboardOf(shapeOf({}, schema), words);
  assert.deepEqual(
    [
      keyboard({ type: ["number", "string"], minimum: 0 }), // such as the limit of points
      keyboard({ type: ["number", "string"], minimum: 0 }, "2.5"),
      keyboard({ type: "integer", minimum: 1 }),
      keyboard({ type: "integer", minimum: -5 }),
      keyboard({ type: "integer" }),
      keyboard({ type: ["integer", "string"], minimum: 0 }, "2 + hull"),
      keyboard({ type: "string" }),
    ],
    ["decimal", "decimal", "numeric", "text", "text", "text", "text"],
  );
});
