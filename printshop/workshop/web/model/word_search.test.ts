// Phrases find what they ask for; exact names come first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bestOf, makeIndex, partsOf, rankAll, splitWords } from "./word_search.ts";

type Entry = Parameters<typeof makeIndex>;
// Returns the titles for a typed text, the best first.
function find(text: string, all: Entry[]) {
  return bestOf(rankAll(text, all, one => makeIndex(...one))).map(({ one }) => one[0]);
}
test("a phrase asks for its full words, in any form", () => {
  assert.deepEqual(partsOf("How do I print my fleets?"), ["print", "fleet"]);
  assert.deepEqual(partsOf("adding a ship"), ["add", "ship"]);
  assert.deepEqual(partsOf("my"), ["my"]); // while it is typed
  assert.deepEqual(partsOf("glass bus"), ["glass", "bus"]);
  assert.deepEqual(partsOf("cutting armies, sided, scaled and rolling"), ["cut", "army", "sid", "scal", "rol"]);
  assert.deepEqual(partsOf("scale need bleed"), ["scal", "need", "bleed"]);
  assert.deepEqual(partsOf(" ! "), []);
});
test("an exact name comes first, then a beginning, a word of the title, its kind, other words", () => {
  const all: Entry[] = [["Greek ships", "", "nike"], ["Winner", "Nike class"], ["HMS Nike"], ["Nike II"], ["Nike"]];
  assert.deepEqual(find("nike", [...all, ["Golem"]]), ["Nike", "Nike II", "HMS Nike", "Winner", "Greek ships"]);
  assert.deepEqual(find("nike golem", [...all, ["Golem"]]), ["Golem"]); // a rare word counts more
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
test("wrong letters find what is meant, but only if nothing has the right ones", () => {
  const all: Entry[] = [["Night Raid"], ["Day Raid"], ["Nigth"]];
  assert.deepEqual(find("nigth raid", all), ["Night Raid"]);
  assert.deepEqual(find("nigth", all), ["Nigth"]);
  assert.deepEqual(find("dya riad", all), ["Night Raid", "Day Raid"]); // short words have no wrong letters
  assert.deepEqual(find("rraaid", all), ["Night Raid", "Day Raid"]);
  assert.deepEqual(find("wasp", [["Print at 100 %", "", "", "the page was too small"]]), []); // common words are not meant
});
test("without an entry that has all words, those with the rarest words are found", () => {
  const all: Entry[] = [["Print a battle"], ["Print my fleet"], ["Print at 100 %", "", "full scale"], ["My files"]];
  assert.deepEqual(find("print a golem to scale", all), ["Print at 100 %"]);
  assert.deepEqual(find("please print golem", all), ["Print a battle", "Print my fleet", "Print at 100 %"]);
  assert.deepEqual(find("golem", all), []);
});
test("a value with its name finds the units that have it", () => {
  const units = [
    ["Gauntlet", "Hull 19", "Armour 3"],
    ["Nike", "Hull 10", "Armour 19"],
    ["Hull 19 Rat", "Hull 1"],
  ];
  const indexOf = ([name = "", ...facts]: string[]) => ({ ...makeIndex(name), facts: facts.map(splitWords) });
  const titles = (text: string) => bestOf(rankAll(text, units, indexOf)).map(({ one }) => one[0]);
  assert.deepEqual(titles("hull 19"), ["Hull 19 Rat", "Gauntlet"]);
  assert.deepEqual(titles("nike armour 19"), ["Nike"]);
  assert.deepEqual(titles("nike armour 3"), ["Gauntlet"]); // the value is rarer than the name
});
