// The words of cells as pieces: values, bold and italic words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isRich, readTyped, readWords, type WordPiece, withoutMarkup, writeWords } from "./rich_words.ts";

const describe = ({ text, isValue, bold, italic }: WordPiece) =>
  `${isValue ? `<${text}>` : text}${bold ? "/b" : ""}${italic ? "/i" : ""}`;

test("words become pieces, and the same words again", () => {
  for (const [words, pieces] of [
    ["{points} points", ["<points>", " points"]],
    ["**Hull** {hull}", ["Hull/b", " ", "<hull>"]],
    ["**{short}** *of {side}*", ["<short>/b", " ", "of /i", "<side>/i"]],
    ["***both***", ["both/b/i"]],
    ["**Hull**\nsecond line", ["Hull/b", "\nsecond line"]],
    ["2 * 3", null],
    ["{hull * 2} left", ["<hull * 2>", " left"]],
    ["**bold *and italic***", null],
    ["one { brace", null],
    ["2 \\* 3, {{x}} and {hull}", ["2 * 3, {x} and ", "<hull>"]],
    ["**{{{hull}}}**", ["{/b", "<hull>/b", "}/b"]],
    ["", []],
  ] as const) {
    assert.equal(isRich(words), pieces !== null, words);
    if (pieces) assert.deepEqual(readWords(words).map(describe), pieces, words);
    if (pieces) assert.equal(writeWords(readWords(words)), words);
  }
});

test("asterisks stand at words, not at spaces, and a typed asterisk stays one", () => {
  const piece = (text: string, bold = false): WordPiece => ({ text, isValue: false, bold, italic: false });
  assert.equal(writeWords([piece("Hull "), piece(" left ", true), piece("now")]), "Hull  **left** now");
  assert.equal(writeWords([piece(" ", true), piece("now")]), " now");
  assert.equal(writeWords([piece("2*3")]), "2\\*3");
  assert.deepEqual(readWords("2\\*3").map(describe), ["2*3"]);
});

test("typed braces are a value with a known name, else they are printed", () => {
  const known = new Set(["hull", "max"]),
    typed = (text: string) => writeWords(readTyped({ text, isValue: false, bold: false, italic: false }, known));
  for (const [text, written] of [
    ["{hull} of {x}", "{hull} of {{x}}"],
    ["{max(hull, 2)} *", "{max(hull, 2)} \\*"],
    ["{hulll", "{{hulll"],
    ["}{ {}", "}}{{ {{}}"],
    ["", ""],
  ] as const)
    assert.equal(typed(text), written, text);
});
test("plain words have no markup, and icons by their names", () => {
  for (const [words, plain] of [
    ["a hard move gives you no <strain>.", "a hard move gives you no strain."],
    ["one **<hit>** on *you*", "one hit on you"],
    ["4/d10 x2, 3 < 4 > 2", "4/d10 x2, 3 < 4 > 2"],
    ["a \\* and {x*2}", "a * and {x*2}"],
  ] as const)
    assert.equal(withoutMarkup(words), plain);
});
