// The editor of a unit: its values in groups, its drawings, what the game works out, and the units of the file.

import { useRef } from "preact/hooks";
import { addToFleet } from "../dialogs.tsx";
import { valueAt } from "../document.ts";
import { Block, type Editing, type Layout, newValue, pathKey, problemsAt, titleOf } from "../fields.tsx";
import { fileAddressOf } from "../routes.ts";
import { batteryOf, isNumeric, kindOf, schemaBelow, shapeOf } from "../schema.ts";
import type { Path, Plain, Schema, Tree } from "../types.ts";
import { askName, Button, type Children, EmptyState, Menu, MenuItem, PageImage, Pages, Warning } from "../ui.tsx";
import { PrintMenu } from "./print.tsx";
import { ShareButton } from "./share_button.tsx";

const PRODUCTS: Record<string, string> = { records: "Record", cards: "Card", counters: "Counters" },
  MOST_SHOWN = 40; // values that are shown although a unit does not have them

// Whether a schema is that of a list of units.
const isUnitList = (root: Schema, schema: Schema | undefined) => {
  const item = shapeOf(root, schema).item,
    keys = item ? shapeOf(root, item).properties : new Map();
  return ["name", "sisters", "numbered", "copies"].every(key => keys.has(key));
};
// Returns the paths of the lists of units in a file.
export function findUnitLists(root: Schema, tree: Tree | null | undefined): Path[] {
  if (!tree) return [];
  if (isUnitList(root, root)) return [[]];
  return (tree.entries ?? []).flatMap(([key]) => (isUnitList(root, schemaBelow(root, root, tree, key)) ? [[key]] : []));
}
// Returns the paths of all units of a file.
export const findUnits = (tree: Tree | null | undefined, lists: Path[]): Path[] =>
  lists.flatMap(list => (valueAt(tree, list)?.items ?? []).flatMap((one, number) => (one.entries ? [[...list, number]] : [])));

// Groups the values of a unit by their kind: words, picture, numbers, guns; lists and blocks follow.
export function layoutOf(root: Schema, schema: Schema | undefined, tree: Tree | undefined): Layout {
  const shape = shapeOf(root, schema, tree),
    groups = { Identity: ["name", "side"], Picture: ["art"], Values: [] as string[], Weapons: [] as string[] },
    lists: string[] = [];
  const known = [...shape.properties].filter(([, one]) => shapeOf(root, one).title),
    isKnown = (key: string) => shape.required.has(key) || tree?.entries?.some(([name]) => name === key);
  for (const [key, one] of known) {
    if (known.length > MOST_SHOWN && !isKnown(key)) continue;
    const inner = shapeOf(root, one),
      kind = kindOf(inner, valueAt(tree, [key]));
    if (["list", "block", "named"].includes(kind)) lists.push(key);
    else if (batteryOf(inner) || /^(count|the number of guns)/i.test(inner.description)) groups.Weapons.push(key);
    else if (isNumeric(inner) || (inner.types.size === 1 && inner.types.has("string") && !inner.choices.length)) groups.Values.push(key);
    else groups.Identity.push(key);
  }
  if (isKnown("class")) groups.Identity.push("class");
  if (isKnown("art_bow")) groups.Picture.push("art_bow");
  return { groups: Object.entries(groups), first: lists, open: true };
}

// The inputs of a unit. On a narrow screen its drawing stays above them.
export function UnitValues({ editing, path, schema }: { editing: Editing; path: Path; schema: Schema | undefined }) {
  const { root, state } = editing,
    tree = valueAt(state.document.tree, path),
    page = state.document.drawing?.pages[0];
  return (
    <div class="unit-values">
      {page && (
        <div class="small-drawing" aria-hidden="true">
          <PageImage svg={page} alt="" />
        </div>
      )}
      <Block editing={editing} path={path} schema={schema} layout={layoutOf(root, schema, tree)} />
    </div>
  );
}

// The drawings of a unit with the values that the game works out. Those that the last change has changed are marked.
export function UnitDrawing({ editing: { handle, state } }: { editing: Editing }) {
  const { drawing, text, problems } = state.document;
  const last = useRef({ text, unit: "", facts: drawing?.facts ?? [], changed: new Set<string>() });
  if (!drawing) return <EmptyState title="Nothing to draw yet">{problems.length ? "Mend what is marked: then the drawing appears here." : ""}</EmptyState>;
  if (text !== last.current.text && drawing.facts.length) {
    const before = new Map(last.current.facts.map(one => [one.label, one.value]));
    const changed = drawing.facts.flatMap(one => (before.has(one.label) && before.get(one.label) !== one.value ? [one.label] : []));
    last.current = { text, unit: drawing.unit, facts: drawing.facts, changed: new Set(changed) };
  }
  const label = PRODUCTS[drawing.product] ?? drawing.product;
  return (
    <div class="stack">
      {drawing.products.length > 1 && (
        <div class="switch" role="group" aria-label="Drawing of">
          {drawing.products.map(one => (
            <button type="button" key={one} aria-pressed={one === drawing.product} onClick={() => handle.show({ product: one })}>
              {PRODUCTS[one] ?? one}
            </button>
          ))}
        </div>
      )}
      {drawing.pages.length > 0 ? (
        <div class={`drawn-${drawing.product}`}>
          <Pages pages={drawing.pages} alt={`${label} of ${drawing.unit}`} old={state.saving || problems.length > 0} />
        </div>
      ) : (
        <EmptyState title="Nothing to draw yet">{problems.length ? "Mend what is marked: then the drawing appears here." : "This game has no record, card or counter for this unit."}</EmptyState>
      )}
      {drawing.warnings.map(words => (
        <Warning key={words}>{words}</Warning>
      ))}
      {drawing.facts.length > 0 && (
        <section class="panel" aria-label="Worked out by the game">
          <h3>Worked out by the game</h3>
          <dl class="worked-out">
            {drawing.facts.map(one => (
              <div key={one.label}>
                <dt>{one.label}</dt>
                <dd>{last.current.changed.has(one.label) ? <mark>{one.value}</mark> : one.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

// What can be done with a unit.
export function UnitActions({ editing, path }: { editing: Editing; path: Path }) {
  const { document, saving } = editing.state,
    { file, problems, game, title } = document,
    name = valueAt(document.tree, [...path, "name"])?.text ?? "";
  const inFolder = file.split("/").length > 1; // a file in the folder of a game is no game itself
  const problem = saving || !problems.length ? "" : "Mend what is marked: then it can be printed.";
  return (
    <>
      <ShareButton file={file} />
      <Button icon="fleet" disabled={!name || problems.length > 0} onClick={() => addToFleet({ name: game, title, sides: {} }, name, file)}>
        Add to a fleet
      </Button>
      <PrintMenu wanted={{ what: inFolder ? game : file, unit: name, product: document.drawing?.product }} problem={problem} />
    </>
  );
}

interface UnitListProps {
  editing: Editing;
  lists: Path[];
  path: Path;
  onChoose: (path: Path) => void;
  children?: Children;
}
// The units of a file: one is chosen; they can be added, copied, moved and removed.
export function UnitOutline({ editing, lists, path, onChoose, children }: UnitListProps) {
  const { state, handle, root } = editing,
    { tree, file } = state.document;
  const units = findUnits(tree, lists);
  const nameOf = (at: Path) => titleOf(valueAt(tree, at), "Unit without a name");
  const list = path.slice(0, -1),
    number = Number(path.at(-1)),
    count = valueAt(tree, list)?.items?.length ?? 0;
  const add = () => {
    const at = lists[0] ?? [];
    askName("New unit", "Add the unit", "", async name => {
      const schema = at.length ? schemaBelow(root, root, tree ?? undefined, at[0] ?? "") : root,
        value = newValue(root, shapeOf(root, schema).item ?? undefined),
        data = "data" in value && value.data && typeof value.data === "object" && !Array.isArray(value.data) ? (value.data as Record<string, Plain>) : {};
      const place = valueAt(tree, at)?.items?.length ?? 0;
      handle.edit([{ do: "insert", path: at, number: place, value: { data: { ...data, name } } }]);
      await handle.settle();
      if (!handle.state().document.refusal) onChoose([...at, place]);
    });
  };
  const move = (to: number) => {
    handle.edit([{ do: "move", path, to }]);
    onChoose([...list, to]);
  };
  const copy = () => {
    handle.edit([{ do: "copy", path }]);
    void handle.settle().then(() => onChoose([...list, number + 1]));
  };
  const remove = () => {
    const next = units.filter(one => pathKey(one.slice(0, -1)) === pathKey(list)).length > 1 ? [...list, Math.max(0, number - 1)] : [];
    handle.edit([{ do: "remove", path }]);
    void handle.settle().then(() => onChoose(next));
  };
  const name = nameOf(path);
  return (
    <nav aria-label="Units of the file" class="blocks">
      <div class="spread">
        <h2>{units.length === 1 ? "Unit" : `${units.length} units`}</h2>
        <Button kind="quiet" icon="add" label="Add a unit" onClick={add} />
      </div>
      <ul>
        {units.map(at => {
          const faults = problemsAt(state, at, true).length,
            side = valueAt(tree, [...at, "side"])?.text;
          return (
            <li key={pathKey(at)}>
              <a
                href={fileAddressOf(file, at)}
                aria-current={pathKey(at) === pathKey(path) ? "true" : undefined}
                onClick={event => {
                  event.preventDefault();
                  onChoose(at);
                }}
              >
                <span>
                  {nameOf(at)} {units.length > 1 && side && <small>{side}</small>}
                </span>
                {faults > 0 && <span class="count">{faults}</span>}
              </a>
            </li>
          );
        })}
      </ul>
      {units.length > 0 && (
        <Menu label={`Change the list`} kind="quiet" icon="more">
          <MenuItem icon="copy" onClick={copy}>
            Duplicate {name}
          </MenuItem>
          <MenuItem icon="up" disabled={number < 1} onClick={() => move(number - 1)}>
            Move {name} up
          </MenuItem>
          <MenuItem icon="down" disabled={number >= count - 1} onClick={() => move(number + 1)}>
            Move {name} down
          </MenuItem>
          <MenuItem icon="remove" danger disabled={units.length < 2} hint={units.length < 2 ? "Delete the file in My files instead" : "You can undo this"} onClick={remove}>
            Remove {name}
          </MenuItem>
        </Menu>
      )}
      {children}
    </nav>
  );
}
