// A list of values.

import { useState } from "preact/hooks";
import { askChartBlock, type LayerOption, listLayerOptions, useNewEntry } from "./additions.tsx";
import { valueAt } from "../model/document.ts";
import { type OuterBlockProps, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { Icon, type IconName } from "../components/icons.tsx";
import { DragHandle, ItemActions } from "./item_actions.tsx";
import { TITLE_KEYS } from "../model/key_order.ts";
import {
  addingWords,
  cellWords,
  describeContents,
  describeElements,
  layerName,
  pathWords,
  titleOf,
} from "../model/key_words.ts";
import { isUnder } from "../model/places.ts";
import { NestedBlock } from "./nested_block.tsx";
import { newValue } from "../model/new_values.ts";
import { choosePicture } from "./pictures.tsx";
import { elementsOf, kindOf, labelOf, shapeOf } from "../model/schema.ts";
import type { Tree, Value } from "../types.ts";
import { Button, Menu, MenuItem } from "../components/ui.tsx";
import { ValueInput } from "./value_inputs.tsx";

const LAYER_ICONS: Record<string, IconName> = {
  ground: "fill",
  band: "minus",
  text: "text",
  picture: "picture",
  arrow: "next",
  border: "border",
  pips: "pips",
  marks: "pips",
  count: "count",
  table: "table",
  list: "list",
  lines: "lines",
};
const MOST_SHOWN = 60; // items of a list, before the rest is folded
// Returns the sign of a layer or of an element: its colour, or an icon of its kind.
function layerSign(layer: Tree | undefined) {
  const color = describeContents(layer).color,
    key = layer?.entries?.map(([name]) => name).find(name => Object.hasOwn(LAYER_ICONS, name));
  return color || !key ? undefined : <Icon name={LAYER_ICONS[key] as IconName} />;
}
// Whether a value has a block or a list in its place.
const isOfParts = (kind: string) => kind === "list" || kind === "block" || kind === "named";
// A list: single values as inputs, blocks as items that open. A new item is in the file as soon as something is typed.
export function ListBlock({ editing, path, schema, Inner }: OuterBlockProps) {
  const { root, state, handle } = editing;
  const [all, setAll] = useState(false);
  const tree = valueAt(state.document.tree, path),
    shape = shapeOf(root, schema, tree),
    items = tree?.items ?? (tree?.text ? [tree] : []),
    inner = shape.item ?? undefined,
    innerShape = shapeOf(root, inner),
    hasParts = isOfParts(kindOf(innerShape, undefined)),
    { document } = state,
    elements = elementsOf(root);
  const [draft, setDraft] = useState(tree || hasParts ? -1 : 0); // the number of an item that is not in the file yet
  const isFace = ["picture", "text", "pips"].every(key => innerShape.properties.has(key)),
    isOfChart = isFace && path.at(-1) === "blocks",
    isOfSheet = isUnder("forms", document.kind, path) && /^(rows|cells)$/.test(String(path.at(-1)));
  const visibleItems = all ? items : items.slice(0, MOST_SHOWN),
    rows: (Tree | undefined)[] = draft === items.length ? [...visibleItems, undefined] : visibleItems;
  const { box, expect, isNew } = useNewEntry(rows.length);
  const insert = (value: Value) => {
    expect();
    setAll(all || items.length >= MOST_SHOWN);
    void handle.arrange(() => {
      const now = valueAt(handle.state().document.tree, path);
      return [
        now
          ? { do: "insert", path, number: now.items?.length ?? (now.text ? 1 : 0), value }
          : {
              do: "set",
              path,
              value: { data: ["data" in value ? value.data : "yaml" in value ? value.yaml : value.text] },
            },
      ];
    }, true);
  };
  const addItem = () => {
    const value = newValue(root, inner),
      isEmpty = !hasParts || ("data" in value && JSON.stringify(value.data) === "{}");
    if (!isEmpty || tree?.text) return insert(value);
    expect();
    setAll(all || items.length >= MOST_SHOWN);
    setDraft(items.length);
  };
  const addLayer = ({ data }: LayerOption) => {
    if (data !== null) return insert({ data });
    choosePicture(handle.file, "", picture => insert({ data: { picture } }));
  };
  const words = addingWords(document.kind, path),
    own = wordsOf(problemsAt(state, path));
  return (
    <div class="list" ref={box}>
      {own && <p class="message problem">{own}</p>}
      {rows.map((item, number) => {
        const at = [...path, number],
          titled = item?.entries?.some(([key]) => TITLE_KEYS.has(key));
        const line = titled ? "" : pathWords(item),
          name =
            line ||
            (isOfSheet && cellWords(item, elements)) ||
            (isFace && item && !titled && layerName(item, elements)) ||
            titleOf(item, `Entry ${number + 1}`);
        const actions = item ? (
          <ItemActions editing={editing} path={at} what={name} count={items.length} />
        ) : (
          <Button kind="quiet" icon="remove" label={`Remove ${name}`} onClick={() => setDraft(-1)} />
        );
        if (item ? item.items || item.entries : hasParts)
          return (
            <NestedBlock
              Inner={Inner}
              key={number}
              editing={editing}
              path={at}
              schema={inner}
              title={name}
              actions={actions}
              badge={isFace && !isOfChart ? layerSign(item) : undefined}
              handle={
                item &&
                items.length > 1 &&
                items.every(one => one.items || one.entries) && <DragHandle editing={editing} path={at} />
              }
              startsOpen={
                !item ||
                items.length === 1 ||
                isNew(number) ||
                (isOfChart && number === 0 && valueAt(item, ["table"]) !== undefined)
              }
              contents={isFace && item ? (titled ? describeElements(item, elements) : "") : line ? "" : undefined}
            />
          );
        return (
          <div class="list-row" key={number}>
            <span class="cell-input">
              <ValueInput
                editing={editing}
                path={at}
                schema={inner}
                props={{
                  "aria-label": `${labelOf(String(path.at(-1)))} ${number + 1}`,
                  "aria-invalid": problemsAt(state, at).length > 0,
                  "data-path": pathKey(at),
                }}
              />
              <small class="problem">{wordsOf(problemsAt(state, at))}</small>
            </span>
            {actions}
          </div>
        );
      })}
      <div class="row">
        {items.length > visibleItems.length && (
          <Button kind="quiet" onClick={() => setAll(true)}>{`Show all ${items.length}`}</Button>
        )}
        {isFace && !isOfChart ? (
          <Menu label={words} icon="add" kind="quiet">
            {listLayerOptions(document.kind, document.tree, path).map(kind => (
              <MenuItem key={kind.label} hint={kind.hint} onClick={() => addLayer(kind)}>
                {kind.label}
              </MenuItem>
            ))}
          </Menu>
        ) : (
          <Button kind="quiet" icon="add" onClick={() => (isOfChart ? askChartBlock(handle, path, expect) : addItem())}>
            {words}
          </Button>
        )}
      </div>
    </div>
  );
}
