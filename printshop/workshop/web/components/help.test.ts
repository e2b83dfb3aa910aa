// The help has an answer for the phrases that players type.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
const load = async () => ({ ...(await import("./help.ts")), ...(await import("../model/word_search.ts")) });

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
  ["double sided", "cut"],
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
] as const)
  test(`“${text}” finds its answer`, async () => {
    const { bestOf, indexOfTopic, rankAll, TOPICS } = await load();
    const found = bestOf(rankAll(text, TOPICS, indexOfTopic));
    assert.equal(found[0]?.one.key, key);
  });
test("each topic is in one group, and has an address for each of its links", async () => {
  const { TOPICS, TOPIC_GROUPS } = await load();
  assert.deepEqual(TOPIC_GROUPS.flatMap(([, keys]) => keys).sort(), TOPICS.map(topic => topic.key).sort());
  for (const { steps, links } of TOPICS) assert.equal(steps.join("").split("*").length - 1, 2 * links.length);
});
