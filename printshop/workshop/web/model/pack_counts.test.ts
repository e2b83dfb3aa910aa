// The count of sheets is that of the printed pages, with the copies that the words ask for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeCounts, listParts } from "./pack_counts.ts";

const page = (code: string, copies = 1, numbers = [1]) => ({ code, stock: "paper", copies, numbers });
const part = (duplex: boolean, ...pages: ReturnType<typeof page>[]) => ({ duplex, pages });
const describe = (...parts: ReturnType<typeof part>[]) => describeCounts(parts, () => true, true);

test("pages that stand in the PDF once and are needed more often are named", () => {
  assert.equal(describe(part(false, page("B-1"), page("S-1"))), "2 pages");
  assert.equal(
    describe(part(false, page("B-1"), page("R-1", 2), page("R-2", 2), page("R-3", 3))),
    "4 pages in the PDF, 8 sheets: print 2 copies of R-1 and R-2 and 3 copies of R-3",
  );
});
test("copies that are in the PDF are pages of the PDF", () => {
  assert.equal(describe(part(false, page("B-1"), page("R-1", 2, [2, 3]))), "3 pages");
});
test("two pages share a sheet that is printed on both sides", () => {
  assert.equal(
    describe(part(true, page("C-1"), page("C-1b")), part(false, page("B-1"))),
    "3 pages in the PDF, 2 sheets",
  );
});
test("chosen pages are counted like all pages, in short words for a part", () => {
  const parts = [part(false, page("B-1"), page("R-1", 2), page("T-1"))];
  assert.equal(
    describeCounts(parts, one => one.code !== "T-1", true),
    "2 of 3 pages in the PDF, 3 sheets: print 2 copies of R-1",
  );
  assert.equal(describeCounts(parts), "3 pages, 4 sheets");
});
test("parts have their places while they are drawn: those of the last drawing, or places without names", () => {
  const name = (of: string, isFront = false) => ({ of, title: of, isFront }),
    names = (...given: Parameters<typeof listParts>) => listParts(...given).map(one => one.of);
  const cover = name("cover", true),
    roster = name("roster", true),
    [records, counters] = [name("records"), name("counters")];
  assert.deepEqual(names([cover], [], true), ["cover", "", "", "", "", ""]);
  assert.deepEqual(names([records], [], true), ["", "records", "", "", "", ""], "the front is drawn last");
  assert.deepEqual(names([counters], [roster, records], true), ["roster", "records", "counters"]);
  assert.deepEqual(names([roster, counters], [roster, records], false), ["roster", "counters"]);
  const many = [cover, ..."abcdefgh"].map(one => (typeof one === "string" ? name(one) : one));
  assert.deepEqual(listParts(many, [], true), many);
});
