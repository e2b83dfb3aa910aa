// The states of units at the table.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  amountAfter,
  applyChange,
  isHullLost,
  listChanges,
  listTableMarks,
  readStates,
  reverseChange,
} from "./unit_states.ts";

const track = (name: string, marked: number, of: number) => ({ name, marked, of });
const unit = (key: string, damage: Record<string, number> = {}, notes = "") => ({
  key,
  side: "",
  line: 0,
  damage,
  notes,
  writing: {},
});

test("a unit may be destroyed if its hull, or its only track, has no circle left", () => {
  assert.equal(isHullLost([track("armour", 0, 2), track("hull", 3, 3)]), true);
  assert.equal(isHullLost([track("hull", 2, 3), track("armour", 2, 2)]), false);
  assert.equal(isHullLost([track("hull_boxes", 3, 3), track("crew", 0, 2)]), true);
  assert.equal(isHullLost([track("wounds", 4, 4)]), true);
  assert.equal(isHullLost([track("armour", 2, 2), track("thrust", 3, 3)]), false); // nobody knows
  assert.equal(isHullLost([]), false);
});

test("a press on a mark fills it and all before it, or clears it and all after it", () => {
  assert.deepEqual([amountAfter(3, 0), amountAfter(3, 2), amountAfter(3, 3), amountAfter(1, 3)], [3, 3, 2, 0]);
});

test("a change of a unit leaves other units, tracks and notes as they are, and can be reversed", () => {
  const states = readStates([unit("Nike", { hull: 2, armour: 1 }, "slow"), unit("Golem")]),
    change = { ship: "Nike", track: "hull", amount: 5 },
    now = applyChange(states, change);
  assert.deepEqual(now, {
    Nike: { damage: { hull: 5, armour: 1 }, notes: "slow" },
    Golem: { damage: {}, notes: "" },
  });
  const back = reverseChange({ states, texts: {} }, change);
  assert.deepEqual(applyChange(now, back as typeof change), states);
  assert.deepEqual(reverseChange({ states, texts: {} }, { ship: "Nike", words: "late" }), {
    ship: "Nike",
    words: "slow",
  });
  assert.deepEqual(reverseChange({ states, texts: { "Nike/note/1": "4" } }, { blank: "Nike/note/1", words: "5" }), {
    blank: "Nike/note/1",
    words: "4",
  });
});

test("only the tracks and notes that differ are changed", () => {
  const states = readStates([unit("Nike", { hull: 2, armour: 1 }), unit("Golem", {}, "late")]);
  assert.deepEqual(listChanges(states, [unit("Nike", { hull: 3, thrust: 1 }), unit("Golem", {}, "late")]), [
    { ship: "Nike", track: "hull", amount: 3 },
    { ship: "Nike", track: "armour", amount: 0 },
    { ship: "Nike", track: "thrust", amount: 1 },
  ]);
  assert.deepEqual(listChanges(states, [unit("Golem")]), [{ ship: "Golem", words: "" }]);
});

test("prints get the marks, notes and texts that the file or the battle does not have", () => {
  const first = [unit("Nike", { hull: 2 }), unit("Golem", {}, "late")],
    states = readStates(first, [
      { ship: "Nike", track: "hull", amount: 0 },
      { ship: "Nike", track: "armour", amount: 1 },
      { ship: "Golem", words: "" },
    ]);
  const texts = { "Nike/note/1": "4" };
  assert.deepEqual(listTableMarks({ states, texts }, first), {
    "Nike/note/1": "4",
    "Nike/hull": 0,
    "Nike/armour": 1,
    "Golem/notes": "",
  });
  assert.deepEqual(listTableMarks({ states: readStates(first), texts: {} }, first), {});
});
