// Problems that a button corrects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findFix } from "./problem_fixes.ts";
import type { DocumentProblem, Tree, ValuePath } from "../types.ts";

const scalar = (text: string): Tree => ({ text, plain: true }),
  line: Tree = {
    entries: [
      ["unit", scalar("Nikke")],
      ["cuont", scalar("2")],
      ["hulls", scalar("5")],
    ],
  };
const tree: Tree = {
  entries: [
    ["units", { items: [line, scalar("3 x Nikke"), scalar("Nikke * 2"), scalar("thurst * thurst")] }],
    ["side", scalar("britian")],
  ],
};
const fix = (path: ValuePath, suggestion: string, more: Partial<DocumentProblem> = {}) =>
  findFix(tree, { path, suggestion, file: "", code: "", ...more });

test("a name of nearly the same letters replaces the name of a value, and its number stays", () => {
  assert.deepEqual(fix(["side"], "britain"), {
    words: "Use britain",
    edits: [{ do: "set", path: ["side"], value: { text: "britain" } }],
  });
  const textAfter = (path: ValuePath) => fix(path, "Nike")?.edits.map(edit => "value" in edit && edit.value);
  assert.deepEqual(textAfter(["units", 0, "unit"]), [{ text: "Nike" }]);
  assert.deepEqual(textAfter(["units", 1]), [{ text: "3 x Nike" }]);
  assert.deepEqual(textAfter(["units", 2]), [{ text: "Nike * 2" }]);
});
test("a key with wrong letters gets the other name", () => {
  assert.deepEqual(fix(["units", 0, "cuont"], "count", { code: "unknown key" }), {
    words: "Change to count",
    edits: [{ do: "rename", path: ["units", 0, "cuont"], to: "count" }],
  });
  assert.equal(fix(["units", 0, "hulls"], "unit", { code: "unknown key" }), null); // the key is there
});
test("a problem without a suggestion, in another file, or in a part of a longer text has no button", () => {
  assert.equal(fix(["side"], ""), null);
  assert.equal(fix(["side"], "britain", { file: "game.yaml" }), null);
  assert.equal(fix([], "side"), null);
  assert.equal(fix(["units", 3], "thrust"), null);
});

test("braces with an unknown name are printed as words", () => {
  const words: Tree = { entries: [["text", scalar("{hull} of {x} and *{x}*")]] },
    problem = { path: ["text"], suggestion: "", file: "", code: "" as const };
  assert.deepEqual(findFix(words, { ...problem, message: "'text' of cell 1: unknown name 'x'" }), {
    words: "Print {x} as it is",
    edits: [{ do: "set", path: ["text"], value: { text: "{hull} of {{x}} and *{x}*" } }],
  });
  assert.equal(findFix(words, { ...problem, message: "unknown name 'y'" }), null);
  assert.deepEqual(findFix(words, { ...problem, message: "unknown name 'x'", hint: "did you mean 'max'?" }), {
    words: "Use {max}",
    edits: [{ do: "set", path: ["text"], value: { text: "{hull} of {max} and *{x}*" } }],
  });
});
