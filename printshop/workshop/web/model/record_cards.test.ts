// The cards of a table.

import assert from "node:assert/strict";
import { test } from "node:test";
import { groupCards, splitCard } from "./record_cards.ts";

const sheet = (width: number, units: string[], spaces = 0) => ({
  svg: "",
  width,
  height: 100,
  units,
  marks: [],
  spaces: Array.from({ length: spaces }, (_, index) => ({ key: `${index}`, unit: "", label: "", at: [] })),
});
const unit = (key: string, side = "") => ({ key, side });

test("cards stand in groups: the wide ones first, those of each side together", () => {
  const { groups } = groupCards(
    [sheet(80, ["a"]), sheet(50, ["b"]), sheet(100, ["c"]), sheet(71, ["d"]), sheet(69, ["e"])],
    [unit("a", "Red"), unit("b", "Red"), unit("c", "Blue"), unit("d", "Red"), unit("e", "Blue")],
  );
  assert.deepEqual(
    groups.map(({ side, cards }) => [side, ...cards.map(card => card.number)]),
    [
      ["Red", 0, 3],
      ["Blue", 2],
      ["Red", 1],
      ["Blue", 4],
    ],
  );
});

test("a unit has its head above the first sheet on which it is", () => {
  const { groups, others } = groupCards(
    [sheet(80, ["a", "b"]), sheet(80, ["b", "c"]), sheet(80, ["gone"])],
    ["a", "b", "c", "d"].map(key => unit(key)),
  );
  assert.deepEqual(
    groups.flatMap(group => group.cards.map(card => card.units)),
    [["a", "b"], ["c"], []],
  );
  assert.deepEqual([...others], ["d"]);
});

test("a sheet without units and writing spaces is no card", () => {
  const { groups } = groupCards([sheet(80, []), sheet(80, [], 1), sheet(80, ["a"])], [unit("a")]);
  assert.deepEqual(
    groups.flatMap(group => group.cards.map(card => card.number)),
    [1, 2],
  );
  assert.deepEqual(groupCards([sheet(80, [])], []).groups, []);
});

test("units of one record have a card each, and no mark or space is lost or doubled", () => {
  const mark = (unit: string, number: number) => ({ unit, track: "hull", kind: "circle", number, of: 2, at: [] }),
    space = (unit: string) => ({ key: `${unit}/note/1`, unit, label: "Notes", at: [] }),
    marks = ["a", "b", "c"].flatMap(key => [mark(key, 1), mark(key, 2)]),
    spaces = ["a", "b", "sheet"].map(space),
    card = { sheet: { ...sheet(80, ["a", "b", "c"]), marks, spaces }, number: 3, units: ["a", "c"] };
  const parts = splitCard(card);
  assert.deepEqual(
    parts.map(part => [part.sheet.units, part.units, part.number, Boolean(part.isPart)]),
    [
      [["a"], ["a"], 3, false],
      [["b"], [], 3, true],
      [["c"], ["c"], 3, true],
    ],
  );
  assert.deepEqual(
    parts.flatMap(part => part.sheet.marks),
    marks,
  );
  assert.deepEqual(
    parts.map(part => part.sheet.spaces.map(({ unit }) => unit)),
    [["a", "sheet"], ["b"], []],
  );
  const unmarked = { ...card, sheet: { ...card.sheet, marks: [] } };
  assert.deepEqual(splitCard(unmarked), [unmarked]);
});
