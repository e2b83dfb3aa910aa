// Changes that an earlier page stored: which of them a file lacks, and which are safe to make.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Edit, OpenDocument } from "../types.ts";

const local = setPage();
const fileOf = (hull: string, crew = "2") =>
  ({
    stamp: `${hull} ${crew}`,
    text: `hull: ${hull}\ncrew: ${crew}`,
    tree: {
      entries: [
        ["hull", { text: hull }],
        ["crew", { text: crew }],
      ],
    },
  }) as OpenDocument;
const setTo = (key: string, text: string): Edit[] => [{ do: "set", path: [key], value: { text } }];
const load = () => import("./unsaved_changes.ts");

test("changes that were made are not missing", async () => {
  const { findMissing } = await load();
  assert.equal(findMissing({ stamp: "1 2", edits: [["hull", setTo("hull", "5")]] }, fileOf("5")), null);
  assert.equal(findMissing({ stamp: "1 2", edits: [], text: fileOf("5").text }, fileOf("5")), null);
});

test("changes are safe if the file is as it was, or as the workshop has sent it", async () => {
  const { findMissing } = await load(),
    edits: [string, Edit[]][] = [["hull", setTo("hull", "123")]];
  const isSafe = (stored: object, now: OpenDocument) => findMissing({ stamp: "1 2", edits, ...stored }, now)?.isSafe;
  assert.equal(isSafe({}, fileOf("1")), true);
  assert.equal(isSafe({}, fileOf("12")), false);
  assert.equal(isSafe({ sending: { edits: setTo("hull", "12"), stamp: "1 2" } }, fileOf("12")), true); // the one before the last was written
  assert.equal(isSafe({ edits: [], text: "hull: 123", sent: fileOf("12").text }, fileOf("12")), true);
  // another window has changed another value
  assert.equal(isSafe({ olds: [[JSON.stringify({ text: "1" })]] }, fileOf("1", "9")), true);
  assert.equal(isSafe({ olds: [["{}"]] }, fileOf("1", "9")), false);
});

test("changes are stored until they are saved, and the next page takes them once", async () => {
  const { openUnsaved } = await load(),
    unsaved = openUnsaved("a.yaml");
  unsaved.edits.set("hull", setTo("hull", "5"));
  unsaved.store(fileOf("1"), null);
  const [stored] = openUnsaved("a.yaml").takeStored();
  assert.deepEqual([stored?.stamp, stored?.edits], ["1 2", [["hull", setTo("hull", "5")]]]);
  assert.deepEqual(openUnsaved("a.yaml").takeStored(), []);
  unsaved.store(fileOf("1"), null);
  unsaved.edits.clear();
  unsaved.store(fileOf("5"), null);
  assert.equal(local.items.size, 0);
});

test("the text before is stored only with edits that leave no value to compare", async () => {
  const { openUnsaved } = await load(),
    { makeEditRequest } = await import("./requests.ts");
  const store = (edits: Edit[]) => {
    const unsaved = openUnsaved("b.yaml");
    unsaved.edits.set("key", edits);
    unsaved.sending = makeEditRequest("b.yaml", edits, { stamp: "1 2", text: "before" });
    unsaved.store(fileOf("1"), null);
    return openUnsaved("b.yaml").takeStored()[0]?.sending;
  };
  assert.deepEqual(store(setTo("hull", "5")), { edits: setTo("hull", "5"), stamp: "1 2" });
  assert.equal(store([{ do: "remove", path: ["hull"] }])?.text, "before");
});
