// Typed values are saved, once, and no change by another program is lost.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Edit } from "../types.ts";

interface Body {
  stamp: string;
  text: string;
  before?: string;
  edits: (Edit & { value: { text: string } })[];
  view?: { drawn?: boolean };
}

// A server with one file, whose lines are `key: value`. Its stamp is its text. `refusal` refuses all changes.
// `problems` are problems in another file. `isCut` loses the answers, `isSlow` stops each drawing.
const server = {
  text: "",
  refusal: 0,
  requests: [] as string[],
  kind: "",
  problems: [] as object[],
  isCut: false,
  isSlow: false,
  isAway: false,
  tries: [] as string[], // the requests while the server is away
};
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
  problems: server.problems,
  drawing: null,
  refusal: "",
});
const makeEdits = (text: string, edits: Body["edits"]) =>
  edits.reduce(
    (now, edit) =>
      edit.do === "add"
        ? `${now}\n${edit.key}: ${edit.value.text}`
        : now.replace(new RegExp(`^${edit.path[0]}: .*$`, "m"), `${edit.path[0]}: ${edit.value.text}`),
    text,
  );
function answer(action: string, { stamp, text, edits, before }: Body): [number, object] {
  server.requests.push(action);
  if (action === "open_document") return [200, makeDocument()];
  if (action === "find_document_stamp") return [200, { stamp: server.text }];
  if (server.refusal) return [server.refusal, { problems: [{ message: "no room", hint: "" }] }];
  const isText = action === "write_document_text",
    isMade = isText ? text === server.text : before === stamp && makeEdits(before, edits) === server.text;
  if (isMade) return [200, makeDocument()];
  if (stamp !== server.text) return [409, { problems: [{ message: "changed", hint: "" }] }];
  server.text = isText ? text : makeEdits(server.text, edits);
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
    const given: Body = JSON.parse(body),
      action = url.replace("api/", ""),
      result: [number, object] = server.isAway ? [0, {}] : answer(action, given),
      isStopped = server.isSlow && given.view && given.view.drawn !== false,
      [status, data] = isStopped ? [504, { problems: [{ message: "too slow", hint: "" }] }] : result,
      isCut = server.isCut; // the server has gone after this
    await new Promise(done => setTimeout(done, 2));
    if (server.isAway) server.tries.push(action);
    if (server.isAway) throw new TypeError("no network");
    if (isCut) throw new TypeError("no network");
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
  Object.assign(server, { text, refusal: 0, requests: [], isCut: false, isSlow: false, isAway: false });
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

test("a file is read again as long as another file has a problem", async () => {
  server.problems = [{ message: "no such unit", file: "game.yaml", path: [], line: 1, column: 1 }];
  const handle = await open("hull: 1");
  server.problems = [];
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

test("refused values are saved, in their order, with the next change that has room", async () => {
  const handle = await open("hull: 1\ncrew: 2\ngold: 3");
  server.refusal = 422;
  for (const [key, value] of [
    ["hull", "5"],
    ["crew", "6"],
    ["hull", "7"],
  ] as const) {
    handle.edit(setTo(key, value), key);
    await rest();
  }
  assert.deepEqual([server.text, handle.state().error], ["hull: 1\ncrew: 2\ngold: 3", "no room"]);
  server.refusal = 0;
  handle.edit(setTo("gold", "8"), "gold");
  await rest();
  assert.deepEqual([server.text, handle.state().error], ["hull: 7\ncrew: 6\ngold: 8", ""]);
  assert.ok(handle.state().undoable); // no other program has changed the file
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

test("a step keeps a later change of another program, and is dropped only if it changes the same lines", async () => {
  const handle = await open("hull: 1\ncrew: 2");
  handle.edit(setTo("hull", "5"));
  await rest();
  server.text = "hull: 5\ncrew: 9";
  handle.undo(); // before the change is shown
  await rest();
  assert.equal(server.text, "hull: 1\ncrew: 9");
  server.text = "hull: 1\ncrew: 8";
  handle.reload();
  await rest();
  handle.redo();
  await rest();
  assert.equal(server.text, "hull: 5\ncrew: 8");
  server.text = "hull: 6\ncrew: 8";
  handle.reload();
  await rest();
  assert.equal(handle.state().undoable, false);
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
  handle.edit(setTo("hull", "3"), "hull", 20_000);
  server.text = "hull: 4";
  assert.equal(await look(), "hull: 2");
  await handle.settle();
  assert.deepEqual([handle.state().document.text, handle.state().conflict?.edits], ["hull: 4", setTo("hull", "3")]);
  handle.close();
  server.text = "hull: 5";
  assert.equal(await look(), "hull: 4");
});

test("a change whose answer was lost is not made twice, and is no change by another program", async () => {
  const adding: Edit[] = [{ do: "add", path: [], key: "crew", value: { text: "2" } }];
  for (const edits of [adding, setTo("hull", "5"), [...adding, ...setTo("hull", "5")]]) {
    const handle = await open("hull: 1");
    server.isCut = true;
    handle.edit(edits);
    await rest();
    assert.match(handle.state().error, /does not answer/);
    const made = server.text;
    server.isCut = false;
    handle.retry();
    await handle.settle();
    assert.deepEqual([server.text, handle.state().document.text, handle.state().conflict], [made, made, null]);
    assert.deepEqual([handle.state().undoable, listStored()], [true, []]);
    handle.undo();
    await handle.settle();
    assert.equal(server.text, "hull: 1");
    handle.close();
  }
});

test("typing goes on while there is no answer", async () => {
  const handle = await open("hull: 1");
  server.isCut = true;
  handle.edit(setTo("hull", "5"), "hull");
  await rest();
  handle.edit(setTo("hull", "51"), "hull");
  handle.write("hull: 512");
  await rest();
  assert.equal(server.text, "hull: 5");
  server.isCut = false;
  handle.retry();
  await handle.settle();
  assert.deepEqual([server.text, handle.state().conflict, handle.state().error], ["hull: 512", null, ""]);
  handle.close();
});

test("what waits is sent when the server is back, and only small requests ask for it", async () => {
  watches.clear(); // of other tests
  const handle = await open("hull: 1\ncrew: 2"),
    look = async () => {
      for (const one of watches) one();
      await rest();
    };
  server.isAway = true;
  handle.edit(setTo("hull", "5"), "hull");
  await rest();
  handle.edit(setTo("crew", "6"), "crew");
  await rest();
  server.tries = [];
  await look();
  await look();
  assert.deepEqual(server.tries, ["find_document_stamp", "find_document_stamp"]);
  assert.match(handle.state().error, /does not answer/);
  server.isAway = false;
  await look();
  assert.deepEqual([server.text, handle.state().error, listStored()], ["hull: 5\ncrew: 6", "", []]);
  handle.undo();
  await handle.settle();
  assert.equal(server.text, "hull: 5\ncrew: 2");
  handle.close();
});

test("a file that is left asks for no server any more", async () => {
  const handle = await open("hull: 1"),
    earlier = watches.size;
  server.isAway = true;
  handle.edit(setTo("hull", "5"));
  await rest();
  for (const one of watches) one(); // the answer comes after the file is left
  handle.close();
  await rest();
  server.isAway = false;
  server.requests = [];
  assert.equal(watches.size, earlier - 1);
  for (const one of watches) one();
  await rest();
  assert.deepEqual([server.text, server.requests.includes("edit_document")], ["hull: 1", false]);
  assert.match(listStored().join(), /hull/); // the next page makes the change
});

test("undo goes back to the value before it was typed, and redo to the whole one", async () => {
  const handle = await open("hull: 2");
  for (const typed of ["1", "12"]) {
    handle.edit(setTo("hull", typed), "hull");
    await handle.settle();
    assert.equal(server.text, `hull: ${typed}`); // each key is saved
  }
  handle.undo();
  await handle.settle();
  assert.deepEqual([server.text, handle.state().undoable], ["hull: 2", false]);
  handle.redo();
  await handle.settle();
  assert.deepEqual([server.text, handle.state().redoable], ["hull: 12", false]);
  handle.close();
});

test("an undo and a text whose answers were lost are made once", async () => {
  const handle = await open("hull: 1");
  handle.edit(setTo("hull", "5"));
  await handle.settle();
  for (const [change, text] of [
    [handle.undo, "hull: 1"],
    [handle.redo, "hull: 5"],
    [() => handle.write("hull: 7"), "hull: 7"],
  ] as const) {
    server.isCut = true;
    change();
    await rest();
    assert.equal(server.text, text);
    server.isCut = false;
    handle.retry();
    await handle.settle();
    assert.deepEqual([handle.state().document.text, handle.state().conflict], [text, null]);
  }
  assert.equal(handle.unsavedText(), undefined);
  handle.close();
});

test("a change whose drawing is stopped is saved, and so is the next one", async () => {
  const handle = await open("hull: 1\ncrew: 2");
  server.isSlow = true;
  handle.edit(setTo("hull", "5"));
  handle.edit(setTo("crew", "6"));
  await handle.settle();
  const { document, error, conflict } = handle.state();
  assert.deepEqual([server.text, document.text, error, conflict], ["hull: 5\ncrew: 6", server.text, "", null]);
  assert.match(document.problems[0]?.message ?? "", /^the file is saved, but its drawing is missing: too slow$/);
  handle.write("hull: 6\ncrew: 6");
  await handle.settle();
  handle.show({ path: ["crew"] });
  await handle.settle();
  assert.equal(handle.state().error, "");
  server.isSlow = false;
  handle.undo();
  await handle.settle();
  assert.deepEqual([server.text, handle.state().document.problems], ["hull: 5\ncrew: 6", []]);
  handle.close();
});

test("a file whose drawing is stopped opens without it", async () => {
  server.isSlow = true;
  const { openDocument } = await import("./document.ts"),
    handle = await openDocument("a.yaml", { path: [] }, () => {});
  assert.match(handle.state().document.problems[0]?.message ?? "", /its drawing is missing/);
  handle.close();
});

test("edits that wait behind a conflict overwrite no value of another program", async () => {
  for (const [first, foreign] of [
    ["hull", "hull: 3\ncrew: 4"],
    ["hull", "hull: 1\ncrew: 4"], // only the second edit is wrong
  ] as const) {
    const handle = await open("hull: 1\ncrew: 2");
    server.text = foreign;
    handle.edit(setTo(first, "5"));
    handle.edit(setTo("crew", "6"));
    await handle.settle();
    assert.equal(server.text, foreign);
    assert.deepEqual(handle.state().conflict?.edits, [...setTo("hull", "5"), ...setTo("crew", "6")]);
    handle.settleConflict(true);
    await handle.settle();
    assert.equal(server.text, "hull: 5\ncrew: 6");
    handle.close();
  }
});

test("the next page makes an entry once that the last page has sent without an answer", async () => {
  const handle = await open("hull: 1");
  server.isCut = true;
  handle.edit([{ do: "add", path: [], key: "crew", value: { text: "2" } }]);
  await rest();
  handle.edit(setTo("crew", "3"));
  await rest();
  const stored = listStored().join();
  handle.close();
  await rest();
  for (const text of ["hull: 1", "hull: 1\ncrew: 2"]) {
    local.items.clear();
    local.items.set(STORED, stored);
    const next = await open(text, true);
    await next.settle();
    assert.deepEqual([server.text, next.state().conflict, listStored()], ["hull: 1\ncrew: 3", null, []]);
    next.close();
  }
  local.items.clear();
  local.items.set(STORED, stored);
  const other = await open("hull: 9\ncrew: 2", true); // another program has changed it, too
  await other.settle();
  assert.equal(server.text, "hull: 9\ncrew: 2");
  assert.deepEqual(
    other.state().conflict?.edits.map(edit => edit.do),
    ["add", "set"],
  );
  other.close();
});
