// The marks of a battle, which the browser keeps.

import { call } from "../browser/client.ts";
import { readStoredJson, writeStored } from "../browser/storage.ts";
import type { PlayedFleet } from "../types.ts";
import type { KeptMarks } from "./fleet_marks.ts";
import { followNames } from "./renamed_marks.ts";
import { applyChange, readStates, type UnitStates } from "./unit_states.ts";

// Opens the marks of a battle, whose units may begin with damage. If there are marks of units with other names, the
// workshop names the units of the game.
export async function openBattleMarks({ file, units }: PlayedFleet): Promise<KeptMarks> {
  const storeName = `table ${file}`,
    stored = readStoredJson<UnitStates>(localStorage, storeName, {}),
    keys = units.map(unit => unit.key),
    hasOthers = Object.keys(stored).some(key => !keys.includes(key)),
    game = hasOthers ? await call("describe_game", { name: file.replace(/\/[^/]*$/, "") }) : null,
    names = game?.units.map(unit => unit.name);
  let states: UnitStates = { ...readStates(units), ...(names ? followNames(stored, keys, names) : stored) };
  return {
    units: () => units,
    states: () => states,
    status: () => ({ saving: false, error: "" }),
    change(change) {
      states = applyChange(states, change);
      writeStored(localStorage, storeName, JSON.stringify(states));
    },
    settle: async () => {},
    close() {},
  };
}
