// The errors of the user's printer: a page to measure, and the figures.

import { useState } from "preact/hooks";
import { attempt, notify } from "../browser/notices.ts";
import {
  findPrinterProblem,
  keepPrinter,
  MEASURED_PAGE,
  NO_ERRORS,
  type PrinterErrors,
  readPrinter,
} from "../browser/printer.ts";
import { Button, Field, FormDialog, showDialog } from "../components/ui.tsx";
import { openFile } from "./print.tsx";

const FIGURES: readonly (readonly [label: string, hint: string])[] = [
  ["Line across the page (mm)", "It is 100 mm long without an error."],
  ["Line along the page (mm)", "It is 100 mm long without an error."],
  ["Hole to the right (mm)", "On the back; to the left is negative."],
  ["Hole down (mm)", "On the back; up is negative."],
];
const PAGE = { what: "", product: MEASURED_PAGE };
const readNumber = (text: string) =>
  text.trim() ? Number(text.trim().replace(",", ".").replace("\u2212", "-")) : Number.NaN;

function PrinterDialog({ onKeep }: { onKeep: () => void }) {
  const [figures, setFigures] = useState(() => (readPrinter() ?? NO_ERRORS).map(String));
  const keep = async () => {
    const errors = figures.map(readNumber) as PrinterErrors,
      problem = findPrinterProblem(errors);
    if (problem) throw new Error(problem);
    keepPrinter(errors);
    onKeep();
    notify(readPrinter() ? "Prints are corrected for your printer." : "Prints are not corrected.");
  };
  return (
    <FormDialog title="Errors of your printer" verb="Keep the figures" onSubmit={keep}>
      <p>
        Print this page at 100&nbsp;% on both sides of one sheet. It is never corrected. Measure its two lines, pierce
        its cross with a needle, and read the place of the hole on the back.
      </p>
      <Button icon="print" onClick={() => void attempt(() => openFile(PAGE))}>
        Print the page to measure
      </Button>
      <div class="pack-inputs">
        {FIGURES.map(([label, hint], number) => (
          <Field key={label} label={label} hint={hint}>
            {props => (
              <input
                {...props}
                type="text"
                inputMode="decimal"
                value={figures[number]}
                onInput={event =>
                  setFigures(figures.map((one, at) => (at === number ? event.currentTarget.value : one)))
                }
              />
            )}
          </Field>
        ))}
      </div>
      <Button kind="quiet" onClick={() => setFigures(NO_ERRORS.map(String))}>
        No correction
      </Button>
      <small>This browser keeps the figures. Every PDF that you print here is corrected.</small>
    </FormDialog>
  );
}
// Opens the dialog. `onKeep` is called when there are new figures: links to prints are other ones then.
export const showPrinter = (onKeep: () => void) => showDialog(<PrinterDialog onKeep={onKeep} />);
