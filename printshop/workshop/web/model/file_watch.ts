// Other programs that change an open file, and views that the user leaves.

import { call, isUnanswered } from "../browser/client.ts";

const WATCH = 2000; // milliseconds

// Returns whether the workshop answers again, after it gave no answer.
export const isBack = (file: string) =>
  call("find_document_stamp", { file }).then(
    () => true,
    error => !isUnanswered(error),
  );

// All open documents: their typed values are sent before the page closes.
const open = new Set<{ settle: () => Promise<void> }>();
export const settleDocuments = () => Promise.all([...open].map(one => one.settle())).then(() => {});
// Calls a function before another view opens, or the page closes. Returns a function that ends this.
export function settleBeforeLeaving(settle: () => Promise<void>) {
  const one = { settle };
  open.add(one);
  return () => void open.delete(one);
}
addEventListener("pagehide", () => void settleDocuments());
addEventListener("visibilitychange", () => document.hidden && void settleDocuments());

// Calls a function whenever another program may have changed a file, or the workshop may answer again: when this window
// is used again or has a connection again, and, while it can be seen, every two seconds, since an editor may stand beside
// it. Returns a function that ends this.
export function watchFile(compare: () => Promise<void>) {
  let comparing = false;
  async function look() {
    if (comparing || document.hidden) return;
    comparing = true;
    await compare().finally(() => (comparing = false));
  }
  const timer = setInterval(look, WATCH);
  const events = ["focus", "online"];
  for (const event of events) addEventListener(event, look);
  return () => {
    clearInterval(timer);
    for (const event of events) removeEventListener(event, look);
  };
}
