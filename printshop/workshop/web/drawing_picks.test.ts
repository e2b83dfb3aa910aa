// The values that words of a drawing come from.

import { makeFinder } from "./drawing_picks.ts";
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
