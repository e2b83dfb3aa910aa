// Lines of fleets: reading, writing, and edits that keep what the file says otherwise.

import { editLine, type FleetLine, isRule, readLine, writeLine } from "./fleet_lines.ts";
import type { Tree } from "./types.ts";

const scalar = (text: string): Tree => ({ text, plain: true });
const block = (entries: Record<string, Tree>): Tree => ({ entries: Object.entries(entries) });
function equal(found: unknown, expected: unknown) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`${JSON.stringify(found)} is not ${JSON.stringify(expected)}`);
}
const change = (tree: Tree, now: Partial<FleetLine>) => editLine(tree, ["units", 0], { ...readLine(tree), ...now });

equal([readLine(scalar("3 x Red Kite")).count, readLine(scalar("Red Kite *2")).unit], [3, "Red Kite"]);
equal(readLine(block({ unit: scalar("Rat"), names: { items: [scalar("A"), scalar("B")] } })).count, 2);
equal(readLine(block({ unit: scalar("Rat"), damage: scalar("hull 5; nets = 1") })).damage, { hull: "5", nets: "1" });
for (const text of ["Rat", "4 x Rat"]) equal(writeLine(readLine(scalar(text))), text);
// a name makes a block of a line, and keeps its count
equal(change(scalar("2 x Rat"), { names: ["A"] }), [{ do: "set", path: ["units", 0], value: { data: { unit: "Rat", count: 2, names: ["A"] } } }]);
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
equal(change(short, { names: ["Tom", "Jerry"], count: 2 }), [{ do: "set", path: ["units", 0], value: { data: { unit: "Red Kite", names: ["Tom", "Jerry"] } } }]);
equal(change(block({ unit: scalar('Rat "Tom"'), damage: block({ hull: scalar("2") }) }), { names: [] }), [
  { do: "set", path: ["units", 0, "unit"], value: { text: "Rat" } },
  { do: "set", path: ["units", 0, "names"], value: null },
].slice(0, 1));
// rules are no units with names
equal([scalar("all tugs"), block({ where: scalar("hull > 2") }), short, scalar("Allegro")].map(isRule), [true, true, false, false]);
