// Which mark a touch means.

import assert from "node:assert/strict";
import { test } from "node:test";
import { touched } from "./touching.ts";

// Two marks of 10 pixels, 12 apart.
const marks = [0, 12].map(left => ({ left, top: 0, width: 10, height: 10 }));
test("a mark gets the touches on it or near to it, and other touches mean no mark", () => {
  for (const [x, y, meant] of [
    [5, 5, 0],
    [5, -0.9, 0],
    [10.9, 5, 0],
    [11.1, 5, 1],
    [5, -1.1, -1],
    [11, 0, -1],
    [28, 5, -1],
  ] as const)
    assert.equal(touched(marks, x, y), meant, `${x}, ${y}`);
});
test("a finger that can be 15 pixels off means the nearest of small marks", () => {
  for (const [x, y, meant] of [
    [11.2, 14, 1],
    [5, 19, 0],
    [5, 21, -1],
  ] as const)
    assert.equal(touched(marks, x, y, 15), meant, `${x}, ${y}`);
});
