// Changes of a file elsewhere than in its own view. Each is one step of undo of the file.

import { call } from "../browser/client.ts";
import type { Edit } from "../types.ts";
import { addUndoStep } from "./undo_steps.ts";

// Writes an earlier text of a file, and returns the file without a drawing.
export const restoreText = (file: string, stamp: string, text: string) =>
  call("write_document_text", { file, stamp, text, view: { drawn: false } });

// Makes an entry in one of some files elsewhere than in its own view. This is one step of undo of the file.
export async function makeAsStep<T extends { file: string }>(
  files: readonly (string | undefined)[],
  make: () => Promise<T>,
): Promise<T> {
  const named = [...new Set(files)].flatMap(file => file || []),
    befores = await Promise.all(named.map(file => call("open_document", { file, view: { drawn: false } })));
  const made = await make(),
    before = befores[named.indexOf(made.file)];
  if (before) addUndoStep(made.file, before, (await call("find_document_stamp", { file: made.file })).stamp);
  return made;
}
// Makes edits of a file elsewhere than in its own view, as one step of undo.
export const editAsStep = (file: string, edits: Edit[]) =>
  makeAsStep([file], async () => {
    const { stamp } = await call("find_document_stamp", { file }),
      { refusal } = await call("edit_document", { file, stamp, edits, view: { drawn: false } });
    if (refusal) throw new Error(refusal);
    return { file };
  });
