// The places of values in a game: sections, and the entries in them.

import type { ValuePath } from "../types.ts";

// A file of one section has the entries of this section at its root; the file of a game has them under the section's key.
export interface SectionPlace {
  section: string; // "" for the game as a whole
  entry: string | undefined; // its key, if the value is an entry or lies in one
  base: ValuePath; // the path to the entries of the section
  depth: number; // below the section: 0 for the section, 1 for an entry, 2 for a value of an entry
}
export function placeOf(kind: string, path: ValuePath): SectionPlace {
  const steps = kind === "game" ? 1 : 0,
    [entry] = path.slice(steps);
  return {
    section: kind === "game" ? String(path[0] ?? "") : kind,
    entry: entry === undefined ? undefined : String(entry),
    base: path.slice(0, steps),
    depth: Math.max(0, path.length - steps),
  };
}
// Whether a path leads to the entries of a section, or into them.
export const isUnder = (section: string, kind: string, path: ValuePath) => placeOf(kind, path).section === section;
// Whether a value is an entry of one of some sections.
export const isEntryOf = (sections: readonly string[], kind: string, path: ValuePath) => {
  const { section, depth } = placeOf(kind, path);
  return depth === 1 && sections.includes(section);
};
