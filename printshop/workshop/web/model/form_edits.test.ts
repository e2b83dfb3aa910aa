// Changes of record sheets, made on plain data.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ElementKind } from "./elements.ts";
import * as changes from "./form_edits.ts";
import type { Plain } from "./tree.ts";
import type { Edit, Tree, ValueName, ValuePath } from "../types.ts";

const treeOf = (data: Plain): Tree =>
  Array.isArray(data)
    ? { items: data.map(treeOf) }
    : data && typeof data === "object"
      ? { entries: Object.entries(data).map(([key, value]) => [key, treeOf(value)]) }
      : { text: String(data ?? ""), plain: typeof data !== "string" };
// Makes edits on plain data, as they are made on the text of a file.
function edited(data: Plain, edits: Edit[]): Plain {
  const whole = structuredClone(data);
  for (const edit of edits) {
    const path = edit.do === "insert" ? edit.path : edit.path.slice(0, -1),
      last = edit.path.at(-1) as string & number;
    // biome-ignore lint/suspicious/noExplicitAny: data of any depth
    const block: any = path.reduce<any>((found, step) => found[step], whole);
    const value =
      "value" in edit && edit.value
        ? "data" in edit.value
          ? edit.value.data
          : "text" in edit.value
            ? edit.value.text
            : edit.value.yaml
        : null;
    if (edit.do === "insert") block.splice(edit.number, 0, value);
    else if (edit.do === "remove") block.splice(last, 1);
    else if (edit.do === "copy") block.splice(Number(last) + 1, 0, structuredClone(block[last]));
    else if (edit.do === "move") block.splice(edit.to, 0, ...block.splice(last, 1));
    else if (edit.do === "set" && value !== null) block[last] = value;
    else if (edit.do === "set") delete block[last];
  }
  return whole;
}
const FORM: { columns: Plain; rows: Record<string, Plain>[] } = {
  columns: [3, 1],
  rows: [
    {
      columns: [3, 1, 2],
      height: "9 mm",
      cells: [{ text: "Hull", style: "label" }, { pips: 5, track: "hull" }, { text: "end" }],
    },
    { cells: ["Notes", { text: "x" }] },
    { text: "Alone", gap: "1 mm" },
  ],
};
const TREE = treeOf(FORM),
  TRACKS = ["hull"],
  ROW_KEYS = ["height", "gap", "cells"],
  KINDS = {
    pips: ["pips"],
    count: ["count"],
    lines: ["lines"],
    picture: ["picture"],
    stats: ["stats"],
    list: ["list"],
    track: ["pips", "count"],
    text: ["pips", "count", "lines"],
    style: [],
    align: [],
  },
  cell = (row: number, number: number): ValuePath => ["rows", row, "cells", number];
const element = (key: string, value: Plain, valueKind: ElementKind["valueKind"] = ""): ElementKind => ({
    key,
    label: key,
    hint: "",
    icon: "",
    valueKind,
    values: { [key]: value },
  }),
  KNOWN = {
    kinds: KINDS,
    elements: [
      element("text", "New", "prose"),
      element("pips", 5, "formula"),
      element("lines", 1),
      element("picture", "unit", "picture"),
      element("list", "", "list field"),
    ],
  },
  find = (key: string) => KNOWN.elements.find(one => one.key === key) ?? assert.fail(key);
const newly = (key: string, names: ValueName[] = []) => ({ shown: find(key), known: KNOWN, names, tracks: TRACKS });
const rowsAfter = (edits: Edit[]) => (edited(FORM, edits) as { rows: Record<string, Plain>[] }).rows;
const after = (change: changes.Change | null, row: number) => rowsAfter(change?.edits ?? [])[row];

test("a cell beside another one has its style and a column as wide", () => {
  const change = changes.addCell(TREE, cell(0, 0), newly("text"), ROW_KEYS);
  assert.deepEqual(after(change, 0), {
    ...FORM.rows[0],
    columns: [3, 3, 1, 2],
    cells: [
      { text: "Hull", style: "label" },
      { text: "New", style: "label" },
      { pips: 5, track: "hull" },
      { text: "end" },
    ],
  });
  assert.deepEqual(change.chosen, cell(0, 1));
});
test("a row with the columns of the sheet gets columns of its own", () => {
  assert.deepEqual(after(changes.addCell(TREE, cell(1, 1), newly("text"), ROW_KEYS), 1)?.columns, [3, 1, 1]);
});
test("marks beside words have the name of these words", () => {
  const { edits, chosen } = changes.addCell(TREE, cell(0, 0), newly("pips"), ROW_KEYS);
  assert.deepEqual(edits[0]?.do === "insert" && edits[0].value, { data: { pips: 5, track: "hull_2" } });
  assert.deepEqual(chosen, cell(0, 1));
});
test("a row with the keys of its only cell gets a list of cells", () => {
  const change = changes.addCell(TREE, ["rows", 2], newly("text"), ROW_KEYS);
  assert.deepEqual(after(change, 2), { gap: "1 mm", columns: 2, cells: [{ text: "Alone" }, { text: "New" }] });
  assert.deepEqual(change.chosen, cell(2, 1));
});
test("a removed cell takes its column along, the only one its row; the last row stays", () => {
  assert.deepEqual(after(changes.removeCell(TREE, cell(0, 1)), 0)?.columns, [3, 2]);
  const change = changes.removeCell(TREE, ["rows", 2]);
  assert.equal(rowsAfter(change?.edits ?? []).length, 2);
  assert.deepEqual(change?.chosen, cell(1, 0));
  assert.deepEqual(changes.removeRow(TREE, cell(0, 0))?.chosen, cell(0, 0));
  assert.equal(changes.removeRow(treeOf({ rows: [{ text: "x" }] }), ["rows", 0]), null);
});
test("the only row of a box is removed and moved with its box", () => {
  const form: Plain = {
      columns: [1, 2],
      rows: [{ text: "top" }, { cells: [{ picture: "unit" }, { rows: [{ stats: ["hull"] }] }] }],
    },
    tree = treeOf(form),
    inner: ValuePath = [...cell(1, 1), "rows", 0];
  const removed = changes.removeCell(tree, inner);
  assert.deepEqual((edited(form, removed?.edits ?? []) as typeof FORM).rows[1]?.cells, [{ picture: "unit" }]);
  assert.deepEqual(removed?.chosen, cell(1, 0));
  assert.deepEqual(changes.moveCell(tree, inner, -1).chosen, [...cell(1, 0), "rows", 0]);
  assert.deepEqual(changes.moveRow(tree, inner, -1).chosen, [...cell(0, 1), "rows", 0]);
  assert.deepEqual(changes.boxesOf(inner), [cell(1, 1)]);
});
test("a new row has one cell, or words beside what players mark", () => {
  const row = changes.addRow(TREE, cell(0, 2), newly("text"));
  assert.deepEqual(after(row, 1), { height: "9 mm", text: "New" });
  assert.deepEqual(row.chosen, ["rows", 1]);
  const marks = changes.addRow(TREE, cell(0, 0), { ...newly("pips"), tracks: ["marks"] });
  assert.deepEqual(after(marks, 1), {
    height: "9 mm",
    columns: 2,
    cells: [{ text: "New" }, { pips: 5, track: "marks_2" }],
  });
  assert.deepEqual(marks.chosen, cell(1, 0));
});
test("a row with a picture is as high as the picture needs, and a row of lines has no name for damage", () => {
  assert.deepEqual(after(changes.addRow(TREE, cell(0, 2), newly("picture")), 1), { picture: "unit" });
  assert.deepEqual(after(changes.addRow(TREE, cell(0, 2), newly("lines")), 1), { lines: 1 });
});
test("a row below one with a picture or lines has no height of it, also if the words of its cells name these", () => {
  const rowBelow = (cells: Plain[]) => {
    const rows: Plain = [{ height: "40 mm", cells }],
      { edits } = changes.addRow(treeOf({ rows }), cell(0, 0), newly("text"));
    return (edited({ rows }, edits) as { rows: Plain[] }).rows[1];
  };
  assert.deepEqual(rowBelow(["A picture of lines", { text: "Two lines", style: "label" }]), {
    height: "40 mm",
    text: "New",
  });
  assert.deepEqual(rowBelow([{ text: "Name" }, { lines: 3 }]), { text: "New" });
  assert.deepEqual(rowBelow([{ rows: [{ cells: [{ picture: "unit" }] }] }]), { text: "New" });
});
test("copies of marks have names of their own", () => {
  const row = changes.duplicate(TREE, TRACKS, cell(0, 1), true);
  assert.deepEqual(after(row, 1)?.cells, [
    { text: "Hull", style: "label" },
    { pips: 5, track: "hull_2" },
    { text: "end" },
  ]);
  assert.deepEqual(row.chosen, cell(1, 1));
  const copy = changes.duplicate(TREE, TRACKS, cell(0, 1), false);
  assert.deepEqual(after(copy, 0)?.columns, [3, 1, 1, 2]);
});
test("a cell moves with its columns", () => {
  const change = changes.moveCell(TREE, cell(0, 0), 1);
  assert.deepEqual(after(change, 0), {
    ...FORM.rows[0],
    columns: [1, 3, 2],
    cells: [{ pips: 5, track: "hull" }, { text: "Hull", style: "label" }, { text: "end" }],
  });
  assert.deepEqual(changes.moveRow(TREE, cell(0, 1), 1).chosen, cell(1, 1));
});
test("a cell shows something else: keys that do not fit go, marks get a name", () => {
  const names: ValueName[] = [{ key: "hull", label: "Hull", value: "9", is_declared: true, is_list: false }];
  assert.deepEqual(rowsAfter(changes.show(TREE, cell(0, 1), newly("text", names)))[0]?.cells, [
    { text: "Hull", style: "label" },
    { text: "New" },
    { text: "end" },
  ]);
  assert.deepEqual(
    (rowsAfter(changes.show(TREE, cell(0, 0), newly("pips", names)))[0]?.cells as Plain[] | undefined)?.[0],
    {
      style: "label",
      pips: 5,
      track: "marks",
    },
  );
  assert.deepEqual(
    (rowsAfter(changes.show(TREE, cell(1, 1), newly("pips", names)))[1]?.cells as Plain[] | undefined)?.[1],
    {
      pips: 5,
      track: "notes",
    },
  );
  assert.deepEqual(
    (rowsAfter(changes.show(TREE, cell(1, 0), newly("picture", names)))[1]?.cells as Plain[] | undefined)?.[0],
    {
      picture: "unit",
    },
  );
  assert.deepEqual(rowsAfter(changes.show(TREE, ["rows", 2], newly("lines", names)))[2], {
    text: "Alone",
    gap: "1 mm",
    lines: 1,
  });
  assert.deepEqual(changes.show(TREE, cell(0, 0), newly("list", names)), []);
  assert.equal(changes.elementOf(treeOf({ pips: 5, track: "x" }), KNOWN)?.key, "pips");
  const more = { ...KNOWN, kinds: { ...KINDS, steps: ["steps"] } };
  assert.equal(changes.elementOf(treeOf({ steps: "0-9" }), more), undefined);
});
test("columns are typed as a number or as shares", () => {
  assert.deepEqual(changes.writeColumns(["rows", 0], "3, 1 1"), {
    do: "set",
    path: ["rows", 0, "columns"],
    value: { data: [3, 1, 1] },
  });
  assert.deepEqual(changes.writeColumns([], "3"), { do: "set", path: ["columns"], value: { yaml: "3" } });
  assert.equal(changes.readColumns(TREE, ["rows", 0]), "3, 1, 2");
});

test("a moved border changes the widths of two cells and of no other", () => {
  const data: typeof FORM = {
      columns: [3, 1, 2],
      rows: [
        { cells: [{ text: "A" }, { text: "B", across: 2 }] },
        { columns: 3, cells: [{}, {}, {}] },
        { columns: ["20 mm", 1], cells: [{}, {}] },
      ],
    },
    tree = treeOf(data);
  const move = (row: number, number: number, part: number) =>
    (edited(data, [changes.moveBorder(tree, ["rows", row], number, part)]) as typeof data).rows[row]?.columns;
  assert.equal(changes.partOf(tree, ["rows", 0], 0), 0.5);
  assert.deepEqual(move(0, 0, 0.25), [1.5, 1.5, 3]);
  assert.deepEqual(move(1, 1, 0.75), [1, 1.5, 0.5]);
  assert.equal(changes.partOf(tree, ["rows", 2], 0), null);
});

test("a row within a cell of a low row is added below the low row", () => {
  const tree = treeOf({
    rows: [{ height: "9 mm", cells: [{ text: "Momentum" }, { rows: [{ height: "4 mm", cells: [{ text: "T1" }] }] }] }],
  });
  const { edits } = changes.addRow(tree, ["rows", 0, "cells", 1, "rows", 0, "cells", 0], newly("text"));
  assert.deepEqual([edits[0]?.path, edits[0]?.do === "insert" && edits[0].number], [["rows"], 1]);
});
