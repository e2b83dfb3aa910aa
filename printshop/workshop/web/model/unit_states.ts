// The states of units at the table, and the changes of these states and of the texts in writing spaces.

import type { PlayUnit } from "../types.ts";

export interface UnitState {
  damage: Readonly<Record<string, number>>; // filled marks, by track
  notes: string;
}
export type UnitStates = Readonly<Record<string, UnitState>>;
export interface TableContents {
  states: UnitStates;
  texts: Readonly<Record<string, string>>; // by writing space
}
// A track with its filled marks, the notes of a unit, or the text in a writing space. Browsers store changes: for this
// reason, the key of a unit is still called `ship`, and that of a writing space `blank`.
export type UnitChange = { ship: string } & ({ track: string; amount: number } | { words: string });
export type TableChange = UnitChange | { blank: string; words: string };

const DESTROYED = /^destroyed(?:[;,.:]\s*|\s*$)/i;
export const UNDAMAGED: UnitState = { damage: {}, notes: "" };

// A destroyed unit has this word first in its notes: so its roster says it, too.
export const isDestroyed = ({ notes }: { notes: string }) => DESTROYED.test(notes);
export const notesOf = ({ notes }: { notes: string }) => notes.replace(DESTROYED, "");
export const withNotes = (destroyed: boolean, notes: string) =>
  destroyed ? (notes ? `Destroyed; ${notes}` : "Destroyed") : notes;

interface TrackMarks {
  name: string;
  marked: number;
  of: number;
}
// Returns the track that is called hull, or the only track.
export const findHull = (tracks: readonly TrackMarks[]) =>
  tracks.find(({ name }) => /^hull(_|$)/i.test(name)) ?? (tracks.length === 1 ? tracks[0] : undefined);
// Whether all marks of the hull are filled: many rules count such a unit as destroyed.
export function isHullLost(tracks: readonly TrackMarks[]) {
  const hull = findHull(tracks);
  return hull !== undefined && hull.marked === hull.of;
}

// Returns the filled marks of a track after a press on the mark `number`, which counts from 1: this mark and all before
// it are filled, or it and all after it are cleared.
export const amountAfter = (number: number, filled: number) => (number <= filled ? number - 1 : number);

// Returns the name of what a change changes.
export const targetOf = (change: TableChange) =>
  "blank" in change ? `blank ${change.blank}` : `${change.ship}/${"track" in change ? change.track : ""}`;

export function applyChange(states: UnitStates, change: UnitChange): UnitStates {
  const { damage, notes } = states[change.ship] ?? UNDAMAGED;
  const now =
    "track" in change
      ? { damage: { ...damage, [change.track]: change.amount }, notes }
      : { damage, notes: change.words };
  return { ...states, [change.ship]: now };
}

// Returns the states of units as a file or a battle has them, with the changes that follow.
export const readStates = (units: readonly PlayUnit[], changes: Iterable<UnitChange> = []) =>
  [...changes].reduce(
    applyChange,
    Object.fromEntries(units.map(({ key, damage, notes }) => [key, { damage, notes }])) as UnitStates,
  );

// Returns the change that leads back to the present contents, after `change`.
export function reverseChange({ states, texts }: TableContents, change: TableChange): TableChange {
  if ("blank" in change) return { ...change, words: texts[change.blank] ?? "" };
  const { damage, notes } = states[change.ship] ?? UNDAMAGED;
  return "track" in change ? { ...change, amount: damage[change.track] ?? 0 } : { ...change, words: notes };
}

// Returns the changes after which the wanted units have their wanted states.
export const listChanges = (states: UnitStates, wanted: readonly (UnitState & { key: string })[]): UnitChange[] =>
  wanted.flatMap(({ key: ship, damage, notes }): UnitChange[] => {
    const now = states[ship] ?? UNDAMAGED;
    return [
      ...Object.keys({ ...now.damage, ...damage })
        .map(track => ({ ship, track, amount: damage[track] ?? 0 }))
        .filter(({ track, amount }) => amount !== (now.damage[track] ?? 0)),
      ...(notes === now.notes ? [] : [{ ship, words: notes }]),
    ];
  });

// Returns the contents that the file or the battle does not have, as data for prints: marks by track, notes, and texts.
export function listTableMarks(
  { states, texts }: TableContents,
  units: readonly PlayUnit[],
): Record<string, number | string> {
  const marks = units.flatMap(({ key, ...first }) => {
    const { damage, notes } = states[key] ?? UNDAMAGED;
    return [
      ...Object.entries(damage)
        .filter(([track, amount]) => amount !== (first.damage[track] ?? 0))
        .map(([track, amount]) => [`${key}/${track}`, amount] as const),
      ...(notes === first.notes ? [] : [[`${key}/notes`, notes] as const]),
    ];
  });
  return { ...texts, ...Object.fromEntries(marks) };
}
