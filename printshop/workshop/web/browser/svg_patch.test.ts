// Parts of SVG texts: only the parts that differ are read again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { splitElement } from "./svg_patch.ts";

test("an element is split into its tag and the elements in it", () => {
  assert.deepEqual(splitElement("<g><a/><b><c/></b><d>x</d></g>"), {
    tag: "<g>",
    parts: ["<a/>", "<b><c/></b>", "<d>x</d>"],
  });
  assert.deepEqual(splitElement('<g id="1"></g>'), { tag: '<g id="1">', parts: [] });
  assert.deepEqual(splitElement('<path d="M0 0" />'), { tag: '<path d="M0 0" />', parts: [] });
});
test("an element with words of its own is not split", () => {
  assert.deepEqual(splitElement("<text>words <tspan>in</tspan> it</text>"), null);
});
test("elements within the elements stay in one part", () => {
  assert.deepEqual(splitElement("<g><g><g/></g><g/></g>")?.parts, ["<g><g/></g>", "<g/>"]);
});
