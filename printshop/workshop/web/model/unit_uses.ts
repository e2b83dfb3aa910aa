// The battles and fleets that have a unit.

import { battleAddress, fleetAddress, packAddress } from "../browser/routes.ts";
import type { BrokenGame, ListedFleet, ListedGame } from "../types.ts";

export interface UnitUse {
  kind: "battle" | "fleet";
  title: string;
  href: string;
}
const isGame = (game: ListedGame | BrokenGame): game is ListedGame => !game.broken;

// Returns the battles and fleets of a game, and of all files that extend it, that have a unit of this name. `fleets` name
// their units as "Golem" or "2 x Golem".
export function listUses(
  games: readonly (ListedGame | BrokenGame)[],
  fleets: readonly Pick<ListedFleet, "file" | "title" | "game" | "unit_names">[],
  name: string,
  unit: string,
): UnitUse[] {
  const readable = games.filter(isGame),
    home = readable.find(game => game.name === name)?.of ?? name,
    uses = new Map<string, UnitUse>(); // a file lists the battles of the game that it extends, too
  for (const game of readable.filter(one => one.of === home))
    for (const { key, title, file, what, unit_names } of game.battles) {
      if (!unit_names.includes(unit) || (!file && game.name !== home)) continue;
      const href = file ? battleAddress(file, key) : packAddress(what);
      uses.set(href, { kind: "battle", title, href });
    }
  for (const { file, title, game, unit_names } of fleets)
    if (game === home && unit_names.some(one => one.replace(/^\d+ x /, "") === unit))
      uses.set(file, { kind: "fleet", title, href: fleetAddress(file) });
  return [...uses.values()];
}
