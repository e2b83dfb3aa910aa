// Requests for an open file that may get no answer: the drawing takes too long, or the connection is lost. The same
// request is sent again, and the workshop finds out whether the file has the change already.

import { ActionError, call, STOPPED_STATUS } from "../browser/client.ts";
import type { Edit, OpenDocument, View } from "../types.ts";

// Another program, or another window, has changed the file since the workshop has read it.
export const isStale = (error: unknown) => error instanceof ActionError && error.status === 409;
// The workshop was stopped before it answered: the file may have the change.
export const wasStopped = (error: unknown): error is ActionError =>
  error instanceof ActionError && error.status === STOPPED_STATUS;

const makeProblem = (message: string): OpenDocument["problems"][number] => ({
  message,
  hint: "",
  code: "",
  subject: "",
  suggestion: "",
  corrections: [],
  line: 0,
  column: 0,
  path: [],
  file: "",
  unit: "",
});

// Asks for a file. If the workshop was stopped, it is asked again, for the file without a drawing.
export async function askForFile(view: View, ask: (view: View) => Promise<OpenDocument>): Promise<OpenDocument> {
  try {
    return await ask(view);
  } catch (error) {
    if (!wasStopped(error)) throw error;
    const reason = error.problems[0]?.message ?? "";
    try {
      const answer = await ask({ ...view, drawn: false }),
        problem = makeProblem(`the file is saved, but its drawing is missing: ${reason}`);
      return { ...answer, problems: [problem, ...answer.problems] };
    } catch (second) {
      if (!wasStopped(second)) throw second;
      const hint = "open the file again to see whether it has your last change";
      throw new ActionError([{ message: reason, hint }], second.status);
    }
  }
}

export const askToOpen = (file: string, view: View) => askForFile(view, view => call("open_document", { file, view }));

// A text that is sent again has no need of the text before: the workshop compares it with that of the file.
export const askToWrite = (file: string, stamp: string, text: string, view: View) =>
  askForFile(view, view => call("write_document_text", { file, stamp, text, view }));

export type SentTo = Pick<OpenDocument, "stamp" | "text">;
export type EditRequest = ReturnType<typeof makeEditRequest>;

// Returns a request for edits, which may be sent several times. `sentTo` is the file to which an earlier page has sent
// them, without an answer.
export function makeEditRequest(file: string, edits: Edit[], sentTo: SentTo | null = null) {
  const request = {
    edits,
    sentTo, // the file as it was when the edits were first sent
    timesSent: sentTo ? 1 : 0,
    // Returns the file with the edits. Raises an error for which `isStale` holds if another program has changed it.
    async send(present: SentTo, view: View) {
      request.sentTo ??= { stamp: present.stamp, text: present.text };
      const { stamp, text: before } = request.sentTo;
      return askForFile(view, view => {
        const given = { file, stamp, edits, view };
        return call("edit_document", request.timesSent++ ? { ...given, before } : given);
      });
    },
  };
  return request;
}
