// The way back: through the views that were visited, and out of dialogs. Each entry of the history has its depth below the
// first view of the workshop, and its first address. A menu, a sheet or a dialog has an entry of its own above that of the
// view: Back closes it. If it closes in another way, its entry stays and shows the view: a closed layer does not go
// back, because the browser answers late, and a second step would then leave the view. Back passes over such entries.

import { useEffect, useRef } from "preact/hooks";

interface Entry {
  depth: number;
  first: string; // address; a view may give its entry another one, such as that of a tab
  layer: number; // 0: the first entry of the view; above it stand those of its menus and dialogs
  below: string; // address of the entry under this one, if both show the same view
}
const LATE = 300; // milliseconds in which Back may be meant for a dialog that has closed meanwhile
const entry = () => (history.state ?? {}) as Partial<Entry>,
  closers: (() => void)[] = []; // of the dialogs over the view, the top one last
let depth = 0,
  layer = 0,
  closedAt = -LATE,
  scrolls: number[] = [], // how far the views down to this one are scrolled
  isMoving = false; // from view to view: then the view scrolls by itself

// Writes the place of the present entry into its state. A link to the present address has emptied it.
const notePlace = () => history.replaceState({ ...entry(), depth, layer, first: entry().first ?? location.hash }, "");

// Gives the entry of a new view its depth. Returns how far the view was scrolled when the user left it.
export function noteVisit() {
  const { depth: known } = entry();
  depth = known ?? depth + 1;
  layer = entry().layer ?? 0;
  if (known === undefined) {
    scrolls = scrolls.slice(0, depth);
    notePlace();
  }
  isMoving = true;
  return scrolls[depth] ?? 0;
}
export const endMove = () => {
  isMoving = false;
};

// Gives the dialog over the view an entry, unless it has the entry of an earlier one.
function pushLayer() {
  if (layer && entry().below === location.hash) return;
  notePlace();
  layer++;
  history.pushState({ ...entry(), layer, below: location.hash }, "");
}

// Begins with the present entry, and listens to the way back.
export function watchHistory() {
  depth = entry().depth ?? 0;
  layer = entry().layer ?? 0;
  notePlace();
  const step = () => {
    const { depth: now, layer: reached = 0 } = entry();
    if (now === undefined) return; // a link to a new view
    const isBelow = now === depth && reached < layer;
    depth = now;
    layer = reached;
    if (!isBelow) return;
    const close = closers.pop();
    if (close) close();
    else if (performance.now() - closedAt > LATE) leaveView(); // this entry looks like the one above it
    if (closers.length) pushLayer();
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

// Goes to the entry below those of the view.
const leaveView = () => history.go(-1 - layer);

// Goes to the view before this one. At the first view, goes to `home` in its place. If the view has moved within itself,
// `up` goes one level up in it.
export function goBack(home: string, up?: () => void) {
  if (up && entry().first !== location.hash) up();
  else if (depth > 0) leaveView();
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
    pushLayer();
    return () => {
      closedAt = performance.now();
      if (closers.includes(closeLatest)) closers.splice(closers.indexOf(closeLatest), 1);
    };
  }, [isOpen]);
}
