// Stored values of files and battles, such as marks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "./fake_browser.ts";

test("stored values follow a renamed file and its battles", async () => {
  setPage();
  const { listStored, moveStored, readStored, writeStored } = await import("./storage.ts");
  const names = ["table raid/dawn", "pack raid/dusk", "blanks home.yaml", "table port/first", "table port/raid/x"];
  for (const name of names) writeStored(localStorage, name, name);
  moveStored(localStorage, "raid.yaml", "storm.yaml");
  moveStored(localStorage, "home.yaml", "away.yaml");
  moveStored(localStorage, "port/scenarios/first.yaml", "port/scenarios/last.yaml");
  moveStored(localStorage, "port/scenarios/last.yaml", "port/scenarios/last.yaml");
  assert.deepEqual(listStored(localStorage, "").sort(), [
    "blanks away.yaml",
    "pack storm/dusk",
    "table port/last",
    "table port/raid/x",
    "table storm/dawn",
  ]);
  assert.equal(readStored(localStorage, "table storm/dawn"), "table raid/dawn");
});
