// The choice of paper, ink and theme.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describePrint, listPrintSettings, pickPrint, USUAL_PRINT } from "./print_choice.ts";

test("each setting has its usual value among its choices, and is sent without the other settings of the view", () => {
  for (const { key, choices } of listPrintSettings(["old_paper"]))
    assert.ok(choices.some(([value]) => value === USUAL_PRINT[key]));
  const settings = { ...USUAL_PRINT, paper: "a3", omitted: ["A-1"] };
  assert.deepEqual(pickPrint(settings), { ...USUAL_PRINT, paper: "a3" });
});
test("the settings in words leave out the usual theme, variant and backs", () => {
  assert.equal(describePrint(USUAL_PRINT), "A4 and Letter, Colour");
  assert.equal(describePrint({ ...USUAL_PRINT, theme: "old_paper" }), "A4 and Letter, Colour, Old paper");
  const other = { ...USUAL_PRINT, variant: "large", backs: "none" } as const;
  assert.equal(describePrint(other), "A4 and Letter, Colour, Large print, Fronts only");
});
