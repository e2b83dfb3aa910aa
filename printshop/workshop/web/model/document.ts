// A file that is being edited: its state, and all that changes it.

import { ActionError, call, isUnanswered } from "../browser/client.ts";
import { createQueue, type QueueState, VIEW } from "./change_queue.ts";
import { restoreText } from "./file_steps.ts";
import { settleBeforeLeaving, watchFile } from "./file_watch.ts";
import { messageOf, notify } from "../browser/notices.ts";
import { readStoredJson, writeStored } from "../browser/storage.ts";
import { textAt, valueAt } from "./tree.ts";
import type { Edit, OpenDocument, Tree, ValuePath, View } from "../types.ts";
import { type Direction, openSteps } from "./undo_steps.ts";
import { type Conflict, findMissing, openUnsaved, type StoredChanges } from "./unsaved_changes.ts";

export { textAt, valueAt };

export interface DocumentState extends QueueState {
  document: OpenDocument;
  view: View;
  readable: Tree | null; // the values when the text could last be read: titles and outlines stay
  isDrawingOld: boolean; // the drawing was made before the present problems
  arranging: boolean; // entries are being added, moved or removed: until then no other entry is
  conflict: Conflict | null;
  undoable: boolean;
  redoable: boolean;
}
export type DocumentHandle = Awaited<ReturnType<typeof openDocument>>;

// The last drawing of a file without problems, and its values then. They are stored while the file has problems.
interface LastDrawing {
  path: string;
  drawing: OpenDocument["drawing"];
  readable: Tree | null;
}

export const samePath = (one: ValuePath, other: ValuePath) => JSON.stringify(one) === JSON.stringify(other);

// Whether another program, or another window, has changed the file since the workshop has read it.
const isStale = (error: unknown) => error instanceof ActionError && error.status === 409;

// Returns the reason why the file does not have the last change, or "" if it has it.
export const reasonOfRefusal = ({ document, error, conflict }: DocumentState) =>
  document.refusal || error || (conflict?.message ?? "");

// Opens a file for editing. `listener` gets every new state. Call `close` at the end.
export async function openDocument(file: string, firstView: View, listener: (state: DocumentState) => void) {
  const drawingName = `drawing ${file}`;
  const first = await call("open_document", { file, view: firstView });
  const unsaved = openUnsaved(file),
    steps = openSteps(file, first.stamp, () => state.document.stamp),
    queue = createQueue(update, () => {
      unsaved.edits.clear(); // a text stays: it may be long
      storeUnsaved();
    });
  let edits = 0, // without a key
    saved = "", // the key of the edits that were saved last
    arranged: Promise<unknown> = Promise.resolve(),
    arrangements = 0, // that wait
    closed = false;
  let last = first.problems.length ? readStoredJson<LastDrawing | null>(sessionStorage, drawingName, null) : null;
  let state: DocumentState = {
    document: first,
    view: firstView,
    readable: first.tree ?? last?.readable ?? null,
    isDrawingOld: false,
    saving: false,
    looking: false,
    arranging: false,
    error: "",
    conflict: null,
    undoable: steps.has("undo"),
    redoable: steps.has("redo"),
  };

  function update(change: Partial<DocumentState>) {
    state = { ...state, ...change, undoable: steps.has("undo"), redoable: steps.has("redo") };
    if (!closed) listener(state);
  }
  // A drawing stays until a new one comes, with all that belongs to it: a file with a problem has none.
  let drawnPath = JSON.stringify(firstView.path ?? []);
  function take(now: OpenDocument, change: Partial<DocumentState> = {}) {
    const path = JSON.stringify(state.view.path ?? []),
      isMissing = now.problems.length > 0 && !now.drawing?.pages.length,
      before =
        path === drawnPath && state.document.drawing?.pages.length
          ? state.document.drawing
          : last?.path === path
            ? last.drawing
            : null,
      isKept = isMissing && before !== null;
    drawnPath = path;
    if (isKept && last?.drawing?.pages !== before.pages) {
      last = { path, drawing: before, readable: state.readable };
      writeStored(sessionStorage, drawingName, JSON.stringify(last));
    }
    const drawing = isKept
      ? { ...before, summary: now.drawing?.summary ?? before.summary, warnings: now.drawing?.warnings ?? [] }
      : now.drawing;
    // a game that cannot be read for the moment has no name: its inputs stay as they are
    const { kind, game, title } = now.kind ? now : state.document;
    update({
      ...change,
      document: { ...now, kind, game, title, drawing },
      readable: now.tree ?? state.readable,
      isDrawingOld: isKept,
    });
  }
  const storeUnsaved = () => unsaved.store(state.document, state.conflict);

  // The title of the shown block, or of the file, for messages.
  function describeTitle() {
    const title =
      textAt(state.document.tree, [...(state.view.path ?? []), "title"]) || textAt(state.document.tree, ["title"]);
    return title ? `${title} (${file})` : file;
  }

  // Steps lead to texts that the file had before somebody else changed it: they are dropped, with the reason.
  function dropSteps() {
    if (state.undoable || state.redoable)
      notify(
        `Another program, or another window, changed ${describeTitle()}. Earlier steps cannot be undone any more.`,
        "note",
      );
    steps.clear();
  }

  // Another program has changed the file: an edit is made on the new text if the old value is still there.
  async function resolveConflict(edits: Edit[] | null, text?: string) {
    const before = state.document,
      now = await call("open_document", { file, view: state.view });
    const touched = (edits ?? []).map(edit => edit.path);
    const same =
      edits &&
      touched.every(path => JSON.stringify(valueAt(before.tree, path)) === JSON.stringify(valueAt(now.tree, path)));
    dropSteps();
    unsaved.setStamp(before.stamp, true);
    if (same) {
      take(now);
      return true;
    }
    update({
      conflict: {
        message: `Another program, or another window, changed ${describeTitle()}.`,
        edits: [...(state.conflict?.edits ?? []), ...(edits ?? [])],
        text: text ?? state.conflict?.text,
      },
    });
    take(now);
    return false;
  }

  async function sendEdits(key: string, edits: Edit[]) {
    let before = "";
    const make = () => {
      before = state.document.text;
      unsaved.sending = edits;
      return call("edit_document", {
        file,
        stamp: state.document.stamp,
        edits,
        view: state.view,
      });
    };
    let now: OpenDocument | null;
    try {
      now = await make();
    } catch (error) {
      if (!isStale(error)) throw error;
      now = (await resolveConflict(edits)) ? await make() : null;
    }
    unsaved.sending = [];
    if (unsaved.edits.get(key) === edits) unsaved.edits.delete(key);
    if (now) {
      saved = key;
      steps.add(before, now.text);
      take(now, queue.stateAfter());
      steps.store();
    }
    storeUnsaved();
  }

  // Makes edits. Edits with the same key that wait are replaced: `rest` is the time in ms without another key.
  // Returns the key.
  function edit(made: Edit[], key = `edit ${++edits}`, rest = -1) {
    unsaved.edits.set(key, made);
    if (rest < 0) queue.sendDelayed();
    // before the workshop draws and stores the typed value: the answer takes the longest
    queue.delay(key, rest > 0 ? rest : -1, () => sendEdits(key, made));
    storeUnsaved();
    return key;
  }
  // Adds, moves or removes entries, after all typed values are saved. A second press before that does nothing, or is
  // carried out next if it is repeatable, as that of an Add button. Returns whether the file has the change.
  function arrange(make: () => Edit[], isRepeatable = false): Promise<boolean> {
    if (state.arranging && !isRepeatable) return arranged.then(() => false);
    const mine = arranged.then(async () => {
      try {
        await settle();
        const made = make(),
          key = made.length ? edit(made) : "";
        await settle();
        return key !== "" && saved === key && !state.document.refusal;
      } finally {
        arrangements--;
        update({ arranging: arrangements > 0 });
      }
    });
    arranged = mine.catch(() => false);
    arrangements++;
    update({ arranging: true });
    return mine;
  }
  function write(text: string, rest = 0) {
    unsaved.text = text;
    if (state.conflict) update({ conflict: { ...state.conflict, text } }); // nothing is sent until the conflict is settled
    storeUnsaved();
    if (state.conflict) return;
    queue.delay("text", rest, async () => {
      if (state.conflict) return;
      const before = state.document.text;
      unsaved.sent = text;
      storeUnsaved();
      try {
        const now = await call("write_document_text", {
          file,
          stamp: state.document.stamp,
          text,
          view: state.view,
        });
        if (unsaved.text === text) unsaved.text = undefined;
        steps.add(before, now.text, true);
        take(now);
        steps.store();
      } catch (error) {
        if (!isStale(error)) throw error;
        await resolveConflict(null, unsaved.text ?? text);
      }
      storeUnsaved();
    });
  }

  // Shows another block, unit, product or theme.
  function show(view: View) {
    const now = { ...state.view, ...view };
    if (JSON.stringify(now) === JSON.stringify(state.view)) return;
    update({ view: now });
    queue.sendDelayed();
    void queue.add(VIEW, reload);
  }
  async function reload() {
    take(await call("open_document", { file, view: state.view }));
  }

  // Has another action change the file. It can be undone as an edit can.
  function change(run: (stamp: string) => Promise<unknown>) {
    queue.sendDelayed();
    return queue.add("", async () => {
      let before = state.document.text;
      try {
        await run(state.document.stamp).catch(async error => {
          if (!isStale(error)) throw error;
          await reload(); // the action fits the present text as well
          before = state.document.text;
          await run(state.document.stamp);
        });
      } catch (error) {
        if (isUnanswered(error)) throw error;
        return void notify(messageOf(error), "problem");
      }
      await reload();
      steps.add(before, state.document.text);
      steps.store();
      update({});
    });
  }

  function step(direction: Direction) {
    queue.sendDelayed();
    void queue.add("", async () => {
      const text = steps.next(direction);
      if (text === undefined) return;
      let stamp: string;
      try {
        ({ stamp } = await restoreText(file, state.document.stamp, text));
      } catch (error) {
        if (!isStale(error)) throw error;
        dropSteps();
        await reload();
        return steps.store();
      }
      steps.take(direction, state.document.text);
      state = { ...state, document: { ...state.document, stamp, text } };
      await reload();
      steps.store();
    });
  }

  // Makes the changes that an earlier page stored, or reports a conflict.
  function resumeChanges(stored: StoredChanges) {
    const missing = findMissing(stored, first);
    if (missing?.isSafe) {
      for (const [key, made] of missing.edits) edit(made, key, 0);
      if (missing.text !== undefined) write(missing.text);
    } else if (missing) {
      unsaved.setStamp(stored.stamp);
      unsaved.text = missing.text ?? unsaved.text;
      const message = `Another program changed ${describeTitle()} before these changes were saved.`,
        edits = [...(state.conflict?.edits ?? []), ...missing.edits.flatMap(([, made]) => made)];
      update({ conflict: { message, edits, text: unsaved.text } });
      storeUnsaved();
    }
  }

  // Makes the edits of a conflict on the present text, or drops them.
  function settleConflict(make: boolean) {
    const conflict = state.conflict;
    unsaved.text = undefined;
    update({ conflict: null });
    if (make && conflict?.edits.length) edit(conflict.edits);
    if (make && conflict?.text !== undefined) write(conflict.text);
    storeUnsaved();
  }

  // Shows the present state of the file if another program has changed it.
  async function compare() {
    if (!queue.isIdle() || unsaved.text !== undefined || state.conflict) return;
    try {
      const before = state.document.stamp,
        { stamp } = await call("find_document_stamp", { file }),
        isChanged = stamp !== state.document.stamp,
        isFaultElsewhere = state.document.problems.some(one => one.file); // it may be corrected by now
      if (!queue.isIdle() || before !== state.document.stamp || !(isChanged || isFaultElsewhere)) return; // or the answer is old
      if (isChanged) dropSteps();
      await queue.add(VIEW, reload);
    } catch {
      // the next change reports it
    }
  }
  const endWatch = watchFile(compare);

  const settle = async () => {
    queue.sendDelayed();
    steps.storeNow(); // the page may be gone before the answer
    await queue.settle();
    steps.storeNow();
  };
  const endSettle = settleBeforeLeaving(settle);
  const handle = {
    file,
    state: () => state,
    unsavedText: () => unsaved.text,
    edit,
    arrange,
    write,
    change,
    show,
    undo: () => step("undo"),
    redo: () => step("redo"),
    retry() {
      if (unsaved.text !== undefined && !queue.hasWaiting()) write(unsaved.text);
      queue.retry();
    },
    settle,
    settleConflict,
    reload: () => void queue.add(VIEW, reload),
    close() {
      void settle();
      closed = true;
      endWatch();
      endSettle();
    },
  };
  take(first);
  setTimeout(() => unsaved.takeStored().forEach(resumeChanges));
  return handle;
}
