// Problems of a record sheet as its editor shows them, and the numbers of records on a page that correct records that are
// too high for the page.

import { isWithin } from "./tree.ts";
import type { DocumentProblem, ValuePath } from "../types.ts";

const MOST_OFFERED = 4;
const isTooHigh = ({ file, path, code }: Pick<DocumentProblem, "file" | "path" | "code">, base: ValuePath) =>
  !file && code === "records too high" && isWithin(path, base);
export const findTooHigh = (problems: readonly DocumentProblem[], base: ValuePath) =>
  problems.find(one => isTooHigh(one, base));

// Returns the numbers, the largest first; none if not even one record fits. `perRow` is the number of records side by side.
export function listFittingCounts({ hint }: Pick<DocumentProblem, "hint">, perRow: number): number[] {
  const most = Number(/per_page: (\d+)/.exec(hint)?.[1] ?? 0),
    step = Math.max(1, perRow);
  return Array.from({ length: Math.min(MOST_OFFERED, Math.floor(most / step)) }, (_, number) => most - number * step);
}

// Returns the problems without the name of the sheet, which the view shows. Records that are too high are a problem of
// their number, not of the first line of the sheet.
export const placeProblems = (problems: readonly DocumentProblem[], base: ValuePath): DocumentProblem[] =>
  problems.map(one => {
    if (one.file || !isWithin(one.path, base)) return one;
    const message = one.message.replace(/ of (?:the )?form '[^']*'/, "");
    if (!isTooHigh(one, base)) return { ...one, message };
    const [most] = listFittingCounts(one, 1);
    return {
      ...one,
      message,
      path: [...base, "per_page"],
      hint: most ? `choose ${most} or fewer records on a page, or make the rows lower` : one.hint,
    };
  });
