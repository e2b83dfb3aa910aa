// Double clicks: the second click reaches no other element.

import assert from "node:assert";
import { test } from "node:test";
import { ignoreStrayClicks } from "./double_click.ts";

const SAME = { isConnected: true },
  GONE = { isConnected: false };

// Returns whether each click reaches its element. A click has an element and its number within a double click.
function clickAll(...clicks: [element: object, detail: number][]) {
  const page = new EventTarget(),
    reached: boolean[] = [];
  ignoreStrayClicks(page);
  page.addEventListener("click", () => (reached[reached.length - 1] = true));
  for (const [element, detail] of clicks) {
    const event = new Event("click", { cancelable: true });
    Object.defineProperties(event, { target: { value: element }, detail: { value: detail } });
    reached.push(false);
    page.dispatchEvent(event);
    assert.equal(event.defaultPrevented, !reached.at(-1));
  }
  return reached;
}

test("the second click is ignored if the first has removed its element", () => {
  assert.deepEqual(clickAll([GONE, 1], [SAME, 2], [SAME, 3]), [true, false, false]);
});

test("all clicks reach an element that stays, and a later click any element", () => {
  assert.deepEqual(clickAll([SAME, 1], [SAME, 2], [GONE, 1], [SAME, 1]), [true, true, true, true]);
});
