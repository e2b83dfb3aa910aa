// The way back closes the dialog that lies over the view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { h, options, render } from "preact";
import { useBackToClose, watchHistory } from "./back.ts";

// A browser with a history of one entry. A component that draws nothing needs no document.
const listeners = new Map<string, () => void>();
Object.assign(globalThis, {
  location: { hash: "#/" },
  history: {
    state: null as unknown,
    replaceState: (state: unknown) => Object.assign(history, { state }),
    pushState: (state: unknown) => Object.assign(history, { state }),
  },
  addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
});
options.requestAnimationFrame = effects => effects();
function goBack() {
  Object.assign(history, { state: { ...history.state, over: false } });
  listeners.get("popstate")?.();
}

test("going back closes a dialog with the function of its last drawing", () => {
  const closed: string[] = [],
    page = { childNodes: [], firstChild: null, nodeType: 1, insertBefore: () => assert.fail() } as unknown as Element;
  function Dialog({ name }: { name: string }) {
    useBackToClose(true, () => closed.push(name));
    return null;
  }
  watchHistory();
  for (const name of ["first", "last"]) render(h(Dialog, { name }), page);
  goBack();
  assert.deepEqual(closed, ["last"]);
});
