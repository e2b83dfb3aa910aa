// Hints for values, and the advice on wrong numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { shapeOf } from "./schema.ts";
import { adviceOnNumber, describeShape } from "./value_words.ts";

const describe = (description: string, limits: object = {}) =>
  describeShape(shapeOf({}, { type: "integer", description, ...limits }), "Hull");
test("the hint of a value has its limits and its purpose, no limit twice, and nothing for those who write files", () => {
  assert.equal(describe("The boxes on the record. More."), "The boxes on the record.");
  assert.equal(describe("The boxes on the record.", { minimum: 1, maximum: 9 }), "1 to 9. The boxes on the record.");
  assert.equal(describe("Between 1 and 9.", { minimum: 1, maximum: 9 }), "Between 1 and 9."); // no limit twice
  assert.equal(describe("One of red, blue."), ""); // the input shows the choices
  assert.equal(describe("The unit under key hull_points."), ""); // for those who write the file
});
test("a hint has no notation of files", () => {
  for (const [description, hint] of [
    ["The marks on each track, for example {planks: 2, cargo.1: 1}.", "The marks on each track."],
    ["Angles: [45, 90].", "Angles."],
    ['The colours: {8: "#ffe08a"}; greys in black ink.', "The colours; greys in black ink."],
    ['The branch (holes allowed: "{arm}").', "The branch."],
    ["The aims: a list of blocks with title, worth and place.", "The aims."],
    ["The space, written as in a form (default: none).", "The space (default: none)."],
    ["The boats: a list with a dash before each unit.", "The boats."],
    ["The tables, each under its key.", "The tables."],
    ["True for an earlier position.", "Yes for an earlier position."],
    ["true: this entry replaces another.", "This entry replaces another."],
    ["False: the rows stand in the picture.", "No: the rows stand in the picture."],
    ["A formula: printed if it is true.", "A formula: printed if it is true."],
    ["The keys that are ours: [hull].", ""],
  ] as const)
    assert.equal(describe(description), hint);
});

const ofNumber = (text: string, limits: object) => adviceOnNumber(shapeOf({}, { type: "integer", ...limits }), text);
test("a number outside of its limits gets advice on the limits, another value none", () => {
  assert.equal(ofNumber("3", { minimum: 1, maximum: 9 }), "");
  assert.equal(ofNumber("12", { minimum: 1, maximum: 9 }), "Must be 1 to 9");
  assert.equal(ofNumber("many", { minimum: 1 }), "Write a number, 1 or more");
  assert.equal(ofNumber("many", {}), ""); // the value is no number
});
