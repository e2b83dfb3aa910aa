// Elements by their declarations: an element that only the schema knows is offered, begun and shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { beginElement, listElements } from "./elements.ts";
import * as changes from "./form_edits.ts";
import { cellWords } from "./key_words.ts";
import type { Schema } from "./schema.ts";
import type { Tree, ValueName } from "../types.ts";

const text: Schema = { type: "string", "x-kind": "prose", "x-new": { text: "New" } },
  beads: Schema = {
    type: ["number", "string", "boolean"],
    "x-kind": "formula",
    "x-label": "Beads on a string",
    "x-help": "Players cross them off",
    "x-icon": "pips",
    "x-new": { beads: 3, bead_colour: "#0072b2" },
  },
  properties = { beads, bead_colour: { type: "string" }, track: { type: "string" }, text },
  root: Schema = { "x-elements": { beads: "Beads on a string" } },
  cell: Schema = { type: "object", properties },
  elements = listElements(root, cell),
  known = { elements, kinds: { beads: ["beads"], bead_colour: ["beads"], track: ["beads"], text: [] } };
const find = (key: string) => elements.find(one => one.key === key) ?? assert.fail(`no element ${key}`);

test("an element that is only declared is offered with its label and its icon", () => {
  assert.deepEqual(
    elements.map(one => one.key),
    ["beads", "text"],
  );
  const { label, hint, icon } = find("beads");
  assert.deepEqual([label, hint, icon], ["Beads on a string", "Players cross them off", "pips"]);
});

test("a container that lacks a key of a new element does not offer the element", () => {
  assert.deepEqual(
    listElements(root, { properties: { beads, text } }).map(one => one.key),
    ["text"],
  );
});

test("a cell begins to show an element that is only declared, with a name for its damage", () => {
  const tree: Tree = { entries: [["rows", { items: [{ entries: [["text", { text: "Hull" }]] }] }]] };
  const edits = changes.show(tree, ["rows", 0], { shown: find("beads"), known, names: [], tracks: ["marks"] });
  assert.deepEqual(
    edits.map(edit => [edit.path.at(-1), edit.do === "set" && edit.value]),
    [
      ["beads", { data: 3 }],
      ["bead_colour", { data: "#0072b2" }],
      ["track", { data: "marks_2" }],
      ["text", null],
    ],
  );
});

test("a cell with an element that is only declared shows this element", () => {
  const shown: Tree = { entries: [["beads", { text: "3" }]] };
  assert.equal(changes.elementOf(shown, known)?.key, "beads");
  assert.equal(cellWords(shown, root["x-elements"] ?? {}), "Beads on a string: 3");
});

test("a new element has what its place has: fields of the unit, the colour of the side, the name of the unit", () => {
  const kind = (valueKind: (typeof elements)[number]["valueKind"]) => ({ ...find("beads"), valueKind });
  const field = (key: string, is_list = false): ValueName => ({
    key,
    label: key,
    value: "1",
    is_declared: true,
    is_list,
  });
  const names = [field("hull"), field("guns", true)];
  assert.deepEqual(beginElement(kind("figures"), { names })?.beads, ["hull", "guns"]);
  assert.equal(beginElement(kind("figures"), {}), undefined);
  assert.equal(beginElement(kind("list field"), { names })?.beads, "guns");
  assert.equal(beginElement(kind("list field"), {}), undefined);
  assert.equal(beginElement(kind("picture"), {}), null);
  assert.equal(beginElement(kind("picture"), { hasUnit: true })?.beads, 3);
  assert.equal(beginElement(kind("side colour"), { hasSide: true })?.beads, "side");
  assert.equal(beginElement(kind("side colour"), {})?.beads, 3);
  assert.equal(beginElement(kind("prose"), { isNamed: true })?.beads, "**{name}**");
});
