// The part of a long page that is in view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findPresent } from "./present_part.ts";

const window = { top: 100, bottom: 900 },
  places = [0, 600, 1000, 1500, 1600], // of the parts, below a head of 100 pixels
  most = 900; // pixels that the page can be scrolled
const presentAt = (scroll: number) =>
  findPresent(
    places.map(one => one + 100 - scroll),
    { ...window, share: scroll / most },
  );
test("every part is in view at a place of the page, the first at its beginning and the last at its end", () => {
  assert.equal(presentAt(0), 0);
  assert.equal(presentAt(most), 4);
  const seen = new Set(Array.from({ length: most + 1 }, (_, scroll) => presentAt(scroll)));
  assert.deepEqual([...seen], [0, 1, 2, 3, 4]);
});
test("above the first part, the first part is in view", () => {
  assert.equal(findPresent([300, 700], { ...window, share: 0 }), 0);
});
