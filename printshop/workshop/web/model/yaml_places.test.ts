// The place of a cursor in a text that is half typed. The cursor is at |. Without a role, nothing can be offered.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ValuePath } from "../types.ts";
import { findPlace } from "./yaml_places.ts";

const CASES: [marked: string, role: string, path: ValuePath, keys: string[]][] = [
  ["|", "key", [], []],
  ["title: x\nlo|", "key", [], ["title"]],
  ["title: x\n  |more", "", [], []],
  ["# title|", "", [], []],
  ['title: "a|"', "", [], []],
  ["title: >\n  a\n  |b", "", [], []],
  ["loud: |", "value", ["loud"], []],
  ["loud: true\n|", "key", [], ["loud"]],
  ["crew:\n  - |", "either", ["crew", 0], []],
  ["crew:\n- name: x\n  mo|\n- name: y", "key", ["crew", 0], ["name"]],
  ["crew:\n  - |\n    name: x", "either", ["crew", 0], ["name"]],
  ["crew:\n  - {name: x, mood: |", "value", ["crew", 0, "mood"], []],
  ['crew: [{name: "a, b", |}]', "either", ["crew", 0], ["name"]],
  ["crew: [{name: x},\n  {|}]", "key", ["crew", 1], []],
  ["parts:\n  a:\n    kind: |", "value", ["parts", "a", "kind"], []],
  ["parts:\n  a:\n    kind: ring\n    |", "key", ["parts", "a"], ["kind"]],
  ["parts:\n  a:\n    |\n    kind: rose", "key", ["parts", "a"], ["kind"]],
  ["parts:\n  a: &one\n    kind: ring # or not\n\n    |", "key", ["parts", "a"], ["kind"]],
  ["parts:\n  a: {kind: ring, |}", "either", ["parts", "a"], ["kind"]],
  ["title: Ab c|d", "value", ["title"], []],
  ["ti|tle: x", "key", [], []],
  ["'it''s': {\"a b\": |}", "value", ["it's", "a b"], []],
  ["title: 🚢\nlo|", "key", [], ["title"]],
];
for (const [marked, role, path, keys] of CASES)
  test(`the cursor in ${JSON.stringify(marked)} is at ${role ? `a ${role}` : "nothing that can be offered"}`, () => {
    const place = findPlace(marked.replace("|", ""), marked.indexOf("|"));
    assert.deepEqual([place?.role ?? "", place?.path ?? [], place?.keys ?? []], [role, path, keys], marked);
  });
