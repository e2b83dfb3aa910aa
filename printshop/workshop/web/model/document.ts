// A file that is being edited: its state, and all that changes it.

import { call, isUnanswered } from "../browser/client.ts";
import { createArranger } from "./arranging.ts";
import { addToConflict, areStillRight, type Conflict, dropReplaced } from "./conflicts.ts";
import { createQueue, type QueueState, VIEW } from "./change_queue.ts";
import { restoreText } from "./file_steps.ts";
import { isBack, settleBeforeLeaving, watchFile } from "./file_watch.ts";
import { openLastDrawing, type ShownFile } from "./last_drawing.ts";
import { messageOf, notify } from "../browser/notices.ts";
import {
  askToOpen,
  askToWrite,
  type EditRequest,
  isStale,
  makeEditRequest,
  type SentTo,
  wasStopped,
} from "./requests.ts";
import { textAt, valueAt } from "./tree.ts";
import type { Edit, OpenDocument, ValuePath, View } from "../types.ts";
import { type Direction, openSteps } from "./undo_steps.ts";
import { findMissing, openUnsaved, type StoredChanges } from "./unsaved_changes.ts";

export { textAt, valueAt };

export interface DocumentState extends QueueState, ShownFile {
  isDrawingOld: boolean; // the drawing was made before the present problems
  arranging: boolean; // entries are being added, moved or removed: until then no other entry is
  conflict: Conflict | null;
  undoable: boolean;
  redoable: boolean;
}
export type DocumentHandle = Awaited<ReturnType<typeof openDocument>>;

export const samePath = (one: ValuePath, other: ValuePath) => JSON.stringify(one) === JSON.stringify(other);

// Returns the reason why the file does not have the last change, or "" if it has it.
export const reasonOfRefusal = ({ document, error, conflict }: DocumentState) =>
  document.refusal || error || (conflict?.message ?? "");

// Opens a file for editing. `listener` gets every new state. Call `close` at the end.
export async function openDocument(file: string, firstView: View, listener: (state: DocumentState) => void) {
  const first = await askToOpen(file, firstView);
  const unsaved = openUnsaved(file),
    steps = openSteps(file, first.stamp, () => state.document.stamp),
    lastDrawing = openLastDrawing(file, first, firstView),
    queue = createQueue(update);
  let editCount = 0, // of edits without a key
    lastSaved: Edit[] | null = null,
    closed = false;
  let state: DocumentState = {
    document: first,
    view: firstView,
    readable: first.tree ?? lastDrawing.readable,
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
  const take = (answer: OpenDocument, change: Partial<DocumentState> = {}, typing?: string) =>
    update({ ...change, ...lastDrawing.show(answer, state, typing) });
  const storeUnsaved = () => unsaved.store(state.document, state.conflict);

  // The title of the shown block, or of the file, for messages.
  function describeTitle() {
    const title =
      textAt(state.document.tree, [...(state.view.path ?? []), "title"]) || textAt(state.document.tree, ["title"]);
    return title ? `${title} (${file})` : file;
  }

  // Another program has changed the file: undo keeps this change. Steps of the same lines are dropped, with the reason.
  function keepOtherChange(present: string) {
    if (steps.addOtherChange(state.document.text, present))
      notify(
        `Another program, or another window, changed ${describeTitle()}. Earlier steps cannot be undone any more.`,
        "note",
      );
  }

  // Another program has changed the file. Returns whether all edits that are not saved are right for its present state,
  // too; if not, they become a conflict.
  async function compareWithPresent(request: EditRequest | null, text?: string) {
    const earlier = state.document,
      present = await askToOpen(file, state.view),
      waiting = [...unsaved.edits.values()].filter(edits => edits !== request?.edits);
    keepOtherChange(present.text);
    unsaved.setStamp(earlier.stamp, true);
    const areRight =
      request !== null &&
      areStillRight(request.edits, earlier.tree, present.tree, request.timesSent > 1) &&
      areStillRight(waiting.flat(), earlier.tree, present.tree, false);
    if (!areRight) {
      unsaved.edits.clear();
      const message = `Another program, or another window, changed ${describeTitle()}.`,
        edits = [...(request?.edits ?? []), ...waiting.flat()];
      update({ conflict: addToConflict(state.conflict, message, edits, text) });
    }
    take(present);
    return areRight;
  }

  // Sends edits, also to the present file if another program has changed it. Returns null after a conflict.
  async function sendRequest(request: EditRequest) {
    unsaved.sending = request;
    const answer = request.send(state.document, state.view);
    storeUnsaved();
    try {
      return await answer;
    } catch (error) {
      if (!isStale(error)) throw error;
      return (await compareWithPresent(request))
        ? makeEditRequest(file, request.edits).send(state.document, state.view)
        : null;
    }
  }
  async function sendEdits(key: string, request: EditRequest, typing: string) {
    const isUnsaved = () => unsaved.edits.get(key) === request.edits; // no newer edits have taken its place
    function forget() {
      unsaved.sending = null;
      if (isUnsaved()) unsaved.edits.delete(key);
      storeUnsaved();
    }
    if (!request.timesSent && !isUnsaved()) return; // the edits are in a conflict
    try {
      const answer = await sendRequest(request);
      if (answer) {
        lastSaved = request.edits;
        steps.add(state.document.text, answer.text, typing);
        take(answer, queue.stateAfter(), typing);
        steps.store();
      }
    } catch (error) {
      if (!isUnanswered(error)) {
        forget();
        request.sentTo = null; // the file does not have the edits: they are for its next text
      }
      throw error;
    }
    forget();
  }

  // Makes edits, at once or, with a `pause` in milliseconds, when no other edits with the same key came for so long.
  // They take the place of edits with the same key that still wait.
  function edit(edits: Edit[], key = `edit ${++editCount}`, pause = 0, sentTo: SentTo | null = null) {
    const request = makeEditRequest(file, edits, sentTo),
      typing = steps.nameTyping(key),
      send = () => sendEdits(key, request, typing);
    unsaved.edits.set(key, edits);
    if (state.conflict) update({ conflict: dropReplaced(state.conflict, edits) });
    if (pause) queue.addAfterPause(key, pause, send);
    else {
      queue.sendDelayed(); // the edits are made in the order in which they were typed
      void queue.add(key, send);
    }
    if (unsaved.sending !== request) storeUnsaved(); // else it was stored with the request
  }
  // Adds, moves or removes entries, after all typed values are saved.
  const arrange = createArranger(
    async make => {
      await settleQueue();
      const edits = make();
      if (edits.length) edit(edits);
      await settleQueue();
      return edits.length > 0 && lastSaved === edits && !state.document.refusal;
    },
    arranging => update({ arranging }),
  );
  function write(text: string) {
    unsaved.text = text;
    if (state.conflict) update({ conflict: { ...state.conflict, text } }); // nothing is sent until the conflict is settled
    if (state.conflict) return storeUnsaved();
    let isStored = false;
    queue.sendDelayed();
    void queue.add("text", async () => {
      if (state.conflict) return;
      const before = state.document,
        sent = askToWrite(file, before.stamp, text, state.view);
      unsaved.sent = text;
      storeUnsaved();
      isStored = true;
      try {
        const answer = await sent;
        if (unsaved.text === text) unsaved.text = undefined;
        steps.addText(before.text, answer.text);
        take(answer);
        steps.store();
      } catch (error) {
        if (!isStale(error)) throw error;
        await compareWithPresent(null, unsaved.text ?? text);
      }
      storeUnsaved();
    });
    if (!isStored) storeUnsaved(); // else it was stored with the request
  }

  // Shows another block, unit, product or theme.
  function show(view: View) {
    const next = { ...state.view, ...view };
    if (JSON.stringify(next) === JSON.stringify(state.view)) return;
    update({ view: next });
    queue.sendDelayed();
    void queue.add(VIEW, reload);
  }
  // Reads the file again. Unless the change `isOwn`, another program has made it.
  async function reload(isOwn = false) {
    const present = await askToOpen(file, state.view);
    if (!isOwn && present.stamp !== state.document.stamp) keepOtherChange(present.text);
    take(present);
  }

  // Has another action change the file. It can be undone as an edit can.
  function change(run: (stamp: string) => Promise<unknown>) {
    queue.sendDelayed();
    return queue.add("", async () => {
      let before = state.document.text;
      try {
        await run(state.document.stamp).catch(async error => {
          if (!isStale(error) && !wasStopped(error)) throw error;
          await reload(); // the action fits the present text as well, also if it was made already
          before = state.document.text;
          await run(state.document.stamp);
        });
      } catch (error) {
        if (isUnanswered(error)) throw error;
        return void notify(messageOf(error), "problem");
      }
      await reload(true);
      steps.add(before, state.document.text);
      steps.store();
      update({});
    });
  }

  function step(direction: Direction) {
    queue.sendDelayed();
    const restore = async () => {
      const text = steps.next(direction);
      if (text === undefined) return;
      const { stamp } = await restoreText(file, state.document.stamp, text);
      steps.take(direction, state.document.text);
      state = { ...state, document: { ...state.document, stamp, text } };
    };
    void queue.add("", async () => {
      await restore().catch(async error => {
        if (!isStale(error)) throw error;
        await reload(); // then the step leads to a text with the change of the other program
        await restore();
      });
      await reload();
      steps.store();
    });
  }

  // Makes the changes that an earlier page stored, or reports a conflict.
  function resumeChanges(stored: StoredChanges) {
    const missing = findMissing(stored, first),
      { edits: sentEdits, stamp = "", text: sentText } = stored.sending ?? {};
    if (!missing) return;
    if (sentEdits && sentText !== undefined && stamp !== first.stamp) {
      // The file may have the edits that were sent last, and the others belong to the file with these.
      const others = stored.edits.filter(([, edits]) => JSON.stringify(edits) !== JSON.stringify(sentEdits));
      edit(sentEdits, undefined, 0, { stamp, text: sentText });
      for (const [key, edits] of others) edit(edits, key);
      if (missing.text !== undefined) write(missing.text);
    } else if (missing.isSafe) {
      for (const [key, edits] of missing.edits) edit(edits, key);
      if (missing.text !== undefined) write(missing.text);
    } else {
      unsaved.setStamp(stored.stamp);
      unsaved.text = missing.text ?? unsaved.text;
      const message = `Another program changed ${describeTitle()} before these changes were saved.`,
        edits = missing.edits.flatMap(([, made]) => made);
      update({ conflict: addToConflict(state.conflict, message, edits, unsaved.text) });
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

  // Sends again what was refused or not answered.
  function retry() {
    if (unsaved.text !== undefined && !queue.hasWaiting()) write(unsaved.text);
    queue.retry();
  }
  // Shows the present state of the file if another program has changed it. If there was no answer, sends what waits as
  // soon as there is one.
  async function compare() {
    if (queue.isUnanswered() && (await isBack(file)) && queue.isUnanswered() && !closed) retry();
    if (!queue.isIdle() || unsaved.text !== undefined || state.conflict) return;
    try {
      const before = state.document.stamp,
        { stamp } = await call("find_document_stamp", { file }),
        isChanged = stamp !== state.document.stamp,
        isProblemElsewhere = state.document.problems.some(one => one.file); // it may be corrected by now
      if (!queue.isIdle() || before !== state.document.stamp || !(isChanged || isProblemElsewhere)) return; // or the answer is old
      await queue.add(VIEW, () => reload());
    } catch {
      // the next change reports it
    }
  }
  const endWatch = watchFile(compare);

  async function settleQueue() {
    steps.storeNow(); // the page may be gone before the answer
    await queue.settle();
    steps.storeNow();
  }
  const collected = new Set<() => Promise<unknown>>(); // each sends what was collected and not sent yet
  async function settle() {
    await Promise.all([...collected].map(send => send()));
    await settleQueue();
  }
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
    retry,
    settle,
    collected,
    settleConflict,
    reload: () => void queue.add(VIEW, () => reload()),
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
