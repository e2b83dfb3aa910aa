// The order of the keys of a block.

import assert from "node:assert/strict";
import { test } from "node:test";
import { orderKeys } from "./key_order.ts";

const properties = new Map(["size", "art", "name", "notes", "replaces"].map(key => [key, {}])),
  shape = { properties, required: new Set(["size"]) };
const order = (written: string[], first: string[] = [], kept: string[] = []) =>
  orderKeys(shape, written, first, new Set(kept), key => key === "replaces");

test("a title stands first, then the keys follow the schema; unknown keys of the file are at the end", () => {
  assert.deepEqual(order(["odd", "replaces", "art", "name"]), {
    visible: ["name", "size", "art", "odd"],
    missing: ["notes"],
  });
});
test("the first keys of a layout are in view even without a value, if the schema has them", () => {
  assert.deepEqual(order([], ["notes", "other"]), { visible: ["notes", "size"], missing: ["name", "art"] });
});
test("the input of a value that was deleted stays", () => {
  assert.deepEqual(order([], [], ["art"]).visible, ["size", "art"]);
});
