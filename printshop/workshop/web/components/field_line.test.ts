// Labels of fields in lists of units.

import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLabels, shortenLabels, type UnitField } from "./field_line.tsx";

test("labels that begin alike keep as many letters as tell them apart", () => {
  assert.deepEqual([...shortenLabels(["Hull", "Points", "Primary", ""]).values()], ["H", "Po", "Pr"]);
});
test("labels are short only where the whole words are longer than a line, and the short ones are not", () => {
  const cruiser: UnitField[] = [
    ["", "Cruiser"],
    ["Hull", "12"],
  ];
  for (const [letters, label] of [
    [20, undefined],
    [15, "H"],
    [10, undefined],
  ] as const)
    assert.equal(chooseLabels([cruiser], letters).get("Hull"), label, `${letters} letters`);
});
