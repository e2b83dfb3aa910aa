// The rows of the pages of a pack.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asThumbnailSize, countThumbnailColumns, placeParts, tidyColumns } from "./pack_rows.ts";

// Each row as the numbers of the parts in its columns, - for an empty column.
function drawRows(counts: number[], columns: number) {
  const rows: string[][] = [];
  for (const [part, places] of placeParts(counts, columns).entries())
    for (const { row, column, pages } of places) {
      rows[row] ??= Array<string>(columns).fill("-");
      for (let at = column; at < column + pages; at++) {
        assert.equal(rows[row][at], "-", "no page covers another one");
        rows[row][at] = String(part);
      }
    }
  return rows.map(row => row.join(""));
}
test("short parts share a row", () => {
  assert.deepEqual(drawRows([2, 1, 1, 1], 5), ["00123"]);
  assert.deepEqual(drawRows([1, 1, 2], 4), ["0122"]);
});
test("a long part begins beside a short one, and goes on in the next row", () => {
  assert.deepEqual(drawRows([1, 6, 1], 4), ["0111", "1112"]);
});
test("a part that fits a row is whole where this leaves only a quarter of the row before it empty", () => {
  assert.deepEqual(drawRows([3, 2, 1], 4), ["000-", "112-"]);
  assert.deepEqual(drawRows([2, 3], 4), ["0011", "1---"]);
  assert.deepEqual(drawRows([1, 2], 2), ["01", "1-"]);
});
test("every page has a place, with any number of columns", () => {
  const counts = [2, 0, 5, 1, 1, 9, 3];
  for (let columns = 1; columns <= 9; columns++)
    assert.equal(drawRows(counts, columns).join("").replaceAll("-", "").length, 21, `${columns} columns`);
});
test("larger thumbnails have fewer columns, and a phone has one at least", () => {
  const columns = [366, 1064, 1496].map(width =>
    (["small", "medium", "large"] as const).map(size => countThumbnailColumns(width, 16, size)),
  );
  assert.deepEqual(columns, [
    [3, 2, 1],
    [6, 4, 2],
    [9, 6, 4],
  ]);
});
test("no page is alone in the last of several rows, if one column more prevents it", () => {
  assert.equal(tidyColumns([2, 1, 1, 1], 4), 5);
  assert.equal(tidyColumns([2, 2, 1, 1], 4), 4);
  assert.equal(tidyColumns([1], 4), 4);
  assert.equal(tidyColumns([2, 1], 2), 2, "a phone has no room");
});
test("a size that is not known is the medium one", () => {
  assert.deepEqual([null, "", "huge", "toString", "large"].map(asThumbnailSize), [
    "medium",
    "medium",
    "medium",
    "medium",
    "large",
  ]);
});
