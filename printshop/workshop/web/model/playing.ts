// A table: the states of units, and the texts in writing spaces. Marks and notes are kept in a fleet's file or, for a
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
import { keepTexts, readTexts } from "./writing_spaces.ts";

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
  let texts: TableContents["texts"] = readTexts(what),
    closed = false;

  const contents = (): TableContents => ({ states: marks.states(), texts });
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
    for (const change of changes) {
      if ("blank" in change) texts = keepTexts(what, { [change.blank]: change.words });
      else marks.change(change, rest);
    }
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
    write: (space: string, words: string) => changeAll([{ blank: space, words }], AFTER_TYPING),
    undo: () => make(steps.take("undo")),
    redo: () => make(steps.take("redo")),
    retry: () => void marks.settle(),
    listMarks: () => listTableMarks(contents(), marks.units()),
    // Takes the marks, notes and numbers of a sheet that was saved on a tablet, as one step. Returns a report, and whether anything changed.
    async takeMarks(words: string) {
      await marks.settle();
      const now = listTableMarks(contents(), marks.units()),
        marked = await call("read_marks", { file: what, marks: words, now });
      const changes = [
        ...Object.entries(marked.texts).map(([blank, words]): TableChange => ({ blank, words })),
        ...listChanges(marks.states(), marked.units),
      ];
      changeAll(changes);
      return { done: marked.done, hasChanged: changes.length > 0 };
    },
    // Clears all marks, notes and texts, as one step. Units of a battle have the damage and notes again with which they begin.
    clear() {
      const first = new Map(inFile ? [] : played.units.map(unit => [unit.key, unit])),
        wanted = Object.keys(marks.states()).map(key => ({ ...(first.get(key) ?? UNDAMAGED), key }));
      changeAll([...listChanges(marks.states(), wanted), ...Object.keys(texts).map(blank => ({ blank, words: "" }))]);
    },
    close() {
      closed = true;
      marks.close();
    },
  };
}
