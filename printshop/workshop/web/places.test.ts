// Where a place is in a text that is half typed, and what may stand there; and what a touch marks: npm test.

import { offers } from "./completion.ts";
import { spotAt } from "./places.ts";
import { touched } from "./touching.ts";
import type { Schema } from "./types.ts";

const kinds = ["ring", "rose"].map(kind => ({
  if: { properties: { kind: { const: kind } } },
  // biome-ignore lint/suspicious/noThenProperty: it is called so
  then: { properties: { kind: {}, [kind]: {} } },
}));
const crew: Schema = { type: "object", properties: { name: {}, mood: { enum: ["calm", "wild: very"] } } };
const root: Schema = {
  type: "object",
  properties: {
    title: { type: ["string"] },
    crew: { type: "array", items: { $ref: "#/definitions/crew" } },
    parts: { additionalProperties: { properties: { kind: { enum: ["ring", "rose"] } }, allOf: kinds } },
    loud: { anyOf: [{ type: "boolean" }, { enum: ["perhaps"] }] },
  },
  definitions: { crew },
};

// The cursor is at |; behind => stands what is offered there, - where it is nothing that can be told.
const CASES = `
| => title crew parts loud
title: x\\nlo| => crew parts loud
title: x\\n  |more => -
# title| => -
title: "a|" => -
title: >\\n  a\\n  |b => -
loud: | => true false perhaps
loud: true\\n| => title crew parts
crew:\\n  - | => name mood
crew:\\n- name: x\\n  mo|\\n- name: y => mood
crew:\\n  - |\\n    name: x => mood
crew:\\n  - {name: x, mood: | => calm wild: very
crew: [{name: "a, b", |}] => mood
crew: [{name: x},\\n  {|}] => name mood
parts:\\n  a:\\n    kind: | => ring rose
parts:\\n  a:\\n    kind: ring\\n    | => ring
parts:\\n  a:\\n    |\\n    kind: rose => rose
parts:\\n  a: &one\\n    kind: rose # or not\\n\\n    | => rose
parts:\\n  a: {kind: ring, |} => ring
`;

for (const line of CASES.trim().split("\n")) {
  const [marked = "", meant] = line.split(" => "),
    text = marked.replaceAll("\\n", "\n"),
    spot = spotAt(text.replace("|", ""), text.indexOf("|"));
  const found = spot && offers(root, spot),
    told = found ? [...found.keys, ...found.words].map(one => one.word).join(" ") : "-";
  if (told !== meant) throw new Error(`${line}: found ${told}`);
}

// Two circles of 10 pixels, 12 apart: each has what is on it or nearly so, and all the rest has nothing.
const circles = [0, 12].map(left => ({ left, top: 0, width: 10, height: 10 }));
for (const [x, y, meant] of [
  [5, 5, 0],
  [5, -0.9, 0],
  [10.9, 5, 0],
  [11.1, 5, 1],
  [5, -1.1, -1],
  [11, 0, -1],
  [28, 5, -1],
] as const)
  if (touched(circles, x, y) !== meant) throw new Error(`${x}, ${y}: ${touched(circles, x, y)}`);
