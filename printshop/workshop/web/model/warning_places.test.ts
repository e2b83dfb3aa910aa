// Warnings stand beside the values that they are about.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findWarnedFact } from "./warning_places.ts";

const [hull, engine, cost, limit] = [
  { label: "Hull", value: "5" },
  { label: "engine cost", value: "154" },
  { label: "cost", value: "154" },
  { label: "limit", value: "125" },
];
const find = (facts: { label: string; value: string }[], words: string) => findWarnedFact(facts, words)?.label;
test("a warning is about the value whose number and label it has", () => {
  const words = "costs 154 build points, 29 more than the 125 of its type";
  assert.equal(find([hull, engine, cost, limit], words), "cost");
  assert.equal(find([cost, hull, limit], "hull 5, a destroyer has 4"), "Hull");
});
test("a warning without the number or without the label of a value has no place", () => {
  assert.equal(find([{ ...cost, value: "29" }, limit], "costs 154 build points"), undefined);
  assert.equal(find([cost], "154 weapons on F, two are allowed"), undefined);
  assert.equal(find([{ label: "cost", value: "" }], "costs nothing"), undefined);
});
