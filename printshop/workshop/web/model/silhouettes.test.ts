// Silhouettes: which pictures are only black and white.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isListedSilhouette, isSilhouette } from "./silhouettes.ts";

const addressOf = (inner: string) =>
    `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)}`,
  cases: [inner: string, expected: boolean][] = [
    ['<path d="M0 0h9"/>', true],
    ['<path fill="#000000" stroke="#FFF"/>', true],
    ['<path style="fill: black; stroke:none"/>', true],
    ["<style>.hull { fill: white }</style>", true],
    ['<path fill="currentColor"/>', true],
    ['<path fill="#9aa24a"/>', false],
    ['<path fill="#000"/><path stroke="red"/>', false],
    ["<style>.hull { stroke: rgb(9 9 9) }</style>", false],
    ['<path fill="#808080"/>', false], // its shades would be those of a negative
    ['<image href="data:image/png;base64,AAAA"/>', false],
    ['<linearGradient id="a"><stop stop-color="#000"/></linearGradient>', false],
  ];

test("a drawing in black and white is a silhouette; colours, shades and pictures in it are not", () => {
  for (const [inner, expected] of cases) assert.equal(isSilhouette(addressOf(inner)), expected, inner);
});

test("a photograph is no silhouette, and neither is a missing picture", () => {
  assert.equal(isSilhouette("data:image/png;base64,iVBORw0KGgo="), false);
  const pictures = { a: addressOf("<path/>"), b: addressOf('<path fill="red"/>') };
  assert.deepEqual(
    ["a", "b", "a", "c"].map(key => isListedSilhouette(pictures, key)),
    [true, false, true, false],
  );
});
