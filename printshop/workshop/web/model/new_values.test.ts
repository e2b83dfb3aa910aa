// Typed texts as values, keys of new entries, and the first values of new items.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asValue, freeKey, keyFrom, newValue, requireNewName, withoutPrefix } from "./new_values.ts";
import { type Schema, shapeOf } from "./schema.ts";

const typed = (schema: Schema, text: string) => asValue(shapeOf({}, schema), text);
test("a typed text is a number or a truth value only where the schema allows one", () => {
  assert.equal(typed({ type: "string" }, ""), null);
  assert.deepEqual(typed({ type: "string" }, "12"), { text: "12" }); // nothing but a text may stand there
  assert.deepEqual(typed({ type: "integer" }, "12"), { yaml: "12" });
  assert.deepEqual(typed({ type: ["string", "number"] }, "12"), { yaml: "12" });
  assert.deepEqual(typed({ type: ["string", "number"] }, "true"), { text: "true" }); // no truth value
  assert.deepEqual(typed({ type: ["string", "boolean"] }, "true"), { yaml: "true" });
  assert.deepEqual(typed({ type: ["string", "boolean"] }, "two\nlines"), { text: "two\nlines" });
});

test("a key has the plain letters of a title, or is called entry", () => {
  assert.equal(keyFrom("Élite guards, 2nd"), "elite_guards_2nd");
  assert.equal(keyFrom("  !  "), "entry");
});
test("a key that is taken gets the next free number", () => {
  assert.equal(freeKey(new Set(["ship"]), "boat"), "boat");
  assert.equal(freeKey(new Set(["ship", "ship_2"]), "ship"), "ship_3");
  assert.equal(freeKey(new Set(["ship_2"]), "ship_2"), "ship_3"); // the number is counted on
});
test("the prefix of a side is no part of a name, unless it is the beginning of a word", () => {
  assert.equal(withoutPrefix("hms Nike", ["", "HMS"]), "Nike");
  assert.equal(withoutPrefix("HMSNike", ["HMS"]), "HMSNike");
});
test("capital and small letters make no different name in a game", () => {
  assert.equal(requireNewName(" Red ", "fleet", ["Redder"]), "Red");
  assert.throws(() => requireNewName(" ", "fleet", []), /Type a name/);
  assert.throws(() => requireNewName("red", "fleet", ["Blue", "Red"]), /a fleet called “Red” in this game already/);
});

const colour: Schema = { type: "string", "x-kind": "colour" },
  side: Schema = {
    type: "object",
    required: ["name", "colour", "ships"],
    properties: { name: { type: "string", examples: ["Red"] }, colour, ships: { type: "integer", minimum: 2 } },
  };
test("a new block has its required keys: examples, least numbers, and a colour that no other entry has", () => {
  assert.deepEqual(newValue({}, side), { data: { name: "Red", colour: "#2f8a67", ships: 2 } });
  const others = { entries: [["red", { entries: [["colour", { text: "#2F8A67" }]] }]] as [string, object][] };
  assert.deepEqual(newValue({}, side, others), { data: { name: "Red", colour: "#c9871f", ships: 2 } }); // no colour twice
});
test("a new value is an example, a new list has one item", () => {
  assert.deepEqual(newValue({}, { type: "string" }), { yaml: "New" });
  assert.deepEqual(newValue({}, { type: "array", items: { enum: ["a", "b"] } }), { data: ["a"] });
});
test("a new block that requires itself ends", () => {
  const loop: Schema = { required: ["inner"], properties: { inner: { $ref: "#/definitions/loop" } } };
  assert.equal(
    JSON.stringify(newValue({ definitions: { loop } }, loop)),
    '{"data":{"inner":{"inner":{"inner":{"inner":{}}}}}}',
  );
});
