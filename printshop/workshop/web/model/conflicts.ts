// Edits of a file that another program, or another window, has changed: are they right for its present state, too?

import { valueAt } from "./tree.ts";
import type { Edit, Tree } from "../types.ts";

// Changes that were not made, because another program has changed the file.
export interface Conflict {
  message: string;
  edits: Edit[];
  text?: string;
}

// Returns the value that an edit changes, as JSON.
export const valueText = (tree: Tree | null, edit: Edit) => JSON.stringify(valueAt(tree, edit.path)) ?? "";
// Returns the text that a file has for the value of an edit: YAML has no spaces round a value.
const textOf = (edit: Edit) => {
  const value = edit.do === "set" ? edit.value : null;
  return value ? ("text" in value ? value.text : "yaml" in value ? value.yaml.trim() : JSON.stringify(value.data)) : "";
};

// Whether the values of a file show that it has these edits. A value that is not there counts as an empty text.
export const isMade = (edits: Edit[], tree: Tree | null) =>
  edits.every(edit => {
    const value = valueAt(tree, edit.path);
    return edit.do === "set" && (edit.value || !value ? (value ? value.text : "") === textOf(edit) : false);
  });
// Whether edits of an earlier state of a file are right for its present state, too. Edits that were sent already may be
// in the file: entries are not arranged twice.
export const areStillRight = (edits: Edit[], before: Tree | null, now: Tree | null, wereSent: boolean) =>
  edits.every(
    edit =>
      isMade([edit], now) || (valueText(before, edit) === valueText(now, edit) && (edit.do === "set" || !wereSent)),
  );

// Returns a conflict with more changes. A newer text takes the place of the one before.
export const addToConflict = (conflict: Conflict | null, message: string, edits: Edit[], text?: string): Conflict => ({
  message,
  edits: [...(conflict?.edits ?? []), ...edits],
  text: text ?? conflict?.text,
});

// Returns a conflict without the edits of values that newer edits set, or null if none is left.
export function dropReplaced(conflict: Conflict, newer: Edit[]): Conflict | null {
  const paths = new Set(newer.map(edit => edit.do === "set" && JSON.stringify(edit.path))),
    edits = conflict.edits.filter(edit => edit.do !== "set" || !paths.has(JSON.stringify(edit.path)));
  return edits.length || conflict.text !== undefined ? { ...conflict, edits } : null;
}
