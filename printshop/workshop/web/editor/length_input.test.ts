// Lengths and sizes in parts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { convertMeasure, readMeasure, writeMeasure } from "./length_input.tsx";

test("a length or a size is written as it was read", () => {
  const texts = ["20 mm", "20 x 30 mm", "1 1/2 in", "9/16 in", "30 %", "0.5 in"];
  for (const text of texts) {
    const read = readMeasure(text);
    assert.equal(read && writeMeasure(read), text);
  }
});
test("another unit converts a length, but not a share", () => {
  const converted: [string, string, string][] = [
    ["25.4 x 50.8 mm", "in", "1 x 2 in"],
    ["1 1/2 in", "mm", "38.1 mm"],
    ["30 %", "mm", "30 mm"],
  ];
  for (const [text, unit, expected] of converted) {
    const read = readMeasure(text);
    assert.equal(read && writeMeasure(convertMeasure(read, unit)), expected, `${text} in ${unit}`);
  }
});
test("words, numbers without a unit and formulas are no lengths", () => {
  for (const text of ["", "rest", "by size class", "20", "{hull} mm", "mm"])
    assert.equal(readMeasure(text), null, text);
});
