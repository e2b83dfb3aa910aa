// Arrangements of entries: one after the other, and what they return.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Edit } from "../types.ts";
import { createArranger } from "./arranging.ts";

const removal = (number: number): Edit[] => [{ do: "remove", path: ["units", number] }];

// Returns an arranger whose changes end when `next` is called.
function makeArranger() {
  const made: number[] = [],
    ends: ((isMade: boolean) => void)[] = [],
    states: boolean[] = [];
  const arrange = createArranger(
    async make => {
      made.push(...make().map(edit => Number(edit.path.at(-1))));
      return new Promise<boolean>(end => ends.push(end));
    },
    isArranging => void states.push(isArranging),
  );
  const next = async (isMade: boolean) => {
    while (!ends.length) await null;
    ends.shift()?.(isMade);
  };
  return { arrange, made, states, next };
}

test("a second press does nothing, and a repeatable one is carried out next", async () => {
  const { arrange, made, states, next } = makeArranger();
  const first = arrange(() => removal(1)),
    second = arrange(() => removal(2)),
    third = arrange(() => removal(3), true);
  await next(true);
  assert.deepEqual(await Promise.all([first, second]), [true, false]);
  assert.deepEqual([made, states.at(-1)], [[1, 3], true]);
  await next(false);
  assert.equal(await third, false);
  assert.deepEqual([made, states.at(-1)], [[1, 3], false]);
});

test("the next arrangement is made after one that failed", async () => {
  const { arrange, made, next } = makeArranger();
  const failed = arrange(() => {
    throw new Error("no such line");
  });
  await assert.rejects(failed, /no such line/);
  const later = arrange(() => removal(4));
  await next(true);
  assert.deepEqual([await later, made], [true, [4]]);
});
