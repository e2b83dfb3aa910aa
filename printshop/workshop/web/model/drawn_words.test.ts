// The values that all words of some pages come from.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findDrawn, labelsOf, listTexts, placeWords } from "./drawn_words.ts";
import type { Tree } from "../types.ts";

const text = (words: string): Tree => ({ text: words });
const battle: Tree = {
  entries: [
    ["title", text("Night Raid")],
    ["facts", { entries: [["Where", text("The ether above the Far East†")]] }],
    ["background", text("Three years ago *Gauntlet* and her squad-leader came home.\n\nIt is a war of accidents.")],
    ["table", text("6 ft x 4 ft")],
    ["victory", { entries: [["score", { entries: [["worth", text("points")]] }]] }],
    ["forces", { entries: [["russia", { entries: [["units", { items: [text("Petrograd"), text("5 x Volga")] }]] }]] }],
    ["deployment", { entries: [["positions", { entries: [["Petrograd", { entries: [["at", text("5 in")]] }]] }]] }],
  ],
};
const base = ["scenarios", "raid"],
  known = [
    ...listTexts(battle, base),
    { words: "Forces", path: [...base, "forces"] },
    { words: "Volga", path: [...base, "forces", "russia", "units", 1] },
  ];
const placesOf = (...pages: string[][]) =>
  placeWords(pages, known).map(places => places.map(one => one?.slice(2).join(".") ?? ""));

test("a paragraph that is drawn word by word belongs to its text as a whole, across pages and divided words", () => {
  const [first, second] = placesOf(
    ["NIGHT RAID", "Three ", "years ", "ago ", "Gauntlet", " and ", "her squad-", "leader"],
    ["came home.", "It is a war of accidents."],
  );
  assert.deepEqual(first, ["title", ...Array<string>(7).fill("background")]);
  assert.deepEqual(second, ["", "background"], "few letters of a text can stand anywhere");
});
test("words of the program, and a few letters of a longer text, belong to no value", () => {
  assert.deepEqual(placesOf(["Iron Stars", "the", "38", "–", "Points", "home"]), [["", "", "", "", "", ""]]);
});
test("headings, keys that a designer wrote, signs and numbers of copies lead to their values", () => {
  assert.deepEqual(placesOf(["FORCES", "WHERE", "6 ft × 4 ft", "5 × Volga", "Volga-2"]), [
    ["forces", "facts.Where", "table", "forces.russia.units.1", "forces.russia.units.1"],
  ]);
});
test("of two values with the same words, the first is drawn first", () => {
  assert.deepEqual(placesOf(["Petrograd", "28"], ["Petrograd"]), [
    ["forces.russia.units.0", ""],
    ["deployment.positions.Petrograd"],
  ]);
});
test("the place of a value is that of its first words, or of the value around it", () => {
  const pages = placeWords(
    [
      ["Night Raid", "Forces", "Petrograd", "28", "5 × Volga"],
      ["Night Raid", "6 ft × 4 ft"],
    ],
    known,
  );
  const find = (...path: (string | number)[]) => findDrawn(pages, [...base, ...path], base);
  assert.deepEqual(find("forces", "russia"), { page: 0, labels: [2, 4] });
  assert.deepEqual(find("forces", "russia", "units", 0, "damage"), { page: 0, labels: [2] });
  assert.deepEqual(find("table"), { page: 1, labels: [1] });
  assert.equal(find("balance"), null);
});
test("the labels of a drawing are those of its elements, in their order", () => {
  assert.deepEqual(labelsOf('<svg><g aria-label="A"/><use x="1" aria-label="B &amp; C"/></svg>'), ["A", "B &amp; C"]);
});
