// The state of units at the table: marks, notes and destroyed units, kept in a fleet's file or, for a battle, in the
// browser. Changes are shown at once, are stored until they are saved, and can be undone.

import { ActionError, call, isUnanswered, NO_ANSWER } from "../browser/client.ts";
import { isBack, settleBeforeLeaving, watchFile } from "./file_watch.ts";
import { addUndoStep } from "./undo_steps.ts";
import { followNames } from "./renamed_marks.ts";
import { editShips, namesOfUnits } from "./fleet_lines.ts";
import { messageOf } from "../browser/notices.ts";
import { readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import { textAt, valueAt } from "./tree.ts";
import type { PlayedFleet } from "../types.ts";

export interface UnitState {
  damage: Readonly<Record<string, number>>; // filled marks, by track
  notes: string;
}
// A track with its filled marks, the notes of a unit, or the text in a blank of a sheet.
type UnitChange = { ship: string } & ({ track: string; amount: number } | { words: string });
type Change = UnitChange | { blank: string; words: string };
type Step = { from: Change; to: Change }[]; // they are undone together
export interface TableState {
  units: Readonly<Record<string, UnitState>>;
  blanks: Readonly<Record<string, string>>;
  saving: boolean;
  error: string;
  undoable: boolean;
  redoable: boolean;
}
export type Table = Awaited<ReturnType<typeof openTable>>;

const DESTROYED = /^destroyed(?:[;,.:]\s*|\s*$)/i,
  AFTER_TYPING = 250, // milliseconds
  MOST_STEPS = 200,
  NOT_DRAWN = { drawn: false }, // the table has its own drawings
  UNDAMAGED: UnitState = { damage: {}, notes: "" };

// A destroyed unit has this word first in its notes: so its roster says it, too.
export const isDestroyed = ({ notes }: { notes: string }) => DESTROYED.test(notes);
export const notesOf = ({ notes }: { notes: string }) => notes.replace(DESTROYED, "");
export const withNotes = (destroyed: boolean, notes: string) =>
  destroyed ? (notes ? `Destroyed; ${notes}` : "Destroyed") : notes;

// Whether all marks are filled of the track that is called hull, or of the only track: many rules count such a unit as
// destroyed.
export function isHullLost(tracks: readonly { name: string; marked: number; of: number }[]) {
  const hull = tracks.find(({ name }) => /^hull(_|$)/i.test(name)) ?? (tracks.length === 1 ? tracks[0] : undefined);
  return hull !== undefined && hull.marked === hull.of;
}

// Returns the text of a file that "Save marks" has written on the sheet of a tablet. Throws an error for another file.
export async function readMarksFile(file: File) {
  const words = await file.text();
  if (/\.json$/i.test(file.name) && words.trimStart().startsWith("{")) return words;
  throw new Error(`${file.name} has no marks. Choose the .json file that "Save marks" on the sheet has written.`);
}

const nameOfBlanks = (what: string) => `blanks ${what}`;
export const readBlanks = (what: string) =>
  readStoredJson<Record<string, string>>(localStorage, nameOfBlanks(what), {});
// Keeps the texts in blanks of the sheets in Play; an empty text removes one.
export function keepBlanks(what: string, texts: Readonly<Record<string, string>>) {
  const blanks = Object.fromEntries(Object.entries({ ...readBlanks(what), ...texts }).filter(([, words]) => words)); // of other windows, too
  writeStored(localStorage, nameOfBlanks(what), JSON.stringify(blanks));
  return blanks;
}

// Opens a fleet, or GAME/BATTLE. `listener` gets every new state. Call `close` at the end.
export async function openTable(what: string, listener: (state: TableState) => void) {
  const inFile = what.endsWith(".yaml"),
    unsavedName = `marks ${what}`,
    tableName = `table ${what}`;
  const played = await call("describe_play", { file: what });
  const steps = readStoredJson<Record<"past" | "future", Step[]>>(sessionStorage, `undo play ${what}`, {
    past: [],
    future: [],
  });
  const unsaved = new Map<string, UnitChange>(),
    { past, future } = steps;
  let { stamp, ships, lines } = played,
    units: Record<string, UnitState> = {},
    blanks = readBlanks(what),
    running: Promise<void> | null = null,
    timer: ReturnType<typeof setTimeout> | undefined,
    error = "",
    isFirstWrite = true, // since the file was read
    closed = false;

  const state = (): TableState => ({
    units,
    blanks,
    saving: unsaved.size > 0 && !error,
    error,
    undoable: past.length > 0,
    redoable: future.length > 0,
  });
  const update = () => {
    writeStored(sessionStorage, `undo play ${what}`, JSON.stringify(steps));
    if (!closed) listener(state());
  };
  const unitOf = (ship: string) => units[ship] ?? UNDAMAGED;
  const keyOf = (change: Change) =>
    "blank" in change ? `blank ${change.blank}` : `${change.ship}/${"track" in change ? change.track : ""}`;
  function apply(change: UnitChange) {
    const { damage, notes } = unitOf(change.ship);
    const now =
      "track" in change
        ? { damage: { ...damage, [change.track]: change.amount }, notes }
        : { damage, notes: change.words };
    units = { ...units, [change.ship]: now };
  }
  function takeShips(now: PlayedFleet) {
    ({ stamp, ships, lines } = now);
    units = Object.fromEntries(ships.map(({ key, damage, notes }) => [key, { damage, notes }]));
    for (const change of unsaved.values()) apply(change);
  }
  const storeUnsaved = () =>
    unsaved.size
      ? writeStored(localStorage, unsavedName, JSON.stringify([...unsaved]))
      : removeStored(localStorage, unsavedName);

  // Shows a change and saves it. Changes of the same track, or notes, that wait are replaced.
  function make(change: Change, rest = 0) {
    if ("blank" in change) {
      blanks = keepBlanks(what, { [change.blank]: change.words });
      return update();
    }
    apply(change);
    if (inFile) {
      unsaved.set(keyOf(change), change);
      storeUnsaved();
      clearTimeout(timer);
      timer = setTimeout(send, rest);
    } else writeStored(localStorage, tableName, JSON.stringify(units));
    update();
  }
  function reverse(change: Change): Change {
    if ("blank" in change) return { ...change, words: blanks[change.blank] ?? "" };
    const { damage, notes } = unitOf(change.ship);
    return "track" in change ? { ...change, amount: damage[change.track] ?? 0 } : { ...change, words: notes };
  }
  function changeAll(changes: Change[], rest = 0) {
    if (!changes.length) return;
    const [last] = past.at(-1) ?? [],
      [first] = changes;
    if (rest && last && first && keyOf(last.to) === keyOf(first) && !future.length)
      last.to = first; // one step for a text that is typed
    else past.push(changes.map(to => ({ from: reverse(to), to })));
    past.splice(0, past.length - MOST_STEPS);
    future.length = 0;
    for (const one of changes) make(one, rest);
  }
  const change = (to: Change, rest = 0) => changeAll([to], rest);
  function step(from: Step[], to: Step[], way: "from" | "to") {
    const last = from.pop();
    if (!last) return;
    to.push(last);
    for (const one of last) make(one[way]);
  }

  function send() {
    clearTimeout(timer);
    timer = undefined;
    running ??= work().finally(() => {
      running = null;
      update();
    });
    return running;
  }
  async function work() {
    while (unsaved.size) {
      const sent = [...unsaved];
      try {
        await save();
        error = "";
      } catch (failure) {
        if (isUnanswered(failure)) {
          error = failure instanceof ActionError ? failure.message : NO_ANSWER;
          return;
        }
        error = messageOf(failure);
        unsaved.clear(); // the workshop refuses the change: the state of the file is shown
        storeUnsaved();
        await reload();
        return;
      }
      for (const [key, made] of sent) if (unsaved.get(key) === made) unsaved.delete(key);
      storeUnsaved();
    }
  }
  async function save() {
    try {
      await writeShips();
    } catch (failure) {
      if (!(failure instanceof ActionError && failure.status === 409)) throw failure;
      await reload(); // another program has changed the file: the changes are of some units only
      await writeShips();
    }
  }
  // Writes the states of all units into their lines.
  async function writeShips() {
    const now = ships.map(ship => ({ ...ship, ...unitOf(ship.key) })),
      hasQuotes = lines.some(one => /"/.test(one.text ?? textAt(one, ["unit"]))), // of a name of its own, or of the name of a unit
      { edits, lines: places } = editShips(
        lines,
        now,
        hasQuotes ? namesOfUnits(await call("list_units", { file: what })) : undefined,
      );
    if (!edits.length) return;
    const before = isFirstWrite ? await call("open_document", { file: what, view: NOT_DRAWN }) : { stamp, text: "" };
    const changed = await call("edit_document", { file: what, stamp, edits, view: NOT_DRAWN });
    if (changed.refusal) throw new ActionError([{ message: changed.refusal }]);
    addUndoStep(what, before, changed.stamp, !isFirstWrite); // all marks of a visit are one step in the editor of the fleet
    isFirstWrite = false;
    ({ stamp } = changed);
    lines = valueAt(changed.tree, ["units"])?.items ?? [];
    ships = now.map((ship, index) => ({ ...ship, line: places[index] ?? 0 }));
  }
  async function reload() {
    isFirstWrite = true; // another window has changed the file: earlier steps are not of this text
    takeShips(await call("describe_play", { file: what }));
    update();
  }
  // Another window may have changed the file, or the workshop answers again.
  async function compare() {
    if (error && unsaved.size && !running && (await isBack(what)) && !closed) return void send();
    if (!inFile || unsaved.size) return;
    const now = await call("find_document_stamp", { file: what }).catch(() => null);
    if (now && now.stamp !== stamp && !unsaved.size) await reload().catch(() => {});
  }
  const endWatch = watchFile(compare);
  const forget = settleBeforeLeaving(async () => {
    if (unsaved.size) await send();
  });

  // Returns what the file or the battle does not have, as data for prints: marks by track, notes, and texts of blanks.
  function listMarks() {
    const marks = ships.flatMap(({ key, ...first }) => {
      const { damage, notes } = unitOf(key);
      return [
        ...Object.entries(damage)
          .filter(([track, amount]) => amount !== (first.damage[track] ?? 0))
          .map(([track, amount]) => [`${key}/${track}`, amount]),
        ...(notes === first.notes ? [] : [[`${key}/notes`, notes]]),
      ];
    });
    return { ...blanks, ...Object.fromEntries(marks) };
  }

  if (inFile) {
    for (const [key, made] of readStoredJson<[string, UnitChange][]>(localStorage, unsavedName, []))
      unsaved.set(key, made);
    takeShips(played);
    if (unsaved.size) timer = setTimeout(send);
  } else {
    takeShips(played); // some may begin with damage
    const stored = readStoredJson<typeof units>(localStorage, tableName, {}),
      keys = ships.map(ship => ship.key),
      hasOthers = Object.keys(stored).some(key => !keys.includes(key)),
      game = hasOthers ? await call("describe_game", { name: what.replace(/\/[^/]*$/, "") }) : null;
    units = {
      ...units,
      ...(game
        ? followNames(
            stored,
            keys,
            game.units.map(unit => unit.name),
          )
        : stored),
    };
  }
  return {
    played,
    inFile,
    state,
    mark: (ship: string, track: string, amount: number) => change({ ship, track, amount }),
    note: (ship: string, words: string) =>
      change({ ship, words: withNotes(isDestroyed(unitOf(ship)), words) }, AFTER_TYPING),
    destroy: (ship: string, destroyed: boolean) => change({ ship, words: withNotes(destroyed, notesOf(unitOf(ship))) }),
    undo: () => step(past, future, "from"),
    redo: () => step(future, past, "to"),
    retry: () => void send(),
    write: (blank: string, words: string) => change({ blank, words }, AFTER_TYPING),
    listMarks,
    // Takes the marks, notes and numbers of a sheet that was saved on a tablet, as one step. Returns a report, and whether anything changed.
    async takeMarks(words: string) {
      if (unsaved.size) await send();
      const {
        ships: marked,
        blanks: texts,
        done,
      } = await call("read_marks", { file: what, marks: words, now: listMarks() });
      const changes = [
        ...Object.entries(texts).map(([blank, words]): Change => ({ blank, words })),
        ...marked.flatMap(({ key: ship, damage, notes }): Change[] => {
          const now = unitOf(ship);
          return [
            ...Object.keys({ ...now.damage, ...damage })
              .map(track => ({ ship, track, amount: damage[track] ?? 0 }))
              .filter(({ track, amount }) => amount !== (now.damage[track] ?? 0)),
            ...(notes === now.notes ? [] : [{ ship, words: notes }]),
          ];
        }),
      ];
      changeAll(changes);
      return { done, hasChanged: changes.length > 0 };
    },
    // Clears all marks, notes and blanks, as one step. Units of a battle have the damage and notes again with which they begin.
    clear() {
      const first = new Map(inFile ? [] : played.ships.map(ship => [ship.key, ship]));
      const ofUnits = Object.entries(units).flatMap(([ship, { damage, notes }]): Change[] => [
        ...Object.keys({ ...damage, ...first.get(ship)?.damage }).flatMap(track => {
          const amount = first.get(ship)?.damage[track] ?? 0;
          return amount === (damage[track] ?? 0) ? [] : [{ ship, track, amount }];
        }),
        ...(notes === (first.get(ship)?.notes ?? "") ? [] : [{ ship, words: first.get(ship)?.notes ?? "" }]),
      ]);
      changeAll([...ofUnits, ...Object.keys(blanks).map(blank => ({ blank, words: "" }))]);
    },
    close() {
      closed = true;
      if (unsaved.size) void send();
      endWatch();
      forget();
    },
  };
}
