// The state of units at the table: marks, notes and destroyed units, kept in a fleet's file or, for a battle, in the
// browser. Changes are shown at once, are stored until they are saved, and can be undone.

import { ActionError, call, isUnanswered, NO_ANSWER } from "./client.ts";
import { settleBeforeLeaving } from "./document.ts";
import { messageOf } from "./notices.ts";
import { readStoredJson, removeStored, writeStored } from "./storage.ts";
import type { PlayedFleet } from "./types.ts";

export interface UnitState {
  damage: Readonly<Record<string, number>>; // marked circles, by track
  notes: string;
}
// A track with its marked circles, or the notes of a unit.
type Change = { ship: string } & ({ track: string; amount: number } | { words: string });
interface Step {
  from: Change;
  to: Change;
}
export interface TableState {
  units: Readonly<Record<string, UnitState>>;
  saving: boolean;
  error: string;
  undoable: boolean;
  redoable: boolean;
}
export type Table = Awaited<ReturnType<typeof openTable>>;

const DESTROYED = /^destroyed(?:[;,.:]\s*|\s*$)/i,
  AFTER_TYPING = 250, // milliseconds
  MOST_STEPS = 200,
  UNDAMAGED: UnitState = { damage: {}, notes: "" };

// A destroyed unit has this word first in its notes: so its roster says it, too.
export const isDestroyed = (unit: UnitState) => DESTROYED.test(unit.notes);
export const notesOf = (unit: UnitState) => unit.notes.replace(DESTROYED, "");
const withNotes = (destroyed: boolean, notes: string) => (destroyed ? (notes ? `Destroyed; ${notes}` : "Destroyed") : notes);

// Opens a fleet, or GAME/BATTLE. `listener` gets every new state. Call `close` at the end.
export async function openTable(what: string, listener: (state: TableState) => void) {
  const inFile = what.endsWith(".yaml"),
    unsavedName = `marks ${what}`,
    tableName = `table ${what}`;
  const played = await call("play", { file: what });
  const unsaved = new Map<string, Change>(),
    past: Step[] = [],
    future: Step[] = [];
  let stamp = played.stamp,
    units: Record<string, UnitState> = {},
    running: Promise<void> | null = null,
    timer: ReturnType<typeof setTimeout> | undefined,
    error = "",
    closed = false;

  const state = (): TableState => ({
    units,
    saving: unsaved.size > 0 && !error,
    error,
    undoable: past.length > 0,
    redoable: future.length > 0,
  });
  const update = () => {
    if (!closed) listener(state());
  };
  const unitOf = (ship: string) => units[ship] ?? UNDAMAGED;
  const keyOf = (change: Change) => `${change.ship}/${"track" in change ? change.track : ""}`;
  function apply(change: Change) {
    const { damage, notes } = unitOf(change.ship);
    const now = "track" in change ? { damage: { ...damage, [change.track]: change.amount }, notes } : { damage, notes: change.words };
    units = { ...units, [change.ship]: now };
  }
  function takeShips(ships: PlayedFleet["ships"]) {
    units = Object.fromEntries(ships.map(({ key, damage, notes }) => [key, { damage, notes }]));
    for (const change of unsaved.values()) apply(change);
  }
  const storeUnsaved = () =>
    unsaved.size ? writeStored(localStorage, unsavedName, JSON.stringify([...unsaved])) : removeStored(localStorage, unsavedName);

  // Shows a change and saves it. Changes of the same track, or notes, that wait are replaced.
  function make(change: Change, rest = 0) {
    apply(change);
    if (inFile) {
      unsaved.set(keyOf(change), change);
      storeUnsaved();
      clearTimeout(timer);
      timer = setTimeout(send, rest);
    } else writeStored(localStorage, tableName, JSON.stringify(units));
    update();
  }
  function change(to: Change, rest = 0) {
    const { damage, notes } = unitOf(to.ship),
      from = "track" in to ? { ...to, amount: damage[to.track] ?? 0 } : { ...to, words: notes },
      last = past.at(-1);
    if (rest && last && keyOf(last.to) === keyOf(to) && !future.length) last.to = to; // one step for a text that is typed
    else past.push({ from, to });
    past.splice(0, past.length - MOST_STEPS);
    future.length = 0;
    make(to, rest);
  }
  function step(from: Step[], to: Step[], way: keyof Step) {
    const last = from.pop();
    if (!last) return;
    to.push(last);
    make(last[way]);
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
    for (let [next] = unsaved; next; [next] = unsaved) {
      const [key, made] = next;
      try {
        await save(made);
        error = "";
      } catch (failure) {
        if (isUnanswered(failure)) {
          error = failure instanceof ActionError ? failure.message : NO_ANSWER;
          return;
        }
        error = messageOf(failure);
        unsaved.delete(key); // the workshop refuses it: what is in the file is shown
        storeUnsaved();
        await reload();
        return;
      }
      if (unsaved.get(key) === made) unsaved.delete(key);
      storeUnsaved();
    }
  }
  async function save(made: Change) {
    const request = () =>
      "track" in made
        ? call("mark", { file: what, stamp, ship: made.ship, track: made.track, amount: String(made.amount) })
        : call("note", { file: what, stamp, ship: made.ship, words: made.words });
    try {
      ({ stamp } = await request());
    } catch (failure) {
      if (!(failure instanceof ActionError && failure.status === 409)) throw failure;
      await reload(); // another program has changed the file: this change is of one unit only
      ({ stamp } = await request());
    }
  }
  async function reload() {
    const now = await call("play", { file: what });
    stamp = now.stamp;
    takeShips(now.ships);
    update();
  }
  // Another window may have changed the file.
  async function compare() {
    if (!inFile || unsaved.size || document.hidden) return;
    const now = await call("find_document_stamp", { file: what }).catch(() => null);
    if (now && now.stamp !== stamp && !unsaved.size) await reload().catch(() => {});
  }
  addEventListener("focus", compare);
  const forget = settleBeforeLeaving(async () => {
    if (unsaved.size) await send();
  });

  if (inFile) {
    for (const [key, made] of readStoredJson<[string, Change][]>(localStorage, unsavedName, [])) unsaved.set(key, made);
    takeShips(played.ships);
    if (unsaved.size) timer = setTimeout(send);
  } else units = readStoredJson(localStorage, tableName, {});
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
    // Takes back all marks and notes of a battle. Returns a function that restores them.
    clear() {
      const before = units;
      units = {};
      past.length = future.length = 0;
      removeStored(localStorage, tableName);
      update();
      return () => {
        units = before;
        writeStored(localStorage, tableName, JSON.stringify(units));
        update();
      };
    },
    close() {
      closed = true;
      if (unsaved.size) void send();
      removeEventListener("focus", compare);
      forget();
    },
  };
}
