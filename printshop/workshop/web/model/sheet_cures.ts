// Problems of a record sheet as its editor shows them.

import { isWithin } from "./tree.ts";
import type { DocumentProblem, ValuePath } from "../types.ts";

const isTooHigh = ({ file, path, code }: Pick<DocumentProblem, "file" | "path" | "code">, base: ValuePath) =>
  !file && code === "records too high" && isWithin(path, base);
export const findTooHigh = (problems: readonly DocumentProblem[], base: ValuePath) =>
  problems.find(one => isTooHigh(one, base));

// Returns the problems without the name of the sheet, which the view shows. Records that are too high are a problem of
// their number, not of the first line of the sheet; the view has a place of its own for their corrections.
export const placeProblems = (problems: readonly DocumentProblem[], base: ValuePath): DocumentProblem[] =>
  problems.map(one => {
    if (one.file || !isWithin(one.path, base)) return one;
    const message = one.message.replace(/ of (?:the )?form '[^']*'/, "");
    if (!isTooHigh(one, base)) return { ...one, message };
    const [most] = one.corrections;
    return {
      ...one,
      message,
      path: [...base, "per_page"],
      hint: most ? `choose at most ${most.words} on a page, or make the rows lower` : one.hint,
      corrections: [],
    };
  });
