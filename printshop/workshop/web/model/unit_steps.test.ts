// Presses of + and -: shown at once, sent together.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { countSteps } from "./unit_steps.ts";

mock.timers.enable({ apis: ["setTimeout"] });
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

// Returns a counter for a file whose text has the stamp `text0`, and which answers when `answer` is called.
function open() {
  const sent: [string, number][][] = [],
    answers: (() => void)[] = [];
  let changes = 0;
  const counter = countSteps(
    take => {
      sent.push([...take(`text${sent.length}`)]);
      return new Promise<void>(done => answers.push(done));
    },
    () => changes++,
    250,
  );
  return { counter, sent, answer: () => answers.shift()?.(), changes: () => changes };
}

test("quick presses are one change, and the page has each at once", async () => {
  const { counter, sent, changes } = open();
  for (const unit of ["Rat", "Rat", "Owl"]) counter.add(unit, 1);
  counter.add("Owl", -1);
  assert.deepEqual([changes(), counter.missing("text0").get("Rat"), counter.missing("text0").get("Owl")], [4, 2, 0]);
  mock.timers.tick(249);
  await settle();
  assert.equal(sent.length, 0);
  mock.timers.tick(1);
  await settle();
  assert.deepEqual(sent, [
    [
      ["Rat", 2],
      ["Owl", 0],
    ],
  ]);
});

test("a text has the presses that were sent for it only after the answer; later presses wait for their own change", async () => {
  const { counter, sent, answer } = open();
  counter.add("Rat", 3);
  mock.timers.tick(250);
  await settle();
  counter.add("Rat", 1);
  assert.deepEqual([counter.missing("text0").get("Rat"), counter.missing("text1").get("Rat")], [4, 1]);
  mock.timers.tick(250);
  await settle();
  assert.equal(sent.length, 1); // one after the other
  answer();
  await settle();
  assert.deepEqual(sent.slice(1), [[["Rat", 1]]]);
  answer();
  await settle();
  assert.deepEqual([...counter.missing("text1")], []);
});

test("a file that is left gets what was pressed just before", async () => {
  const { counter, sent } = open();
  counter.add("Rat", 1);
  void counter.flush();
  await settle();
  mock.timers.tick(1000);
  await settle();
  assert.deepEqual(sent, [[["Rat", 1]]]);
});
