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
  const { chooseInput, describeValue, listChoices } = await import("./value_inputs.tsx");
  const inputOf = (kind: ValueKind | BatteryParts, text: string, type: string[] = ["string"]) => {
    const schema: Schema = { type, "x-kind": kind },
      tree: Tree = { entries: text ? [["value", { text }]] : [] },
      state = { document: { tree, kind: "unit" } },
      parts = { counters: [{ key: "ships", title: "Ships" }], markers: [{ key: "smoke", title: "Smoke" }] };
    const editing = { state, root: {}, parts, sides: { red: "Red" } } as unknown as Parameters<
      typeof describeValue
    >[0]["editing"];
    const value = describeValue({ editing, path: ["value"], schema });
    choices = (listChoices(value) ?? []).map(([key]) => key);
    return chooseInput(value).name;
  };
  let choices: string[] = []; // of the last value
  const inputs: Record<ValueKind, [text: string, type: string[], input: string]> = {
    cells: ["", ["array"], "textInput"], // a list: no single value
    colour: ["#0072b2", ["string"], "colorInput"],
    counter: ["", ["string"], "choiceInput"],
    "counter size": ["by size class", ["string"], "counterSizeInput"],
    figures: ["hull", ["array", "string"], "textInput"],
    flag: ["", ["boolean", "string"], "choiceInput"],
    formula: ["hull // 2", ["number", "string", "boolean"], "textInput"],
    length: ["", ["string"], "lengthInput"],
    "length or word": ["20 mm", ["string", "number", "boolean"], "lengthInput"],
    "list field": ["guns", ["string"], "textInput"],
    "path kind": ["", ["string"], "choiceInput"],
    pattern: ["dots", ["string"], "textInput"], // no choices, no choice
    picture: ["tug.svg", ["string"], "textInput"], // with the picture beside it
    piece: ["smoke", ["string"], "choiceInput"],
    prose: ["", ["array", "string"], "textInput"],
    share: ["30 %", ["string", "number"], "lengthInput"],
    side: ["red", ["string"], "choiceInput"],
    "side colour": ["side", ["string", "boolean"], "sideColourInput"],
    size: ["20 x 30 mm", ["string"], "lengthInput"],
    table: ["speeds", ["object", "string"], "textInput"], // the name of a table
    texts: ["d6", ["array", "string"], "textInput"],
    theme: ["naval", ["string"], "themeInput"],
    "unit list": ["", ["array"], "textInput"], // a list: no single value
    "unit name": ["Nike", ["string"], "textInput"],
    "unit type": ["", ["string"], "textInput"],
  };
  for (const [kind, [text, type, input]] of Object.entries(inputs))
    assert.equal(inputOf(kind as ValueKind, text, type), input, kind);
  const listed: [ValueKind, string[]][] = [
    ["counter", ["", "ships"]],
    ["piece", ["", "ships", "smoke"]],
    ["flag", ["", "true", "false"]],
    ["side", ["", "red"]],
    ["prose", []],
  ];
  for (const [kind, expected] of listed) {
    inputOf(kind, "", inputs[kind][1]);
    assert.deepEqual(choices, expected, kind);
  }
  // a word in place of a length, and guns
  assert.equal(inputOf("length or word", "rest"), "textInput");
  const guns: BatteryParts = { dice: ["d6"], lowest_damage: 1, highest_damage: 3, short: false, traits: {} };
  assert.equal(inputOf(guns, "4/d6 x2"), "batteryInput");
  assert.equal(inputOf(guns, "many"), "textInput");
  assert.equal(inputOf({ ...guns, short: true }, "4", ["string", "integer"]), "gunsInput");
});
