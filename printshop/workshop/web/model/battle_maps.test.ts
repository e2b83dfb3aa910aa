// The maps of battles.

import assert from "node:assert/strict";
import { test } from "node:test";
import { editsForMap, findBattleOnMap } from "./battle_maps.ts";
import type { Tree } from "../types.ts";

const text = (words: string) => ({ text: words, plain: true }) as Tree;
const block = (entries: Record<string, Tree>) => ({ entries: Object.entries(entries) }) as Tree;
const FILE = block({
  scenarios: block({
    raid: block({ title: text("Night Raid"), table: text("6 ft x 4 ft"), deployment: block({}) }),
    dawn: block({ map: text("bay") }),
  }),
});

test("a map takes the place of the table and of the places on it", () => {
  const base = ["scenarios", "raid"];
  assert.deepEqual(editsForMap(FILE, base, "bay"), [
    { do: "remove", path: [...base, "table"] },
    { do: "remove", path: [...base, "deployment"] },
    { do: "set", path: [...base, "map"], value: { yaml: "bay" } },
  ]);
  assert.deepEqual(editsForMap(FILE, base, ""), [{ do: "set", path: [...base, "map"], value: null }]);
  assert.equal(editsForMap(FILE, ["scenarios", "dawn"], "sea").length, 1);
});

test("the battle on a map of the same file is found", () => {
  assert.deepEqual(findBattleOnMap(FILE, "bay"), { key: "dawn", title: "dawn" });
  assert.equal(findBattleOnMap(FILE, "sea"), undefined);
  assert.equal(findBattleOnMap(null, "sea"), undefined);
});
