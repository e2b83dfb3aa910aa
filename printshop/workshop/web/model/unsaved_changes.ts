// Changes of a file that are not saved yet. They are stored in the browser until they are saved, or dropped after a
// conflict: the next page makes them again.

import { listStored, readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import { type Conflict, isMade, valueText } from "./conflicts.ts";
import type { EditRequest } from "./requests.ts";
import type { Edit, OpenDocument } from "../types.ts";

export interface StoredChanges {
  stamp: string; // of the file to which they were made
  edits: [key: string, edits: Edit[]][];
  text?: string; // the whole text, if the text was edited
  sent?: string; // the last text that was sent: if the page closes before the answer, the file has this text
  sending?: { edits: Edit[]; stamp: string; text?: string }; // the edits that were sent and not answered: the same
  olds?: string[][]; // the values that the edits replace, as JSON
}
const isPlain = (edit: Edit) => edit.do === "set" && !(edit.value && "data" in edit.value);

// Returns the stored changes that a file lacks, or null. They are safe if no other program has changed what they change.
export function findMissing(stored: StoredChanges, { text: now, tree, stamp }: OpenDocument) {
  const edits = stored.edits.filter(([, made]) => !isMade(made, tree)),
    text = stored.text === now ? undefined : stored.text;
  if (!edits.length && text === undefined) return null;
  const isOurs =
    (stored.sent !== undefined && stored.sent === now) ||
    Boolean(stored.sending?.edits?.length && isMade(stored.sending.edits, tree));
  const isUntouched =
    text === undefined &&
    stored.edits.every(
      ([, made], at) =>
        isMade(made, tree) || made.every((edit, number) => valueText(tree, edit) === stored.olds?.[at]?.[number]),
    );
  return { edits, text, isSafe: stored.stamp === stamp || isOurs || isUntouched };
}

// Returns the unsaved changes of an open file: none yet.
export function openUnsaved(file: string) {
  const names = `edits ${file}\n`, // no name of a file has a line break
    name = names + Math.random(), // of this window alone: another one may have the same file open
    edits = new Map<string, Edit[]>();
  let stamp = ""; // of the file to which the changes were made

  return {
    edits,
    text: undefined as string | undefined,
    sent: undefined as string | undefined,
    sending: null as EditRequest | null,
    // Sets the stamp of the file to which the changes of a conflict were made. `isFirst`: an earlier one stays.
    setStamp(made: string, isFirst = false) {
      if (!isFirst || !stamp) stamp = made;
    },
    store(document: OpenDocument, conflict: Conflict | null) {
      const all: StoredChanges["edits"] = conflict?.edits.length
        ? [["conflict", conflict.edits], ...edits]
        : [...edits];
      if (!all.length && this.text === undefined) return removeStored(localStorage, name);
      if (!conflict) stamp = document.stamp;
      const request = this.sending,
        sending = request?.sentTo && {
          edits: request.edits,
          stamp: request.sentTo.stamp,
          // the text can be long: it is stored only if the values cannot show whether the edits were made
          text: request.edits.every(isPlain) ? undefined : request.sentTo.text,
        };
      const olds = conflict ? undefined : all.map(([, made]) => made.map(edit => valueText(document.tree, edit))),
        stored: StoredChanges = {
          stamp,
          edits: all,
          text: this.text,
          sent: this.sent,
          sending: sending ?? undefined,
          olds,
        };
      writeStored(localStorage, name, JSON.stringify(stored));
    },
    // Returns the changes that earlier pages stored, and removes them from the storage.
    takeStored: () =>
      listStored(localStorage, names).flatMap(one => {
        const stored = readStoredJson<StoredChanges | null>(localStorage, one, null);
        removeStored(localStorage, one);
        return stored ?? [];
      }),
  };
}
