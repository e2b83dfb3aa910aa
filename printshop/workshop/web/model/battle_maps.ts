// The maps of battles. A file with a battle of its own may have maps, too.

import { textAt, valueAt } from "./tree.ts";
import type { Edit, Tree, ValuePath } from "../types.ts";

// Returns the edits by which a battle has a map, or none for "". A map takes the place of the table, and of the places on
// the table.
export const editsForMap = (tree: Tree | null, base: ValuePath, map: string): Edit[] => [
  ...["table", "deployment"]
    .filter(key => map && valueAt(tree, [...base, key]))
    .map(key => ({ do: "remove" as const, path: [...base, key] })),
  { do: "set", path: [...base, "map"], value: map ? { yaml: map } : null },
];

// Returns the key and the title of the first battle of a file that is fought on a map of this file.
export function findBattleOnMap(tree: Tree | null | undefined, map: string) {
  const [key = "", battle] =
    valueAt(tree, ["scenarios"])?.entries?.find(([, one]) => textAt(one, ["map"]) === map) ?? [];
  return battle && { key, title: textAt(battle, ["title"]) || key };
}
