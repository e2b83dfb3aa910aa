// The limits of the values of a field, in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeLimits } from "./field_limits.ts";
import type { FieldLimits } from "../types.ts";

const GUNS = { dice: ["d6", "d8"], lowest_damage: 1, highest_damage: 3, short: false, traits: {} };
const CASES: Array<[FieldLimits, string]> = [
  [{}, ""],
  [{ low: "1", high: "35" }, "1 to 35"],
  [{ low: "3", high: "3" }, "3"],
  [{ low: "0" }, "0 or more"],
  [{ high: "9", each: true }, "9 or less each"],
  [{ each: true }, ""],
  [{ low: "30°", high: "180°", example: "67.5°" }, "30° to 180°, such as 67.5°"],
  [{ options: ["Destroyer", "Light Cruiser"], open: true }, "Destroyer, Light Cruiser, or another word"],
  [{ low: "0", high: "2", options: ["cold_hull", "long legs"] }, "0 to 2 of cold hull, long legs"],
  [{ rows: 1 }, "up to 1 row"],
  [{ words: "the name of a pilot" }, "the name of a pilot"],
  [{ guns: GUNS }, "d6 d8, damage 1 to 3"],
  [{ low: "1", high: "6", guns: { ...GUNS, dice: [], highest_damage: 1 } }, "1 to 6 guns, any die, damage 1"],
  [{ low: "1", high: "1", guns: GUNS }, "1 gun, d6 d8, damage 1 to 3"],
  [{ guns: { ...GUNS, traits: { fire_arc: "f", slow: "s" } } }, "d6 d8, damage 1 to 3; may be fire arc, slow"],
];

test("the limits of every kind of field have words", () => {
  for (const [limits, words] of CASES) assert.equal(describeLimits(limits), words);
});
test("a long list of words ends with their number", () => {
  const options = Array.from({ length: 41 }, (_, number) => `w${number}`);
  assert.match(describeLimits({ options }), /^w0, .*, w39 \.\.\. \(41 in all\)$/);
});
