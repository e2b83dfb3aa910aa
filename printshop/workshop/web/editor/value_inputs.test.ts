// The inputs of single values: each kind of values has one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Schema } from "../model/schema.ts";
import type { BatteryParts, Tree, ValueKind } from "../types.ts";

setPage();

test("a long name or title stays on one line, and another long text has several", async () => {
  const { LONG_TEXT, needsLines } = await import("../model/key_words.ts");
  const text = "x".repeat(LONG_TEXT + 1);
  assert.deepEqual(
    ["name", "title", "rule"].map(key => needsLines(key, false, text)),
    [false, false, true],
  );
  assert.equal(needsLines("name", false, "Nike\nGolem"), true); // one line would lose the break
});

test("each kind of values has its input", async () => {
  const { chooseInput, describeValue } = await import("./value_inputs.tsx");
  const inputOf = (kind: ValueKind | BatteryParts, text: string, type: string[] = ["string"]) => {
    const schema: Schema = { type, "x-kind": kind },
      tree: Tree = { entries: text ? [["value", { text }]] : [] },
      state = { document: { tree, kind: "unit" } };
    const editing = { state, root: {} } as unknown as Parameters<typeof describeValue>[0]["editing"];
    return chooseInput(describeValue({ editing, path: ["value"], schema })).name;
  };
  const inputs: Record<ValueKind, [text: string, type: string[], input: string]> = {
    colour: ["#0072b2", ["string"], "colorInput"],
    "counter size": ["by size class", ["string"], "counterSizeInput"],
    flag: ["", ["boolean", "string"], "flagInput"],
    length: ["", ["string"], "lengthInput"],
    "length or word": ["20 mm", ["string", "number", "boolean"], "lengthInput"],
    picture: ["tug.svg", ["string"], "textInput"], // with the picture beside it
    prose: ["", ["array", "string"], "textInput"],
    share: ["30 %", ["string", "number"], "lengthInput"],
    "side colour": ["side", ["string", "boolean"], "sideColourInput"],
    size: ["20 x 30 mm", ["string"], "lengthInput"],
  };
  for (const [kind, [text, type, input]] of Object.entries(inputs))
    assert.equal(inputOf(kind as ValueKind, text, type), input, kind);
  // a word in place of a length, and guns
  assert.equal(inputOf("length or word", "rest"), "textInput");
  const guns: BatteryParts = { dice: ["d6"], lowest_damage: 1, highest_damage: 3, short: false, traits: {} };
  assert.equal(inputOf(guns, "4/d6 x2"), "batteryInput");
  assert.equal(inputOf(guns, "many"), "textInput");
  assert.equal(inputOf({ ...guns, short: true }, "4", ["string", "integer"]), "gunsInput");
});
