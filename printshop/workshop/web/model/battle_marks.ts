// The marks of a battle, which the browser keeps.

import { call } from "../browser/client.ts";
import { joinStored, readStoredJson, writeStored } from "../browser/storage.ts";
import type { PlayedFleet } from "../types.ts";
import type { KeptMarks } from "./fleet_marks.ts";
import { followNames } from "./renamed_marks.ts";
import { applyChange, readStates, type UnitStates } from "./unit_states.ts";
import { keepTexts, readTexts } from "./writing_spaces.ts";

const nameOfMarks = (battle: string) => `table ${battle}`;

// Joins what the browser has stored for a battle at other addresses: an earlier version named the file of the game
// (raid.yaml/dawn) in some links, and the game (raid/dawn) in others. Of two states of a unit, the one with marks is
// kept, and of two with marks the one at the present address.
export function joinBattleSaves({ file, units }: PlayedFleet, opened: string) {
  const [, game = "", battle = ""] = /^(?:\.\/)?(.*)\/([^/]*)$/.exec(file) ?? [],
    starts = readStates(units),
    name = nameOfMarks(file);
  for (const old of new Set([opened, `${game}.yaml/${battle}`])) {
    if (old === file) continue;
    if (readStoredJson<UnitStates | null>(localStorage, nameOfMarks(old), null)) {
      const now = Object.entries(readStoredJson<UnitStates>(localStorage, name, {})),
        marked = now.filter(([key, state]) => JSON.stringify(state) !== JSON.stringify(starts[key]));
      writeStored(localStorage, name, JSON.stringify(Object.fromEntries(marked)));
    }
    for (const store of [localStorage, sessionStorage]) joinStored(store, old, file);
  }
}

// Opens the marks of a battle, whose units may begin with damage. If there are marks of units with other names, the
// workshop names the units of the game.
export async function openBattleMarks({ file, units }: PlayedFleet): Promise<KeptMarks> {
  const storeName = nameOfMarks(file),
    stored = readStoredJson<UnitStates>(localStorage, storeName, {}),
    keys = units.map(unit => unit.key),
    hasOthers = Object.keys(stored).some(key => !keys.includes(key)),
    game = hasOthers ? await call("describe_game", { name: file.replace(/\/[^/]*$/, "") }) : null,
    names = game?.units.map(unit => unit.name);
  let states: UnitStates = { ...readStates(units), ...(names ? followNames(stored, keys, names) : stored) },
    texts = readTexts(file);
  return {
    units: () => units,
    states: () => states,
    texts: () => texts,
    status: () => ({ saving: false, error: "" }),
    change(change) {
      if ("blank" in change) {
        texts = keepTexts(file, { [change.blank]: change.words });
        return;
      }
      states = applyChange(states, change);
      writeStored(localStorage, storeName, JSON.stringify(states));
    },
    settle: async () => {},
    close() {},
  };
}
