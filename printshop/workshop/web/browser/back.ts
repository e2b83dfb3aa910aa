// The way back: through the views that were visited, and out of dialogs. Each entry of the history has its depth below the
// first view of the workshop, and its first address. A dialog has an entry of its own above the view: Back closes it.

import { useEffect, useRef } from "preact/hooks";

interface Entry {
  depth: number;
  first: string; // address; a view may give its entry another one, such as that of a tab
  over?: boolean; // a dialog lies over the view
}
const AFTER_CLOSING = 100; // milliseconds in which another dialog or view may take the entry of a closed dialog
const entry = () => (history.state ?? {}) as Partial<Entry>,
  closers: (() => void)[] = []; // of the dialogs over the view, the top one last
let depth = 0,
  scrolls: number[] = [], // how far the views down to this one are scrolled
  isMoving = false; // from view to view: then the view scrolls by itself

// Gives the entry of a new view its depth. Returns how far the view was scrolled when the user left it.
export function noteVisit() {
  depth = entry().depth ?? depth + 1;
  if (entry().depth === undefined) {
    scrolls = scrolls.slice(0, depth);
    history.replaceState({ ...entry(), depth, first: location.hash }, "");
  }
  isMoving = true;
  return scrolls[depth] ?? 0;
}
export const endMove = () => {
  isMoving = false;
};

// Begins with the present entry, and listens to the way back.
export function watchHistory() {
  depth = entry().depth ?? 0;
  history.replaceState({ ...entry(), depth, first: entry().first ?? location.hash, over: false }, ""); // a reload closes dialogs
  const step = () => {
    if (entry().depth === undefined) return; // a link to a new view
    if (entry().over) {
      if (!closers.length) history.back(); // its dialog is closed already
      return;
    }
    closers.pop()?.();
    if (closers.length) history.pushState({ ...entry(), over: true }, "");
  };
  const scrolled = () => {
    if (!isMoving) scrolls[depth] = scrollY;
  };
  history.scrollRestoration = "manual";
  addEventListener("popstate", step);
  addEventListener("scroll", scrolled, { passive: true });
  return () => {
    removeEventListener("popstate", step);
    removeEventListener("scroll", scrolled);
  };
}

// Goes to the view before this one. At the first view, goes to `home` in its place. If the view has moved within itself,
// `up` goes one level up in it.
export function goBack(home: string, up?: () => void) {
  if (up && entry().first !== location.hash) up();
  else if (depth > 0) history.back();
  else {
    depth = -1; // `home` takes the place of the first view
    location.replace(home);
  }
}

// Calls `close`, that of the last drawing, when the user goes back, as long as `isOpen`.
export function useBackToClose(isOpen: boolean, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const closeLatest = () => latest.current();
    closers.push(closeLatest);
    if (!entry().over) history.pushState({ ...entry(), over: true }, "");
    return () => {
      if (closers.includes(closeLatest)) closers.splice(closers.indexOf(closeLatest), 1);
      setTimeout(() => !closers.length && entry().over && history.back(), AFTER_CLOSING);
    };
  }, [isOpen]);
}
