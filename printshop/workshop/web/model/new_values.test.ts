// Typed texts as values, keys of new entries, and the first values of new items.

import assert from "node:assert/strict";
import { asValue, freeKey, keyFrom, newValue, withoutPrefix } from "./new_values.ts";
import { type Schema, shapeOf } from "./schema.ts";

const typed = (schema: Schema, text: string) => asValue(shapeOf({}, schema), text);
assert.equal(typed({ type: "string" }, ""), null);
assert.deepEqual(typed({ type: "string" }, "12"), { text: "12" }); // nothing but a text may stand there
assert.deepEqual(typed({ type: "integer" }, "12"), { yaml: "12" });
assert.deepEqual(typed({ type: ["string", "number"] }, "12"), { yaml: "12" });
assert.deepEqual(typed({ type: ["string", "number"] }, "true"), { text: "true" }); // no truth value
assert.deepEqual(typed({ type: ["string", "boolean"] }, "true"), { yaml: "true" });
assert.deepEqual(typed({ type: ["string", "boolean"] }, "two\nlines"), { text: "two\nlines" });

assert.equal(keyFrom("Élite guards, 2nd"), "elite_guards_2nd");
assert.equal(keyFrom("  !  "), "entry");
assert.equal(freeKey(new Set(["ship"]), "boat"), "boat");
assert.equal(freeKey(new Set(["ship", "ship_2"]), "ship"), "ship_3");
assert.equal(freeKey(new Set(["ship_2"]), "ship_2"), "ship_3"); // the number is counted on
assert.equal(withoutPrefix("hms Nike", ["", "HMS"]), "Nike");
assert.equal(withoutPrefix("HMSNike", ["HMS"]), "HMSNike");

const colour: Schema = { type: "string", "x-kind": "colour" },
  side: Schema = {
    type: "object",
    required: ["name", "colour", "ships"],
    properties: { name: { type: "string", examples: ["Red"] }, colour, ships: { type: "integer", minimum: 2 } },
  };
assert.deepEqual(newValue({}, side), { data: { name: "Red", colour: "#2f8a67", ships: 2 } });
const others = { entries: [["red", { entries: [["colour", { text: "#2F8A67" }]] }]] as [string, object][] };
assert.deepEqual(newValue({}, side, others), { data: { name: "Red", colour: "#c9871f", ships: 2 } }); // no colour twice
assert.deepEqual(newValue({}, { type: "string" }), { yaml: "New" });
assert.deepEqual(newValue({}, { type: "array", items: { enum: ["a", "b"] } }), { data: ["a"] });
// a block that requires itself ends
const loop: Schema = { required: ["inner"], properties: { inner: { $ref: "#/definitions/loop" } } };
assert.equal(
  JSON.stringify(newValue({ definitions: { loop } }, loop)),
  '{"data":{"inner":{"inner":{"inner":{"inner":{}}}}}}',
);
