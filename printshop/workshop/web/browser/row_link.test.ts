// Rows with a link: which clicks open it, and where.

import assert from "node:assert";
import { test } from "node:test";
import { ROW_LINK } from "./row_link.ts";

// Clicks in a row, and returns what happened: "here", the address of a new tab, or "" for nothing. `apart` is the element with
// clicks of its own around the place of the click, `selected` whether text of the row is selected.
function click({
  type = "onClick" as "onClick" | "onAuxClick",
  apart = "",
  selected = false,
  inRow = true,
  ...keys
}: {
  type?: "onClick" | "onAuxClick";
  apart?: string;
  selected?: boolean;
  inRow?: boolean;
  button?: number;
  ctrlKey?: boolean;
  defaultPrevented?: boolean;
}) {
  let opened = "";
  const link = { href: "#/unit/harbour/Nike", click: () => (opened = "here") },
    plain = { matches: () => false },
    control = { matches: (words: string) => words.split(", ").includes(apart) },
    row = { querySelector: () => link };
  Object.assign(globalThis, {
    getSelection: () => ({ isCollapsed: !selected, containsNode: (one: unknown) => one === row }),
    window: { open: (address: string) => (opened = address) },
  });
  ROW_LINK[type]({
    composedPath: () => (inRow ? [plain, control, row] : [plain, row, control]),
    currentTarget: row,
    button: 0,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    defaultPrevented: false,
    preventDefault() {},
    ...keys,
  } as unknown as Parameters<typeof ROW_LINK.onClick>[0]);
  return opened;
}

test("a click on a picture, a value or the space of a row opens its link", () => {
  assert.equal(click({}), "here");
  assert.equal(click({ apart: "label", inRow: false }), "here"); // a label around the whole list
});

test("the middle button and the control key open it in a new tab", () => {
  assert.equal(click({ type: "onAuxClick", button: 1 }), "#/unit/harbour/Nike");
  assert.equal(click({ ctrlKey: true }), "#/unit/harbour/Nike");
  assert.equal(click({ type: "onAuxClick", button: 2 }), ""); // the menu of the browser
});

test("ticks, menus, also those that close at the click, and the link itself have their own clicks", () => {
  for (const apart of ["a", "button", "input", "label", "[role=menu]", "[data-apart]"]) {
    assert.equal(click({ apart }), "", apart);
    assert.equal(click({ apart, type: "onAuxClick", button: 1 }), "", apart);
  }
  assert.equal(click({ defaultPrevented: true }), "");
});

test("the end of a selection of text is no click on the row", () => {
  assert.equal(click({ selected: true }), "");
});
