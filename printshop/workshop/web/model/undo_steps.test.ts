// Steps of undo: which changes are one step, and what is stored.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
const makeSteps = async (first: string) => (await import("./undo_steps.ts")).openSteps("a.yaml", first, () => "now");

test("all that is typed in one line of the text is one step, and each other line is one of its own", async () => {
  const steps = await makeSteps("new"),
    texts = ["hull: 1\ncrew: 2", "hull: 1\ncrew: 2\nn", "hull: 1\ncrew: 2\nname: A", "hull: 12\ncrew: 2\nname: A"];
  texts.slice(1).forEach((text, number) => {
    steps.addText(texts[number] ?? "", text);
  });
  assert.equal(steps.next("undo"), "hull: 1\ncrew: 2\nname: A");
  steps.take("undo", texts[3] ?? "");
  assert.deepEqual([steps.next("undo"), steps.next("redo")], ["hull: 1\ncrew: 2", texts[3]]);
  steps.take("undo", texts[2] ?? "");
  assert.deepEqual([steps.has("undo"), steps.next("redo")], [false, texts[2]]);
});

test("typing in one input is one step until a pause, another input or another change", async () => {
  const { now } = Date;
  let time = 0;
  Date.now = () => time;
  const steps = await makeSteps("new");
  let text = "2";
  const change = (now: string, input = "") => {
    steps.add(text, now, input && steps.nameTyping(input));
    text = now;
  };
  const listSteps = () => {
    const before: string[] = [];
    for (let next = steps.next("undo"); next !== undefined; next = steps.next("undo")) {
      before.push(next);
      steps.take("undo", text);
      text = next;
    }
    return before;
  };
  change("", "hull");
  change("1", "hull");
  time += 900;
  change("12", "hull"); // each key is in time after the one before
  time += 900;
  change("123", "hull");
  assert.deepEqual(listSteps(), ["2"]);
  change("3", "hull"); // no time has passed, but undo was between
  change("34", "hull");
  time += 1100;
  change("345", "hull");
  change("345 1", "crew");
  change("345 12", "crew");
  change("345 12 3", "hull");
  change("entry 345 12 3"); // such as a new entry
  change("entry 345 12 34", "hull");
  assert.deepEqual(listSteps(), ["entry 345 12 3", "345 12 3", "345 12", "345", "34", "2"]);
  Date.now = now;
});

test("a new change ends redo, and no change is no step", async () => {
  const steps = await makeSteps("new");
  steps.add("a", "b");
  steps.take("undo", "b");
  steps.add("a", "a");
  assert.equal(steps.has("redo"), true);
  steps.add("a", "c");
  assert.deepEqual([steps.has("redo"), steps.next("undo")], [false, "a"]);
});

test("stored steps are those of the file with the same stamp, with changes made elsewhere", async () => {
  const steps = await makeSteps("new");
  steps.add("a", "b");
  steps.store();
  steps.storeNow();
  assert.equal((await makeSteps("another")).has("undo"), false);
  assert.equal((await makeSteps("now")).next("undo"), "a");
  const { addUndoStep } = await import("./undo_steps.ts");
  addUndoStep("a.yaml", { stamp: "now", text: "b" }, "later");
  assert.equal((await makeSteps("later")).next("undo"), "b");
  addUndoStep("a.yaml", { stamp: "later", text: "c" }, "latest", true); // it belongs to the last step
  assert.equal((await makeSteps("latest")).next("undo"), "b");
});

// The first step leads to "a", the second one to `step`, and the file has the lines a, b and c.
for (const [name, step, now, expected] of [
  ["above both steps", "a\nb\nC", "0\na\nb\nc", ["0\na\nb\nC", "0\na"]],
  ["below both steps", "a\nnew\nb\nc", "a\nb\nc\nd", ["a\nnew\nb\nc\nd", "a\nd"]],
  ["in the next line", "A\nb\nc", "a\nB\nc", ["A\nB\nc"]],
  ["below lines that the step has added", "c", "a\nb\nX", ["X"]],
  ["in the line of the step", "a\nb\nC", "a\nb\nX", []],
] as const)
  test(`steps keep a change of another program ${name}`, async () => {
    const steps = await makeSteps("new"),
      texts: (string | undefined)[] = [];
    steps.add("a", step);
    steps.add(step, "a\nb\nc");
    assert.equal(steps.addOtherChange("a\nb\nc", now), expected.length < 2);
    for (; steps.has("undo"); steps.take("undo", "")) texts.push(steps.next("undo"));
    assert.deepEqual(texts, expected);
  });
