// A file that is being edited: its state, the queue of its changes, undo, and the changes that were not saved yet.

import { ActionError, call, isUnanswered, NO_ANSWER } from "./client.ts";
import { messageOf, notify } from "./notices.ts";
import { listStored, readStoredJson, removeStored, writeStored } from "./storage.ts";
import { textAt, valueAt } from "./tree.ts";
import type { Edit, OpenDocument, Tree, ValuePath, View } from "./types.ts";

export { textAt, valueAt };

const MOST_STEPS = 40, // of undo
  STEPS_REST = 400, // milliseconds
  WATCH = 2000; // milliseconds
// Changes that are not saved yet. They are stored in the browser until they are saved, or dropped after a conflict.
interface Unsaved {
  stamp: string; // of the file to which they were made
  edits: [key: string, edits: Edit[]][];
  text?: string; // the whole text, if the text was edited
  sent?: string; // the last text that was sent: if the page closes before the answer, the file has this text
  sending?: Edit[]; // the edits that were sent and not answered: the same
  olds?: string[][]; // the values that the edits replace, as JSON
}
interface Conflict {
  message: string;
  edits: Edit[]; // that were not made
  text?: string;
}
export interface DocumentState {
  document: OpenDocument;
  view: View;
  readable: Tree | null; // the values when the text could last be read: titles and outlines stay
  isDrawingOld: boolean; // the drawing was made before the present problems
  saving: boolean;
  looking: boolean; // nothing is written: only another drawing is made
  arranging: boolean; // entries are being added, moved or removed: until then no other entry is
  error: string; // why the last change is not saved; it is sent again by `retry`
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

// Returns the last line, from 0, of a text that differs from an earlier text, and whether it is the only one.
function findChangedLine(before: string, after: string) {
  const old = before.split("\n"),
    now = after.split("\n"),
    most = Math.min(old.length, now.length);
  let first = 0,
    end = 0;
  while (first < most && old[first] === now[first]) first++;
  while (end < most - first && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { line: now.length - end - 1, isOnly: old.length - end - first === 1 && now.length - end - first === 1 };
}

const valueText = (tree: Tree | null, edit: Edit) => JSON.stringify(valueAt(tree, edit.path)) ?? "";
export const samePath = (one: ValuePath, other: ValuePath) => JSON.stringify(one) === JSON.stringify(other);

// All open documents: their typed values are sent before the page closes.
const open = new Set<{ settle: () => Promise<void> }>();
export const settleDocuments = () => Promise.all([...open].map(one => one.settle())).then(() => {});
// Calls a function before another view opens, or the page closes. Returns a function that ends this.
export function settleBeforeLeaving(settle: () => Promise<void>) {
  const one = { settle };
  open.add(one);
  return () => void open.delete(one);
}
addEventListener("pagehide", () => void settleDocuments());
addEventListener("visibilitychange", () => document.hidden && void settleDocuments());

// Calls a function whenever another program may have changed a file: when this window is used again, and, while it can be
// seen, every two seconds, since an editor may stand beside it. Returns a function that ends this.
export function watchFile(compare: () => Promise<void>) {
  let comparing = false;
  async function look() {
    if (comparing || document.hidden) return;
    comparing = true;
    await compare().finally(() => (comparing = false));
  }
  const timer = setInterval(look, WATCH);
  addEventListener("focus", look);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", look);
  };
}

// Whether another program, or another window, has changed the file since the page has read it.
const isStale = (error: unknown) => error instanceof ActionError && error.status === 409;

// Writes an earlier text of a file, and returns the file without a drawing.
export const restoreText = (file: string, stamp: string, text: string) =>
  call("write_document_text", { file, stamp, text, view: JSON.stringify({ drawn: false }) });

// Adds a step to the undo of a file that was changed elsewhere than in its own view. If this change belongs to the last
// step, there is no new one.
export function addUndoStep(file: string, before: { stamp: string; text: string }, stamp: string, isSameStep = false) {
  const steps = readStoredJson(sessionStorage, `undo ${file}`, {
    stamp: "",
    past: [] as string[],
    future: [] as string[],
  });
  const isKnown = steps.stamp === before.stamp,
    past = isKnown ? steps.past : [];
  if (!(isKnown && isSameStep)) past.push(before.text);
  writeStored(sessionStorage, `undo ${file}`, JSON.stringify({ stamp, past: past.slice(-MOST_STEPS), future: [] }));
}

// Makes an entry in one of some files elsewhere than in its own view. This is one step of undo of the file.
export async function makeAsStep<T extends { file: string }>(
  files: readonly (string | undefined)[],
  make: () => Promise<T>,
): Promise<T> {
  const named = [...new Set(files)].flatMap(file => file || []),
    befores = await Promise.all(
      named.map(file => call("open_document", { file, view: JSON.stringify({ drawn: false }) })),
    );
  const made = await make(),
    before = befores[named.indexOf(made.file)];
  if (before) addUndoStep(made.file, before, (await call("find_document_stamp", { file: made.file })).stamp);
  return made;
}
// Makes edits of a file elsewhere than in its own view, as one step of undo.
export const editAsStep = (file: string, edits: Edit[]) =>
  makeAsStep([file], async () => {
    const { stamp } = await call("find_document_stamp", { file }),
      { refusal } = await call("edit_document", { file, stamp, edits: JSON.stringify(edits) });
    if (refusal) throw new Error(refusal);
    return { file };
  });

// Opens a file for editing. `listener` gets every new state. Call `close` at the end.
export async function openDocument(file: string, firstView: View, listener: (state: DocumentState) => void) {
  const unsavedNames = `edits ${file}\n`, // no name of a file has a line break
    unsavedName = unsavedNames + Math.random(), // of this window alone: another one may have the same file open
    undoName = `undo ${file}`,
    drawingName = `drawing ${file}`;
  const steps = readStoredJson(sessionStorage, undoName, { stamp: "", past: [] as string[], future: [] as string[] });
  const waiting: { key: string; run: () => Promise<void> }[] = [],
    timers = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>(),
    unsaved = new Map<string, Edit[]>();
  let unsavedText: string | undefined,
    sentText: string | undefined,
    sending: Edit[] = [],
    unsavedStamp = "",
    running: Promise<void> | null = null,
    refused: (typeof waiting)[number] | null = null, // the last change, if the workshop refused it
    edits = 0, // without a key
    arranged: Promise<void> = Promise.resolve(),
    arrangements = 0, // that wait
    closed = false;
  const viewText = (view: View) => JSON.stringify(view);
  const first = await call("open_document", { file, view: viewText(firstView) });
  const past = steps.stamp === first.stamp ? steps.past : [],
    future = steps.stamp === first.stamp ? steps.future : [];
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
    undoable: past.length > 0,
    redoable: future.length > 0,
  };

  function update(change: Partial<DocumentState>) {
    state = { ...state, ...change, undoable: past.length > 0, redoable: future.length > 0 };
    if (!closed) listener(state);
  }
  // A drawing stays until a new one comes, with all that belongs to it: a file with a problem has none.
  let drawnPath = viewText({ path: firstView.path });
  function take(now: OpenDocument) {
    const path = viewText({ path: state.view.path }),
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
      document: { ...now, kind, game, title, drawing },
      readable: now.tree ?? state.readable,
      isDrawingOld: isKept,
    });
  }
  function storeUnsaved() {
    const edits: Unsaved["edits"] = state.conflict?.edits.length
      ? [["conflict", state.conflict.edits], ...unsaved]
      : [...unsaved];
    if (!edits.length && unsavedText === undefined) return removeStored(localStorage, unsavedName);
    if (!state.conflict) unsavedStamp = state.document.stamp;
    const olds = state.conflict
      ? undefined
      : edits.map(([, made]) => made.map(edit => valueText(state.document.tree, edit)));
    const stored: Unsaved = { stamp: unsavedStamp, edits, text: unsavedText, sent: sentText, sending, olds };
    writeStored(localStorage, unsavedName, JSON.stringify(stored));
  }
  // Stores the steps a little later: they can be long, and are not needed while the user types.
  let stepsTimer: ReturnType<typeof setTimeout> | undefined;
  function storeSteps() {
    past.splice(0, Math.max(0, past.length - MOST_STEPS));
    stepsTimer ??= setTimeout(storeStepsNow, STEPS_REST);
  }
  function storeStepsNow() {
    if (stepsTimer === undefined) return;
    clearTimeout(stepsTimer);
    stepsTimer = undefined;
    writeStored(sessionStorage, undoName, JSON.stringify({ stamp: state.document.stamp, past, future }));
  }
  let typedLine = -1; // of the text, to which the last step belongs
  function addStep(before: string, now: OpenDocument, isTyped = false) {
    if (now.text === before) return;
    const { line, isOnly } = findChangedLine(before, now.text);
    // all that is typed in one line of the text is one step
    if (!(isTyped && isOnly && line === typedLine && past.length)) past.push(before);
    typedLine = isTyped ? line : -1;
    future.length = 0;
  }

  function begin(looking = false) {
    if (!state.saving || (state.looking && !looking)) update({ saving: true, looking });
  }
  // Changes of one file go one after the other, each with the stamp from the last answer. A change with the key of
  // another one that still waits takes its place.
  function queue(key: string, run: () => Promise<void>) {
    const same = key && waiting.find(one => one.key === key);
    refused = null;
    if (same) same.run = run;
    else waiting.push({ key, run });
    begin(key === "view");
    return start();
  }
  function start(): Promise<void> {
    running ??= work().finally(() => {
      running = null;
      if (waiting.length && !state.error) void start(); // it came in the meantime
    });
    return running;
  }
  async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next.run();
        if (state.error && !refused) update({ error: "" });
      } catch (error) {
        if (isUnanswered(error)) {
          waiting.unshift(next);
          return update({ saving: false, error: error instanceof ActionError ? error.message : NO_ANSWER });
        }
        unsaved.clear(); // a text stays: it may be long
        storeUnsaved();
        refused = next;
        update({ error: messageOf(error) });
      }
    }
    update({ saving: timers.size > 0 });
  }
  const retry = () => {
    if (refused) waiting.unshift(refused);
    refused = null;
    if (unsavedText !== undefined && !waiting.length) write(unsavedText);
    void start();
  };

  // The title of the shown block, or of the file, for messages.
  function called() {
    const title =
      textAt(state.document.tree, [...(state.view.path ?? []), "title"]) || textAt(state.document.tree, ["title"]);
    return title ? `${title} (${file})` : file;
  }

  // Steps lead to texts that the file had before somebody else changed it: they are dropped, with the reason.
  function dropSteps() {
    if (past.length || future.length)
      notify(`Another program, or another window, changed ${called()}. Earlier steps cannot be undone any more.`);
    past.length = future.length = 0;
  }

  // Another program has changed the file: an edit is made on the new text if the old value is still there.
  async function resolveConflict(edits: Edit[] | null, text?: string) {
    const before = state.document,
      now = await call("open_document", { file, view: viewText(state.view) });
    const touched = (edits ?? []).map(edit => edit.path);
    const same =
      edits &&
      touched.every(path => JSON.stringify(valueAt(before.tree, path)) === JSON.stringify(valueAt(now.tree, path)));
    dropSteps();
    unsavedStamp ||= before.stamp;
    if (same) {
      take(now);
      return true;
    }
    update({
      conflict: {
        message: `Another program, or another window, changed ${called()}.`,
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
      sending = edits;
      return call("edit_document", {
        file,
        stamp: state.document.stamp,
        edits: JSON.stringify(edits),
        view: viewText(state.view),
      });
    };
    let now: OpenDocument | null;
    try {
      now = await make();
    } catch (error) {
      if (!isStale(error)) throw error;
      now = (await resolveConflict(edits)) ? await make() : null;
    }
    sending = [];
    if (unsaved.get(key) === edits) unsaved.delete(key);
    if (now) {
      addStep(before, now);
      take(now);
      storeSteps();
    }
    storeUnsaved();
  }

  // Makes edits. Edits with the same key that wait are replaced: `rest` is the time in ms without another key.
  function edit(made: Edit[], key = `edit ${++edits}`, rest = -1) {
    const send = () => {
      timers.delete(key);
      void queue(key, () => sendEdits(key, made));
    };
    unsaved.set(key, made);
    if (rest < 0) sendTyped();
    clearTimeout(timers.get(key)?.timer);
    if (rest > 0) timers.set(key, { timer: setTimeout(send, rest), send });
    else send(); // before the page draws and stores the typed value: the answer takes the longest
    storeUnsaved();
    begin();
  }
  // Adds, moves or removes entries, after all typed values are saved. A second press before that does nothing, or is
  // carried out next if it is repeatable, as that of an Add button.
  function arrange(make: () => Edit[], isRepeatable = false) {
    if (state.arranging && !isRepeatable) return arranged;
    const mine = arranged.then(async () => {
      await settle();
      const made = make();
      if (made.length) edit(made);
      await settle();
    });
    arranged = mine
      .catch(() => {})
      .then(() => {
        arrangements--;
        update({ arranging: arrangements > 0 });
      });
    arrangements++;
    update({ arranging: true });
    return mine;
  }
  function write(text: string, rest = 0) {
    unsavedText = text;
    if (state.conflict) update({ conflict: { ...state.conflict, text } }); // nothing is sent until the conflict is settled
    storeUnsaved();
    if (state.conflict) return;
    const send = () => {
      timers.delete("text");
      void queue("text", async () => {
        if (state.conflict) return;
        const before = state.document.text;
        sentText = text;
        storeUnsaved();
        try {
          const now = await call("write_document_text", {
            file,
            stamp: state.document.stamp,
            text,
            view: viewText(state.view),
          });
          if (unsavedText === text) unsavedText = undefined;
          addStep(before, now, true);
          take(now);
          storeSteps();
        } catch (error) {
          if (!isStale(error)) throw error;
          await resolveConflict(null, unsavedText ?? text);
        }
        storeUnsaved();
      });
    };
    clearTimeout(timers.get("text")?.timer);
    timers.set("text", { timer: setTimeout(send, rest), send });
    begin();
  }
  function sendTyped() {
    for (const { timer, send } of [...timers.values()]) {
      clearTimeout(timer);
      send();
    }
  }

  // Shows another block, unit, product or theme.
  function show(view: View) {
    const now = { ...state.view, ...view };
    if (JSON.stringify(now) === JSON.stringify(state.view)) return;
    update({ view: now });
    sendTyped();
    void queue("view", reload);
  }
  async function reload() {
    take(await call("open_document", { file, view: viewText(state.view) }));
  }

  // Has another action change the file. It can be undone as an edit can.
  function change(run: (stamp: string) => Promise<unknown>) {
    sendTyped();
    return queue("", async () => {
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
      addStep(before, state.document);
      storeSteps();
      update({});
    });
  }

  function step(from: string[], to: string[]) {
    sendTyped();
    void queue("", async () => {
      const text = from.at(-1);
      if (text === undefined) return;
      let stamp: string;
      try {
        ({ stamp } = await restoreText(file, state.document.stamp, text));
      } catch (error) {
        if (!isStale(error)) throw error;
        dropSteps();
        await reload();
        return storeSteps();
      }
      typedLine = -1;
      from.pop();
      to.push(state.document.text);
      state = { ...state, document: { ...state.document, stamp, text } };
      await reload();
      storeSteps();
    });
  }
  const undo = () => step(past, future),
    redo = () => step(future, past);

  // Changes that an earlier page stored, and that were not answered.
  function resume() {
    for (const name of listStored(localStorage, unsavedNames)) {
      const stored = readStoredJson<Unsaved | null>(localStorage, name, null);
      removeStored(localStorage, name);
      if (stored) resumeChanges(stored);
    }
  }
  function resumeChanges(stored: Unsaved) {
    const isMade = (edits: Edit[]) =>
      edits.every(edit => edit.do === "set" && textAt(first.tree, edit.path) === textOf(edit));
    const missing = stored.edits.filter(([, edits]) => !isMade(edits));
    const text = stored.text === first.text ? undefined : stored.text;
    if (!missing.length && text === undefined) return;
    const isOurs =
      (stored.sent !== undefined && stored.sent === first.text) ||
      Boolean(stored.sending?.length && isMade(stored.sending));
    const isUntouched =
      text === undefined &&
      stored.edits.every(
        ([, edits], at) =>
          isMade(edits) || edits.every((edit, number) => valueText(first.tree, edit) === stored.olds?.[at]?.[number]),
      );
    if (stored.stamp === first.stamp || isOurs || isUntouched) {
      for (const [key, edits] of missing) edit(edits, key, 0);
      if (text !== undefined) write(text);
    } else {
      const message = `Another program changed ${called()} before these changes were saved.`;
      unsavedStamp = stored.stamp;
      unsavedText = text ?? unsavedText;
      const edits = [...(state.conflict?.edits ?? []), ...missing.flatMap(([, edits]) => edits)];
      update({ conflict: { message, edits, text: unsavedText } });
      storeUnsaved();
    }
  }
  const textOf = (edit: Edit) => {
    const value = edit.do === "set" ? edit.value : null;
    return value ? ("text" in value ? value.text : "yaml" in value ? value.yaml : JSON.stringify(value.data)) : "";
  };

  // Makes the edits of a conflict on the present text, or drops them.
  function settleConflict(make: boolean) {
    const conflict = state.conflict;
    unsavedText = undefined;
    update({ conflict: null });
    if (make && conflict?.edits.length) edit(conflict.edits);
    if (make && conflict?.text !== undefined) write(conflict.text);
    storeUnsaved();
  }

  // Shows the present state of the file if another program has changed it.
  async function compare() {
    if (running || timers.size || unsavedText !== undefined || state.error || state.conflict) return;
    try {
      const before = state.document.stamp,
        { stamp } = await call("find_document_stamp", { file }),
        isChanged = stamp !== state.document.stamp,
        isFaultElsewhere = state.document.problems.some(one => one.file); // it may be corrected by now
      if (running || timers.size || before !== state.document.stamp || !(isChanged || isFaultElsewhere)) return; // or the answer is old
      if (isChanged) dropSteps();
      await queue("view", reload);
    } catch {
      // the next change reports it
    }
  }
  const endWatch = watchFile(compare);

  const settle = async () => {
    sendTyped();
    storeStepsNow(); // the page may be gone before the answer
    await running;
    storeStepsNow();
  };
  const handle = {
    file,
    state: () => state,
    unsavedText: () => unsavedText,
    edit,
    arrange,
    write,
    change,
    show,
    undo,
    redo,
    retry,
    settle,
    settleConflict,
    reload: () => void queue("view", reload),
    close() {
      void settle();
      closed = true;
      endWatch();
      open.delete(handle);
    },
  };
  take(first);
  open.add(handle);
  setTimeout(resume);
  return handle;
}
