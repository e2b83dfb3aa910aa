// The states of units at a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countHull } from "./table_units.ts";

const track = (name: string, marked: number, of: number) => ({ name, label: name, marked, of });

test("the bar of a unit has its hull, or all marks of a unit without a hull, and nothing is left of a destroyed unit", () => {
  const tracks = [track("armour", 2, 2), track("hull", 3, 10)];
  assert.deepEqual(countHull({ tracks, destroyed: false }), { left: 7, of: 10 });
  assert.deepEqual(countHull({ tracks, destroyed: true }), { left: 0, of: 10 });
  assert.deepEqual(countHull({ tracks: [track("crew", 1, 4), track("guns", 2, 4)], destroyed: false }), {
    left: 5,
    of: 8,
  });
  assert.deepEqual(countHull({ tracks: [], destroyed: false }), { left: 0, of: 0 });
});
