// The problems of values.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setPage } from "../browser/fake_browser.ts";
import type { DocumentState } from "./document.ts";
import type { DocumentProblem, Tree, ValuePath } from "../types.ts";

setPage();

const problem = (path: ValuePath, more: Partial<DocumentProblem> = {}): DocumentProblem => ({
  message: "x",
  hint: "",
  code: "",
  suggestion: "",
  corrections: [],
  subject: "",
  line: 1,
  column: 1,
  path,
  file: "",
  unit: "",
  ...more,
});
const makeState = (tree: Tree, ...problems: DocumentProblem[]) =>
  ({ document: { tree, problems } }) as unknown as DocumentState;

test("a misspelt key is a problem of the value that is probably meant, unless the file has it", async () => {
  const { meantPath, problemsAt } = await import("./editing.ts"),
    misspelt = problem([0, "thrusst"], { code: "unknown key", suggestion: "thrust" }),
    without: Tree = { items: [{ entries: [["thrusst", { text: "4" }]] }] },
    both: Tree = {
      items: [
        {
          entries: [
            ["thrusst", { text: "4" }],
            ["thrust", { text: "5" }],
          ],
        },
      ],
    };
  assert.deepEqual(meantPath(without, misspelt), [0, "thrust"]);
  assert.deepEqual(meantPath(both, misspelt), [0, "thrusst"]);
  assert.deepEqual(problemsAt(makeState(without, misspelt), [0, "thrust"]), [misspelt]);
  assert.deepEqual(problemsAt(makeState(without, misspelt), [0, "thrusst"]), [misspelt]);
  assert.deepEqual(problemsAt(makeState(both, misspelt), [0, "thrust"]), []);
  assert.equal(problemsAt(makeState(without, misspelt), [0], true).length, 1); // counted once
});

test("a value has its own problems, and a block those of all its values", async () => {
  const { problemsAt } = await import("./editing.ts"),
    hull = problem(["ships", 0, "hull"]),
    other = problem(["ships", 0, "hull"], { file: "other.yaml" }),
    state = makeState({ entries: [] }, hull, other, problem(["ships", 1]));
  assert.deepEqual(problemsAt(state, ["ships", 0, "hull"]), [hull]);
  assert.deepEqual(problemsAt(state, ["ships", 0]), []);
  assert.deepEqual(problemsAt(state, ["ships", 0], true), [hull]);
});
