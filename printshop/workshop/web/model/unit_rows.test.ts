// The search in the list of units.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { Row } from "./unit_rows.ts";

setPage();
const load = () => import("./unit_rows.ts");

const heads = ["Name", "Type", "Hull", "Hull points", "Points", "Guns"],
  row = (...cells: string[]): Row => ({
    name: cells[0] ?? "",
    side: "Red",
    kind: "Ship",
    file: "",
    cells,
    isBlank: false,
    isOther: false,
  });
const rows = [
  row("Gauntlet", "Cruiser", "19", "3", "95", "4/d8 x3"),
  row("Nike", "Scout", "10", "2", "38", "4/d10"),
  row("Owl 40", "Scout", "4", "1", "140", "none"),
  row("Rat", "Scout", "?", "?", "40", "?"),
];
const find = async (words: string) => rows.filter((await load()).makeSearch(words, heads)).map(one => one.cells[0]);

for (const [words, found] of [
  ["", ["Gauntlet", "Nike", "Owl 40", "Rat"]],
  ["scout", ["Nike", "Owl 40", "Rat"]],
  ["hull > 10", ["Gauntlet"]],
  ["Hull>=10", ["Gauntlet", "Nike"]],
  ["hull < 10", ["Gauntlet", "Nike", "Owl 40"]], // the hull points, too
  ["type < 10", []],
  ["points <= 40, scout", ["Nike", "Rat"]],
  ["points > 30 and points < 100", ["Gauntlet", "Nike", "Rat"]],
  ["40", ["Owl 40", "Rat"]], // not 140
  ["speed > 3", []],
] as const)
  test(`“${words}” finds ${found.length} units`, async () => assert.deepEqual(await find(words), found));

test("units without values are counted apart where the list folds them", async () => {
  const { describeCount } = await load(),
    blank = { ...row("Owl", "?"), isBlank: true },
    all = [...rows, blank, blank];
  assert.equal(describeCount(all, all, true), "4 units + 2 without values");
  assert.equal(describeCount(all, all, false), "6 units");
  assert.equal(describeCount(all, [rows[0] as Row, blank], true), "1 of 4 units + 1 without values");
  assert.equal(describeCount(rows, rows.slice(1), false), "3 of 4 units");
});
test("units with a problem are counted apart, except by a filter", async () => {
  const { describeCount } = await load(),
    all = [...rows, { ...row("Owl", "?"), isBlank: true }];
  assert.equal(describeCount(all, all, true, 1), "4 units + 1 without values + 1 with a problem");
  assert.equal(describeCount(rows, rows, false, 2), "4 units + 2 with a problem");
  assert.equal(describeCount(rows, rows.slice(1), false, 2), "3 of 4 units");
});
