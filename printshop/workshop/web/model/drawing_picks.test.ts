// The values that words of a drawing come from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type DrawnPart, makeFinder, makeLayerFinder } from "./drawing_picks.ts";
import type { Tree } from "../types.ts";

const text = (words: string): Tree => ({ text: words });
const unit: Tree = {
  entries: [
    ["name", text("Old Rat")],
    ["hull", text("4")],
    ["thrust", text("4")],
    ["notes", { items: [text("**Sails** by night, and never by day.")] }],
  ],
};
const find = makeFinder(unit, ["tugs", 0], path => String(path.at(-1)).toUpperCase());
const expected: [string, unknown][] = [
  ["OLD RAT", ["tugs", 0, "name"]],
  ["Hull", ["tugs", 0, "hull"]],
  ["4", null], // of two values
  ["night, and never", ["tugs", 0, "notes", 0]],
  ["day", null],
  ["HMS Old Rat (38 points)", ["tugs", 0, "name"]],
  ["", null],
];
test("words of a drawing lead to the only value that they may come from", () => {
  for (const [words, path] of expected) assert.deepEqual(find(words), path, words);
});

const layer = (key: string): Tree => ({ entries: [[key, text("x")]] });
const findLayer = makeLayerFinder(
  {
    entries: [
      ["size", text("25 mm")],
      ["front", { items: [layer("ground"), layer("space"), layer("text"), layer("text")] }],
      ["back", { items: [layer("band"), layer("picture")] }],
    ],
  },
  ["tank"],
);
const partsOf = (names: string): DrawnPart[] =>
  names
    .split(" ")
    .map(name =>
      /colour|picture/.test(name) ? { kind: name as "colour" | "picture", words: "" } : { kind: "text", words: name },
    );
const check = (finder: typeof findLayer, names: string, number: number, path: string) => {
  assert.equal(finder(partsOf(names), number)?.join("."), path, `part ${number} of ${names}`);
};
test("a part of a face leads to its layer, although a layer that is not drawn moves the others", () => {
  check(findLayer, "colour x x", 2, "tank.front.3");
  check(findLayer, "colour picture", 1, "tank.back.1");
  check(findLayer, "x", 0, "tank.front.2");
});

const optional = (key: string, words = "x"): Tree => ({
  entries: [
    [key, text(words)],
    ["only_if", text("hull > 3")],
  ],
});
const findOptional = makeLayerFinder(
  {
    entries: [
      [
        "front",
        {
          items: [
            optional("ground"),
            optional("text", "**Lost** {hull}"),
            optional("text", "Found {hull}"),
            layer("picture"),
            { entries: [["text", text("{name}")]] },
          ],
        },
      ],
    ],
  },
  ["tank"],
);
test("a part of a face leads to its layer, although layers are only for some units", () => {
  check(findOptional, "colour Found4 picture Rat", 1, "tank.front.2");
  check(findOptional, "Lost4 picture Rat", 0, "tank.front.1");
  check(findOptional, "picture Rat", 1, "tank.front.4");
  check(findOptional, "picture Rat", 0, "tank.front.3");
  check(findOptional, "colour Lost4 Found4 picture Rat", 2, "tank.front.2");
});
