// The first title of a text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findTitle } from "./first_title.ts";

test("a title keeps its quotes, its backslashes and its special characters", () => {
  const titles: [string, string][] = [
    [String.raw`title: "Home Fleet: \"Grün & Gold\""`, 'Home Fleet: "Grün & Gold"'],
    [String.raw`title: "a\\b \u00fc\xfc\nb c # d" # a note`, "a\\b üü b c # d"],
    ["title: 'It''s \"gold\" & green: #1' # a note", 'It\'s "gold" & green: #1'],
    ['title: Grün & "Gold"', 'Grün & "Gold"'],
    ["title: Number #1 # a note", "Number"],
    ["title: O'Hara's fleet\r", "O'Hara's fleet"],
    ["title: Ships <fast> & Co", "Ships <fast> & Co"],
    ['title: ""\nunits: []\nname: Wasp', "Wasp"],
    ["- name: Wasp", "Wasp"],
    ['title: "never closed', "never closed"],
    ["subtitle: no\nunits: [x]", ""],
    ["title:\n  a: b", ""],
  ];
  for (const [text, title] of titles) assert.equal(findTitle(text), title, text);
});
test("only the keys that are asked for are read", () => {
  assert.equal(findTitle("ships:\n- name: Wasp\n  title: A", ["title"]), "A");
});
