// A block whose keys are free.

import { useContext, useEffect, useState } from "preact/hooks";
import { useNewEntry } from "./additions.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { isWithin, keysOf, type OuterBlockProps, pathKey, problemsAt, WantedPath } from "../model/editing.ts";
import { ItemActions } from "./item_actions.tsx";
import { KeyBlock } from "./key_block.tsx";
import { TITLE_KEYS } from "../model/key_order.ts";
import { LONG_TEXT, titleOf } from "../model/key_words.ts";
import { isUnder } from "../model/places.ts";
import { NestedBlock } from "./nested_block.tsx";
import { freeKey, keyFrom, newValue } from "../model/new_values.ts";
import { labelOf, optionsOf, schemaBelow, shapeOf } from "../model/schema.ts";
import { SIDE_KEYS, SideValues } from "./side_values.tsx";
import type { Plain } from "../model/tree.ts";
import type { Tree } from "../types.ts";
import { Button } from "../components/ui.tsx";
import { ValueField } from "./value_field.tsx";
import { capitalize } from "../words.ts";

// A side: its first values in one row, and its other values below.
function SideRow({ editing, path, schema, actions, Inner }: OuterBlockProps & { actions: preact.ComponentChildren }) {
  const { state } = editing,
    [isOpen, setOpen] = useState(false),
    wantedPath = useContext(WantedPath),
    side = valueAt(state.document.tree, path),
    others = { hidden: SIDE_KEYS },
    hasProblem = problemsAt(state, path, true).some(
      one => one.path.length > path.length && !SIDE_KEYS.includes(String(one.path[path.length])),
    );
  useEffect(() => {
    if (
      wantedPath &&
      wantedPath.length > path.length &&
      isWithin(wantedPath, path) &&
      !SIDE_KEYS.includes(String(wantedPath[path.length]))
    )
      setOpen(true);
  }, [wantedPath]);
  const isVisible = isOpen || hasProblem;
  return (
    <div class="nested side-row" data-path={pathKey(path)}>
      <div class="side-values">
        <SideValues editing={editing} path={path} schema={schema} />
        {actions}
      </div>
      <button type="button" class="disclose" aria-expanded={isVisible} onClick={() => setOpen(!isVisible)}>
        <span class="turn" aria-hidden="true" />
        <small>
          {isVisible
            ? "Other values"
            : ["Other values", ...["adjective", "prefix"].map(key => textAt(side, [key])).filter(Boolean)].join(" · ")}
        </small>
      </button>
      {isVisible && (
        <div class="nested-body">
          <KeyBlock Inner={Inner} editing={editing} path={path} schema={schema} layout={others} />
        </div>
      )}
    </div>
  );
}

// Returns the limits of a setting in words.
const rangeOf = (setting: Tree) => {
  const [low, high] = [textAt(setting, ["min"]), textAt(setting, ["max"])];
  return low && high ? `${low} to ${high}` : low ? `${low} or more` : high ? `${high} or less` : "";
};
// A block whose keys are free: entries that open, each under its key.
export function NamedBlock({ editing, path, schema, Inner }: OuterBlockProps) {
  const { root, state, handle } = editing;
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree),
    entries = tree?.entries ?? [];
  const isSides = isUnder("sides", state.document.kind, path) && path.length === 1,
    isSettings = isUnder("settings", state.document.kind, path) && path.length === 1;
  const [naming, setNaming] = useState<{ key: string | null; text: string } | null>(null);
  const [newKey, setNewKey] = useState(""); // of the last entry that was added
  const { box, expect } = useNewEntry(entries.length);
  // A key is shown in words, if the words lead back to it.
  const wordsOfKey = (key: string) => (keyFrom(labelOf(key)) === key ? labelOf(key) : key);
  const finish = (event: Event) => {
    event.preventDefault();
    const text = naming?.text.trim();
    if (!naming || !text) return;
    if (naming.key === null) {
      const key = freeKey(keysOf(editing, path), keyFrom(text)),
        inner = shape.others ?? undefined,
        value = newValue(root, inner, tree);
      const nameKey = ["title", "name"].find(one => shapeOf(root, inner).properties.has(one)),
        titled =
          nameKey && "data" in value && value.data && typeof value.data === "object" && !Array.isArray(value.data);
      expect();
      setNewKey(key);
      handle.edit([
        {
          do: "add",
          path,
          key,
          value: titled ? { data: { ...(value.data as Record<string, Plain>), [nameKey]: text } } : value,
        },
      ]);
    } else if (wordsOfKey(naming.key) !== text)
      handle.edit([
        { do: "rename", path: [...path, naming.key], to: wordsOfKey(naming.key) === naming.key ? text : keyFrom(text) },
      ]);
    setNaming(null);
  };
  return (
    <div class="list" ref={box}>
      {entries.map(([key, value]) => {
        const at = [...path, key],
          inner = shape.properties.get(key) ?? shape.others ?? undefined;
        const name = value.entries?.some(([inner]) => TITLE_KEYS.has(inner))
          ? capitalize(titleOf(value, key, isSettings ? Number.POSITIVE_INFINITY : LONG_TEXT))
          : key;
        const actions = (
          <ItemActions
            editing={editing}
            path={at}
            what={name}
            onRename={() => setNaming({ key, text: wordsOfKey(key) })}
          />
        );
        if (isSettings && value.entries?.some(([inner]) => inner === "value"))
          return (
            <div class="list-row labelled" key={key}>
              <ValueField
                editing={editing}
                path={[...at, "value"]}
                schema={optionsOf(value) ?? schemaBelow(root, inner, value, "value")}
                label={name === key ? labelOf(key) : name}
                layout={{ hints: { value: rangeOf(value) } }}
              />
              {actions}
            </div>
          );
        if (isSides && value.entries)
          return <SideRow Inner={Inner} key={key} editing={editing} path={at} schema={inner} actions={actions} />;
        if (value.items || value.entries)
          return (
            <NestedBlock
              Inner={Inner}
              key={key}
              editing={editing}
              path={at}
              schema={inner}
              title={name === key ? labelOf(key) : name}
              actions={actions}
              startsOpen={key === newKey}
            />
          );
        return (
          <div class="list-row" key={key}>
            <ValueField editing={editing} path={at} schema={inner} label={labelOf(key)} />
            {actions}
          </div>
        );
      })}
      {naming ? (
        <form class="row" onSubmit={finish}>
          <input
            class="plain-input"
            aria-label={naming.key === null ? "Name of the new entry" : `New name of ${wordsOfKey(naming.key)}`}
            placeholder="Name"
            maxLength={60}
            value={naming.text}
            ref={input => {
              if (document.activeElement === document.body) input?.focus();
            }}
            onInput={event => setNaming({ ...naming, text: event.currentTarget.value })}
            onKeyDown={event => event.key === "Escape" && setNaming(null)}
          />
          <Button submits>{naming.key === null ? "Add" : "Rename"}</Button>
          <Button kind="quiet" onClick={() => setNaming(null)}>
            Cancel
          </Button>
        </form>
      ) : (
        <div>
          <Button kind="quiet" icon="add" onClick={() => setNaming({ key: null, text: "" })}>
            {shape.adding}
          </Button>
        </div>
      )}
    </div>
  );
}
