// The units at a table with their tracks, and their states in words.

import type { PlayedFleet } from "../types.ts";
import { describeTrack } from "./record_words.ts";
import { findHull, isDestroyed, isHullLost, UNDAMAGED, type UnitState, type UnitStates } from "./unit_states.ts";

interface TrackState {
  name: string;
  label: string;
  marked: number;
  of: number;
}
export interface TableUnit {
  key: string;
  side: string;
  line: number;
  state: UnitState;
  tracks: TrackState[];
  destroyed: boolean;
}
type Health = "whole" | "damaged" | "destroyed";

// Lists all units with their tracks, in the order of the records.
export function listTableUnits(
  { sheets, units, records }: Pick<PlayedFleet, "sheets" | "units" | "records">,
  states: UnitStates,
): TableUnit[] {
  const tracks = new Map<string, Map<string, number>>();
  for (const { unit, track, of } of sheets.flatMap(sheet => sheet.marks))
    tracks.set(unit, (tracks.get(unit) ?? new Map()).set(track, of));
  return units.map(({ key, side, line }) => {
    const state = states[key] ?? UNDAMAGED;
    const all = [...(tracks.get(key) ?? [])].map(([name, of]) => ({
      name,
      label: describeTrack(records[key]?.rows ?? {}, name, of).label,
      of,
      marked: Math.min(state.damage[name] ?? 0, of),
    }));
    return { key, side, line, state, tracks: all, destroyed: isDestroyed(state) };
  });
}

// Lists the keys of units side by side, as the index does.
export const listInOrder = (units: readonly Pick<TableUnit, "key" | "side">[]) =>
  [...new Set(units.map(unit => unit.side))].flatMap(side =>
    units.filter(unit => unit.side === side).map(unit => unit.key),
  );

export const healthOf = ({ destroyed, tracks }: TableUnit): Health =>
  destroyed ? "destroyed" : tracks.some(track => track.marked) ? "damaged" : "whole";
// A unit's name without its side, which its heading or its record shows.
export const shortName = ({ key, side }: TableUnit) =>
  key.endsWith(` (${side})`) ? key.slice(0, -side.length - 3) : key;
// A unit that may be destroyed is never marked so by the workshop alone: the rules differ.
export const mayBeDestroyed = ({ destroyed, tracks }: TableUnit) => !destroyed && isHullLost(tracks);
// Returns the marks that a unit has left of its hull, or of all its tracks if no track is its hull.
export function countHull({ tracks, destroyed }: Pick<TableUnit, "tracks" | "destroyed">) {
  const hull = findHull(tracks),
    counted = hull ? [hull] : tracks,
    of = counted.reduce((sum, track) => sum + track.of, 0),
    left = of - counted.reduce((sum, track) => sum + track.marked, 0);
  return { left: destroyed ? 0 : left, of };
}
const describeDamage = (unit: TableUnit) =>
  (mayBeDestroyed(unit) ? "Destroyed? " : "") +
  unit.tracks
    .filter(track => track.marked)
    .map(({ label, marked, of }) => `${label}: lost ${marked} of ${of}`)
    .join(", ");
// The state of a unit in words: the same in the list, above its record, and where its record is folded.
export const describeState = (unit: TableUnit) => (unit.destroyed ? "Destroyed" : describeDamage(unit) || "No damage");
// The state of a unit above rows of marks, which show each loss.
export const describeShortly = (unit: TableUnit) =>
  mayBeDestroyed(unit) ? "Destroyed?" : healthOf(unit) === "damaged" ? "Damaged" : describeState(unit);
