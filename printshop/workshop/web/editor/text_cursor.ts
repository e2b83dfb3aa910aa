// The cursor in the text of a file.

import { EditorSelection, type Text } from "@codemirror/state";

// Returns the cursor at a place: nothing is selected, so that the first key changes only what is seen there.
export function cursorAt(doc: Text, number: number, column: number) {
  const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
  return EditorSelection.cursor(Math.min(line.from + Math.max(0, column - 1), line.to));
}
