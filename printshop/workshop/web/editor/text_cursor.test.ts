// The text of a file: where the cursor goes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorState, Text } from "@codemirror/state";
import { cursorAt } from "./text_cursor.ts";

test("the way to a problem selects nothing: the first key deletes one letter at most", () => {
  const doc = Text.of(["title: Raid", "points 12", "side: red"]);
  for (const [line, column, offset] of [
    [2, 1, 12],
    [2, 8, 19],
    [2, 99, 21], // behind the end of the line
    [9, 1, 22], // behind the end of the text
    [0, 0, 0], // no place
  ] as const) {
    const { main } = EditorState.create({ doc, selection: cursorAt(doc, line, column) }).selection;
    assert.deepEqual([main.from, main.to], [offset, offset]);
  }
});
