// Short messages at the edge of the window: a result, with an action such as Undo, or an error that stays.

import { addressOfFile, go } from "./routes.ts";
import { capitalize } from "../words.ts";

export interface Notice {
  id: number;
  text: string;
  kind: "done" | "note" | "problem" | "progress"; // a note is about something that you did not do
  action?: { label: string; run: () => unknown };
  isLasting?: boolean; // it stays when another view opens: it says that a file is made
}

const listeners = new Set<(notices: Notice[]) => void>(),
  SECONDS = 8; // a result goes by itself
let notices: Notice[] = [],
  lastId = 0;

function publish(now: Notice[]) {
  notices = now;
  for (const listener of listeners) listener(notices);
}

export function listenToNotices(listener: (notices: Notice[]) => void) {
  listeners.add(listener);
  listener(notices);
  return () => void listeners.delete(listener);
}

export const closeNotice = (id: number) => publish(notices.filter(one => one.id !== id));

// Shows a message and returns its number. A message with the same text takes the place of the first one.
export function notify(
  text: string,
  kind: Notice["kind"] = "done",
  action?: Notice["action"],
  isLasting = kind === "progress",
) {
  const id = ++lastId;
  publish([
    ...notices.filter(one => one.text !== text && !(kind !== "problem" && one.kind === kind)),
    { id, text, kind, action, isLasting },
  ]);
  if (kind === "done" || kind === "note") setTimeout(() => closeNotice(id), SECONDS * 1000 * (action ? 2 : 1));
  return id;
}

// Closes the messages of the view that is left.
export const closePassingNotices = () => publish(notices.filter(one => one.isLasting));
export const closeNotices = (kind: Notice["kind"]) => publish(notices.filter(one => one.kind !== kind));

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

// The name of a file keeps its letters.
export const asSentence = (words: string) =>
  `${/^\S+\.yaml\b/.test(words) ? words : capitalize(words)}${/[.!?]$/.test(words) ? "" : "."}`;

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
    notify(message, "problem", file ? { label: "Go there", run: () => go(addressOfFile(file)) } : undefined);
    return undefined;
  }
}
