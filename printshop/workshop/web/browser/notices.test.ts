// Messages go by themselves, when they can have been read.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { closeNotices, holdNotices, listenToNotices, notify, secondsOf } from "./notices.ts";

// A clock that the test moves.
let clock = 0,
  timers: { at: number; run: () => void }[] = [];
Object.assign(globalThis, {
  setTimeout: (run: () => void, milliseconds: number) => timers.push({ at: clock + milliseconds, run }),
});
function wait(seconds: number) {
  clock += seconds * 1000;
  for (const timer of [...timers])
    if (timer.at <= clock) {
      timers = timers.filter(one => one !== timer);
      timer.run();
    }
}
let shown: string[] = [];
listenToNotices(notices => {
  shown = notices.map(one => one.text);
});
beforeEach(() => {
  for (const kind of ["done", "note", "problem", "progress"] as const) closeNotices(kind);
  timers = [];
});

const LONG = "The table is wrong: ".repeat(10);

test("each message goes after the time that its reader needs, and progress stays", () => {
  for (const kind of ["done", "note", "problem"] as const)
    for (const text of ["Saved.", LONG])
      for (const action of [undefined, { label: "Undo", run: () => {} }]) {
        const seconds = secondsOf({ text, kind, action });
        notify(text, kind, action);
        wait(seconds - 0.1);
        assert.deepEqual(shown, [text], `${kind} before its time`);
        wait(0.1);
        assert.deepEqual(shown, [], `${kind} after its time`);
      }
  notify("The pages are made ...", "progress");
  wait(3600);
  assert.deepEqual(shown, ["The pages are made ..."]);
});

test("a longer message, a problem and a message with an action stay longer", () => {
  const seconds = (text: string, kind: "done" | "problem", action?: { label: string; run: () => void }) =>
    secondsOf({ text, kind, action });
  assert.ok(seconds("Saved.", "done") >= 5);
  assert.ok(seconds(LONG, "done") > 2 * seconds("Saved.", "done"));
  assert.ok(seconds("Saved.", "problem") > seconds("Saved.", "done"));
  assert.ok(seconds("Saved.", "done", { label: "Undo", run: () => {} }) > seconds("Saved.", "done"));
});

test("no message goes while the user points at it", () => {
  notify("Saved.");
  holdNotices(true);
  wait(60);
  wait(60);
  assert.deepEqual(shown, ["Saved."]);
  holdNotices(false);
  wait(60);
  assert.deepEqual(shown, []);
});
test("the message about a kept form stays until the form is open again or another dialog opens", () => {
  assert.equal(secondsOf({ text: "New unit: what you typed is kept.", kind: "kept" }), Number.POSITIVE_INFINITY);
});
