// Typed values are saved, once, and no change by another program is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Edit } from "../types.ts";

interface Body {
  stamp: string;
  text: string;
  edits: (Edit & { value: { text: string } })[];
}

// A server with one file, whose lines are `key: value`. Its stamp is its text. `refusal` refuses all changes.
// `faults` are problems in another file.
const server = { text: "", refusal: 0, requests: [] as string[], kind: "", faults: [] as object[] };
const treeOf = (text: string) => ({
  entries: text
    .split("\n")
    .map(line => line.split(": "))
    .map(([key, value]) => [key, { text: value, plain: true }]),
});
const makeDocument = () => ({
  file: "a.yaml",
  text: server.text,
  stamp: server.text,
  kind: server.kind,
  game: "",
  title: "",
  tree: treeOf(server.text),
  problems: server.faults,
  drawing: null,
  refusal: "",
});
function answer(action: string, { stamp, text, edits }: Body): [number, object] {
  server.requests.push(action);
  if (action === "open_document") return [200, makeDocument()];
  if (action === "find_document_stamp") return [200, { stamp: server.text }];
  if (server.refusal) return [server.refusal, { problems: [{ message: "no room", hint: "" }] }];
  if (stamp !== server.text) return [409, { problems: [{ message: "changed", hint: "" }] }];
  if (action === "write_document_text") server.text = text;
  else
    for (const edit of edits)
      server.text = server.text.replace(
        new RegExp(`^${edit.path[0]}: .*$`, "m"),
        `${edit.path[0]}: ${edit.value.text}`,
      );
  return [200, makeDocument()];
}
const local = setPage(),
  STORED = "printshop here edits a.yaml\nbefore",
  listStored = () =>
    [...local.items].filter(([name]) => name.startsWith("printshop here edits")).map(([, text]) => text);
const watches = new Set<() => void>(); // functions that are called every two seconds
Object.assign(globalThis, {
  setInterval: (look: () => void) => {
    watches.add(look);
    return look;
  },
  clearInterval: (look: () => void) => watches.delete(look),
  fetch: async (url: string, { body }: { body: string }) => {
    const [status, data] = answer(url.replace("api/", ""), JSON.parse(body));
    await new Promise(done => setTimeout(done, 2));
    return { ok: status === 200, status, json: async () => data, text: async () => "" };
  },
});

const setTo = (key: string, text: string): Edit[] => [{ do: "set", path: [key], value: { text } }];
// Waits for as many timers one after the other as the longest chain of answers has, however slow the machine is.
async function rest() {
  for (let turn = 0; turn < 15; turn++) await new Promise(done => setTimeout(done, 2));
}
async function open(text: string, keepStored = false) {
  if (!keepStored) local.items.clear();
  Object.assign(server, { text, refusal: 0, requests: [] });
  const { openDocument } = await import("./document.ts");
  const handle = await openDocument("a.yaml", { path: [] }, () => {});
  await rest();
  return handle;
}

test("an answer and the end of saving come as one state", async () => {
  local.items.clear();
  Object.assign(server, { text: "hull: 1", refusal: 0, requests: [] });
  const { openDocument } = await import("./document.ts"),
    states: [text: string, saving: boolean][] = [];
  const handle = await openDocument("a.yaml", { path: [] }, ({ document, saving }) =>
    states.push([document.text, saving]),
  );
  await rest();
  states.length = 0;
  handle.edit(setTo("hull", "2"));
  await rest();
  handle.close();
  assert.deepEqual(states, [
    ["hull: 1", true],
    ["hull: 2", false],
  ]);
});

test("a file is read again as long as another file has a fault", async () => {
  server.faults = [{ message: "no such unit", file: "game.yaml", path: [], line: 1, column: 1 }];
  const handle = await open("hull: 1");
  server.faults = [];
  for (const look of watches) look();
  await rest();
  assert.deepEqual(handle.state().document.problems, []);
  handle.close();
});

test("a change of entries returns whether the file has it", async () => {
  const handle = await open("hull: 1"),
    { reasonOfRefusal } = await import("./document.ts"),
    set = (text: string) => handle.arrange(() => [{ do: "set", path: ["hull"], value: { text } }]);
  server.refusal = 422;
  assert.equal(await set("2"), false);
  assert.equal(reasonOfRefusal(handle.state()), "no room");
  server.refusal = 0;
  assert.equal(await set("3"), true);
  assert.equal(server.text, "hull: 3");
  handle.close();
});

test("an edit that is made while the file is compared can be undone", async () => {
  const handle = await open("hull: 1");
  const { fetch } = globalThis;
  let release = () => {};
  const held = new Promise<void>(done => {
    release = done;
  });
  globalThis.fetch = async (url, given) => {
    const answer = await fetch(url, given);
    if (String(url).endsWith("find_document_stamp")) await held; // the edit is answered before
    return answer;
  };
  for (const look of watches) look();
  handle.edit(setTo("hull", "5"));
  await rest();
  release();
  await rest();
  globalThis.fetch = fetch;
  assert.deepEqual([server.text, handle.state().undoable], ["hull: 5", true]);
  handle.close();
});

test("changes after a refused one are saved, and the refused one can be sent again", async () => {
  const handle = await open("hull: 1\ncrew: 2");
  server.refusal = 422;
  handle.edit(setTo("hull", "5"));
  await rest();
  assert.equal(handle.state().error, "no room");
  handle.retry();
  await rest();
  assert.equal(server.text, "hull: 1\ncrew: 2");
  server.refusal = 0;
  handle.retry();
  await rest();
  assert.deepEqual([server.text, handle.state().error, handle.state().saving], ["hull: 5\ncrew: 2", "", false]);
  handle.retry(); // with nothing to send
  handle.edit(setTo("crew", "7"));
  await rest();
  assert.equal(server.text, "hull: 5\ncrew: 7");
});

test("a typed text that is refused stays, in the workshop and in the storage of the browser", async () => {
  const handle = await open("hull: 1");
  server.refusal = 422;
  handle.write("hull: 12");
  await rest();
  assert.equal(handle.unsavedText(), "hull: 12");
  assert.match(listStored().join(), /hull: 12/);
  server.refusal = 0;
  handle.retry();
  await rest();
  assert.deepEqual([server.text, handle.unsavedText(), listStored()], ["hull: 12", undefined, []]);
});

test("nothing is sent while a conflict waits", async () => {
  const handle = await open("hull: 1");
  server.text = "hull: 9";
  handle.write("hull: 1 mine");
  await rest();
  handle.write("hull: 1 mine, longer");
  await rest();
  assert.deepEqual([server.text, handle.state().conflict?.text], ["hull: 9", "hull: 1 mine, longer"]);
  handle.settleConflict(true);
  await rest();
  assert.equal(server.text, "hull: 1 mine, longer");
  server.text = "hull: 10";
  handle.write("hull: 11");
  await rest();
  handle.settleConflict(false);
  await rest();
  assert.deepEqual(
    [server.text, handle.state().document.text, handle.unsavedText()],
    ["hull: 10", "hull: 10", undefined],
  );
});

test("a conflict has all values that were typed", async () => {
  const handle = await open("hull: 1\ncrew: 2");
  server.text = "hull: 3\ncrew: 4";
  handle.edit(setTo("hull", "5"));
  handle.edit(setTo("crew", "6"));
  await rest();
  server.text = "hull: 3\ncrew: 8";
  handle.edit(setTo("crew", "7"));
  await rest();
  handle.settleConflict(true);
  await rest();
  assert.equal(server.text, "hull: 5\ncrew: 7");
});

test("undo keeps the changes of another program", async () => {
  const handle = await open("hull: 1\ncrew: 2");
  server.text = "hull: 1\ncrew: 9";
  handle.edit(setTo("hull", "5"));
  await rest();
  assert.equal(server.text, "hull: 5\ncrew: 9");
  handle.undo();
  await rest();
  assert.equal(server.text, "hull: 1\ncrew: 9");
});

test("changes that were not answered are made again by the next page", async () => {
  const handle = await open("hull: 1\ncrew: 2");
  handle.edit(setTo("hull", "5"));
  handle.edit(setTo("crew", "6"));
  const stored = listStored().join();
  await rest();
  local.items.set(STORED, stored);
  await open("hull: 1\ncrew: 2", true);
  assert.equal(server.text, "hull: 5\ncrew: 6");
  // the last text was written, but the page was closed before the answer
  local.items.set(STORED, JSON.stringify({ stamp: "hull: 1", edits: [], text: "hull: 123", sent: "hull: 12" }));
  const next = await open("hull: 12", true);
  assert.deepEqual([server.text, next.state().conflict], ["hull: 123", null]);
  local.items.set(STORED, JSON.stringify({ stamp: "hull: 1", edits: [], text: "hull: 4" }));
  const other = await open("hull: 3", true);
  assert.deepEqual([server.text, other.state().conflict?.text], ["hull: 3", "hull: 4"]);
  const again = await open("hull: 3", true); // it is still there after another reload
  assert.equal(again.state().conflict?.text, "hull: 4");
});

test("a window that has saved its changes leaves those of another window stored", async () => {
  const one = await open("hull: 1\ncrew: 2"),
    other = await open("hull: 1\ncrew: 2", true);
  one.edit(setTo("hull", "5"), "hull", 20_000);
  other.edit(setTo("crew", "6"));
  await other.settle();
  assert.equal(listStored().length, 1);
  const next = await open("hull: 1\ncrew: 6", true); // the first window has gone
  await next.settle();
  assert.deepEqual([server.text, listStored()], ["hull: 5\ncrew: 6", []]);
});

test("the kind of a file stays while its game cannot be read, and a drawing alone is not saved", async () => {
  server.kind = "game";
  const handle = await open("title: A");
  server.kind = "";
  handle.edit(setTo("title", "B"));
  assert.deepEqual([handle.state().saving, handle.state().looking], [true, false]);
  await handle.settle();
  assert.equal(handle.state().document.kind, "game");
  handle.show({ unit: "Nike" });
  assert.equal(handle.state().looking, true);
  await handle.settle();
  handle.close();
});

test("a change by another program is shown without a click, not in the middle of an edit, and not while the workshop is hidden", async () => {
  const handle = await open("hull: 1"),
    page = document as { hidden: boolean };
  const look = async () => {
    for (const one of watches) one();
    await rest();
    return handle.state().document.text;
  };
  server.text = ""; // the other program writes in two steps
  assert.equal(await look(), "");
  server.text = "hull: 2";
  page.hidden = true;
  assert.equal(await look(), "");
  page.hidden = false;
  assert.equal(await look(), "hull: 2");
  handle.write("hull: 3", 20_000);
  server.text = "hull: 4";
  assert.equal(await look(), "hull: 2");
  await handle.settle();
  assert.deepEqual([handle.state().document.text, handle.state().conflict?.text], ["hull: 4", "hull: 3"]);
  handle.close();
  server.text = "hull: 5";
  assert.equal(await look(), "hull: 4");
});
