// The errors of a printer are kept, and correct each PDF to print.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "./fake_browser.ts";

setPage();
const load = () => import("./printer.ts");

test("every PDF to print is corrected until the errors are none", async () => {
  const { correctPrint, keepPrinter, NO_ERRORS, readPrinter } = await load(),
    wanted = { what: "iron_stars" };
  assert.equal(correctPrint(wanted), wanted);
  keepPrinter([99.6, 100.3, 0.4, -0.6]);
  assert.deepEqual(correctPrint(wanted), { what: "iron_stars", printer: [99.6, 100.3, 0.4, -0.6] });
  for (const other of [{ kind: "html" as const }, { fillable: true }, { product: "calibration" }])
    assert.deepEqual(correctPrint({ ...wanted, ...other }), { ...wanted, ...other });
  keepPrinter(NO_ERRORS);
  assert.equal(readPrinter(), null);
});

test("figures that no printer has are refused", async () => {
  const { findPrinterProblem } = await load();
  assert.equal(findPrinterProblem([97.5, 102.9, -10, 10]), "");
  for (const wrong of [96, 104, 0, Number.NaN]) {
    assert.match(findPrinterProblem([wrong, 100, 0, 0]), /100/);
    assert.match(findPrinterProblem([100, wrong, 0, 0]), /100/);
  }
  for (const wrong of [-10.1, 11, Number.NaN]) assert.match(findPrinterProblem([100, 100, wrong, 0]), /hole/);
});
