// Any file: its blocks as an outline, the inputs of one block, its drawing, its text.

import { useEffect, useState } from "preact/hooks";
import { EditorFrame, Opening, useDocument, useSchema } from "../editor_frame.tsx";
import { valueAt } from "../document.ts";
import { Block, type Editing, keyFrom, newValue, pathKey, problemsAt, titleOf } from "../fields.tsx";
import { choosePicture } from "../pictures.tsx";
import { fileAddressOf, mapAddress } from "../routes.ts";
import { labelOf, type Schema, schemaBelow, shapeOf, summaryOf } from "../schema.ts";
import type { ViewComponent } from "../shell.tsx";
import type { Tree, ValuePath } from "../types.ts";
import { askName, Button, LinkButton, Menu, MenuItem } from "../ui.tsx";
import { PrintActions } from "./print.tsx";
import { findUnitLists, findUnits, UnitActions, UnitDrawing, UnitOutline, UnitValues } from "./unit_editor.tsx";

const readPath = (text: string): ValuePath => {
  try {
    const path = JSON.parse(text || "[]");
    return Array.isArray(path) ? path : [];
  } catch {
    return [];
  }
};

export const FileView: ViewComponent = ({ args: [file = "", pathText = ""] }) => {
  const [path, setPath] = useState(() => readPath(pathText));
  const [isWhole, setWhole] = useState(false); // all blocks of a file of units are shown
  const { opened, error, again } = useDocument(file, { path });
  const root = useSchema(opened?.state.document);
  const tree = opened?.state.document.tree;
  const lists = findUnitLists(root, tree),
    units = findUnits(tree, lists),
    isUnit = units.some(one => pathKey(one) === pathKey(path));
  useEffect(() => {
    history.replaceState(null, "", fileAddressOf(file, path)); // a reload shows the same block
    opened?.handle.show({ path });
  }, [pathKey(path), !opened]);
  useEffect(() => {
    if (path.length || isWhole || !units.length || !isFileOfUnits(tree, lists)) return;
    setPath(units.find(one => valueAt(tree, [...one, "name"])?.text === pathText) ?? units[0] ?? []); // an address with a name
  }, [pathKey(path), isWhole, units.length]);
  if (!opened) return <Opening title={file} error={error} again={again} />;
  const editing: Editing = { ...opened, root, pictures: (at, now) => choosePicture(file, now, art => opened.handle.edit([{ do: "set", path: at, value: { text: art } }])), means: opened.state.document.drawing?.means, base: path };
  const there = valueAt(tree, path) ? path : [],
    schema = schemaAt(root, tree, there);
  const choose = (to: ValuePath) => {
    setWhole(!to.length);
    setPath(to);
  };
  const name = valueAt(tree, [...path, "name"])?.text ?? "";
  if (isUnit)
    return (
      <EditorFrame
        editing={editing}
        title={name || file}
        actions={
          <PrintActions wanted={{ what: file, unit: name, product: opened.state.document.drawing?.product }} problem={opened.state.saving || !opened.state.document.problems.length ? "" : "Mend what is marked: then it can be printed."}>
            <UnitActions editing={editing} lists={lists} path={path} onChoose={choose} />
          </PrintActions>
        }
        outline={units.length > 1 && <UnitOutline editing={editing} lists={lists} path={path} onChoose={choose} />}
        values={<UnitValues key={pathKey(path)} editing={editing} path={path} schema={schema} />}
        drawing={<UnitDrawing key={pathKey(path)} editing={editing} />}
      />
    );
  const mapKey = opened.state.document.kind === "maps" ? there[0] : there[0] === "maps" ? there[1] : undefined;
  return (
    <EditorFrame
      editing={editing}
      title={file}
      actions={
        mapKey !== undefined && (
          <LinkButton icon="map" href={mapAddress(file, String(mapKey))}>
            Paint the map
          </LinkButton>
        )
      }
      outline={<Outline editing={editing} path={there} onChoose={choose} />}
      values={
        <div class="stack" key={pathKey(there)}>
          {there.length > 0 && <BlockPath tree={tree} path={there} onChoose={choose} />}
          <Block editing={editing} path={there} schema={schema} layout={there.length ? {} : { hidden: nestedKeys(editing) }} />
        </div>
      }
    />
  );
};

// Whether all blocks of a file are units.
const isFileOfUnits = (tree: Tree | null | undefined, lists: ValuePath[]) => {
  const keys = tree?.entries?.flatMap(([key, one]) => (one.entries || one.items?.some(item => item.entries) ? [key] : []));
  return lists.some(list => !list.length) || Boolean(keys?.length && keys.every(key => lists.some(list => list[0] === key)));
};

// Returns the schema of the value at a path.
export function schemaAt(root: Schema, tree: Tree | null | undefined, path: ValuePath): Schema | undefined {
  let schema: Schema | undefined = root,
    value = tree ?? undefined;
  for (const step of path) {
    schema = schemaBelow(root, schema, value, step);
    value = value && valueAt(value, [step]);
  }
  return schema;
}

// The keys of the file with blocks: the outline lists them.
const nestedKeys = ({ state }: Editing) => (state.document.tree?.entries ?? []).filter(([, value]) => value.items || value.entries).map(([key]) => key);

function BlockPath({ tree, path, onChoose }: { tree: Tree | null | undefined; path: ValuePath; onChoose: (path: ValuePath) => void }) {
  return (
    <nav class="crumbs" aria-label="Way to this block">
      {path.map((step, depth) => {
        const at = path.slice(0, depth + 1),
          value = valueAt(tree, at);
        return (
          <a
            href={`#${depth}`}
            key={depth}
            onClick={event => {
              event.preventDefault();
              onChoose(at);
            }}
          >
            {typeof step === "number" ? titleOf(value, String(step + 1)) : labelOf(step)}
          </a>
        );
      })}
    </nav>
  );
}

// The blocks of a file: keys with their entries. One is chosen; entries can be added.
function Outline({ editing, path, onChoose }: { editing: Editing; path: ValuePath; onChoose: (path: ValuePath) => void }) {
  const { root, state, handle } = editing,
    { tree, file } = state.document;
  const item = (at: ValuePath, words: string, deep = 0) => {
    const faults = problemsAt(state, at, true).length;
    return (
      <li key={pathKey(at)} class={deep ? "deep" : ""}>
        <a
          href={fileAddressOf(file, at)}
          aria-current={pathKey(at) === pathKey(path) ? "true" : undefined}
          onClick={event => {
            event.preventDefault();
            onChoose(at);
          }}
        >
          {words}
          {faults > 0 && <span class="count">{faults}</span>}
        </a>
      </li>
    );
  };
  const list = (at: ValuePath, value: Tree, deep: number) =>
    value.items?.map((one, number) => (one.entries ? item([...at, number], titleOf(one, String(number + 1)), deep) : null)) ??
    value.entries?.map(([key, one]) => (one.entries && key !== "setup" ? item([...at, key], one.entries.some(([name]) => name === "title") ? titleOf(one, key) : labelOf(key), deep) : null));
  const shape = shapeOf(root, root, tree ?? undefined);
  const missing = [...shape.properties.keys()].filter(key => {
    const inner = shapeOf(root, shape.properties.get(key));
    return (inner.others || inner.item) && !tree?.entries?.some(([name]) => name === key);
  });
  const nested = tree?.entries?.filter(([, value]) => value.items || value.entries) ?? [];
  const flat = Boolean(tree?.items) || Boolean(shape.others && !shape.properties.size);
  const addEntry = (at: ValuePath) =>
    askName("New entry", "Add", "", async title => {
      const schema = schemaAt(root, tree, at),
        inner = shapeOf(root, schema, valueAt(tree, at)),
        entry = inner.others ?? inner.item ?? undefined,
        value = newValue(root, entry),
        data = "data" in value && value.data && typeof value.data === "object" && !Array.isArray(value.data) ? value.data : {};
      const properties = shapeOf(root, entry).properties;
      const named = { ...(properties.has("title") ? { title } : properties.has("name") ? { name: title } : {}), ...data, ...(properties.has("title") ? { title } : properties.has("name") ? { name: title } : {}) };
      const there = valueAt(tree, at);
      if (inner.item) {
        const number = there?.items?.length ?? 0;
        handle.edit([{ do: "insert", path: at, number, value: { data: named } }]);
        onChoose([...at, number]);
      } else {
        const key = keyFrom(title);
        handle.edit([{ do: "add", path: at, key, value: { data: named } }]);
        onChoose([...at, key]);
      }
    });
  return (
    <nav aria-label="Blocks of the file" class="blocks">
      <ul>
        {!flat && item([], "The whole file")}
        {flat && tree && list([], tree, 0)}
        {flat && (
          <li>
            <Button kind="quiet" icon="add" onClick={() => addEntry([])}>
              Add an entry
            </Button>
          </li>
        )}
        {!flat &&
          nested.map(([key, value]) => (
            <>
              {item([key], labelOf(key, shapeOf(root, shape.properties.get(key))))}
              {(value.items ?? []).some(one => one.entries) || (value.entries ?? []).some(([, one]) => one.entries) ? list([key], value, 1) : null}
            </>
          ))}
      </ul>
      {!flat && missing.length > 0 && (
        <Menu label="Add a block" icon="add" kind="quiet">
          {missing.map(key => (
            <MenuItem key={key} hint={summaryOf(shapeOf(root, shape.properties.get(key)).description)} onClick={() => addEntry([key])}>
              {labelOf(key)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  );
}
