// The numbers of records on a page that correct a record sheet whose records are too high for the page.

import type { DocumentProblem } from "../types.ts";

const MOST_OFFERED = 4;
// Returns the numbers, the largest first; none if not even one record fits, or if the problem is another one. `perRow` is
// the number of records side by side.
export function listFittingCounts({ code, hint }: Pick<DocumentProblem, "code" | "hint">, perRow: number): number[] {
  const most = code === "records too high" ? Number(/per_page: (\d+)/.exec(hint)?.[1] ?? 0) : 0,
    step = Math.max(1, perRow);
  return Array.from({ length: Math.min(MOST_OFFERED, Math.floor(most / step)) }, (_, number) => most - number * step);
}
