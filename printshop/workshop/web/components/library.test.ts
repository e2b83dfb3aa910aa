// The list of own files notices what other programs write.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
type Times = Record<string, number>;
let changed: Times = { "wasp.yaml": 1 },
  isDown = false,
  clock = 0;
const ANSWERS: Record<string, () => object> = {
  read_games: () => ({}),
  list_shipped: () => ({ games: [], starters: [] }),
  list_own_games: () => ({ games: [], fleets: [], folder: "ships", changed }),
};
Object.assign(globalThis, {
  performance: { now: () => clock },
  setTimeout: (run: () => void, milliseconds = 0) => {
    clock += milliseconds;
    queueMicrotask(run);
  },
  fetch: async (address: string) => {
    if (isDown) throw new TypeError("no connection");
    return new Response(JSON.stringify(ANSWERS[address.replace("api/", "")]?.()));
  },
});

test("a new, a changed and a missing file are noticed, once each", async () => {
  const { lookForChanges, readList } = await import("./library.tsx"),
    read = () => readList(new AbortController().signal);
  assert.equal(await lookForChanges(), false); // the first list is not there yet
  await read();
  assert.equal(await lookForChanges(), false);
  const steps: Times[] = [{ "wasp.yaml": 1, "new.yaml": 2 }, { "wasp.yaml": 3, "new.yaml": 2 }, { "new.yaml": 2 }];
  for (const now of steps) {
    changed = now;
    assert.equal(await lookForChanges(), true);
    assert.deepEqual((await read()).changed, now);
    assert.equal(await lookForChanges(), false);
  }
  changed = {};
  isDown = true;
  assert.equal(await lookForChanges(), false); // the workshop gives no answer
});
