// The queue of changes: their order, those that replace others, and those without an answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
async function makeQueue() {
  const { createQueue } = await import("./change_queue.ts");
  const states: { saving: boolean; looking: boolean; error: string }[] = [],
    runs: string[] = [],
    refusals: string[] = [];
  const queue = createQueue(
    state => void states.push(state),
    () => void refusals.push(states.at(-1)?.error ?? ""),
  );
  const run = (name: string) => async () => void runs.push(name);
  return { queue, runs, run, refusals, state: () => states.at(-1) };
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
  queue.delay("name", 20_000, run("name"));
  assert.equal(queue.isIdle(), false);
  queue.sendDelayed();
  await queue.settle();
  assert.deepEqual([runs, queue.isIdle()], [["name"], true]);
});

test("a change without an answer waits for the next try, and keeps its place", async () => {
  const { queue, runs, run, refusals, state } = await makeQueue();
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
  assert.deepEqual([runs, refusals, state()?.error], [["hull", "crew"], [], ""]);
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
