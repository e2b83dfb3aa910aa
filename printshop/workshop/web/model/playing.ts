// A table: the states of units, the texts in writing spaces, and the turn. They are kept in a fleet's file or, for a
// battle, in the browser. Changes are shown at once, and can be undone.

import { call } from "../browser/client.ts";
import { joinBattleSaves, openBattleMarks } from "./battle_marks.ts";
import { openFleetMarks } from "./fleet_marks.ts";
import { fitToDrawing } from "./play_layout.ts";
import { openTableSteps } from "./table_steps.ts";
import {
  type TableChange,
  isDestroyed,
  listChanges,
  listTableMarks,
  notesOf,
  reverseChange,
  type TableContents,
  UNDAMAGED,
  withNotes,
} from "./unit_states.ts";
import { counted } from "../words.ts";
import { listTextChanges, textsOfUnit, TURN, writeTurn } from "./writing_spaces.ts";

export interface TableState extends TableContents {
  saving: boolean;
  error: string;
  undoable: boolean;
  redoable: boolean;
}
export type Table = Awaited<ReturnType<typeof openTable>>;
const AFTER_TYPING = 250; // milliseconds

// Returns the text of a file that "Save marks" has written on the sheet of a tablet. Throws an error for another file.
export async function readMarksFile(file: File) {
  const words = await file.text();
  if (/\.json$/i.test(file.name) && words.trimStart().startsWith("{")) return words;
  throw new Error(`${file.name} has no marks. Choose the .json file that "Save marks" on the sheet has written.`);
}

// Returns the units of a saved table that stand on this table, and the turn, or null for the file of a tablet. Throws an
// error if there are no such units.
export function readTable(words: string, keys: readonly string[]) {
  const { table } = JSON.parse(words) as { table?: Partial<TableContents> };
  if (!table) return null;
  const texts = Object.fromEntries(Object.entries(table.texts ?? {}).map(([key, text]) => [key, String(text)])),
    units = keys.flatMap(key => {
      const state = table.states?.[key];
      if (!state) return [];
      const marks = Object.entries(state.damage ?? {}).map(([track, amount]) => [
        track,
        Math.trunc(Number(amount)) || 0,
      ]);
      return [
        {
          key,
          damage: Object.fromEntries(marks) as Record<string, number>,
          notes: String(state.notes ?? ""),
          writing: textsOfUnit(key, texts),
        },
      ];
    });
  if (!units.length) throw new Error("This file has no unit of this table. Choose the file of the same battle.");
  return {
    units,
    turn: texts[TURN] ?? "",
    done: `Taken: the turn, and the marks of ${counted(units.length, "unit")}.`,
  };
}

// Opens a fleet, or GAME/BATTLE. `listener` gets every new state. Call `close` at the end. The workshop gives the name by
// which everything of a battle is stored: several addresses may lead to it.
export async function openTable(address: string, listener: (state: TableState) => void) {
  const inFile = address.endsWith(".yaml"),
    described = await call("describe_play", { file: address }),
    what = described.file,
    played = { ...described, sheets: described.sheets.map(fitToDrawing) };
  if (!inFile) joinBattleSaves(played, address);
  const marks = inFile ? openFleetMarks(played, () => update()) : await openBattleMarks(played),
    steps = openTableSteps(what);
  let closed = false;

  const contents = (): TableContents => ({ states: marks.states(), texts: marks.texts() });
  const state = (): TableState => ({
    ...contents(),
    ...marks.status(),
    undoable: steps.has("undo"),
    redoable: steps.has("redo"),
  });
  function update() {
    if (!closed) listener(state());
  }
  const stateOf = (unit: string) => marks.states()[unit] ?? UNDAMAGED;

  function make(changes: TableChange[], rest = 0) {
    for (const change of changes) marks.change(change, rest);
    update();
  }
  // Makes changes as one step.
  function changeAll(changes: TableChange[], rest = 0) {
    if (!changes.length) return;
    steps.add(
      changes.map(to => ({ from: reverseChange(contents(), to), to })),
      rest > 0,
    );
    make(changes, rest);
  }

  return {
    played,
    inFile,
    state,
    mark: (unit: string, track: string, amount: number) => changeAll([{ ship: unit, track, amount }]),
    note: (unit: string, words: string) =>
      changeAll([{ ship: unit, words: withNotes(isDestroyed(stateOf(unit)), words) }], AFTER_TYPING),
    destroy: (unit: string, destroyed: boolean) =>
      changeAll([{ ship: unit, words: withNotes(destroyed, notesOf(stateOf(unit))) }]),
    goToTurn: (turn: number) => changeAll([{ blank: TURN, words: writeTurn(turn) }], AFTER_TYPING),
    write: (space: string, words: string) => changeAll([{ blank: space, words }], AFTER_TYPING),
    undo: () => make(steps.take("undo")),
    redo: () => make(steps.take("redo")),
    retry: () => void marks.settle(),
    listMarks: () => listTableMarks(contents(), marks.units()),
    // Returns everything on the table as the text of a file, which `takeMarks` reads in another browser.
    save: () => JSON.stringify({ title: played.title, table: contents() }, null, 1),
    // Takes the marks, notes and texts of a sheet that was saved on a tablet, or everything on a table that was saved in
    // another browser, as one step. Returns a report, and whether anything changed.
    async takeMarks(words: string) {
      await marks.settle();
      const { states, texts } = contents(),
        saved = readTable(words, Object.keys(states)),
        marked =
          saved ??
          (await call("read_marks", { file: what, marks: words, now: listTableMarks(contents(), marks.units()) }));
      const changes: TableChange[] = [
        ...listTextChanges(texts, marked.units),
        ...listChanges(states, marked.units),
        ...(saved && saved.turn !== (texts[TURN] ?? "") ? [{ blank: TURN, words: saved.turn }] : []),
      ];
      changeAll(changes);
      return {
        done: changes.length || !saved ? marked.done : "Nothing new: the table is the same.",
        hasChanged: changes.length > 0,
      };
    },
    // Clears all marks, notes and texts, as one step. Units of a battle have the damage and notes again with which they begin.
    clear() {
      const first = new Map(inFile ? [] : played.units.map(unit => [unit.key, unit])),
        wanted = Object.keys(marks.states()).map(key => ({ ...(first.get(key) ?? UNDAMAGED), key }));
      changeAll([
        ...listChanges(marks.states(), wanted),
        ...Object.keys(marks.texts()).map(blank => ({ blank, words: "" })),
      ]);
    },
    close() {
      closed = true;
      marks.close();
    },
  };
}
