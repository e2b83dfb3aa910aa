// Problems of a record sheet: their words, and the place of records that are too high for the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findTooHigh, placeProblems } from "./sheet_cures.ts";
import type { DocumentProblem } from "../types.ts";

test("problems of a sheet do not name it, and too high records are a problem of their number", () => {
  const base = ["forms", "record"],
    problem: DocumentProblem = {
      message: "5 records of the form 'record' do not fit the page",
      hint: "write 'per_page: 4', or make the rows lower",
      code: "records too high",
      suggestion: "",
      corrections: [{ words: "4 records", edits: [] }],
      subject: "",
      line: 4,
      column: 1,
      path: [...base, "title"],
      file: "",
      unit: "",
    };
  const words = { ...problem, code: "" as const, message: "'text' of cell 1 of form 'record': unknown name 'x'" },
    other = { ...words, path: ["forms", "other", "title"] },
    elsewhere = { ...problem, file: "game.yaml" };
  assert.deepEqual(
    placeProblems([problem, words, other, elsewhere], base).map(one => [one.message, one.path.at(-1), one.hint]),
    [
      ["5 records do not fit the page", "per_page", "choose at most 4 records on a page, or make the rows lower"],
      ["'text' of cell 1: unknown name 'x'", "title", problem.hint],
      [other.message, "title", problem.hint],
      [problem.message, "title", problem.hint],
    ],
  );
  assert.equal(findTooHigh([other, elsewhere, problem], base), problem);
});
