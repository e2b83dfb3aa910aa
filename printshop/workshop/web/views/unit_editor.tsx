// The editor of a unit: its values in groups, its drawings, what the game works out, and the units of the file.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { counted } from "../words.ts";
import { addToFleet } from "../components/dialogs.tsx";
import { reasonOfRefusal, valueAt } from "../model/document.ts";
import { OldDrawing, OpenProblems } from "../editor/editor_frame.tsx";
import { Block } from "../editor/block.tsx";
import { type Editing, type Layout, pathKey, problemsAt } from "../model/editing.ts";
import { newValue } from "../model/new_values.ts";
import { titleOf } from "../model/key_words.ts";
import { Icon } from "../components/icons.tsx";
import { fileAddressOf, gameAddress, tableAddressOf } from "../browser/routes.ts";
import { isAmounts, isNumeric, kindOf, labelOf, type Schema, schemaBelow, shapeOf } from "../model/schema.ts";
import type { Plain } from "../model/tree.ts";
import type { Edit, Tree, UnitFact, ValuePath } from "../types.ts";
import {
  askName,
  Button,
  cropToCuts,
  EmptyState,
  FactWarnings,
  OtherWarnings,
  ProblemCount,
  LinkButton,
  Menu,
  MenuItem,
  PageImage,
  showDialog,
  Skeleton,
  Switch,
  useMedia,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { productName } from "../model/products.ts";
import { Pages, PageViewer } from "../components/page_viewer.tsx";
import { ShareButton } from "./share_button.tsx";

const MOST_SHOWN = 40; // values that are shown although a unit does not have them

// Whether a schema is that of a list of units.
const isUnitList = (root: Schema, schema: Schema | undefined) => shapeOf(root, schema).valueKind === "unit list";
// Returns the paths of the lists of units in a file.
export function findUnitLists(root: Schema, tree: Tree | null | undefined): ValuePath[] {
  if (!tree) return [];
  if (isUnitList(root, root)) return [[]];
  return (tree.entries ?? []).flatMap(([key]) => (isUnitList(root, schemaBelow(root, root, tree, key)) ? [[key]] : []));
}
// Returns the paths of all units of a file.
export const findUnits = (tree: Tree | null | undefined, lists: ValuePath[]): ValuePath[] =>
  lists.flatMap(list =>
    (valueAt(tree, list)?.items ?? []).flatMap((one, number) => (one.entries ? [[...list, number]] : [])),
  );

// Groups the values of a unit by their kind: words and picture, numbers, guns; lists and blocks follow.
function layoutOf(root: Schema, schema: Schema | undefined, tree: Tree | undefined): Layout {
  const shape = shapeOf(root, schema, tree),
    groups = { Identity: ["name", "side"], Values: [] as string[], Weapons: [] as string[], More: [] as string[] },
    lists: string[] = [];
  const isWritten = (key: string) => tree?.entries?.some(([name]) => name === key);
  const named = [...shape.properties].filter(([, one]) => shapeOf(root, one).title); // the values that the game declares
  for (const [key, one] of named) {
    if (named.length > MOST_SHOWN && !isWritten(key) && !shape.required.has(key)) continue;
    const inner = shapeOf(root, one);
    if (isAmounts(root, inner) || ["list", "block", "named"].includes(kindOf(inner, valueAt(tree, [key]))))
      lists.push(key);
    else if (inner.battery) groups.Weapons.push(key);
    else if (isNumeric(inner) || (inner.types.size === 1 && inner.types.has("string") && !inner.choices.length))
      groups.Values.push(key);
    else groups.Identity.push(key);
  }
  groups.Identity.push(...["class", "art", "art_bow"].filter(key => key === "art" || isWritten(key)));
  const grouped = new Set([...Object.values(groups).flat(), ...lists]);
  groups.More.push(...(tree?.entries?.map(([key]) => key).filter(key => !grouped.has(key)) ?? []));
  // Two columns without holes: the name is wide if the other values of its group are an even number.
  const inPairs = groups.Identity.filter(key => key !== "art" && shape.properties.has(key)),
    wide = inPairs.length % 2 ? ["name"] : [];
  return {
    wide,
    groups: [...Object.entries(groups).slice(0, -1), ...lists.map(key => ["", [key]] as const), ["More", groups.More]],
    labels: { art: "Picture", art_bow: "Bow in the picture" },
    hints: { name: "", art: "With its bow to the right" },
    open: true,
  };
}

const SMALL_HEIGHT = 72, // pixels of the drawing over the inputs, as in the styles
  SMALL_TOP = 46; // the tabs end above it
// On a narrow screen: the drawing, small above the inputs, and still smaller while the inputs scroll below it: the space
// that it leaves stays in the page, so that nothing jumps. A tap shows it large.
export const PinnedDrawing = ({ editing }: { editing: Editing }) => useNarrow() && <SmallDrawing editing={editing} />;
function SmallDrawing({ editing: { state } }: { editing: Editing }) {
  const pages = state.document.drawing?.pages ?? [],
    drawn = useMemo(() => pages.map(cropToCuts), [pages]);
  const [above, setAbove] = useState(0); // the height that the drawing has lost while it lies over the inputs
  const place = useRef<HTMLSpanElement>(null),
    box = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        const isOver = entry && !entry.isIntersecting && entry.boundingClientRect.top < SMALL_TOP;
        setAbove(now => (isOver ? now || Math.max(0, (box.current?.offsetHeight ?? 0) - SMALL_HEIGHT) : 0));
      },
      { rootMargin: `-${SMALL_TOP}px 0px 0px` },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [!drawn[0]]);
  if (!drawn[0]) return null;
  const enlarge = () =>
    showDialog(
      <PageViewer
        pages={drawn.map((svg, number) => ({
          id: `small ${number}`,
          svg,
          title: `Drawing, page ${number + 1}`,
          code: "",
        }))}
        first="small 0"
      />,
    );
  return (
    <>
      <span class="drawing-place" ref={place} />
      <button
        type="button"
        ref={box}
        class={`small-drawing${above ? " over" : ""}${state.document.problems.length ? " old" : ""}`}
        style={above ? { marginBottom: `calc(0.75rem + ${above}px)` } : {}}
        data-page="small 0"
        aria-label="Show the drawing"
        onClick={enlarge}
      >
        <PageImage svg={drawn[0]} alt="" />
        <Icon name="enlarge" />
      </button>
    </>
  );
}

// The inputs of a unit. On a narrow screen its drawing stays above them.
export function UnitValues({
  editing,
  path,
  schema,
}: {
  editing: Editing;
  path: ValuePath;
  schema: Schema | undefined;
}) {
  const { root, state } = editing,
    tree = valueAt(state.document.tree, path);
  return (
    <div class="unit-values">
      <PinnedDrawing editing={editing} />
      <Block editing={editing} path={path} schema={schema} layout={layoutOf(root, schema, tree)} />
    </div>
  );
}

const PAUSE = 400; // ms without a change, before the other products are drawn: the product in hand is drawn first
// On a wide screen: another product of the unit, from the saved file.
function OtherProduct({
  editing: { handle, state },
  unit,
  product,
}: {
  editing: Editing;
  unit: string;
  product: string;
}) {
  const { game, stamp } = state.document,
    label = productName(product);
  const [drawnStamp, setDrawnStamp] = useState(stamp);
  useEffect(() => {
    const timer = setTimeout(() => setDrawnStamp(stamp), PAUSE);
    return () => clearTimeout(timer);
  }, [stamp]);
  const { value, error } = usePromise(
    () => call("draw_unit", { game, unit, product }),
    [game, unit, product, drawnStamp],
  );
  return (
    <section class={`drawn-${product}`} aria-label={label}>
      <h3>{label}</h3>
      {value ? (
        <Pages crop pages={value.pages} alt={`${label} of ${unit}`} old={Boolean(error)} />
      ) : error ? (
        <Button onClick={() => handle.show({ product })}>{`Draw the ${label.toLowerCase()}`}</Button>
      ) : (
        <Skeleton lines={3} />
      )}
    </section>
  );
}

// The drawings of a unit with the values that the game works out. Those that the last change has changed are marked.
export function UnitDrawing({ editing }: { editing: Editing }) {
  const { handle, state } = editing,
    { drawing, text, problems } = state.document;
  const calculated = drawing?.facts.filter(one => one.derived) ?? [],
    warned = new Set(drawing?.warnings.map(one => one.subject)),
    facts = [...calculated.filter(one => warned.has(one.key)), ...calculated.filter(one => !warned.has(one.key))],
    shown = facts.filter(one => one.value);
  const isWide = useMedia("(min-width: 1400px)");
  const last = useRef({ text, facts }),
    [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (text === last.current.text || !facts.length) return;
    const before = new Map(last.current.facts.map(one => [one.key, one.value]));
    const isChanged = (one: UnitFact) => before.has(one.key) && before.get(one.key) !== one.value;
    setChanged(new Set(facts.filter(isChanged).map(one => one.key)));
    last.current = { text, facts };
  }, [text, drawing]);
  const broken = <OpenProblems editing={editing} />;
  if (!drawing) return problems.length ? broken : <EmptyState title="Nothing to draw yet" />;
  const label = productName(drawing.product);
  return (
    <div class="stack unit-products">
      {drawing.products.length > 1 && !isWide && (
        <Switch
          label="Drawing of"
          value={drawing.product}
          choices={drawing.products.map(one => [one, productName(one)] as const)}
          onChange={product => handle.show({ product })}
        />
      )}
      {drawing.pages.length > 0 ? (
        <div class={`drawn-${drawing.product}`}>
          {drawing.products.length > 1 && isWide && <h3>{label}</h3>}
          <OldDrawing editing={editing} />
          <Pages crop pages={drawing.pages} alt={`${label} of ${drawing.unit}`} old={problems.length > 0} />
        </div>
      ) : problems.length ? (
        broken
      ) : (
        <EmptyState
          title="Nothing to draw yet"
          actions={
            <LinkButton href={gameAddress(state.document.game, "data")}>Make a record sheet or a counter</LinkButton>
          }
        >
          This game has no record, card or counter for this unit.
        </EmptyState>
      )}
      {isWide &&
        drawing.products
          .filter(product => product !== drawing.product)
          .map(product => <OtherProduct key={product} editing={editing} unit={drawing.unit} product={product} />)}
      <OtherWarnings facts={shown} warnings={drawing.warnings} />
      {facts.length > 0 && (
        <section class={`panel${problems.length ? " old" : ""}`} aria-label="Calculated by the game">
          <h3>Calculated by the game {problems.length > 0 && <small>before the error</small>}</h3>
          <dl class="worked-out">
            {shown.map(one => (
              <div key={one.key}>
                <dt>{labelOf(one.label)}</dt>
                <dd>{changed.has(one.key) ? <mark>{one.value}</mark> : one.value}</dd>
                <FactWarnings fact={one} warnings={drawing.warnings} />
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

// The actions on a unit, apart from the print button.
export function UnitActions({ editing, path }: { editing: Editing; path: ValuePath }) {
  const { document } = editing.state,
    { file, problems, game, title } = document,
    [name = "", side = ""] = ["name", "side"].map(key => valueAt(document.tree, [...path, key])?.text);
  return (
    <>
      <ShareButton file={file} noun="file" problems={problems.length} />
      <Button
        icon="fleet"
        disabled={!name || problems.length > 0}
        onClick={() => addToFleet({ name: game, title, sides: {} }, name, file, editing.sides?.[side] ?? "")}
      >
        Add to a fleet
      </Button>
    </>
  );
}

interface UnitListProps {
  editing: Editing;
  lists: ValuePath[];
  path: ValuePath;
  onChoose: (path: ValuePath) => void; // [] for all blocks of the file
}
// Actions on the units of a file, for a list: add, duplicate, move, remove.
export function UnitItems({ editing: { state, handle, root }, lists, path, onChoose }: UnitListProps) {
  const { tree } = state.document,
    list = path.slice(0, -1),
    number = Number(path.at(-1)),
    count = valueAt(tree, list)?.items?.length ?? 0,
    total = findUnits(tree, lists).length,
    name = nameAt(tree, path);
  const add = () =>
    askName("New unit", "Create the unit", "", async title => {
      const schema = list.reduce<Schema | undefined>(
          (one, step) => schemaBelow(root, one, tree ?? undefined, step),
          root,
        ),
        value = newValue(root, shapeOf(root, schema).item ?? undefined),
        data =
          "data" in value && value.data && typeof value.data === "object" && !Array.isArray(value.data)
            ? (value.data as Record<string, Plain>)
            : {};
      const edit: Edit = { do: "insert", path: list, number: count, value: { data: { ...data, name: title } } };
      if (!(await handle.arrange(() => [edit], true))) throw new Error(reasonOfRefusal(handle.state()));
      onChoose([...list, count]);
    });
  const arrange = async (edit: Edit, to: number) => {
    if (await handle.arrange(() => [edit])) onChoose([...list, to]);
  };
  return (
    <>
      <MenuItem icon="add" onClick={add}>
        Add a unit
      </MenuItem>
      <MenuItem icon="copy" onClick={() => void arrange({ do: "copy", path }, number + 1)}>
        Duplicate {name}
      </MenuItem>
      {total > 1 && (
        <>
          <MenuItem
            icon="up"
            disabled={number < 1}
            onClick={() => void arrange({ do: "move", path, to: number - 1 }, number - 1)}
          >
            Move {name} up
          </MenuItem>
          <MenuItem
            icon="down"
            disabled={number >= count - 1}
            onClick={() => void arrange({ do: "move", path, to: number + 1 }, number + 1)}
          >
            Move {name} down
          </MenuItem>
        </>
      )}
      <MenuItem icon="table" href={tableAddressOf(state.document.file)}>
        Edit as a table
      </MenuItem>
      <MenuItem icon="data" onClick={() => onChoose([])}>
        All parts of this file
      </MenuItem>
      {total > 1 && (
        <MenuItem
          icon="remove"
          danger
          disabled={count < 2}
          hint="You can undo this"
          onClick={() => void arrange({ do: "remove", path }, Math.max(0, number - 1))}
        >
          Remove {name}
        </MenuItem>
      )}
    </>
  );
}
const nameAt = (tree: Tree | null | undefined, path: ValuePath) => titleOf(valueAt(tree, path), "Unit without a name");

interface PartChoiceProps {
  label: string;
  value: string;
  choices: [value: string, label: string][];
  more?: [value: string, label: string][]; // of the game that the file extends
  adding?: string; // the words of the last choice, which adds a part
  onChoose: (value: string) => void;
  onAdd?: () => void;
}
// On a narrow screen: the parts of a file in one line.
export const PartChoice = ({ label, value, choices, more = [], adding, onChoose, onAdd }: PartChoiceProps) => (
  <label class="part-choice">
    <span>{label}</span>
    <select
      value={value}
      onChange={event => {
        const to = event.currentTarget.value;
        event.currentTarget.value = value;
        if (to) onChoose(to);
        else onAdd?.();
      }}
    >
      {choices.map(([key, words]) => (
        <option value={key} key={key}>
          {words}
        </option>
      ))}
      {more.length > 0 && (
        <optgroup label="From the game">
          {more.map(([key, words]) => (
            <option value={key} key={key}>
              {words}
            </option>
          ))}
        </optgroup>
      )}
      {adding && <option value="">{`+ ${adding} ...`}</option>}
    </select>
  </label>
);
// Returns the number of problems, to stand after the name of a part.
export const countedProblems = (count: number) => (count ? ` (${counted(count, "problem")})` : "");

// The units of a file: one is chosen.
export function UnitOutline(props: UnitListProps) {
  const { editing, lists, path, onChoose } = props,
    { state } = editing,
    { tree, file } = state.document;
  const units = findUnits(tree, lists),
    isNarrow = useNarrow();
  if (isNarrow)
    return (
      <nav aria-label="Units of the file" class="row unit-choice">
        <PartChoice
          label="Unit"
          value={pathKey(path)}
          choices={units.map(at => [
            pathKey(at),
            `${nameAt(tree, at)}${countedProblems(problemsAt(state, at, true).length)}`,
          ])}
          onChoose={key => onChoose(units.find(at => pathKey(at) === key) ?? path)}
        />
        <Menu label="Units of this file" kind="quiet" icon="more" hideLabel align="end">
          <UnitItems {...props} />
        </Menu>
      </nav>
    );
  return (
    <nav aria-label="Units of the file" class="blocks unit-list">
      <div class="spread">
        <h2>{counted(units.length, "unit")}</h2>
        <Menu label="Units of this file" kind="quiet" icon="more" hideLabel align="end">
          <UnitItems {...props} />
        </Menu>
      </div>
      {units.length > 1 && (
        <LinkButton kind="quiet" icon="table" href={tableAddressOf(file)}>
          Edit as a table
        </LinkButton>
      )}
      <ul>
        {units.map(at => {
          const count = problemsAt(state, at, true).length,
            key = valueAt(tree, [...at, "side"])?.text ?? "",
            side = editing.sides?.[key] ?? key;
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
                  {nameAt(tree, at)} {side && <small>{side}</small>}
                </span>
                <ProblemCount count={count} />
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
