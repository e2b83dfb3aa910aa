// The values that words of a drawing come from.

import { makeFinder, makeLayerFinder } from "./drawing_picks.ts";
import type { Tree } from "./types.ts";

const text = (words: string): Tree => ({ text: words });
const unit: Tree = { entries: [["name", text("Old Rat")], ["hull", text("4")], ["thrust", text("4")], ["notes", { items: [text("**Sails** by night, and never by day.")] }]] };
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
for (const [words, path] of expected) if (JSON.stringify(find(words)) !== JSON.stringify(path)) throw new Error(`${words} is ${JSON.stringify(find(words))}`);

const layer = (key: string): Tree => ({ entries: [[key, text("x")]] });
const findLayer = makeLayerFinder({ entries: [["size", text("25 mm")], ["front", { items: [layer("ground"), layer("space"), layer("text"), layer("text")] }], ["back", { items: [layer("band"), layer("picture")] }]] }, ["tank"]);
if (JSON.stringify(findLayer(["colour", "text", "text"], 2)) !== '["tank","front",3]') throw new Error("another text");
if (JSON.stringify(findLayer(["colour", "picture"], 1)) !== '["tank","back",1]') throw new Error("another face");
if (JSON.stringify(findLayer(["text"], 0)) !== '["tank","front",2]') throw new Error("a layer that is not drawn moves the others");
