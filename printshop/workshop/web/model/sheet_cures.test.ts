// The numbers of records that fit a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { listFittingCounts } from "./sheet_cures.ts";

test("all numbers of records that fit are offered, in whole rows of the page", () => {
  const counts = (hint: string, perRow = 1) => listFittingCounts({ code: "records too high", hint }, perRow);
  assert.deepEqual(counts("write 'per_page: 3', or make the rows lower"), [3, 2, 1]);
  assert.deepEqual(counts("write 'per_page: 12', or make the rows lower"), [12, 11, 10, 9]);
  assert.deepEqual(counts("write 'per_page: 4', or make the rows lower", 2), [4, 2]);
  assert.deepEqual(counts("make the rows lower"), []);
  assert.deepEqual(listFittingCounts({ code: "", hint: "write 'per_page: 3'" }, 1), []);
});
