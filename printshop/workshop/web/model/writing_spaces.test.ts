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
