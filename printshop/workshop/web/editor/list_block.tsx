// A list of values.

import { useState } from "preact/hooks";
import { askChartBlock, beginAddition, listAdditions, useNewEntry } from "./additions.tsx";
import { valueAt } from "../model/document.ts";
import { type OuterBlockProps, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { Icon, iconOf } from "../components/icons.tsx";
import { DiceInput, isDiceList } from "./dice_input.tsx";
import { ItemHandle, ItemActions } from "./item_actions.tsx";
import type { ElementKind } from "../model/elements.ts";
import { TITLE_KEYS } from "../model/key_order.ts";
import { cellWords, describeContents, describeElements, layerName, pathWords, titleOf } from "../model/key_words.ts";
import { NestedBlock } from "./nested_block.tsx";
import { newValue } from "../model/new_values.ts";
import { choosePicture } from "./pictures.tsx";
import { elementsOf, kindOf, labelOf, shapeOf } from "../model/schema.ts";
import type { Tree, Value } from "../types.ts";
import { Button, Menu, MenuItem } from "../components/ui.tsx";
import { FixButtons } from "./fix_buttons.tsx";
import { ValueInput } from "./value_inputs.tsx";

const MOST_SHOWN = 60; // items of a list, before the rest is folded
// Returns the sign of a layer or of an element: its colour, or the icon of its kind. `icons` are by the keys of the kinds.
function layerSign(layer: Tree | undefined, icons: ReadonlyMap<string, string>) {
  const { color } = describeContents(layer),
    key = layer?.entries?.map(([name]) => name).find(name => icons.has(name));
  return color || !key ? undefined : <Icon name={iconOf(icons.get(key) ?? "")} />;
}
// Whether a value has a block or a list in its place.
const isOfParts = (kind: string) => kind === "list" || kind === "block" || kind === "named";
export const ListBlock = (props: OuterBlockProps) =>
  isDiceList(props.path, valueAt(props.editing.state.document.tree, props.path)) ? (
    <DiceInput editing={props.editing} path={props.path} />
  ) : (
    <ItemList {...props} />
  );
// A list: single values as inputs, blocks as items that open. A new item is in the file as soon as something is typed.
function ItemList({ editing, path, schema, Inner }: OuterBlockProps) {
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
  const additions = listAdditions(root, inner),
    icons = new Map(
      [...innerShape.properties].flatMap(([key, one]) => {
        const { icon } = shapeOf(root, one);
        return icon ? [[key, icon] as const] : [];
      }),
    );
  const isFace = additions.length > 0,
    isOfChart = isFace && innerShape.properties.has("elements"),
    isOfSheet = shape.valueKind === "cells";
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
  const addElement = (element: ElementKind) => {
    const data = beginAddition(element, document.kind, document.tree, path);
    if (data) return insert({ data });
    choosePicture(handle.file, "", picture => insert({ data: { [element.key]: picture } }));
  };
  const words = shape.adding,
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
              badge={isFace && !isOfChart ? layerSign(item, icons) : undefined}
              handle={
                item &&
                items.length > 1 &&
                items.every(one => one.items || one.entries) && <ItemHandle editing={editing} path={at} />
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
              <FixButtons editing={editing} problems={problemsAt(state, at)} />
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
            {additions.map(element => (
              <MenuItem
                key={element.key}
                icon={iconOf(element.icon)}
                hint={element.hint}
                onClick={() => addElement(element)}
              >
                {element.label}
              </MenuItem>
            ))}
          </Menu>
        ) : (
          <Button
            kind="quiet"
            icon="add"
            onClick={() => (isOfChart ? askChartBlock(handle, path, additions, expect) : addItem())}
          >
            {words}
          </Button>
        )}
      </div>
    </div>
  );
}
