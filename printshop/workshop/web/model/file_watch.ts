// Other programs that change an open file, and views that the user leaves.

const WATCH = 2000; // milliseconds

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

// Calls a function whenever another program may have changed a file: when this window is used again, and, while it can be
// seen, every two seconds, since an editor may stand beside it. Returns a function that ends this.
export function watchFile(compare: () => Promise<void>) {
  let comparing = false;
  async function look() {
    if (comparing || document.hidden) return;
    comparing = true;
    await compare().finally(() => (comparing = false));
  }
  const timer = setInterval(look, WATCH);
  addEventListener("focus", look);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", look);
  };
}
