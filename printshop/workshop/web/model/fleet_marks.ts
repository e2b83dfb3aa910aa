// The marks of a fleet, which are saved in its file. Changes wait in the browser until they are saved.

import { ActionError, call, isUnanswered, NO_ANSWER } from "../browser/client.ts";
import { messageOf } from "../browser/notices.ts";
import { readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import type { PlayedFleet, PlayUnit } from "../types.ts";
import { isBack, settleBeforeLeaving, watchFile } from "./file_watch.ts";
import { editShips, namesOfUnits } from "./fleet_lines.ts";
import { textAt, valueAt } from "./tree.ts";
import { addUndoStep } from "./undo_steps.ts";
import { applyChange, readStates, type TableChange, targetOf, UNDAMAGED, type UnitStates } from "./unit_states.ts";
import {
  joinTexts,
  keepTexts,
  readTexts,
  TURN,
  type Texts,
  textsOfUnit,
  readTurn,
  withTexts,
} from "./writing_spaces.ts";

export interface KeptMarks {
  units: () => readonly PlayUnit[]; // as the file or the battle has them
  states: () => UnitStates; // with all changes
  texts: () => Texts; // with all changes
  status: () => { saving: boolean; error: string };
  change: (change: TableChange, rest: number) => void; // saved after `rest` milliseconds without another change
  settle: () => Promise<void>; // saves the changes that wait
  close: () => void;
}
const NOT_DRAWN = { drawn: false }; // the table has its own drawings

// Opens the marks of a fleet. `listener` is called after each change that is not made with `change`.
export function openFleetMarks(played: PlayedFleet, listener: () => void): KeptMarks {
  const { file } = played,
    storeName = `marks ${file}`,
    unsaved = new Map(readStoredJson<[string, TableChange][]>(localStorage, storeName, []));
  let { stamp, units, lines, turn } = played,
    states: UnitStates = {},
    texts: Texts = {},
    running: Promise<void> | null = null,
    timer: ReturnType<typeof setTimeout> | undefined,
    error = "",
    isFirstWrite = true, // since the file was read
    closed = false;

  const storeUnsaved = () =>
    unsaved.size
      ? writeStored(localStorage, storeName, JSON.stringify([...unsaved]))
      : removeStored(localStorage, storeName);

  // Reads the state of the file, with the changes that wait.
  function read() {
    const changes = [...unsaved.values()];
    states = readStates(
      units,
      changes.flatMap(change => ("blank" in change ? [] : [change])),
    );
    texts = withTexts(
      { ...readTexts(file), ...joinTexts(units, turn) },
      Object.fromEntries(changes.flatMap(change => ("blank" in change ? [[change.blank, change.words]] : []))),
    );
  }
  const isInFile = (key: string) => key === TURN || units.some(unit => key.startsWith(`${unit.key}/`));
  // An earlier version kept texts and the turn in the browser: those that the file does not have go into the file.
  for (const [blank, words] of Object.entries(readTexts(file)).filter(([key]) => isInFile(key))) {
    if (!(blank in joinTexts(units, turn))) unsaved.set(targetOf({ blank, words }), { blank, words });
    keepTexts(file, { [blank]: "" });
  }
  read();

  function send() {
    clearTimeout(timer);
    timer = undefined;
    running ??= work().finally(() => {
      running = null;
      listener();
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
      for (const [target, made] of sent) if (unsaved.get(target) === made) unsaved.delete(target);
      storeUnsaved();
    }
  }
  async function save() {
    try {
      await writeUnits();
    } catch (failure) {
      if (!(failure instanceof ActionError && failure.status === 409)) throw failure;
      await reload(); // another program has changed the file: the changes are of some units only
      await writeUnits();
    }
  }
  // Writes the states of all units into their lines, and the turn.
  async function writeUnits() {
    const now = units.map(unit => ({
        ...unit,
        ...(states[unit.key] ?? UNDAMAGED),
        writing: textsOfUnit(unit.key, texts),
      })),
      nextTurn = readTurn(texts),
      hasQuotes = lines.some(one => /"/.test(one.text ?? textAt(one, ["unit"]))), // of a name of its own, or of the name of a unit
      { edits, lines: places } = editShips(
        lines,
        now,
        hasQuotes ? namesOfUnits(await call("list_units", { file })) : undefined,
      );
    if (nextTurn !== turn) edits.push({ do: "set", path: [TURN], value: TURN in texts ? { data: nextTurn } : null });
    if (!edits.length) return;
    const before = isFirstWrite ? await call("open_document", { file, view: NOT_DRAWN }) : { stamp, text: "" };
    const changed = await call("edit_document", { file, stamp, edits, view: NOT_DRAWN });
    if (changed.refusal) throw new ActionError([{ message: changed.refusal }]);
    addUndoStep(file, before, changed.stamp, !isFirstWrite); // all marks of a visit are one step in the editor of the fleet
    isFirstWrite = false;
    ({ stamp } = changed);
    turn = nextTurn;
    lines = valueAt(changed.tree, ["units"])?.items ?? [];
    units = now.map((unit, index) => ({ ...unit, line: places[index] ?? 0 }));
  }
  async function reload() {
    isFirstWrite = true; // another window has changed the file: earlier steps are not of this text
    ({ stamp, units, lines, turn } = await call("describe_play", { file }));
    read();
    listener();
  }
  // Another window may have changed the file, or the workshop answers again.
  async function compare() {
    if (error && unsaved.size && !running && (await isBack(file)) && !closed) return void send();
    if (unsaved.size) return;
    const now = await call("find_document_stamp", { file }).catch(() => null);
    if (now && now.stamp !== stamp && !unsaved.size) await reload().catch(() => {});
  }
  const endWatch = watchFile(compare);
  const settle = async () => {
    if (unsaved.size) await send();
  };
  const forget = settleBeforeLeaving(settle);
  if (unsaved.size) timer = setTimeout(send); // of an earlier visit

  return {
    units: () => units,
    states: () => states,
    texts: () => texts,
    status: () => ({ saving: unsaved.size > 0 && !error, error }),
    // Changes with the same target that wait are replaced.
    change(change, rest) {
      if ("blank" in change) texts = withTexts(texts, { [change.blank]: change.words });
      else states = applyChange(states, change);
      if ("blank" in change && !isInFile(change.blank)) {
        keepTexts(file, { [change.blank]: change.words }); // a space of no unit: the file has no line for it
        return;
      }
      unsaved.set(targetOf(change), change);
      storeUnsaved();
      clearTimeout(timer);
      timer = setTimeout(send, rest);
    },
    settle,
    close() {
      closed = true;
      void settle();
      endWatch();
      forget();
    },
  };
}
