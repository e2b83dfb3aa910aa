// The queue of changes: their order, those that replace others, and those without an answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
async function makeQueue() {
  const { createQueue } = await import("./change_queue.ts");
  const states: { saving: boolean; looking: boolean; error: string }[] = [],
    runs: string[] = [];
  let look = (_state: { saving: boolean }) => {};
  const queue = createQueue(state => {
    states.push(state);
    look(state);
  });
  const run = (name: string) => async () => void runs.push(name);
  const watch = (watcher: typeof look) => {
    look = watcher;
  };
  return { queue, runs, run, watch, state: () => states.at(-1) };
}

test("a change that waits is replaced by one with its key", async () => {
  const { queue, runs, run, state } = await makeQueue();
  void queue.add("first", run("first"));
  void queue.add("hull", run("hull 1"));
  void queue.add("", run("undo"));
  void queue.add("hull", run("hull 2"));
  assert.equal(state()?.saving, true);
  await queue.settle();
  assert.deepEqual([runs, state()?.saving, queue.isIdle()], [["first", "hull 2", "undo"], false, true]);
});

test("a delayed change is sent at once if the view is left", async () => {
  const { queue, runs, run } = await makeQueue();
  queue.addAfterPause("name", 20_000, run("name"));
  assert.equal(queue.isIdle(), false);
  queue.sendDelayed();
  await queue.settle();
  assert.deepEqual([runs, queue.isIdle()], [["name"], true]);
});

test("a change without an answer waits for the next try, and keeps its place", async () => {
  const { queue, runs, run, state } = await makeQueue();
  let isReached = false;
  void queue.add("hull", async () => {
    if (!isReached) throw new TypeError("no network");
    await run("hull")();
  });
  void queue.add("crew", run("crew"));
  await queue.settle();
  assert.match(state()?.error ?? "", /does not answer/);
  isReached = true;
  queue.retry();
  await queue.settle();
  assert.deepEqual([runs, state()?.error], [["hull", "crew"], ""]);
});

test("a change without an answer is made before a later one with its key, not in its place", async () => {
  const { queue, runs, run } = await makeQueue();
  let isReached = false;
  void queue.add("hull", async () => {
    if (!isReached) throw new TypeError("no network"); // but the file may have it
    await run("hull 5")();
  });
  await queue.settle();
  isReached = true;
  void queue.add("hull", run("hull 51"));
  void queue.add("hull", run("hull 512"));
  await queue.settle();
  assert.deepEqual(runs, ["hull 5", "hull 512"]);
});

test("nothing waits after the end of settle: neither a change of a listener, nor a delayed or unanswered one", async () => {
  const { queue, runs, run, watch } = await makeQueue();
  let rest = ["second", "third"];
  watch(({ saving }) => {
    const [next] = saving ? [] : rest;
    if (!next) return;
    rest = rest.slice(1);
    void queue.add("", run(next));
  });
  void queue.add("", run("first"));
  await queue.settle();
  assert.deepEqual([runs, queue.isIdle()], [["first", "second", "third"], true]);
  void queue.add("", async () => queue.addAfterPause("name", 20_000, run("name")));
  await queue.settle();
  assert.deepEqual([runs.at(-1), queue.isIdle()], ["name", true]);
  let isReached = false;
  void queue.add("", async () => {
    if (!isReached) throw new TypeError("no network");
    await run("late")();
  });
  await queue.settle();
  isReached = true;
  await queue.settle();
  assert.deepEqual([runs.at(-1), queue.isIdle()], ["late", true]);
});

test("a change that comes while a refused one is reported is made", async () => {
  const { queue, runs, run, watch } = await makeQueue(),
    { ActionError } = await import("../browser/client.ts");
  let isAdded = false;
  watch(({ saving }) => {
    if (saving || isAdded) return;
    isAdded = true;
    void queue.add("", run("next"));
  });
  void queue.add("", async () => {
    throw new ActionError([{ message: "no room" }]);
  });
  await queue.settle();
  assert.deepEqual(runs, ["next"]);
});

test("a value that was refused is replaced by the next one of its key, also if that waits already", async () => {
  const { queue, runs, run, state } = await makeQueue(),
    { ActionError } = await import("../browser/client.ts");
  void queue.add("hull", async () => {
    throw new ActionError([{ message: "no room" }]);
  });
  void queue.add("hull", run("hull 2"));
  await queue.settle();
  queue.retry();
  await queue.settle();
  assert.deepEqual([runs, state()?.error, queue.hasWaiting()], [["hull 2"], "", false]);
});

test("a drawing alone is no saving of values", async () => {
  const { queue, run, state } = await makeQueue(),
    { VIEW } = await import("./change_queue.ts");
  void queue.add(VIEW, run("view"));
  assert.equal(state()?.looking, true);
  void queue.add("hull", run("hull"));
  assert.equal(state()?.looking, false);
  await queue.settle();
});
