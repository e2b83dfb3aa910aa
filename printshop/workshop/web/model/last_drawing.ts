// The last drawing of a file: it stays in view while the file has a problem and no new drawing can be made.

import { readStoredJson, writeStored } from "../browser/storage.ts";
import type { OpenDocument, Tree, View } from "../types.ts";

// A drawing without problems, and the values of the file then. They are stored while the file has problems.
interface LastDrawing {
  path: string; // of the block that is drawn, as JSON
  drawing: OpenDocument["drawing"];
  readable: Tree | null;
}
export interface ShownFile {
  document: OpenDocument;
  view: View;
  readable: Tree | null; // the values when the text could last be read: titles and outlines stay
}

const pathOf = (view: View) => JSON.stringify(view.path ?? []);

// Returns the last drawing of a file that is opened with a view.
export function openLastDrawing(file: string, first: OpenDocument, firstView: View) {
  const storeName = `drawing ${file}`;
  let begun: { typing: string; drawing: OpenDocument["drawing"] } = { typing: "", drawing: null };
  let last = first.problems.length ? readStoredJson<LastDrawing | null>(sessionStorage, storeName, null) : null,
    drawnPath = pathOf(firstView);

  return {
    // The values of a file that cannot be read, from an earlier page.
    readable: last?.readable ?? null,
    // Returns what to show of a new answer, in place of what was shown before. A drawing stays until a new one comes,
    // with all that belongs to it. If a value has a problem while it is typed, the drawing from before the typing comes
    // back: the drawing of half a value is of no use.
    show(answer: OpenDocument, shown: ShownFile, typing = "") {
      const path = pathOf(shown.view),
        shownDrawing = path === drawnPath && shown.document.drawing?.pages.length ? shown.document.drawing : null,
        earlier =
          (typing && typing === begun.typing && begun.drawing) ||
          shownDrawing ||
          (last?.path === path ? last.drawing : null),
        isMissing = answer.problems.length > 0 && !answer.drawing?.pages.length,
        kept = isMissing ? earlier : null;
      drawnPath = path;
      if (!typing || typing !== begun.typing) begun = { typing, drawing: shownDrawing };
      if (kept && last?.drawing?.pages !== kept.pages) {
        last = { path, drawing: kept, readable: shown.readable };
        writeStored(sessionStorage, storeName, JSON.stringify(last));
      }
      const drawing = kept
        ? {
            ...kept,
            summary: answer.drawing?.summary ?? kept.summary,
            warnings: answer.drawing?.warnings ?? [],
          }
        : answer.drawing;
      // a game that cannot be read for the moment has no name: its inputs stay as they are
      const { kind, game, title } = answer.kind ? answer : shown.document;
      return {
        document: { ...answer, kind, game, title, drawing },
        readable: answer.tree ?? shown.readable,
        isDrawingOld: kept !== null,
      };
    },
  };
}
