// New entries of lists: their kinds, their first values, and the focus on them.

import { useEffect, useRef, useState } from "preact/hooks";
import { type DocumentHandle, textAt, valueAt } from "../model/document.ts";
import { isUnder, placeOf } from "../model/places.ts";
import { NEW_TABLE } from "./table_input.tsx";
import type { Plain } from "../model/tree.ts";
import type { Tree, ValuePath } from "../types.ts";
import { Field, FormDialog, NameField, showDialog, Switch, TextInput } from "../components/ui.tsx";

const ENTRIES = ":scope > .nested, :scope > .list-row, :scope > .step";
// Gives the focus to the last entry of a list as soon as it is there. `expect` announces the entry; `isNew` tells whether
// an entry has been announced, so that it is open from the start.
export function useNewEntry(count: number) {
  const box = useRef<HTMLDivElement>(null),
    expected = useRef(0);
  useEffect(() => {
    if (!expected.current || count < expected.current) return;
    expected.current = 0;
    const entry = [...(box.current?.querySelectorAll<HTMLElement>(ENTRIES) ?? [])].at(-1),
      inputs = entry?.querySelectorAll<HTMLElement>("input:not([type=search], [type=color]), textarea, select");
    const input =
      [...(inputs ?? [])].find(one => one.matches("[aria-invalid=true]")) ??
      inputs?.[0] ??
      entry?.querySelector<HTMLElement>("button");
    input?.focus();
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
  });
  return {
    box,
    expect: () => (expected.current = count + 1),
    isNew: (number: number) => expected.current === number + 1,
  };
}

// A kind of layers of a face, or of elements, with the values of a new one. Without values, a picture is chosen first.
export interface LayerOption {
  label: string;
  hint: string;
  data: Plain | null;
}
// Returns the kinds of layers that can be added to a list.
export function listLayerOptions(kind: string, tree: Tree | null, path: ValuePath): LayerOption[] {
  if (path.at(-1) === "elements")
    return [
      { label: "Text", hint: "One or more paragraphs", data: { text: "New text" } },
      { label: "List", hint: "Items with bullets", data: { list: ["First item"] } },
      { label: "Table", hint: "Columns and rows", data: { table: NEW_TABLE } },
      { label: "Lines to write on", hint: "For notes of the players", data: { lines: 2 } },
      { label: "Empty box", hint: "For numbers or drawings", data: { box: true } },
    ];
  const isOfUnits = isUnder("counters", kind, path),
    hasSide = hasSideAt(kind, tree, path);
  return [
    {
      label: "Text",
      hint: isOfUnits ? "Words, or a value of the unit" : "Words",
      data: { text: isOfUnits ? "**{name}**" : "**New text**", edge: "top", take: "25 %" },
    },
    {
      label: "Picture",
      hint: isOfUnits ? "The picture of the unit, or a file" : "A file",
      data: isOfUnits ? { picture: "unit" } : null,
    },
    {
      label: "Band",
      hint: "A strip of colour along an edge",
      data: { band: hasSide ? "side" : "#5b5b5b", edge: "bottom", take: "15 %" },
    },
    { label: "Ground", hint: "A colour behind all other layers", data: { ground: hasSide ? "side" : "#fbf8ee" } },
  ];
}
// Whether an entry has a side, whose colour its layers can have: each unit has one, a marker may have one.
export const hasSideAt = (kind: string, tree: Tree | null, path: ValuePath) => {
  const { section, entry, base } = placeOf(kind, path);
  return (
    section === "counters" ||
    section === "forms" ||
    (entry !== undefined && Boolean(textAt(tree, [...base, entry, "side"])))
  );
};

const BLOCK_KINDS = [
  ["list", "List"],
  ["table", "Table"],
  ["text", "Text"],
] as const;
// Asks for the kind, the title and the words of a block of a chart, and adds it. `expect` announces the new entry.
export function askChartBlock(handle: DocumentHandle, path: ValuePath, expect: () => void) {
  function AskBlock() {
    const [kind, setKind] = useState<string>("text"),
      [title, setTitle] = useState(""),
      [text, setText] = useState("");
    const make = async () => {
      const words = text.trim();
      if (!title.trim()) throw new Error("Type a title.");
      if (!words && kind !== "table") throw new Error(kind === "list" ? "Type one item or more." : "Type a text.");
      const items = words
        .split("\n")
        .map(line => line.trim())
        .filter(Boolean);
      const contents: Plain =
        kind === "table"
          ? { ...(words ? { text: words } : {}), table: NEW_TABLE }
          : kind === "list"
            ? { list: items }
            : { text: words };
      const data = { title: title.trim(), ...(contents as Record<string, Plain>) };
      expect();
      void handle.arrange(() => {
        // the dialog closes first: then the new entry gets the focus
        const number = valueAt(handle.state().document.tree, path)?.items?.length ?? 0;
        return [{ do: "insert", path, number, value: { data } }];
      }, true);
    };
    return (
      <FormDialog title="Add a block" verb="Add" onSubmit={make}>
        <Switch label="Kind of block" value={kind} choices={BLOCK_KINDS} onChange={setKind} />
        <NameField label="Title" value={title} onInput={setTitle} />
        <Field
          label={kind === "list" ? "Items" : "Text"}
          hint={
            kind === "list"
              ? "Each line is an item"
              : kind === "table"
                ? "Above the table; it may be empty. You fill in the cells in the next step."
                : ""
          }
          wide
        >
          {props => <TextInput lines={4} props={props} value={text} onInput={setText} />}
        </Field>
      </FormDialog>
    );
  }
  showDialog(<AskBlock />);
}
