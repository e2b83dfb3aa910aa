// A table with a battle, whose marks the browser keeps.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

const unit = (key: string, damage: Record<string, number> = {}, notes = "", writing: Record<string, string> = {}) => ({
  key,
  side: "",
  line: 0,
  damage,
  notes,
  writing,
});
const BATTLE = "raid/dawn",
  NIKE = { damage: { hull: 2 }, notes: "" }, // as the battle begins
  GOLEM = { damage: {}, notes: "slow" };

// Opens the table in a browser in which an earlier version of the workshop has stored values.
async function open(stored: Record<string, unknown> = {}, marked: object = {}, address = BATTLE) {
  setPage();
  const sent: Record<string, unknown>[] = [],
    { writeStored } = await import("../browser/storage.ts");
  for (const [name, value] of Object.entries(stored)) writeStored(localStorage, name, JSON.stringify(value));
  const answers: Record<string, unknown> = {
    describe_play: {
      file: BATTLE,
      stamp: "",
      units: [unit("Nike", { hull: 2 }), unit("Golem", {}, "slow")],
      lines: [],
      sheets: [],
    },
    read_marks: marked,
  };
  Object.assign(globalThis, {
    fetch: async (url: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return { status: 200, json: async () => answers[url.replace("api/", "")] };
    },
  });
  const { openTable } = await import("./playing.ts"),
    table = await openTable(address, () => {});
  return { table, sent };
}

test("marks, notes and texts are undone and made again, one after the other", async () => {
  const { table } = await open();
  table.mark("Nike", "hull", 4);
  table.destroy("Golem", true);
  table.write("Nike/note/1", "4");
  table.write("Nike/note/1", "45"); // the same typing
  const contents = () => [table.state().states, table.state().texts];
  const last = [
    { Nike: { damage: { hull: 4 }, notes: "" }, Golem: { damage: {}, notes: "Destroyed; slow" } },
    { "Nike/note/1": "45" },
  ];
  assert.deepEqual(contents(), last);
  table.undo();
  assert.deepEqual(contents(), [last[0], {}]);
  table.undo();
  table.undo();
  assert.deepEqual(contents(), [{ Nike: NIKE, Golem: GOLEM }, {}]);
  assert.deepEqual([table.state().undoable, table.state().redoable], [false, true]);
  for (let step = 0; step < 3; step++) table.redo();
  assert.deepEqual(contents(), last);
  table.undo();
  table.mark("Nike", "hull", 1);
  assert.equal(table.state().redoable, false); // another change follows
});

test("a battle is cleared in one step: its units have the marks and notes again with which they begin", async () => {
  const { table } = await open();
  table.mark("Nike", "hull", 0);
  table.mark("Nike", "armour", 1);
  table.note("Golem", "late");
  table.write("Nike/note/1", "4");
  const before = table.state();
  table.clear();
  assert.deepEqual(table.listMarks(), {});
  const { states, texts } = table.state();
  assert.deepEqual([states.Nike?.damage.hull, states.Golem?.notes, texts], [2, "slow", {}]);
  table.undo();
  assert.deepEqual([table.state().states, table.state().texts], [before.states, before.texts]);
});

test("marks of a saved sheet are taken in one step", async () => {
  const { table, sent } = await open(
    {},
    { units: [unit("Nike", { hull: 5 }, "", { 1: "4" }), unit("Golem", {}, "slow")], done: "Taken." },
  );
  table.mark("Nike", "hull", 3);
  assert.deepEqual(await table.takeMarks("{}"), { done: "Taken.", hasChanged: true });
  assert.deepEqual(sent.at(-1), { file: BATTLE, marks: "{}", now: { "Nike/hull": 3 } });
  assert.deepEqual(table.listMarks(), { "Nike/hull": 5, "Nike/note/1": "4" });
  table.undo();
  assert.deepEqual(table.listMarks(), { "Nike/hull": 3 });
  const same = await open({}, { units: [unit("Nike", { hull: 2 }), unit("Golem", {}, "slow")], done: "Same." });
  assert.deepEqual(await same.table.takeMarks("{}"), { done: "Same.", hasChanged: false });
  assert.equal(same.table.state().undoable, false);
});

test("a saved table is the same in another browser, and can be undone there", async () => {
  const { table } = await open();
  table.mark("Nike", "hull", 4);
  table.destroy("Golem", true);
  table.write("Nike/note/1", "12");
  table.goToTurn(3);
  const { states, texts } = table.state(),
    words = table.save(),
    other = (await open()).table;
  assert.deepEqual(await other.takeMarks(words), {
    done: "Taken: the turn, and the marks of 2 units.",
    hasChanged: true,
  });
  assert.deepEqual([other.state().states, other.state().texts], [states, texts]);
  assert.deepEqual(texts, { "Nike/note/1": "12", turn: "3" });
  assert.equal((await other.takeMarks(words)).hasChanged, false);
  other.undo();
  assert.deepEqual([other.state().states, other.state().texts], [{ Nike: NIKE, Golem: GOLEM }, {}]);
  await assert.rejects(other.takeMarks('{"table": {"states": {"Rat": {}}}}'), /no unit of this table/);
});

test("values that an earlier version has stored are read, and stored by the same names", async () => {
  const { readStoredJson } = await import("../browser/storage.ts");
  const { table } = await open({
    "table raid/dawn": { Nike: { damage: { hull: 7 }, notes: "hit" } },
    "blanks raid/dawn": { "Nike/note/1": "4" },
  });
  assert.deepEqual(table.listMarks(), { "Nike/hull": 7, "Nike/notes": "hit", "Nike/note/1": "4" });
  table.mark("Nike", "hull", 8);
  table.write("Nike/note/2", "x");
  assert.deepEqual(readStoredJson(localStorage, "table raid/dawn", {}), {
    Nike: { damage: { hull: 8 }, notes: "hit" },
    Golem: GOLEM,
  });
  assert.deepEqual(readStoredJson(localStorage, "blanks raid/dawn", {}), { "Nike/note/1": "4", "Nike/note/2": "x" });
});

for (const address of [BATTLE, "raid.yaml/dawn", "./raid/dawn"])
  test(`a battle has one save, also if it is opened as ${address}`, async () => {
    const { readStoredJson } = await import("../browser/storage.ts");
    const HIT = { damage: { hull: 7 }, notes: "" },
      SUNK = { damage: {}, notes: "Destroyed; slow" };
    const { table } = await open(
      {
        "table raid.yaml/dawn": { Nike: HIT, Golem: GOLEM },
        "table raid/dawn": { Nike: NIKE, Golem: SUNK },
        "turn raid.yaml/dawn": 4,
        "dice raid.yaml/dawn": 3,
        "dice raid/dawn": 2,
        "blanks raid.yaml/dawn": { "Nike/note/1": "old", "Nike/note/2": "x" },
        "blanks raid/dawn": { "Nike/note/1": "now" },
        "table other/raid.yaml/dawn": {},
      },
      {},
      address,
    );
    const stored = (name: string) => readStoredJson<unknown>(localStorage, name, null);
    assert.deepEqual(table.state().states, { Nike: HIT, Golem: SUNK });
    assert.deepEqual(table.state().texts, { turn: "4", "Nike/note/1": "now", "Nike/note/2": "x" });
    assert.deepEqual(stored("dice raid/dawn"), 2);
    table.mark("Nike", "hull", 8);
    table.write("Nike/note/2", "y");
    assert.deepEqual(stored("table raid/dawn"), { Nike: { damage: { hull: 8 }, notes: "" }, Golem: SUNK });
    assert.deepEqual(stored("blanks raid/dawn"), { turn: "4", "Nike/note/1": "now", "Nike/note/2": "y" });
    for (const word of ["table", "turn", "dice", "blanks"]) assert.equal(stored(`${word} raid.yaml/dawn`), null);
    assert.equal(stored("turn raid/dawn"), null);
    assert.deepEqual(stored("table other/raid.yaml/dawn"), {});
  });
