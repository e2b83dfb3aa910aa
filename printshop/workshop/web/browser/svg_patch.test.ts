// Parts of SVG texts: only the parts that differ are read again.

import { splitElement } from "./svg_patch.ts";

function equal(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}

equal(splitElement("<g><a/><b><c/></b><d>x</d></g>"), { tag: "<g>", parts: ["<a/>", "<b><c/></b>", "<d>x</d>"] });
equal(splitElement('<g id="1"></g>'), { tag: '<g id="1">', parts: [] });
equal(splitElement('<path d="M0 0" />'), { tag: '<path d="M0 0" />', parts: [] });
equal(splitElement("<text>words <tspan>in</tspan> it</text>"), null);
equal(splitElement("<g><g><g/></g><g/></g>")?.parts, ["<g><g/></g>", "<g/>"]);
