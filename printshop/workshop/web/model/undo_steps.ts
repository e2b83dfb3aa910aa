// The steps of undo of a file: the texts before and after the present one, stored in the session of the browser.

import { readStoredJson, writeStored } from "../browser/storage.ts";

const MOST_STEPS = 40,
  STORE_REST = 400, // milliseconds
  TYPING_PAUSE = 1000; // milliseconds without a key, after which typing in the same input is another step

interface StoredSteps {
  stamp: string; // of the file to which the steps belong
  past: string[];
  future: string[];
}
const storeName = (file: string) => `undo ${file}`;
const readSteps = (file: string) =>
  readStoredJson<StoredSteps>(sessionStorage, storeName(file), { stamp: "", past: [], future: [] });
const writeSteps = (file: string, steps: StoredSteps) =>
  writeStored(sessionStorage, storeName(file), JSON.stringify(steps));

// Returns the number of equal lines at the beginning and at the end of two texts: the change stands between them.
function findChange(old: string[], now: string[]) {
  const most = Math.min(old.length, now.length);
  let first = 0,
    end = 0;
  while (first < most && old[first] === now[first]) first++;
  while (end < most - first && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { first, end };
}
// Returns the last line, from 0, of a text that differs from an earlier text, and whether it is the only one.
function findChangedLine(before: string, after: string) {
  const old = before.split("\n"),
    now = after.split("\n"),
    { first, end } = findChange(old, now);
  return { line: now.length - end - 1, isOnly: old.length - end - first === 1 && now.length - end - first === 1 };
}
// Returns the text to which a step leads, with the change of another program from `before` to `now`. Returns null if
// the step changes the same lines.
function withOtherChange(text: string, before: string, now: string) {
  const lines = text.split("\n"),
    old = before.split("\n"),
    present = now.split("\n"),
    own = findChange(lines, old),
    other = findChange(old, present),
    isAbove = old.length - own.end <= other.first, // the step, of the change
    shift = isAbove ? lines.length - old.length : 0;
  if (!isAbove && own.first < old.length - other.end) return null;
  return [
    ...lines.slice(0, other.first + shift),
    ...present.slice(other.first, present.length - other.end),
    ...lines.slice(old.length - other.end + shift),
  ].join("\n");
}

// Adds a step to the undo of a file that was changed elsewhere than in its own view. If this change belongs to the last
// step, there is no new one.
export function addUndoStep(file: string, before: { stamp: string; text: string }, stamp: string, isSameStep = false) {
  const steps = readSteps(file),
    isKnown = steps.stamp === before.stamp,
    past = isKnown ? steps.past : [];
  if (!(isKnown && isSameStep)) past.push(before.text);
  writeSteps(file, { stamp, past: past.slice(-MOST_STEPS), future: [] });
}

export type Direction = "undo" | "redo";
// Returns the steps of an open file, which has the stamp `first`. `stamp` returns its present stamp.
export function openSteps(file: string, first: string, stamp: () => string) {
  const stored = readSteps(file),
    isKnown = stored.stamp === first,
    texts = { undo: isKnown ? stored.past : [], redo: isKnown ? stored.future : [] };
  let lastTyping = "", // to which the last step belongs
    typing = { input: "", number: 0, time: 0 },
    timer: ReturnType<typeof setTimeout> | undefined;

  function storeNow() {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    writeSteps(file, { stamp: stamp(), past: texts.undo, future: texts.redo });
  }
  return {
    has: (direction: Direction) => texts[direction].length > 0,
    // Returns the text to which a step leads, or undefined.
    next: (direction: Direction) => texts[direction].at(-1),
    // Returns the name of the typing to which a key in an input belongs: the same one until another input is used, or
    // until a pause.
    nameTyping(input: string) {
      const time = Date.now(),
        isSame = input === typing.input && time - typing.time < TYPING_PAUSE;
      typing = { input, number: typing.number + (isSame ? 0 : 1), time };
      return `input ${typing.number}`;
    },
    // Adds a step after a change. Changes with the name of one typing are one step, unless another change is between.
    add(before: string, now: string, typing = "") {
      if (now === before) return;
      if (!(typing && typing === lastTyping && texts.undo.length)) texts.undo.push(before);
      lastTyping = typing;
      texts.redo.length = 0;
    },
    // Adds a step after a change of the text. All that is typed in one line is one step.
    addText(before: string, now: string) {
      const { line, isOnly } = findChangedLine(before, now);
      if (!isOnly) lastTyping = "";
      this.add(before, now, `line ${line}`);
    },
    // Removes the step that was taken. `before` is the text from which it led away.
    take(direction: Direction, before: string) {
      lastTyping = "";
      texts[direction].pop();
      texts[direction === "undo" ? "redo" : "undo"].push(before);
    },
    // Adds a change of another program to the texts of all steps. A step that changes the same lines is dropped, with
    // those that lead on from it. Returns whether any step was dropped.
    addOtherChange(before: string, now: string) {
      lastTyping = "";
      let isDropped = false;
      for (const list of [texts.undo, texts.redo]) {
        const changed = list.map(text => withOtherChange(text, before, now)),
          kept = changed.slice(changed.lastIndexOf(null) + 1) as string[];
        isDropped ||= kept.length < list.length;
        list.splice(0, list.length, ...kept);
      }
      return isDropped;
    },
    // Stores the steps a little later: they can be long, and are not needed while the user types.
    store() {
      texts.undo.splice(0, Math.max(0, texts.undo.length - MOST_STEPS));
      timer ??= setTimeout(storeNow, STORE_REST);
    },
    storeNow,
  };
}
