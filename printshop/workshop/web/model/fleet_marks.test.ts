// The marks of a fleet, saved in its file.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { PlayedFleet, Tree } from "../types.ts";

setPage();
const unit = (key: string, line: number, damage: Record<string, number> = {}) => ({
  key,
  side: "",
  line,
  damage,
  notes: "",
  writing: {},
});
const line = (text: string) => ({ text, plain: true });
const played = (stamp: string, units = [unit("Nike", 0)], lines: Tree[] = [line("Nike")]): PlayedFleet =>
  ({ file: "a.yaml", stamp, units, lines, turn: 1 }) as unknown as PlayedFleet;
const DAMAGED_GOLEM = {
  entries: [
    ["unit", line("Golem")],
    ["damage", { entries: [["hull", { text: "4", plain: true }]] }],
  ],
} as Tree;
type Body = { stamp?: string; edits?: unknown };

// Sets a server. `answer` returns the status and the result of an action; `watches` are the functions that a browser
// calls again and again.
function setServer(answer: (action: string, body: Body) => [status: number, result: unknown]) {
  const sent: [action: string, body: Body][] = [],
    watches = new Set<() => Promise<void>>();
  Object.assign(globalThis, {
    setInterval: (look: () => Promise<void>) => watches.add(look),
    clearInterval: () => {},
    fetch: async (url: string, { body }: { body: string }) => {
      const action = url.replace("api/", "");
      sent.push([action, JSON.parse(body)]);
      const [status, result] = answer(action, JSON.parse(body));
      return { status, json: async () => result };
    },
  });
  return { sent, watches };
}
// Opens the marks of the fleet. Modules are imported after the page is set.
async function open() {
  const { openFleetMarks } = await import("./fleet_marks.ts"),
    { readStoredJson } = await import("../browser/storage.ts");
  return { marks: openFleetMarks(played("A"), () => {}), readStoredJson };
}
const SAVED = { stamp: "B", tree: null, refusal: "" },
  MARK = { ship: "Nike", track: "hull", amount: 1 };

test("marks that wait are sent when the server is back", async () => {
  let isAway = true;
  const { sent, watches } = setServer(action => {
    if (isAway) throw new TypeError("no network");
    return [200, action === "edit_document" ? SAVED : { stamp: "A", text: "" }];
  });
  const { marks, readStoredJson } = await open();
  const look = async () => {
    for (const one of watches) await one();
  };
  marks.change(MARK, 0);
  await marks.settle();
  assert.match(marks.status().error, /does not answer/);
  assert.deepEqual(readStoredJson(localStorage, "marks a.yaml", null), [["Nike/hull", MARK]]); // a reload of the page keeps it
  sent.length = 0;
  await look();
  assert.deepEqual(
    sent.map(([action]) => action),
    ["find_document_stamp"],
  );
  isAway = false;
  await look();
  await marks.settle();
  assert.deepEqual([marks.status(), sent.at(-1)?.[0]], [{ saving: false, error: "" }, "edit_document"]);
  assert.equal(readStoredJson(localStorage, "marks a.yaml", null), null);
  marks.close();
});

test("a mark is saved although another program has changed the file", async () => {
  const { sent } = setServer((action, { stamp }) => {
    if (action === "describe_play")
      return [200, played("C", [unit("Golem", 0, { hull: 4 }), unit("Nike", 1)], [DAMAGED_GOLEM, line("Nike")])];
    if (action === "open_document") return [200, { stamp: "C", text: "" }];
    return stamp === "C" ? [200, SAVED] : [409, { problems: [{ message: "changed" }] }];
  });
  const { marks } = await open();
  marks.change(MARK, 0);
  await marks.settle();
  const edits = sent.filter(([action]) => action === "edit_document").map(([, body]) => body);
  assert.deepEqual(
    edits.map(({ stamp }) => stamp),
    ["A", "C"],
  );
  assert.deepEqual(edits[1]?.edits, [
    { do: "set", path: ["units", 1], value: { data: { unit: "Nike", damage: { hull: 1 } } } },
  ]);
  assert.deepEqual(marks.states(), {
    Golem: { damage: { hull: 4 }, notes: "" },
    Nike: { damage: { hull: 1 }, notes: "" },
  });
  assert.deepEqual(marks.status(), { saving: false, error: "" });
  marks.close();
});

test("a mark that the workshop refuses is removed: the state of the file is shown", async () => {
  setServer(action =>
    action === "edit_document"
      ? [200, { ...SAVED, refusal: "the unit has no hull" }]
      : [200, { ...played("A"), text: "" }],
  );
  const { marks, readStoredJson } = await open();
  marks.change(MARK, 0);
  assert.equal(marks.states().Nike?.damage.hull, 1);
  await marks.settle();
  assert.match(marks.status().error, /no hull/);
  assert.deepEqual(marks.states(), { Nike: { damage: {}, notes: "" } });
  assert.equal(readStoredJson(localStorage, "marks a.yaml", null), null);
  marks.close();
});

test("the text in a writing space and the turn go into the file, also those that an earlier version kept in the browser", async () => {
  const { sent } = setServer(action => [200, action === "edit_document" ? SAVED : { stamp: "A", text: "" }]),
    { writeStored } = await import("../browser/storage.ts");
  writeStored(localStorage, "blanks a.yaml", JSON.stringify({ "Nike/note/2": "slow", "S-1/note/1": "of no unit" }));
  writeStored(localStorage, "turn a.yaml", "3");
  const { marks, readStoredJson } = await open();
  marks.change({ blank: "Nike/note/1", words: "12" }, 0);
  assert.deepEqual(marks.texts(), {
    "Nike/note/1": "12",
    "Nike/note/2": "slow",
    turn: "3",
    "S-1/note/1": "of no unit",
  });
  await marks.settle();
  marks.change({ blank: "turn", words: "" }, 0);
  marks.change({ blank: "Nike/note/2", words: "" }, 0);
  await marks.settle();
  const edits = sent.filter(([action]) => action === "edit_document").map(([, body]) => body.edits);
  assert.deepEqual(edits, [
    [
      { do: "set", path: ["units", 0], value: { data: { unit: "Nike", writing: { 1: "12", 2: "slow" } } } },
      { do: "set", path: ["turn"], value: { data: 3 } },
    ],
    [{ do: "set", path: ["turn"], value: null }],
  ]);
  assert.deepEqual(readStoredJson(localStorage, "blanks a.yaml", null), { "S-1/note/1": "of no unit" });
  assert.equal(readStoredJson(localStorage, "turn a.yaml", null), null);
  marks.close();
});
