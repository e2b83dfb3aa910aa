// The way back closes the dialog that lies over the view, and nothing else than the way back leaves the view.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { h, options, render } from "preact";
import { goBack, noteVisit, useBackToClose, watchHistory } from "./back.ts";
import { go } from "./routes.ts";

// A browser with a history. As in a real one, a step through the history ends later, when `answer` is called.
interface Place {
  state: unknown;
  hash: string;
}
const listeners = new Map<string, () => void>();
let places: Place[] = [],
  here = 0,
  steps: number[] = [], // that were asked for
  clock = 0;
const place = () => places[here] as Place,
  visit = (hash: string, state: unknown) => {
    places = [...places.slice(0, ++here), { hash, state }];
  },
  moveTo = (hash: string) => {
    listeners.get("popstate")?.();
    if (hash !== place().hash) noteVisit(); // as the shell does
  };
Object.assign(globalThis, {
  location: {
    get hash() {
      return place().hash;
    },
    set hash(to: string) {
      const before = place().hash;
      visit(to, null);
      moveTo(before);
    },
    replace: (to: string) => {
      const before = place().hash;
      places[here] = { hash: to, state: null };
      moveTo(before);
    },
  },
  history: {
    get state() {
      return place().state;
    },
    replaceState: (state: unknown, _: string, hash = place().hash) => {
      places[here] = { hash, state };
    },
    pushState: (state: unknown) => visit(place().hash, state),
    go: (by: number) => steps.push(by),
  },
  addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  removeEventListener: () => {},
});
performance.now = () => clock;
options.requestAnimationFrame = effects => effects();

const pressBack = () => steps.push(-1);
function answer() {
  for (let by = steps.shift(); by !== undefined; by = steps.shift()) {
    if (!places[here + by]) continue; // the browser ignores it
    const before = place().hash;
    here += by;
    moveTo(before);
  }
}
const rest = () => {
  answer();
  clock += 1000;
};

// The layers of a page: a folded list of actions, the menu in it, a dialog. A component that draws nothing needs no document.
const page = { childNodes: [], firstChild: null, nodeType: 1, insertBefore: () => assert.fail() } as unknown as Element,
  NAMES = ["list", "menu", "dialog"] as const;
type Name = (typeof NAMES)[number];
let open: Name[] = [];
const close = (name: Name) => show(open.filter(one => one !== name));
function Layer({ name, isOpen }: { name: Name; isOpen: boolean }) {
  useBackToClose(isOpen, () => close(name));
  return null;
}
const Page = () => NAMES.map(name => h(Layer, { key: name, name, isOpen: open.includes(name) }));
function show(names: Name[]) {
  open = names;
  render(h(Page, {}), page);
}
let endWatch = () => {};
beforeEach(() => {
  show([]);
  endWatch();
  rest();
  [places, here] = [[{ hash: "#/", state: null }], 0];
  endWatch = watchHistory();
  go("#/fleet/home.yaml");
});
const VIEW = "#/fleet/home.yaml";

// All orders of some names.
const ordersOf = (names: readonly Name[]): Name[][] =>
  names.length
    ? names.flatMap(one => ordersOf(names.filter(other => other !== one)).map(rest => [one, ...rest]))
    : [[]];

test("layers that close in any order, at once or one by one, leave the view as it is", () => {
  const orders = NAMES.flatMap((_, last) => ordersOf(NAMES.slice(0, last + 1)));
  for (const opened of orders)
    for (const closed of ordersOf(opened))
      for (const pause of [answer, rest, () => {}]) {
        for (const [at] of opened.entries()) {
          show(opened.slice(0, at + 1));
          pause();
        }
        for (const name of closed) {
          close(name);
          pause();
        }
        rest();
        assert.equal(location.hash, VIEW, `${opened} ${closed}`);
        show([]);
      }
  assert.equal(places.length, 3); // the layers share one entry
  pressBack();
  rest();
  assert.equal(location.hash, "#/"); // Back passes over it
});

test("a chosen item that opens a dialog or a view is not undone", () => {
  for (const pause of [answer, rest, () => {}]) {
    show(["list"]);
    show(["list", "menu"]);
    pause();
    show([]);
    pause();
    show(["dialog"]);
    rest();
    assert.deepEqual([location.hash, open], [VIEW, ["dialog"]]);
    show([]);
  }
  show(["list"]);
  show([]);
  go("#/play/home.yaml");
  rest();
  assert.equal(location.hash, "#/play/home.yaml");
  pressBack();
  rest();
  assert.equal(location.hash, VIEW);
});

test("Back closes the layers one by one, the last one first, and then leaves the view", () => {
  show(["list"]);
  show(["list", "menu"]);
  for (const left of [["list"], []]) {
    pressBack();
    rest();
    assert.deepEqual([location.hash, open], [VIEW, left]);
  }
  pressBack();
  rest();
  assert.equal(location.hash, "#/");
});

test("a late answer to Back does not leave the view if an item was chosen meanwhile", () => {
  show(["list"]);
  rest();
  pressBack();
  show([]); // the item
  answer();
  answer();
  assert.equal(location.hash, VIEW);
});

test("the button Back of a view leaves it, with a closed dialog and without", () => {
  for (const opened of [[], ["dialog"]] as Name[][]) {
    show(opened);
    show([]);
    goBack("#/");
    rest();
    assert.equal(location.hash, "#/");
    go(VIEW);
  }
});

test("Back closes a dialog in the tab that was chosen after another dialog", () => {
  show(["menu"]);
  show([]);
  history.replaceState(history.state, "", `${VIEW}/roster`);
  show(["dialog"]);
  pressBack();
  rest();
  assert.deepEqual([location.hash, open], [`${VIEW}/roster`, []]);
});

test("a link to the present view, and a reload, leave the way back as it is", () => {
  location.replace(VIEW);
  show(["dialog"]);
  endWatch();
  endWatch = watchHistory();
  pressBack();
  rest();
  assert.deepEqual([location.hash, open], [VIEW, []]);
  pressBack();
  rest();
  assert.equal(location.hash, "#/");
});
