// Rows that are dragged.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placeBetween } from "./drag_places.ts";

test("a row takes the place of another one when the pointer is past the middle of this", () => {
  const middles = [10, 30, 50, 70];
  assert.deepEqual(
    [0, 5, 29, 31, 55, 71, 500].map(y => placeBetween(middles, 1, y)),
    [0, 0, 1, 1, 2, 3, 3],
  );
  assert.equal(placeBetween(middles, 3, 9), 0);
  assert.equal(placeBetween([10], 0, 400), 0);
});
