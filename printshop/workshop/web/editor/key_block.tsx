// A block with declared keys.

import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { AddKey } from "./add_key.tsx";
import { Amounts, hasAmounts } from "./amounts_input.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, nameOf, type OuterBlockProps, problemsAt, wordsOf } from "../model/editing.ts";
import { ItemActions } from "./item_actions.tsx";
import { orderKeys } from "../model/key_order.ts";
import { NestedBlock } from "./nested_block.tsx";
import { notify } from "../browser/notices.ts";
import { isEntryOf } from "../model/places.ts";
import {
  isNumeric,
  kindOf,
  optionsOf,
  removalOf,
  type Schema,
  type Shape,
  schemaBelow,
  shapeOf,
} from "../model/schema.ts";
import { SIDE_KEYS, SideValues } from "./side_values.tsx";
import { isPlainTable, TableInput } from "./table_input.tsx";
import type { ValuePath } from "../types.ts";
import { Button } from "../components/ui.tsx";
import { ValueField } from "./value_field.tsx";
import { describeShape } from "../model/value_words.ts";

const LONGEST_LIMIT = 24; // characters of a hint in a narrow column

// The value of one key of a block, with its label.
function KeyValue({
  editing,
  path,
  schema,
  layout = {},
  Inner,
  name: key,
  isPrinted,
  startsOpen,
}: OuterBlockProps & {
  name: string;
  isPrinted: boolean; // the block is an entry that has a drawing
  startsOpen: boolean;
}) {
  const { root, state } = editing,
    at = [...path, key],
    tree = valueAt(state.document.tree, path);
  const inner = schemaBelow(root, schema, tree, key),
    value = valueAt(state.document.tree, at),
    innerShape = shapeOf(root, inner, value),
    kind = kindOf(innerShape, value);
  const label = nameOf(at, innerShape, layout);
  if (layout.own?.[key]) return <Fragment>{layout.own[key]}</Fragment>;
  if (hasAmounts(root, innerShape, value))
    return (
      <fieldset>
        <legend>{label}</legend>
        <Amounts editing={editing} path={at} schema={inner} />
        <small class="problem">{wordsOf(problemsAt(state, at))}</small>
      </fieldset>
    );
  if (innerShape.valueKind === "table" && isPlainTable(value))
    return (
      <fieldset>
        <legend>
          {label} {value && <ItemActions editing={editing} path={at} what={label} />}
        </legend>
        <TableInput editing={editing} path={at} />
        <Inner editing={editing} path={at} schema={inner} layout={{ hidden: ["columns", "rows"], of: "the table" }} />
      </fieldset>
    );
  if (kind === "list" || kind === "block" || kind === "named") {
    if (isPrinted && key === "blocks" && value?.items) return <Inner editing={editing} path={at} schema={inner} />; // the only list of a chart
    const isOfBlocks = isPrinted && value?.items?.some(item => item.entries); // the layers of a face, the blocks of a chart
    return (
      <NestedBlock
        Inner={Inner}
        editing={editing}
        path={at}
        schema={inner}
        title={label}
        startsOpen={startsOpen || isOfBlocks || (value?.items?.length === 1 && key !== "checks")}
        actions={value && <ItemActions editing={editing} path={at} what={label} />}
      />
    );
  }
  return (
    <ValueField editing={editing} path={at} schema={(key === "value" && optionsOf(tree)) || inner} layout={layout} />
  );
}

// Returns the keys of a block that are in view at once.
const keysInView = (root: Schema, { properties }: Shape) =>
  [...properties].flatMap(([key, schema]) => (shapeOf(root, schema).inView ? [key] : []));
// A block with declared keys: those that it has, those that it needs, and "Add" for all others.
export function KeyBlock({ editing, path, schema, layout = {}, Inner }: OuterBlockProps) {
  const { root, state, handle } = editing;
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree);
  const written = tree?.entries?.map(([key]) => key) ?? [];
  const [added, setAdded] = useState<string[]>([]);
  const seen = useRef(new Set<string>()); // an input stays when its value is cleared
  const usual = layout.first || layout.groups ? [] : keysInView(root, shape);
  const first = [...(layout.groups?.flatMap(([, keys]) => keys) ?? []), ...(layout.first ?? usual)];
  const isEntry = (...sections: string[]) => isEntryOf(sections, state.document.kind, path);
  const noun = shape.properties.has("sisters") ? "value" : "setting"; // of a unit, or of another entry
  const isTable = isEntry("tables") && isPlainTable(tree),
    isSide = !layout.hidden?.length && isEntry("sides"), // a side alone
    isPrinted = isEntry("counters", "markers", "charts", "templates"); // an entry that has a drawing
  const isHidden = (key: string) =>
    OVERRIDES.has(key) ||
    (isSide && SIDE_KEYS.includes(key)) ||
    Boolean(layout.hidden?.includes(key)) ||
    (isTable && (key === "columns" || key === "rows"));
  const kept = new Set([...added, ...seen.current]);
  const { visible, missing } = orderKeys(shape, written, first, kept, isHidden);
  const isNested = (key: string) => {
    const value = valueAt(state.document.tree, [...path, key]);
    const inner = shapeOf(root, schemaBelow(root, schema, tree, key), value);
    return (
      Boolean(layout.own?.[key]) ||
      hasAmounts(root, inner, value) ||
      ["list", "block", "named"].includes(kindOf(inner, value))
    );
  };
  const isOnly = path.length > 0 && !layout.groups && visible.filter(isNested).length === 1; // nothing else is folded
  const part = (key: string) => (
    <KeyValue
      key={key}
      name={key}
      editing={editing}
      path={path}
      schema={schema}
      layout={layout}
      Inner={Inner}
      isPrinted={isPrinted}
      startsOpen={layout.open || isOnly || added.includes(key) || usual.includes(key)}
    />
  );
  const areNumbers = (keys: readonly string[]) =>
    keys.every(key => {
      const inner = shapeOf(root, schemaBelow(root, schema, tree, key));
      return isNumeric(inner) && describeShape(inner, nameOf([...path, key], inner, layout)).length <= LONGEST_LIMIT;
    });
  const add = (key: string) => {
    const { valueKind, newValues } = shapeOf(root, shape.properties.get(key)),
      data = newValues?.[key];
    if (valueKind === "table" && data) handle.edit([{ do: "set", path: [...path, key], value: { data } }]);
    setAdded([...added, key]); // nothing is in the file until something is typed
  };
  const group = (keys: readonly string[]) => (
    <>
      <div class={`inputs${areNumbers(keys.filter(key => !isNested(key))) ? " numbers" : ""}`}>
        {keys.filter(key => !isNested(key)).map(part)}
      </div>
      {keys.filter(isNested).map(part)}
    </>
  );
  const grouped = new Set(layout.groups?.flatMap(([, keys]) => keys));
  // The first inputs and all new ones are in view.
  const rest = visible.filter(key => !grouped.has(key)),
    single = rest.filter(key => !isNested(key)),
    folded = single.filter((key, number) => layout.most && number >= layout.most && !added.includes(key));
  for (const key of single) seen.current.add(key);
  return (
    <div class="block">
      <OwnEntry editing={editing} path={path} written={written} />
      {isSide && (
        <div class="side-values alone">
          <SideValues editing={editing} path={path} schema={schema} />
        </div>
      )}
      {layout.groups?.map(([title, keys]) => {
        const there = keys.filter(key => visible.includes(key));
        if (!title) return <Fragment key={keys.join()}>{group(there)}</Fragment>;
        return there.length ? (
          <fieldset key={title}>
            <legend>{title}</legend>
            {group(there)}
          </fieldset>
        ) : null;
      })}
      {group(rest.filter(key => !folded.includes(key)))}
      {folded.length > 0 && (
        <details
          class="more-values"
          open={folded.some(key => problemsAt(state, [...path, key], true).length > 0) || undefined}
        >
          <summary>{`Other ${noun}s`}</summary>
          {group(folded)}
        </details>
      )}
      {isTable && <TableInput editing={editing} path={path} />}
      {layout.below}
      {missing.length > 0 && (
        <AddKey
          keys={missing}
          shapes={key => shapeOf(root, shape.properties.get(key))}
          nameOf={key => nameOf([...path, key], shapeOf(root, shape.properties.get(key)), layout)}
          onAdd={add}
          of={layout.of}
          noun={noun}
        />
      )}
    </div>
  );
}

// The keys by which an entry takes the place of the entry of the game that the file extends, or changes this entry.
const OVERRIDES = new Set(["replaces", "changes"]);
// A line for an entry that takes the place of the game's, or changes it, and a button to go back to the game's.
function OwnEntry({
  editing: { handle, state, root },
  path,
  written,
}: {
  editing: Editing;
  path: ValuePath;
  written: string[];
}) {
  const key = written.find(one => OVERRIDES.has(one) && textAt(state.document.tree, [...path, one]) === "true");
  if (!key) return null;
  const restore = async () => {
    await handle.arrange(() => [removalOf(root, handle.state().document.tree, path)]);
    notify("The entry is the game's again.", "done", { label: "Undo", run: handle.undo });
  };
  return (
    <p class="own-entry">
      <span>{key === "replaces" ? "Yours, in place of the game’s." : "The game’s, with your changes."}</span>
      <Button kind="quiet" icon="undo" disabled={state.arranging} onClick={() => void restore()}>
        Back to the game’s
      </Button>
    </p>
  );
}
