// New entries of lists: their kinds, their first values, and the focus on them.

import { useEffect, useRef, useState } from "preact/hooks";
import { type DocumentHandle, textAt, valueAt } from "../model/document.ts";
import { isUnder, placeOf } from "../model/places.ts";
import { beginElement, type ElementKind, listElements } from "../model/elements.ts";
import type { Schema } from "../model/schema.ts";
import type { Tree, ValuePath } from "../types.ts";
import { Field, FormDialog, NameField, Select, showDialog, TextInput } from "../components/ui.tsx";

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

// Returns the kinds of elements that can be added to a list. Only the form editor knows the values of a unit.
export const listAdditions = (root: Schema, item: Schema | undefined) =>
  listElements(root, item).filter(({ valueKind }) => valueKind !== "figures" && valueKind !== "list field");
// Returns the values of a new element of a list, null if a picture must be chosen first.
export const beginAddition = (element: ElementKind, kind: string, tree: Tree | null, path: ValuePath) => {
  const isOfCounters = isUnder("counters", kind, path);
  return (
    beginElement(element, {
      hasUnit: isOfCounters || isUnder("forms", kind, path),
      hasSide: hasSideAt(kind, tree, path),
      isNamed: isOfCounters,
    }) ?? null
  );
};
// Whether an entry has a side, whose colour its layers can have: each unit has one, a marker may have one.
export const hasSideAt = (kind: string, tree: Tree | null, path: ValuePath) => {
  const { section, entry, base } = placeOf(kind, path);
  return (
    section === "counters" ||
    section === "forms" ||
    (entry !== undefined && Boolean(textAt(tree, [...base, entry, "side"])))
  );
};

// Asks for the element, the title and the words of a block of a chart, and adds it. `expect` announces the new entry.
export function askChartBlock(
  handle: DocumentHandle,
  path: ValuePath,
  elements: readonly ElementKind[],
  expect: () => void,
) {
  function AskBlock() {
    const [key, setKey] = useState("text"),
      [title, setTitle] = useState(""),
      [text, setText] = useState("");
    const element = elements.find(one => one.key === key),
      first = element?.values[key],
      isList = Array.isArray(first),
      needsWords = isList || key === "text";
    const make = async () => {
      const words = text.trim(),
        items = words
          .split("\n")
          .map(line => line.trim())
          .filter(Boolean);
      if (!title.trim()) throw new Error("Type a title.");
      if (!words && needsWords) throw new Error(isList ? "Type one item or more." : "Type a text.");
      const data = {
        title: title.trim(),
        ...(words && !isList ? { text: words } : {}),
        ...(key === "text" ? {} : { ...element?.values, ...(isList ? { [key]: items } : {}) }),
      };
      expect();
      void handle.arrange(() => {
        // the dialog closes first: then the new entry gets the focus
        const number = valueAt(handle.state().document.tree, path)?.items?.length ?? 0;
        return [{ do: "insert", path, number, value: { data } }];
      }, true);
    };
    return (
      <FormDialog title="Add a block" verb="Add" onSubmit={make}>
        <Field label="Contents" hint={element?.hint}>
          {props => (
            <Select
              props={props}
              value={key}
              choices={elements.map((one): [string, string] => [one.key, one.label])}
              onChange={setKey}
            />
          )}
        </Field>
        <NameField label="Title" value={title} onInput={setTitle} />
        <Field
          label={isList ? "Items" : "Text"}
          hint={
            isList
              ? "Each line is an item"
              : needsWords
                ? ""
                : `Above the ${element?.label.toLowerCase()}; it may be empty. You fill in the rest in the next step.`
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
