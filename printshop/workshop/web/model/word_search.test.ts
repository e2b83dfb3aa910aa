// Phrases find what they ask for; exact names come first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestOf, makeIndex, partsOf, rankFor } from "./word_search.ts";

type Entry = Parameters<typeof makeIndex>;
// Returns the titles for a typed text, the best first.
function find(text: string, all: Entry[]) {
  const rankOf = rankFor(text);
  return bestOf(all.map(one => ({ title: one[0], rank: rankOf(makeIndex(...one)) }))).map(one => one.title);
}
test("a phrase asks for its full words, in any form", () => {
  assert.deepEqual(partsOf("How do I print my fleets?"), ["print", "fleet"]);
  assert.deepEqual(partsOf("adding a ship"), ["add", "ship"]);
  assert.deepEqual(partsOf("my"), ["my"]); // while it is typed
  assert.deepEqual(partsOf("glass bus"), ["glass", "bus"]);
  assert.deepEqual(partsOf(" ! "), []);
});
test("an exact name comes first, then a beginning, a word of the title, its kind, other words", () => {
  const all: Entry[] = [["Greek ships", "", "nike"], ["Winner", "Nike class"], ["HMS Nike"], ["Nike II"], ["Nike"]];
  assert.deepEqual(find("nike", [...all, ["Golem"]]), ["Nike", "Nike II", "HMS Nike", "Winner", "Greek ships"]);
  assert.deepEqual(find("nike golem", [...all, ["Golem"]]), []);
  assert.deepEqual(find("", all), []);
});
test("contents are searched if nothing else has the words", () => {
  const sheet: Entry = ["Fleet sheet", "", "", "for nike"];
  assert.deepEqual(find("nike", [sheet]), ["Fleet sheet"]);
  assert.deepEqual(find("nike", [sheet, ["Nike"]]), ["Nike"]);
});
test("the words of a phrase may stand in several places of an entry", () => {
  assert.deepEqual(find("print my map", [["North Bay", "Map", "print"]]), ["North Bay"]);
  assert.deepEqual(find("my files", [["All files"], ["My files"]]), ["My files", "All files"]);
});
