// Changes of a file elsewhere than in its own view. Each is one step of undo of the file.

import { ActionError, call, isUnanswered } from "../browser/client.ts";
import { type EditRequest, makeEditRequest, type SentTo } from "./requests.ts";
import type { Edit, OpenDocument } from "../types.ts";
import { addUndoStep } from "./undo_steps.ts";

const NOT_DRAWN = { drawn: false };

// Writes an earlier text of a file, and returns the file without a drawing.
export const restoreText = (file: string, stamp: string, text: string) =>
  call("write_document_text", { file, stamp, text, view: NOT_DRAWN });

// Makes an entry in one of some files elsewhere than in its own view. This is one step of undo of the file.
export async function makeAsStep<T extends { file: string }>(
  files: readonly (string | undefined)[],
  make: () => Promise<T>,
): Promise<T> {
  const named = [...new Set(files)].flatMap(file => file || []),
    befores = await Promise.all(named.map(file => call("open_document", { file, view: NOT_DRAWN })));
  const made = await make(),
    before = befores[named.indexOf(made.file)];
  if (before) addUndoStep(made.file, before, (await call("find_document_stamp", { file: made.file })).stamp);
  return made;
}
// The requests of dialogs that got no answer, by file and purpose. If you press the button again, the same request is
// sent again: edits that the file has already are not made twice.
const unanswered = new Map<string, EditRequest>();

// Makes edits of a file elsewhere than in its own view, as one step of undo. Edits that depend on the file need a
// `purpose`, which is the same when the button is pressed again.
export async function editAsStep(
  file: string,
  edits: Edit[] | ((before: OpenDocument) => Promise<Edit[]>),
  purpose = JSON.stringify(edits),
) {
  const name = `${file} ${purpose}`;
  let request = unanswered.get(name),
    before: SentTo | null | undefined = request?.sentTo;
  try {
    if (!request || !before) {
      const present = await call("open_document", { file, view: NOT_DRAWN });
      before = present;
      request = makeEditRequest(file, typeof edits === "function" ? await edits(present) : edits);
      unanswered.set(name, request);
    }
    const { stamp, refusal } = await request.send(before, NOT_DRAWN);
    if (refusal) throw new ActionError([{ message: refusal }]);
    addUndoStep(file, before, stamp);
    unanswered.delete(name);
    return { before, stamp };
  } catch (error) {
    if (!isUnanswered(error)) unanswered.delete(name);
    throw error;
  }
}
