// Short messages at the edge of the window: a result, with an action such as Undo, or an error. Most go by themselves.

import { addressOfFile, go } from "./routes.ts";
import { capitalize } from "../words.ts";

export interface Notice {
  id: number;
  text: string;
  kind: "done" | "note" | "problem" | "progress" | "kept"; // a note is about something that you did not do; of a form that is kept
  action?: { label: string; run: () => unknown };
  isLasting?: boolean; // it stays when another view opens
}

const listeners = new Set<(notices: Notice[]) => void>(),
  LEAST = 5, // seconds
  READ = 15; // characters in a second, by a slow reader
let notices: Notice[] = [],
  lastId = 0,
  isHeld = false; // the user points at the messages

// The seconds that a message stays: long enough to read it, and to think about its action or its problem.
export const secondsOf = ({ text, kind, action }: Pick<Notice, "text" | "kind" | "action">) =>
  kind === "progress" || kind === "kept"
    ? Number.POSITIVE_INFINITY
    : (LEAST + text.length / READ) * (action || kind === "problem" ? 1.5 : 1);

function publish(now: Notice[]) {
  notices = now;
  for (const listener of listeners) listener(notices);
}

export function listenToNotices(listener: (notices: Notice[]) => void) {
  listeners.add(listener);
  listener(notices);
  return () => void listeners.delete(listener);
}

// While the user points at the messages, or one of them has the focus, none goes by itself.
export const holdNotices = (now: boolean) => {
  isHeld = now;
};
export const closeNotice = (id: number) => publish(notices.filter(one => one.id !== id));

// Shows a message and returns its number. A message with the same text takes the place of the first one.
export function notify(
  text: string,
  kind: Notice["kind"] = "done",
  action?: Notice["action"],
  isLasting = kind === "progress",
) {
  const id = ++lastId,
    seconds = secondsOf({ text, kind, action });
  publish([
    ...notices.filter(one => one.text !== text && !(kind !== "problem" && one.kind === kind)),
    { id, text, kind, action, isLasting },
  ]);
  const leave = () => void (isHeld ? setTimeout(leave, LEAST * 1000) : closeNotice(id));
  if (Number.isFinite(seconds)) setTimeout(leave, seconds * 1000);
  return id;
}

// Closes the messages of the view that is left.
export const closePassingNotices = () => publish(notices.filter(one => one.isLasting));
export const closeNotices = (kind: Notice["kind"]) => publish(notices.filter(one => one.kind !== kind));

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

// The name of a file keeps its letters.
export const asSentence = (words: string) =>
  `${/^\S+\.(yaml|csv|tsv|txt|xlsx)\b/.test(words) ? words : capitalize(words)}${/[.!?]$/.test(words) ? "" : "."}`;

// Reads a message "FILE:LINE:COLUMN: WORDS". The file is "" if the message names no place.
export function readPlace(message: string) {
  const [, file = "", line = "", words = message] = message.match(/^([^:\n]+\.yaml):(\d+)(?::\d+)?: (.*)$/s) ?? [];
  return { file, line, words: asSentence(words) };
}

// Returns the file of an error, "" if it names none, and its message with the place in words.
export function describeError(error: unknown) {
  const { file, line, words } = readPlace(textOf(error));
  return { file, message: file ? `${words} It is in line ${line} of ${file}.` : textOf(error) };
}
export const messageOf = (error: unknown) => describeError(error).message;

// Runs an action and reports its error. A problem in a file has a link to the file.
export async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const { file, message } = describeError(error);
    notify(
      asSentence(message),
      "problem",
      file ? { label: "Go there", run: () => go(addressOfFile(file)) } : undefined,
    );
    return undefined;
  }
}
