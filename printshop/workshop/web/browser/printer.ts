// The measured errors of the user's printer. The browser keeps them, and every PDF is corrected by them.

import type { FileRequest } from "../types.ts";
import { readStoredJson, removeStored, writeStored } from "./storage.ts";

// The printed lengths of 100 mm across and along the page, and the shift of backs to the right and down, in mm.
export type PrinterErrors = [across: number, along: number, right: number, down: number];
export const NO_ERRORS: PrinterErrors = [100, 100, 0, 0];
export const MEASURED_PAGE = "calibration"; // the product that is never corrected
const NAME = "printer",
  LARGEST_ERROR = 0.03, // as in equipment/printers.py
  LARGEST_SHIFT = 10;

export const readPrinter = () => readStoredJson<PrinterErrors | null>(localStorage, NAME, null);
export function keepPrinter(errors: PrinterErrors) {
  if (errors.join() === NO_ERRORS.join()) removeStored(localStorage, NAME);
  else writeStored(localStorage, NAME, JSON.stringify(errors));
}
// Returns the reason why these cannot be the errors of a printer, or "".
export function findPrinterProblem([across, along, right, down]: PrinterErrors) {
  if ([across, along].some(length => !(Math.abs(100 / length - 1) <= LARGEST_ERROR)))
    return "No printer has such an error. Print the page again at 100\u00a0%, not \u201cfit to page\u201d, and measure in millimetres.";
  if ([right, down].some(shift => !(Math.abs(shift) <= LARGEST_SHIFT)))
    return "The hole is too far away. Turn the sheet over its long edge, and print both sides from the same file.";
  return "";
}
// Returns a request with the correction of the printer. Only a PDF to print has one, and not the page to measure.
export function correctPrint(wanted: FileRequest): FileRequest {
  const printer = readPrinter();
  const isPrint = (wanted.kind ?? "pdf") === "pdf" && !wanted.fillable && wanted.product !== MEASURED_PAGE;
  return printer && isPrint ? { ...wanted, printer } : wanted;
}
