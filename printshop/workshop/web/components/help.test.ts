// The help has an answer for the phrases that players type.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
const load = () => import("./help.ts");

for (const [text, key] of [
  ["print my fleet", "fleetprint"],
  ["add a ship", "unit"],
  ["dice", "dice"],
  ["how do I print a battle?", "print"],
  ["add ships to my fleet", "fleet"],
  ["make maps", "map"],
  ["fit to page", "scale"],
  ["undo", "undo"],
  ["how do i print two sided", "backs"],
  ["print on both sides", "backs"],
  ["duplex", "backs"],
  ["calibrate", "calibrate"],
  ["calibarte my printer", "calibrate"],
  ["large print", "large"],
  ["cutting machine", "machine"],
  ["strike off boxes", "damage"],
  ["hit points", "damage"],
  ["score damage", "damage"],
  ["mark hits", "damage"],
  ["wounds", "damage"],
  ["print on A3", "scale"],
  ["letter paper", "scale"],
  ["copy ship", "unit"],
  ["rename ship", "unit"],
  ["share with friend", "share"],
  ["dark", "look"],
  ["change colours", "look"],
  ["font", "look"],
  ["make cards", "sheet"],
  ["record sheet", "sheet"],
  ["delete", "undo"],
  ["export to tabletop simulator", "tts"],
  ["vassal", "vassal"],
  ["points limit", "fleet"],
  ["army list", "fleet"],
  ["flip", "cut"],
  ["double sided", "backs"],
  ["photo", "picture"],
  ["logo", "picture"],
  ["language", "language"],
  ["translate", "language"],
  ["import csv", "table"],
  ["house rules", "version"],
  ["turn counter", "dice"],
  ["backup", "files"],
  ["offline", "tablet"],
  ["inches", "lengths"],
  ["check scale", "scale"],
  ["how to check the scale of the printer", "scale"],
  ["how to print at full size", "scale"],
  ["actual size", "scale"],
  ["wrong size", "scale"],
  ["my printer shrinks the page", "scale"],
  ["leave out counters", "parts"],
  ["without counters", "parts"],
  ["how to leave out counters", "parts"],
  ["print only some pages", "parts"],
  ["skip the rules", "parts"],
  ["enlarge text", "large"],
  ["enlarge the text", "large"],
  ["text size", "large"],
  ["bigger letters", "large"],
  ["too small to read", "large"],
  ["how to print double-sided", "backs"],
  ["dubble sided", "backs"],
  ["front and back", "backs"],
  ["printer is not accurate", "calibrate"],
  ["make a tank", "unit"],
  ["custom ships", "unit"],
  ["change a ship", "unit"],
  ["edit stats of a monster", "unit"],
  ["build an army", "fleet"],
  ["cost of my fleet", "fleet"],
  ["print an army list", "fleetprint"],
  ["new scenario", "battle"],
  ["design a mission", "battle"],
  ["victory conditions", "battle"],
  ["invent my own game", "game"],
  ["homebrew rules", "version"],
  ["hex map", "map"],
  ["draw a battlefield", "map"],
  ["upload an image", "picture"],
  ["google sheets", "table"],
  ["spreadsheet", "table"],
  ["edit many units at once", "unittable"],
  ["edit units as a table", "unittable"],
  ["paste cells", "unittable"],
  ["fill down", "unittable"],
  ["bulk edit", "unittable"],
  ["email a friend", "share"],
  ["play on my ipad", "tablet"],
  ["play on phone", "tablet"],
  ["cross out circles", "damage"],
  ["ship is sunk", "damage"],
  ["roll d10", "dice"],
  ["what turn is it", "dice"],
  ["recover deleted file", "undo"],
  ["I deleted my fleet by accident", "undo"],
  ["shortcuts", "keyboard"],
  ["where are my files", "files"],
  ["where are my files saved", "files"],
  ["edit yaml", "text"],
  ["cricut", "machine"],
  ["laser cutter", "machine"],
  ["copy shop", "printshop"],
  ["glue counters", "cut"],
  ["fold tents", "cut"],
  ["steam", "tts"],
  ["play online", "vassal"],
  ["centimetres", "lengths"],
  ["german", "language"],
  ["dark mode", "look"],
  ["prnit a batle", "print"],
  ["how do i start", "print"],
] as const)
  test(`“${text}” finds its answer`, async () => {
    const { findTopics } = await load();
    assert.equal(findTopics(text)[0]?.key, key);
  });
test("each topic is in one group, and has an address for each of its links", async () => {
  const { TOPICS, TOPIC_GROUPS } = await load();
  assert.deepEqual(TOPIC_GROUPS.flatMap(([, keys]) => keys).sort(), TOPICS.map(topic => topic.key).sort());
  for (const { steps, notes = [], links } of TOPICS)
    assert.equal([...steps, ...notes].join("").split("*").length - 1, 2 * links.length);
});
test("each topic that another one names is a link there", async () => {
  const { TOPICS } = await load();
  for (const { key, steps, notes = [] } of TOPICS)
    for (const text of [...steps, ...notes].map(one => one.replace(/\*[^*]*\*/g, "")))
      for (const { title } of TOPICS) assert.ok(!text.includes(title), `${key}: ${text}`);
});
