// Texts in writing spaces keep within their spaces.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";

setPage();
const load = () => import("./writing_spaces.ts");

test("a text has the largest size as long as it fits, and a smaller one when it is longer", async () => {
  const { fitText } = await load();
  assert.equal(fitText("", 3, 20), 3);
  assert.equal(fitText("12", 3, 20), 3);
  const sizes = ["a rudder jammed", "a rudder jammed, a fire aft", "A RUDDER JAMMED, A FIRE AFT"].map(words =>
    fitText(words, 3, 20),
  );
  assert.deepEqual(
    [...sizes].sort((one, other) => other - one),
    sizes,
  );
  assert.ok(sizes.every(size => size < 3));
  assert.ok(fitText("WWWW", 10, 20) <= 5); // the widest letters are as wide as the type is high
});

test("spaces with the same words before their names are one group, and a space without a label has a number", async () => {
  const { groupSpaces, nameSpace } = await load();
  const spaces = ["Momentum: start", "Momentum: T1", "Notes", "", "Speed: 1", "Momentum: T2"].map((label, index) => ({
    key: `Nike (Britain)/note/${index + 1}`,
    unit: "Nike (Britain)",
    label,
    at: [],
  }));
  assert.deepEqual(
    groupSpaces(spaces).map(({ title, fields }) => [title, ...fields.map(({ name }) => name)]),
    [
      ["Momentum", "start", "T1"],
      ["", "Notes", "Space 4"],
      ["Speed", "1"],
      ["Momentum", "T2"],
    ],
  );
  assert.deepEqual(
    groupSpaces(spaces).flatMap(({ fields }) => fields.map(({ space }) => space)),
    spaces,
  );
  assert.deepEqual(spaces.slice(1, 4).map(nameSpace), [
    "Nike (Britain), Momentum: T1",
    "Nike (Britain), Notes",
    "Nike (Britain), Space 4",
  ]);
});
