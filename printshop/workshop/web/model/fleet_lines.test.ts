// Lines of fleets: reading, writing, and edits that keep what the file says otherwise.

import { editLine, editShips, type FleetLine, isRule, readLine, replaceLines, writeLine } from "./fleet_lines.ts";
import type { Tree } from "../types.ts";

const scalar = (text: string): Tree => ({ text, plain: true });
const block = (entries: Record<string, Tree>): Tree => ({ entries: Object.entries(entries) });
function equal(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}
const change = (tree: Tree, now: Partial<FleetLine>) => editLine(tree, ["units", 0], { ...readLine(tree), ...now });

equal([readLine(scalar("3 x Red Kite")).count, readLine(scalar("Red Kite *2")).unit], [3, "Red Kite"]);
equal(readLine(block({ unit: scalar("Rat"), names: { items: [scalar("A"), scalar("B")] } })).count, 2);
equal(readLine(block({ unit: scalar("Rat"), damage: scalar("hull 5; nets = 1") })).damage, { hull: "5", nets: "1" });
for (const text of ["Rat", "4 x Rat"]) equal(writeLine(readLine(scalar(text))), text);
// a name makes a block of a line, and keeps its count
equal(change(scalar("2 x Rat"), { names: ["A"] }), [
  { do: "set", path: ["units", 0], value: { data: { unit: "Rat", count: 2, names: ["A"] } } },
]);
// a single name stays a single name; a second one becomes a list
const named = block({ unit: scalar("Rat"), name: scalar("A"), with: block({ pilot: scalar("Vera") }) });
equal(change(named, { names: ["B"] }), [{ do: "set", path: ["units", 0, "name"], value: { text: "B" } }]);
equal(change(named, { names: ["A", "B"], count: 2 }), [
  { do: "set", path: ["units", 0, "name"], value: null },
  { do: "set", path: ["units", 0, "names"], value: { data: ["A", "B"] } },
]);
// damage and notes leave the rest of a block alone; no damage is no key
const hurt = block({ unit: scalar("Rat"), damage: block({ hull: scalar("2") }) });
equal(change(hurt, { damage: {} }), [{ do: "set", path: ["units", 0, "damage"], value: null }]);
equal(change(hurt, { notes: "on fire" }), [{ do: "set", path: ["units", 0, "notes"], value: { text: "on fire" } }]);
equal(change(hurt, {}), []);
// a count in the name of the unit becomes a key
equal(change(block({ unit: scalar("3 x Rat") }), { count: 2 }), [
  { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
  { do: "set", path: ["units", 0, "count"], value: { data: 2 } },
]);
// a name behind the unit is the same as a list of one name
const short = scalar('Red Kite "Tom"');
equal([readLine(short).unit, readLine(short).names, readLine(short).count], ["Red Kite", ["Tom"], 1]);
equal(change(short, { names: ["Tom", "Jerry"], count: 2 }), [
  { do: "set", path: ["units", 0], value: { data: { unit: "Red Kite", names: ["Tom", "Jerry"] } } },
]);
equal(
  change(block({ unit: scalar('Rat "Tom"'), damage: block({ hull: scalar("2") }) }), { names: [] }),
  [
    { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
    { do: "set", path: ["units", 0, "names"], value: null },
  ].slice(0, 1),
);
// a unit of the game may have quotes in its own name
const rats = new Set(['Old "Rat"']);
equal(
  [scalar('2 x Old "Rat"'), scalar('Old "Tom"')].map(one => [readLine(one, rats).unit, readLine(one, rats).names]),
  [
    ['Old "Rat"', []],
    ["Old", ["Tom"]],
  ],
);
equal(editLine(scalar('Old "Rat"'), ["units", 0], { ...readLine(scalar('Old "Rat"'), rats), notes: "late" }, rats), [
  { do: "set", path: ["units", 0], value: { data: { unit: 'Old "Rat"', notes: "late" } } },
]);
equal(
  editLine(
    block({ unit: scalar('Old "Rat"'), count: scalar("2") }),
    ["units", 0],
    { ...readLine(block({ unit: scalar('Old "Rat"'), count: scalar("2") }), rats), count: 3 },
    rats,
  ),
  [{ do: "set", path: ["units", 0, "count"], value: { data: 3 } }],
);
// rules are no units with names
equal(
  [scalar("all tugs"), block({ where: scalar("hull > 2") }), short, scalar("Allegro")].map(one => isRule(one)),
  [true, true, false, false],
);

// only the marks that differ are written: the comments of the others stay
const afire = block({ unit: scalar("Rat"), damage: block({ hull: scalar("2"), nets: scalar("1") }) });
equal(change(afire, { damage: { nets: "1", sails: "3" } }), [
  { do: "remove", path: ["units", 0, "damage", "hull"] },
  { do: "set", path: ["units", 0, "damage", "sails"], value: { data: 3 } },
]);

// --- ships of a fleet

const ship = (line: number, damage: Record<string, number> = {}, notes = "") => ({ line, damage, notes });
const trio = scalar("3 x Rat");
// ships in the state of their lines need no edit; no damage is the same as 0
equal(editShips([trio, hurt], [ship(0), ship(0, { hull: 0 }), ship(0), ship(1, { hull: 2 })]), {
  edits: [],
  lines: [0, 0, 0, 1],
});
// a line is split before and behind a ship that is in another state, and the lines below it move
const split = editShips([trio, scalar("Nike")], [ship(0), ship(0, { hull: 4 }), ship(0), ship(1, {}, "late")]);
equal(split.lines, [0, 1, 2, 3]);
equal(split.edits, [
  { do: "copy", path: ["units", 0] },
  { do: "copy", path: ["units", 0] },
  { do: "set", path: ["units", 0], value: { yaml: "Rat" } },
  { do: "set", path: ["units", 1], value: { data: { unit: "Rat", damage: { hull: 4 } } } },
  { do: "set", path: ["units", 2], value: { yaml: "Rat" } },
  { do: "set", path: ["units", 3], value: { data: { unit: "Nike", notes: "late" } } },
]);
// neighbours in the same state stay one line, and all ships keep their names
const twins = block({ unit: scalar("Rat"), count: scalar("3"), name: scalar("Flora") });
equal(editShips([twins], [ship(0), ship(0), ship(0, {}, "lost")]), {
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
equal(
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
// the own table of a fleet changes nothing
equal(replaceLines(items, rows, all), nothing);
// a changed row changes its line alone, and a line keeps all values for which the table has no column
equal(
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
equal(
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
// the unit of a row may be another one, also of a line with a count in its unit
equal(replaceLines([items[3] ?? trio], [row({ unit: "Rat", count: "2" })], all).edits, [
  { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
  { do: "set", path: ["units", 0, "count"], value: { data: 2 } },
]);
// a table with other units alone takes the place of all lines
equal(replaceLines([trio, trio], [row({ unit: "Nike" })], ["unit"]), {
  edits: [{ do: "set", path: ["units"], value: { data: [{ unit: "Nike" }] } }],
  changed: 0,
  added: 1,
  removed: ["Rat", "Rat"],
});
// a line with values that no table has does not go for a new one
let refusal = "";
try {
  replaceLines(items, [...rows.slice(0, 3), row({ unit: "Golem" }), row({ unit: "Rat" })], all);
} catch (error) {
  refusal = String(error);
}
if (!refusal.includes("No row of the table is that of Nike")) throw new Error(`the line of Nike would go: ${refusal}`);
// a column of a side changes a short line to a block
equal(replaceLines([trio], [row({ unit: "Rat", side: "docks" })], ["unit", "side"]).edits, [
  { do: "set", path: ["units", 0], value: { data: { unit: "Rat", count: 3, side: "docks" } } },
]);
// a table with many changes becomes one list; a line keeps what the table does not have
const many = Array.from({ length: 150 }, (_, number) =>
    block({ unit: scalar("Rat"), name: scalar(`R${number}`), with: block({ pilot: scalar("Vera") }) }),
  ),
  noted = many.map((_, number) => row({ unit: "Rat", names: `R${number}`, notes: "slow" }));
const { edits: whole, changed } = replaceLines(many, noted, ["unit", "names", "notes"]);
equal([whole.length, changed, whole[0]?.path], [1, 150, ["units"]]);
const list = whole[0]?.do === "set" && whole[0].value && "data" in whole[0].value ? whole[0].value.data : null;
equal(Array.isArray(list) && list[7], { unit: "Rat", name: "R7", with: { pilot: "Vera" }, notes: "slow" });
