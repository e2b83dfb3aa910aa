// The drawing that stays while a file has a problem.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { OpenDocument, View } from "../types.ts";

setPage();
const fileOf = (hull: string, drawing: object | null, ...problems: string[]) =>
  ({
    text: hull,
    kind: problems.length ? "" : "game",
    tree: { entries: [["hull", { text: hull }]] },
    drawing,
    problems: problems.map(message => ({ message })),
  }) as unknown as OpenDocument;
const drawn = { pages: ["a page"], summary: "4 ships", warnings: ["too long"] };
const open = async (file: string, first: OpenDocument, view: View = {}) =>
  (await import("./last_drawing.ts")).openLastDrawing(file, first, view);

test("a drawing stays while the file has a problem, with the kind of the file, and goes when there is a new one", async () => {
  const first = fileOf("1", drawn),
    kept = await open("a.yaml", first);
  const faulty = kept.show(fileOf("x", null, "no number"), { document: first, view: {}, readable: first.tree });
  assert.deepEqual(faulty.document.drawing, { ...drawn, warnings: [] });
  assert.deepEqual([faulty.isDrawingOld, faulty.document.kind, faulty.document.text], [true, "game", "x"]);
  const right = kept.show(fileOf("2", { pages: ["new"] }), { ...faulty, view: {} });
  assert.deepEqual([right.isDrawingOld, right.document.drawing?.pages], [false, ["new"]]);
  const empty = kept.show(fileOf("3", null), { ...right, view: {} }); // without a problem, nothing is missing
  assert.deepEqual([empty.isDrawingOld, empty.document.drawing], [false, null]);
});

test("while a value is typed, the drawing from before the typing stays, not that of half a value", async () => {
  const first = fileOf("6", drawn),
    kept = await open("d.yaml", first),
    half = kept.show(fileOf("1", { pages: ["half"] }), { document: first, view: {}, readable: first.tree }, "input 1");
  assert.deepEqual(half.document.drawing?.pages, ["half"]);
  const shown = { ...half, view: {} };
  const whole = kept.show(fileOf("12", null, "too large"), shown, "input 1");
  assert.deepEqual([whole.document.drawing?.pages, whole.isDrawingOld], [drawn.pages, true]);
  const again = kept.show(fileOf("12", null, "too large"), { ...whole, view: {} }); // another file has changed
  assert.deepEqual(again.document.drawing?.pages, drawn.pages);
  const later = kept.show(fileOf("12", null, "too large"), shown, "input 2"); // the value stayed for a moment
  assert.deepEqual(later.document.drawing?.pages, ["half"]);
});

test("the drawing of another block does not stay, and that of the first block comes back", async () => {
  const first = fileOf("1", drawn),
    kept = await open("b.yaml", first);
  const shown = { document: first, view: {}, readable: first.tree };
  const faulty = kept.show(fileOf("x", null, "no number"), shown);
  const other = kept.show(fileOf("x", null, "no number"), { ...faulty, view: { path: ["crew"] } });
  assert.equal(other.document.drawing, null);
  const back = kept.show(fileOf("x", null, "no number"), { ...other, view: {} });
  assert.deepEqual(back.document.drawing?.pages, drawn.pages);
});

test("the next page has the drawing and the values of a file that still has a problem", async () => {
  const first = fileOf("1", drawn),
    broken = { ...fileOf("x", null, "no number"), tree: null };
  (await open("c.yaml", first)).show(broken, { document: first, view: {}, readable: first.tree });
  const next = await open("c.yaml", broken);
  assert.deepEqual(next.readable, first.tree);
  const shown = next.show(broken, { document: broken, view: {}, readable: next.readable });
  assert.deepEqual([shown.document.drawing?.pages, shown.isDrawingOld], [drawn.pages, true]);
  assert.equal((await open("c.yaml", first)).readable, null);
});
