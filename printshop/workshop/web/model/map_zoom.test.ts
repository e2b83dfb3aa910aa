// The size of a map on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { measureZoom } from "./map_zoom.ts";

const PHONE = [390, 730] as const,
  FOOT = 60;
test("a map that fits is in the window as a whole, above the buttons", () => {
  for (const page of [
    [800, 800],
    [1600, 500],
    [500, 1600],
  ] as const) {
    const zoom = measureZoom("fit", PHONE, page, FOOT);
    assert.ok(page[0] * zoom <= 390 && page[1] * zoom <= 730 - FOOT, String(page));
  }
});
test("a map that fills the window uses its whole height, and is at most twice as large as one that fits", () => {
  assert.equal(Math.round(800 * measureZoom("fill", PHONE, [800, 800], FOOT)), 730 - FOOT - 24);
  const [fit, fill] = (["fit", "fill"] as const).map(zoom => measureZoom(zoom, PHONE, [1600, 300], FOOT));
  assert.equal(fill, 2 * (fit ?? 0));
});
test("a zoom that was chosen stays", () => {
  assert.equal(measureZoom(1.25, PHONE, [800, 800], FOOT), 1.25);
});
