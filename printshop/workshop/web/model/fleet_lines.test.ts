// Lines of fleets: reading, writing, and edits that keep what the file says otherwise.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  editLine,
  editShips,
  editSteps,
  estimatePoints,
  type FleetLine,
  isRule,
  readLine,
  replaceLines,
  splitOffLast,
  stepLines,
  writeLine,
} from "./fleet_lines.ts";
import type { Edit, Tree } from "../types.ts";

const scalar = (text: string): Tree => ({ text, plain: true });
const block = (entries: Record<string, Tree>): Tree => ({ entries: Object.entries(entries) });
const change = (tree: Tree, now: Partial<FleetLine>) => editLine(tree, ["units", 0], { ...readLine(tree), ...now });

test("a line has a unit, a count, names and damage, in a text or in a block", () => {
  assert.deepEqual([readLine(scalar("3 x Red Kite")).count, readLine(scalar("Red Kite *2")).unit], [3, "Red Kite"]);
  assert.deepEqual(readLine(block({ unit: scalar("Rat"), names: { items: [scalar("A"), scalar("B")] } })).count, 2);
  assert.deepEqual(readLine(block({ unit: scalar("Rat"), damage: scalar("hull 5; nets = 1") })).damage, {
    hull: "5",
    nets: "1",
  });
  for (const text of ["Rat", "4 x Rat"]) assert.deepEqual(writeLine(readLine(scalar(text))), text);
});
test("a name makes a block of a line, and keeps its count", () => {
  assert.deepEqual(change(scalar("2 x Rat"), { names: ["A"] }), [
    { do: "set", path: ["units", 0], value: { data: { unit: "Rat", count: 2, names: ["A"] } } },
  ]);
});
const named = block({ unit: scalar("Rat"), name: scalar("A"), with: block({ pilot: scalar("Vera") }) });
test("a single name stays a single name; a second one becomes a list", () => {
  assert.deepEqual(change(named, { names: ["B"] }), [{ do: "set", path: ["units", 0, "name"], value: { text: "B" } }]);
  assert.deepEqual(change(named, { names: ["A", "B"], count: 2 }), [
    { do: "set", path: ["units", 0, "name"], value: null },
    { do: "set", path: ["units", 0, "names"], value: { data: ["A", "B"] } },
  ]);
});
const hurt = block({ unit: scalar("Rat"), damage: block({ hull: scalar("2") }) });
test("damage and notes leave the rest of a block alone; no damage is no key", () => {
  assert.deepEqual(change(hurt, { damage: {} }), [{ do: "set", path: ["units", 0, "damage"], value: null }]);
  assert.deepEqual(change(hurt, { notes: "on fire" }), [
    { do: "set", path: ["units", 0, "notes"], value: { text: "on fire" } },
  ]);
  assert.deepEqual(change(hurt, {}), []);
});
test("a count in the name of the unit becomes a key", () => {
  assert.deepEqual(change(block({ unit: scalar("3 x Rat") }), { count: 2 }), [
    { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
    { do: "set", path: ["units", 0, "count"], value: { data: 2 } },
  ]);
});
const short = scalar('Red Kite "Tom"');
test("a name behind the unit is the same as a list of one name", () => {
  assert.deepEqual([readLine(short).unit, readLine(short).names, readLine(short).count], ["Red Kite", ["Tom"], 1]);
  assert.deepEqual(change(short, { names: ["Tom", "Jerry"], count: 2 }), [
    { do: "set", path: ["units", 0], value: { data: { unit: "Red Kite", names: ["Tom", "Jerry"] } } },
  ]);
  assert.deepEqual(
    change(block({ unit: scalar('Rat "Tom"'), damage: block({ hull: scalar("2") }) }), { names: [] }),
    [
      { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
      { do: "set", path: ["units", 0, "names"], value: null },
    ].slice(0, 1),
  );
});
const rats = new Set(['Old "Rat"']);
test("a unit of the game may have quotes in its own name", () => {
  assert.deepEqual(
    [scalar('2 x Old "Rat"'), scalar('Old "Tom"')].map(one => [readLine(one, rats).unit, readLine(one, rats).names]),
    [
      ['Old "Rat"', []],
      ["Old", ["Tom"]],
    ],
  );
  assert.deepEqual(
    editLine(scalar('Old "Rat"'), ["units", 0], { ...readLine(scalar('Old "Rat"'), rats), notes: "late" }, rats),
    [{ do: "set", path: ["units", 0], value: { data: { unit: 'Old "Rat"', notes: "late" } } }],
  );
  assert.deepEqual(
    editLine(
      block({ unit: scalar('Old "Rat"'), count: scalar("2") }),
      ["units", 0],
      { ...readLine(block({ unit: scalar('Old "Rat"'), count: scalar("2") }), rats), count: 3 },
      rats,
    ),
    [{ do: "set", path: ["units", 0, "count"], value: { data: 3 } }],
  );
});
test("rules are no units with names", () => {
  assert.deepEqual(
    [scalar("all tugs"), block({ where: scalar("hull > 2") }), short, scalar("Allegro")].map(one => isRule(one)),
    [true, true, false, false],
  );
});
const afire = block({ unit: scalar("Rat"), damage: block({ hull: scalar("2"), nets: scalar("1") }) });
test("only the marks that differ are written: the comments of the others stay", () => {
  assert.deepEqual(change(afire, { damage: { nets: "1", sails: "3" } }), [
    { do: "remove", path: ["units", 0, "damage", "hull"] },
    { do: "set", path: ["units", 0, "damage", "sails"], value: { data: 3 } },
  ]);
});
// --- ships of a fleet

const ship = (line: number, damage: Record<string, number> = {}, notes = "", writing: Record<string, string> = {}) => ({
  line,
  damage,
  notes,
  writing,
});
const trio = scalar("3 x Rat");
test("ships in the state of their lines need no edit; no damage is the same as 0", () => {
  assert.deepEqual(editShips([trio, hurt], [ship(0), ship(0, { hull: 0 }), ship(0), ship(1, { hull: 2 })]), {
    edits: [],
    lines: [0, 0, 0, 1],
  });
});
const split = editShips([trio, scalar("Nike")], [ship(0), ship(0, { hull: 4 }), ship(0), ship(1, {}, "late")]);
test("a line is split before and behind a ship that is in another state, and the lines below it move", () => {
  assert.deepEqual(split.lines, [0, 1, 2, 3]);
  assert.deepEqual(split.edits, [
    { do: "copy", path: ["units", 0] },
    { do: "copy", path: ["units", 0] },
    { do: "set", path: ["units", 0], value: { yaml: "Rat" } },
    { do: "set", path: ["units", 1], value: { data: { unit: "Rat", damage: { hull: 4 } } } },
    { do: "set", path: ["units", 2], value: { yaml: "Rat" } },
    { do: "set", path: ["units", 3], value: { data: { unit: "Nike", notes: "late" } } },
  ]);
});
test("a ship with a text in a writing space has a line of its own, which no other ship joins", () => {
  const { edits } = editShips([scalar("2 x Rat")], [ship(0), ship(0, {}, "", { 2: " slow  ahead" })]),
    written = block({ unit: scalar("Rat"), writing: block({ 2: scalar("slow ahead") }) });
  assert.deepEqual(edits.at(-1), {
    do: "set",
    path: ["units", 1],
    value: { data: { unit: "Rat", writing: { 2: "slow ahead" } } },
  });
  assert.deepEqual(editShips([written], [ship(0, {}, "", { 2: "slow ahead" })]).edits, []);
  assert.deepEqual(editShips([written], [ship(0)]).edits, [{ do: "set", path: ["units", 0, "writing"], value: null }]);
  assert.equal(stepLines([readLine(written)], new Map([["Rat", 1]])).length, 2);
});
const twins = block({ unit: scalar("Rat"), count: scalar("3"), name: scalar("Flora") });
test("neighbours in the same state stay one line, and all ships keep their names", () => {
  assert.deepEqual(editShips([twins], [ship(0), ship(0), ship(0, {}, "lost")]), {
    edits: [
      { do: "copy", path: ["units", 0] },
      { do: "set", path: ["units", 0, "count"], value: null },
      { do: "set", path: ["units", 0, "name"], value: null },
      { do: "set", path: ["units", 0, "names"], value: { data: ["Flora-1", "Flora-2"] } },
      { do: "set", path: ["units", 1, "count"], value: null },
      { do: "set", path: ["units", 1, "name"], value: { text: "Flora-3" } },
      { do: "set", path: ["units", 1, "notes"], value: { text: "lost" } },
    ],
    lines: [0, 0, 1],
  });
  assert.deepEqual(
    editShips(
      [block({ unit: scalar("2 x Rat"), names: { items: [scalar("A")] } })],
      [ship(0, { hull: 1 }), ship(0)],
    ).edits.slice(1, 5),
    [
      { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
      { do: "set", path: ["units", 0, "damage"], value: { data: { hull: 1 } } },
      { do: "set", path: ["units", 1, "unit"], value: { text: "Rat" } },
      { do: "set", path: ["units", 1, "names"], value: null },
    ],
  );
});
// --- tables

const row = (entries: Record<string, string>) =>
  block(Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, scalar(text)])));
const all = ["unit", "count", "name", "damage", "notes"],
  items = [
    block({ unit: scalar("Gauntlet"), names: { items: [scalar(" Tom "), scalar("Jerry")] } }),
    block({
      unit: scalar("Alpha"),
      count: scalar("03"),
      with: block({ class: scalar("X") }),
      notes: scalar("never; late,\nor -1\n"),
    }),
    scalar("3 x Gauntlet"),
    block({ unit: scalar("2 x Nike"), side: scalar("britain"), damage: scalar("none") }),
  ],
  rows = [
    block({ unit: scalar("Gauntlet"), count: scalar("2"), names: { items: [scalar("Tom"), scalar("Jerry")] } }),
    row({ unit: "Alpha", count: "3", notes: "never; late, or -1" }),
    row({ unit: "Gauntlet", count: "3" }),
    row({ unit: "Nike", count: "2" }),
  ],
  nothing = { edits: [], changed: 0, added: 0, removed: [] as string[] };
test("the own table of a fleet changes nothing", () => {
  assert.deepEqual(replaceLines(items, rows, all), nothing);
});
test("a changed row changes its line alone, and a line keeps all values for which the table has no column", () => {
  assert.deepEqual(
    replaceLines(
      items,
      [...rows.slice(0, 3), row({ unit: "Nike", count: "2", notes: "slow" }), row({ unit: "Golem", count: "1" })],
      all,
    ),
    {
      ...nothing,
      edits: [
        { do: "set", path: ["units", 3, "notes"], value: { text: "slow" } },
        { do: "insert", path: ["units"], number: 4, value: { data: { unit: "Golem", count: 1 } } },
      ],
      changed: 1,
      added: 1,
    },
  );
  assert.deepEqual(
    replaceLines(
      items,
      [rows[3], rows[1]].map(one => one ?? trio),
      ["unit"],
    ),
    {
      ...nothing,
      edits: [
        { do: "remove", path: ["units", 2] },
        { do: "remove", path: ["units", 0] },
        { do: "move", path: ["units", 1], to: 0 },
      ],
      removed: ["Gauntlet", "Gauntlet"],
    },
  );
});
test("the unit of a row may be another one, also of a line with a count in its unit", () => {
  assert.deepEqual(replaceLines([items[3] ?? trio], [row({ unit: "Rat", count: "2" })], all).edits, [
    { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
    { do: "set", path: ["units", 0, "count"], value: { data: 2 } },
  ]);
});
test("a table with other units alone takes the place of all lines", () => {
  assert.deepEqual(replaceLines([trio, trio], [row({ unit: "Nike" })], ["unit"]), {
    edits: [{ do: "set", path: ["units"], value: { data: [{ unit: "Nike" }] } }],
    changed: 0,
    added: 1,
    removed: ["Rat", "Rat"],
  });
});
test("a line with values that no table has does not go for a new one", () => {
  assert.throws(
    () => replaceLines(items, [...rows.slice(0, 3), row({ unit: "Golem" }), row({ unit: "Rat" })], all),
    /No row of the table is that of Nike/,
  );
});
test("a column of a side changes a short line to a block", () => {
  assert.deepEqual(replaceLines([trio], [row({ unit: "Rat", side: "docks" })], ["unit", "side"]).edits, [
    { do: "set", path: ["units", 0], value: { data: { unit: "Rat", count: 3, side: "docks" } } },
  ]);
});
const many = Array.from({ length: 150 }, (_, number) =>
    block({ unit: scalar("Rat"), name: scalar(`R${number}`), with: block({ pilot: scalar("Vera") }) }),
  ),
  noted = many.map((_, number) => row({ unit: "Rat", names: `R${number}`, notes: "slow" }));
test("a table with many changes becomes one list; a line keeps what the table does not have", () => {
  const { edits: whole, changed } = replaceLines(many, noted, ["unit", "names", "notes"]);
  assert.deepEqual([whole.length, changed, whole[0]?.path], [1, 150, ["units"]]);
  const list = whole[0]?.do === "set" && whole[0].value && "data" in whole[0].value ? whole[0].value.data : null;
  assert.deepEqual(Array.isArray(list) && list[7], { unit: "Rat", name: "R7", with: { pilot: "Vera" }, notes: "slow" });
});

const removeAll: Edit = { do: "remove", path: ["units"] };
const stepped = (items: Tree[], steps: [string, number][]) => ({
  lines: stepLines(
    items.map(item => readLine(item)),
    new Map(steps),
  ).map(({ unit, count }) => `${count} ${unit}`),
  edits: editSteps(items, new Map(steps), ["units"], removeAll),
});

test("units more join the plain line of the unit, or stand on a new line", () => {
  const items = [scalar("2 x Rat"), block({ unit: scalar("Rat"), notes: scalar("late") }), scalar("Kite")];
  assert.deepEqual(
    stepped(items, [
      ["Rat", 10],
      ["Owl", 2],
      ["Kite", 0],
    ]),
    {
      lines: ["12 Rat", "1 Rat", "1 Kite", "2 Owl"],
      edits: [
        { do: "set", path: ["units", 0], value: { yaml: "12 x Rat" } },
        { do: "insert", path: ["units"], number: 3, value: { yaml: "2 x Owl" } },
      ],
    },
  );
  assert.deepEqual(stepped([], [["Owl", 1]]).edits, [
    { do: "insert", path: ["units"], number: 0, value: { yaml: "Owl" } },
  ]);
});

test("units less leave the plain line first, then the lines with notes; a line that goes keeps its place until then", () => {
  const items = [block({ unit: scalar("Rat"), damage: scalar("hull 1") }), scalar("2 x Rat"), scalar("Kite")];
  assert.deepEqual(stepped(items, [["Rat", -1]]).lines, ["1 Rat", "1 Rat", "1 Kite"]);
  assert.deepEqual(stepped(items, [["Rat", -2]]), {
    lines: ["1 Rat", "0 Rat", "1 Kite"],
    edits: [{ do: "remove", path: ["units", 1] }],
  });
  assert.deepEqual(
    stepped(items, [
      ["Rat", -9],
      ["Owl", 1],
    ]),
    {
      lines: ["0 Rat", "0 Rat", "1 Kite", "1 Owl"],
      edits: [
        { do: "remove", path: ["units", 1] },
        { do: "remove", path: ["units", 0] },
        { do: "insert", path: ["units"], number: 1, value: { yaml: "Owl" } },
      ],
    },
  );
  assert.deepEqual(
    stepped(
      [scalar("Rat"), scalar("Kite")],
      [
        ["Kite", -1],
        ["Rat", -1],
      ],
    ).edits,
    [{ do: "remove", path: ["units", 1] }, removeAll],
  );
});

test("the points of a line follow its number before the roster is drawn again", () => {
  const saved = readLine(scalar("2 x Rat")),
    now = { ...saved, count: 5 };
  assert.deepEqual(
    [
      estimatePoints(now, saved, "21", "10"), // its ships have values of their own
      estimatePoints(now, saved, "", "10"),
      estimatePoints(now, undefined, "", "0.3"),
      estimatePoints(now, undefined, "", ""),
      estimatePoints({ ...now, unit: "Kite" }, saved, "21", "4"),
    ],
    ["52.5", "50", "1.5", "", "20"],
  );
});
const RATS = new Set(["Rat", "Owl"]);
test("the last unit of a line becomes a line of its own, with its name", () => {
  const names = { items: [scalar("A"), scalar("B")] },
    edits = splitOffLast([block({ unit: scalar("Rat"), count: scalar("2"), names })], 0, RATS);
  assert.deepEqual(
    edits.map(edit => [edit.do, edit.path, "value" in edit && edit.value]),
    [
      ["copy", ["units", 0], false],
      ["set", ["units", 0, "count"], null],
      ["set", ["units", 0, "names"], { data: ["A"] }],
      ["set", ["units", 1, "count"], null],
      ["set", ["units", 1, "names"], { data: ["B"] }],
    ],
  );
});
