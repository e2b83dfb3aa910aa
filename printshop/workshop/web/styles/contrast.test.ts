// The colours of the page, light and dark: text is legible on every ground on which it may stand.

import { deepEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const LEAST = 4.5, // of the contrast of text, as WCAG 2.2 asks
  WORDS = ["ink", "soft", "accent", "wrong", "warn", "done", "comment", "quoted"],
  GROUNDS = ["paper", "card", "tint", "well", "line", "chosen", "wrong-tint", "warn-tint", "done-tint"],
  WHITE = "#ffffff";

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const [light = "", dark = ""] = readFileSync("styles/colours.css", "utf8").split("@media (prefers-color-scheme: dark)");
for (const [look, css] of [
  ["light", light],
  ["dark", dark],
] as const)
  test(`text is legible on every ground in the ${look} look`, () => {
    const colors = new Map(
        [...css.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, key = "", color = ""]) => [key, color]),
      ),
      colorOf = (key: string) => colors.get(key) ?? "missing";
    const pairs = WORDS.flatMap(word => GROUNDS.map(ground => [word, ground] as const));
    deepEqual(
      pairs.filter(([word, ground]) => !(contrast(colorOf(word), colorOf(ground)) >= LEAST)),
      [],
    );
    deepEqual(contrast(WHITE, colorOf("fill")) >= LEAST, true);
  });
