// Any file: its blocks as an outline, the inputs of one block, its drawing, its text.

import { adoptPart } from "../components/dialogs.tsx";
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { EditorFrame, OldDrawing, Opening, useDocument, useSchema } from "../editor/editor_frame.tsx";
import { findTitle } from "../model/first_title.ts";
import { textAt, valueAt } from "../model/document.ts";
import { editAsStep, restoreText } from "../model/file_steps.ts";
import { Block } from "../editor/block.tsx";
import { Pages } from "../components/page_viewer.tsx";
import { productName } from "../model/products.ts";
import { type Editing, isWithin, keysOf, pathKey, problemsAt } from "../model/editing.ts";
import { freeKey, keyFrom, newValue } from "../model/new_values.ts";
import { placeOf } from "../model/places.ts";
import { titleOf } from "../model/key_words.ts";
import { Cover, describeFile, readAgain, useGame } from "../components/library.tsx";
import { partPath } from "../model/own_files.ts";
import { attempt, notify } from "../browser/notices.ts";
import { choosePicture } from "../editor/pictures.tsx";
import {
  addressOfFile,
  fileAddressOf,
  formAddress,
  gameAddress,
  go,
  mapAddress,
  TABLE,
  tableAddressOf,
} from "../browser/routes.ts";
import { counted } from "../words.ts";
import { hintOf, labelOf, type Schema, schemaAt, schemaBelow, shapeOf } from "../model/schema.ts";
import type { ViewComponent } from "../components/shell.tsx";
import { SideBadge } from "../editor/side_badge.tsx";
import type { Plain } from "../model/tree.ts";
import type { Edit, GameContents, Section, Tree, ValuePath } from "../types.ts";
import {
  askName,
  Button,
  Checkbox,
  type Children,
  CloseButton,
  closeDialog,
  cropToCuts,
  drawingAddress,
  EmptyState,
  ProblemCount,
  LinkButton,
  Select,
  showDialog,
  Skeleton,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { findPrintProblem, PrintActions, WHOLE_MAP } from "./print.tsx";
import { ShareButton } from "./share_button.tsx";
import { GameTree, labelOfFile, PART_NAMES, stemOf, TEXTS } from "./game_tree.tsx";
import { FIRST_VALUES } from "./new_parts.ts";
import { FieldTable } from "./parts.tsx";
import {
  countedProblems,
  findUnitLists,
  findUnits,
  PartChoice,
  PinnedDrawing,
  UnitActions,
  UnitItems,
  UnitDrawing,
  UnitOutline,
  UnitValues,
} from "./unit_editor.tsx";
import { UnitPrint } from "./unit_prints.tsx";

const MOST_INPUTS = 6; // of a block, before the others are folded

const MAP_LISTS = ["terrain", "paths", "labels", "zones"]; // of a map, that stand as lists of words
// Whether a path leads to a map.
const isMap = (file: string, path: ValuePath) =>
  /(^|\/)maps\.yaml$/.test(file) ? path.length === 1 : path.length === 2 && path[0] === "maps";

const readPath = (text: string): ValuePath => {
  try {
    const path = JSON.parse(text || "[]");
    return Array.isArray(path) ? path : [];
  } catch {
    return [];
  }
};

export const FileView: ViewComponent = ({ args: [file = "", pathText = "", goal = ""] }) => {
  const [path, setPath] = useState(() => readPath(pathText));
  const hasMoved = useRef(false); // to another block than the first one
  const isNarrow = useNarrow();
  const [isWhole, setWhole] = useState(false); // all blocks of a file of units are shown
  const isTable = goal === TABLE; // of the units
  const view = isMap(file, path) ? { path, product: WHOLE_MAP } : { path, product: "" };
  const { opened, error, again } = useDocument(file, view);
  const [chosen, setChosen] = useState<ValuePath | null>(null); // the entry of a map that is shown on the drawing
  const { value: later } = usePromise(
    async () => (isMap(file, path) ? await import("./later.ts") : null),
    [isMap(file, path)],
  );
  const { value: grid } = usePromise(async () => (isTable ? await import("./unit_grid.tsx") : null), [isTable]);
  const root = useSchema(opened?.state.document);
  const { game } = useGame(opened?.state.document.game ?? "");
  const tree = opened?.state.readable;
  const lists = root ? findUnitLists(root, tree) : [],
    units = findUnits(tree, lists),
    isUnit = units.some(one => pathKey(one) === pathKey(path));
  useEffect(() => {
    const address = isTable ? tableAddressOf(file) : fileAddressOf(file, path);
    history.replaceState({ ...history.state, ...(hasMoved.current ? {} : { first: address }) }, "", address); // a reload shows the same block
    opened?.handle.show(view);
    setChosen(null);
  }, [pathKey(path), !opened]);
  useEffect(() => {
    if (path.length || isWhole || !tree || (goal && !isTable && opened?.state.document.problems.length)) return;
    if (units.length && (isTable || isFileOfUnits(tree, lists)))
      setPath(units.find(one => valueAt(tree, [...one, "name"])?.text === pathText) ?? units[0] ?? []); // an address with a name
    else if (root && isFlat(root, tree) && tree.entries?.[0]) setPath([tree.entries[0][0]]);
  }, [pathKey(path), isWhole, units.length, root, !tree]);
  if (!opened || !root)
    return (
      <Opening
        title={
          (typeof path.at(-1) === "string" && labelAt(null, path)) ||
          (stemOf(file) === "game" ? TEXTS : labelOfFile(file))
        }
        error={error}
        again={again}
      />
    );
  const { document } = opened.state,
    { drawing } = document;
  const editing: Editing = {
    ...opened,
    root,
    sides: game?.sides,
    kinds: game?.kinds,
    parts: game?.parts,
    prefixes: game?.prefixes,
    pictures: (at, now) =>
      choosePicture(file, now, art => opened.handle.edit([{ do: "set", path: at, value: { text: art } }])),
    meanings: drawing?.meanings,
    base: path,
  };
  const there = valueAt(tree, path) ? path : [],
    schema = schemaAt(root, tree, there);
  const choose = (to: ValuePath) => {
    hasMoved.current = true;
    setWhole(!to.length);
    setPath(to);
  };
  // The block to open for a value: its unit, or its entry.
  const chooseFor = (at: ValuePath) =>
    choose(units.find(one => pathKey(one) === pathKey(at.slice(0, one.length))) ?? findBlock(root, tree, at));
  const title = isUnit
      ? valueAt(tree, [...path, "name"])?.text || file
      : labelAt(tree, there) ||
        (document.kind === "game" ? TEXTS : (!tree && findTitle(document.text)) || labelOfFile(file)),
    above = isUnit ? [] : there.slice(0, -1).map((_, depth) => there.slice(0, depth + 1));
  const crumbs = [
    ...(document.game ? [{ label: document.title || document.game, href: gameAddress(document.game) }] : []),
    ...(there.length && !isUnit && document.kind !== "game" && document.kind !== "scenario"
      ? [{ label: labelOfFile(file), href: fileAddressOf(file), choose: () => choose([]) }]
      : []),
    ...above.map(at => ({ label: labelAt(tree, at), href: fileAddressOf(file, at), choose: () => choose(at) })),
  ];
  const withFiles = (outline: Children) =>
    document.game && game && !isLoose(file) ? (
      <GameTree game={document.game} file={file} onHead={document.kind === "game" ? () => choose([]) : undefined}>
        {outline}
      </GameTree>
    ) : (
      outline
    );
  const ofAll = { ...editing, base: undefined }; // no title in the view is that of one unit
  if (isTable)
    return (
      <EditorFrame
        kind="table-view"
        editing={ofAll}
        title={isLoose(file) ? (units.length > 1 ? counted(units.length, "unit") : title) : labelOfFile(file)}
        crumbs={crumbs}
        onChoose={at => !units.some(one => isWithin(at, one)) && go(fileAddressOf(file, at))}
        actions={
          <LinkButton icon="list" href={fileAddressOf(file, units[0])}>
            One by one
          </LinkButton>
        }
        outline={!isNarrow && withFiles(null)}
        values={
          !grid ? (
            <Skeleton lines={6} />
          ) : units.length ? (
            lists
              .filter(list => valueAt(tree, list)?.items?.length)
              .map(list => (
                <section key={pathKey(list)} aria-label={labelAt(tree, list) || undefined}>
                  {lists.length > 1 && <h2>{labelAt(tree, list)}</h2>}
                  <grid.UnitGrid editing={editing} list={list} onUnit={setPath} />
                </section>
              ))
          ) : (
            <EmptyState title="No unit yet">The file has no list of units.</EmptyState>
          )
        }
        drawing={isUnit ? <UnitDrawing editing={ofAll} /> : null}
      />
    );
  if (isUnit)
    return (
      <EditorFrame
        kind="unit-editor"
        editing={editing}
        title={title}
        crumbs={crumbs}
        startsAtProblem={goal !== ""}
        onChoose={chooseFor}
        actions={
          <PrintActions
            wanted={{ what: file, unit: title, product: drawing?.product }}
            problem={findPrintProblem(editing.state)}
            items={units.length === 1 && <UnitItems editing={editing} lists={lists} path={path} onChoose={choose} />}
          >
            <UnitPrint
              what={file}
              unit={title}
              products={drawing?.products ?? []}
              problem={findPrintProblem(editing.state)}
            />
            <UnitActions editing={editing} path={path} />
          </PrintActions>
        }
        outline={
          (units.length > 1 || !isLoose(file)) &&
          withFiles(<UnitOutline editing={editing} lists={lists} path={path} onChoose={choose} />)
        }
        values={<UnitValues key={pathKey(path)} editing={editing} path={path} schema={schema} />}
        drawing={<UnitDrawing key={pathKey(path)} editing={editing} />}
      />
    );
  const { section, entry, depth } = placeOf(document.kind, there),
    isOfSides = section === "sides" && depth === 0,
    isField = section === "unit_types" && depth === 3 && there.at(-2) === "fields";
  const faulty = document.problems.find(one => one.file)?.file; // another file
  const printed =
    section === "sides"
      ? game?.units.length &&
        (["counters", "forms"] as const).find(one => game.parts[one].length)?.replace("forms", "records")
      : drawing?.pages.length
        ? drawing.product.replace(WHOLE_MAP, drawing.products[0] ?? "maps")
        : "";
  const map = later && isMap(file, there) && drawing?.map ? { editing, base: there, map: drawing.map, chosen } : null;
  const share = <ShareButton file={file} noun="file" problems={document.problems.length} />;
  const isType = game && section === "unit_types" && there.length === 2,
    isHead = !there.length && document.kind === "game"; // the title, the theme and the texts of the game
  return (
    <EditorFrame
      kind={`file-view${isOfSides ? " sides-view" : ""}`}
      editing={editing}
      title={title}
      crumbs={crumbs}
      startsAtProblem={goal !== ""}
      onChoose={chooseFor}
      actions={
        printed && document.game ? (
          <PrintActions wanted={{ what: document.game, product: printed }} problem={findPrintProblem(editing.state)}>
            {share}
          </PrintActions>
        ) : (
          share
        )
      }
      outline={
        tree ? withFiles(<Outline editing={editing} path={there} game={game} onChoose={choose} />) : withFiles(null)
      }
      values={
        !document.kind && faulty ? (
          <EmptyState
            title="The game has a mistake"
            actions={
              <LinkButton icon="edit" href={addressOfFile(faulty)}>
                Open {describeFile(faulty)}
              </LinkButton>
            }
          >
            Correct it first: then the values of this file are here.
          </EmptyState>
        ) : (
          <div class="panel" key={pathKey(there)}>
            {entry !== undefined && section === "forms" && (
              <p class="message painted">
                <span>Rows and cells are changed by clicks on the sheet.</span>
                <LinkButton icon="sheet" href={formAddress(file, entry)}>
                  Open in the sheet editor
                </LinkButton>
              </p>
            )}
            {!isOfSides && !map && <PinnedDrawing editing={editing} />}
            {entry !== undefined && section === "maps" && (
              <p class="message painted">
                <span>Terrain, roads, rivers, zones and names are drawn by clicks on the map.</span>
                <LinkButton icon="map" href={mapAddress(file, entry)}>
                  Paint the map
                </LinkButton>
              </p>
            )}
            <Block
              editing={editing}
              path={there}
              schema={schema}
              layout={{
                below:
                  (map && later && (
                    <>
                      {isNarrow && <later.MarkedMap {...map} title={title} />}
                      <later.MapLists {...map} onChoose={setChosen} />
                    </>
                  )) ||
                  (isField && game && textAt(tree, [...there, "kind"]) === "whole" && (
                    <LostInPlay
                      game={game}
                      type={String(entry)}
                      field={String(there.at(-1))}
                      text={document.text}
                      onChanged={again}
                    />
                  )),
                most: MOST_INPUTS,
                hidden: map ? MAP_LISTS : there.length ? [] : ["format", ...nestedKeys(root, tree)],
                own: isType
                  ? { fields: <TypeFieldTable game={game} type={String(entry)} text={document.text} onAdded={again} /> }
                  : {},
              }}
            />
          </div>
        )
      }
      drawing={
        map && later ? (
          <later.MarkedMap {...map} title={title} />
        ) : isOfSides ? (
          <SidesDrawing file={file} sides={valueAt(tree, there)} game={game} text={document.text} />
        ) : isHead && game ? (
          <GameDrawing editing={editing} game={game} title={textAt(tree, ["title"])} />
        ) : drawing?.pages.length ? undefined : section === "sides" && entry !== undefined ? (
          <SideDrawing file={file} side={valueAt(tree, there)} />
        ) : null
      }
    />
  );
};

// Returns the paths of the rows and cells with marks for a field, the last one first.
const findMarks = (tree: Tree | undefined, path: ValuePath, field: string): ValuePath[] => [
  ...(tree?.entries ?? []).flatMap(([key, one]) => findMarks(one, [...path, key], field)),
  ...(tree?.items ?? [])
    .flatMap((one, number) =>
      valueAt(one, ["pips"])?.text === field ? [[...path, number]] : findMarks(one, [...path, number], field),
    )
    .reverse(),
];
interface LostProps {
  game: GameContents;
  type: string;
  field: string;
  text: string;
  onChanged: () => void;
}
// Whether the points of a field are lost in play: then the record sheets of the game have marks for it. The box adds and removes them.
function LostInPlay({ game, type, field, text, onChanged }: LostProps) {
  const [turn, setTurn] = useState(0),
    [busy, setBusy] = useState(false);
  const { value } = usePromise(() => call("list_type_fields", { game: game.name }), [game.name, text, turn]);
  const found = value?.types.find(one => one.key === type)?.fields.find(one => one.key === field),
    sheets = game.parts.forms.filter(part => part.file);
  if (!found) return null;
  const finish = () => {
    readAgain();
    setTurn(now => now + 1);
    onChanged();
  };
  const change = (isLost: boolean) =>
    attempt(async () => {
      const done: { file: string; stamp: string; text: string }[] = [];
      for (const part of sheets) {
        const { tree } = await call("open_document", { file: part.file, view: { drawn: false } }),
          path = partPath("forms", part),
          unit = valueAt(tree, [...path, "unit"]),
          rows = [...path, "rows"];
        if (![unit, ...(unit?.items ?? [])].some(one => one?.text === type)) continue;
        const there = valueAt(tree, rows)?.items ?? [],
          number = there.map(one => Boolean(valueAt(one, ["pips"]))).lastIndexOf(true) + 1 || there.length, // below the last marks
          row = { text: `**${labelOf(found.label)}** {${field}}`, pips: field, align: "left" };
        const edits: Edit[] = isLost
          ? [{ do: "insert", path: rows, number, value: { data: row } }]
          : findMarks(valueAt(tree, rows), rows, field).map(at => ({ do: "remove", path: at }));
        if (!edits.length) continue;
        const { before, stamp } = await editAsStep(
          part.file,
          async () => edits,
          `marks of ${field} in ${part.key}: ${isLost}`,
        );
        done.push({ file: part.file, stamp, text: before.text });
      }
      if (!done.length)
        throw new Error(
          isLost
            ? "The game has no record sheet of its own for these units."
            : "The marks are below a table of the record sheet: change them there.",
        );
      finish();
      const undo = () =>
        attempt(async () => {
          for (const one of done.reverse()) await restoreText(one.file, one.stamp, one.text);
          finish();
        });
      notify(isLost ? "The record sheet has marks for it." : "The record sheet has no marks for it now.", "done", {
        label: "Undo",
        run: undo,
      });
    });
  return (
    <div>
      <Checkbox
        checked={found.has_marks}
        disabled={busy || !sheets.length}
        onChange={isLost => {
          setBusy(true);
          void change(isLost).finally(() => setBusy(false));
        }}
      >
        Lost in play
      </Checkbox>
      <p class="quiet">
        {sheets.length ? "Then the record sheet has marks for it." : "The game has no record sheet of its own."}
      </p>
    </div>
  );
}

// Whether all blocks of a file are units.
const isFileOfUnits = (tree: Tree | null | undefined, lists: ValuePath[]) => {
  const keys = tree?.entries?.flatMap(([key, one]) =>
    one.entries || one.items?.some(item => item.entries) ? [key] : [],
  );
  return (
    lists.some(list => !list.length) || Boolean(keys?.length && keys.every(key => lists.some(list => list[0] === key)))
  );
};

// Whether all keys of a file are entries of one kind.
function isFlat(root: Schema, tree: Tree | null | undefined) {
  const shape = shapeOf(root, root, tree ?? undefined);
  return Boolean(tree?.items) || Boolean(shape.others && !shape.properties.size);
}

// The entries of the file with blocks or lists: the outline lists them.
const nestedEntries = (root: Schema, tree: Tree | null | undefined) =>
  (tree?.entries ?? []).filter(
    ([key, value]) =>
      (value.items || value.entries) &&
      shapeOf(root, schemaBelow(root, root, tree ?? undefined, key)).valueKind !== "texts",
  );
const nestedKeys = (root: Schema, tree: Tree | null | undefined) => nestedEntries(root, tree).map(([key]) => key);

// The fields of a unit type, as a table. A change of the file reads them again.
function TypeFieldTable({
  game,
  type,
  text,
  onAdded,
}: {
  game: GameContents;
  type: string;
  text: string;
  onAdded: () => void;
}) {
  const { value } = usePromise(() => call("list_type_fields", { game: game.name }), [game.name, text]);
  const found = value?.types.find(one => one.key === type);
  return found ? <FieldTable game={game} type={found} onAdded={onAdded} /> : <Skeleton lines={4} />;
}

// The cover of a game, with a record and a counter of one unit: what its theme and texts look like. A change of the file
// draws them again.
function GameDrawing({ editing, game, title }: { editing: Editing; game: GameContents; title: string }) {
  const { handle, state } = editing,
    { drawing, stamp, problems } = state.document,
    unit = drawing?.unit ?? "",
    product = drawing?.products.find(one => one === "counters") ?? "";
  const { value: counters } = usePromise(
    async () => (unit && product ? call("draw_unit", { game: game.name, unit, product }) : null),
    [game.name, unit, product, stamp],
  );
  return (
    <div class="game-drawing">
      {drawing && (
        <figure class="of-record">
          <figcaption class="spread drawing-choice">
            {productName(drawing.product)}
            {drawing.units.length > 1 && (
              <label class="row">
                <span>Drawn for</span>
                <Select value={unit} choices={drawing.units} onChange={unit => handle.show({ unit })} />
              </label>
            )}
          </figcaption>
          <OldDrawing editing={editing} />
          <Pages crop kind={drawing.product} pages={drawing.pages} alt="Drawing" old={problems.length > 0} />
        </figure>
      )}
      <figure class="of-cover">
        <figcaption>Cover</figcaption>
        <Cover game={{ name: game.name, title, own: true }} stamp={stamp} />
      </figure>
      {product && product !== drawing?.product && (
        <figure>
          <figcaption>{productName(product)}</figcaption>
          {counters && <Pages crop kind={product} pages={counters.pages} alt="Counters" old={problems.length > 0} />}
        </figure>
      )}
    </div>
  );
}

// All sides of a game: a counter, and the head of a record of one of its units. A side without units has its flag.
// A change of the file draws them again.
function SidesDrawing({
  file,
  sides,
  game,
  text,
}: {
  file: string;
  sides: Tree | undefined;
  game: GameContents | undefined;
  text: string;
}) {
  const { value: drawn } = usePromise(async () => {
    if (!game) return;
    const units = game.units.filter((one, number, all) => all.findIndex(other => other.side === one.side) === number),
      draw = async (unit: string, product: string) =>
        (await call("draw_unit", { game: game.name, unit, product }).catch(() => null))?.pages[0] ?? "";
    return new Map(
      await Promise.all(
        units.map(
          async ({ side, name }) =>
            [side, { counter: cropToCuts(await draw(name, "counters")), record: await draw(name, "records") }] as const,
        ),
      ),
    );
  }, [game, text]);
  return (
    <section class="pages sides-drawing" aria-label="Colours and emblems of all sides">
      {sides?.entries?.map(([key, side]) => {
        const { counter = "", record = "" } = drawn?.get(game?.sides[key] ?? "") ?? {};
        return (
          <figure key={key}>
            <figcaption>{titleOf(side, labelOf(key))}</figcaption>
            {counter ? (
              <img class="side-counter" src={drawingAddress(counter)} alt="A counter" />
            ) : (
              <SideBadge file={file} side={side} />
            )}
            {record ? (
              <img class="side-band" src={drawingAddress(record)} alt="The head of a record" />
            ) : (
              drawn && !counter && <p class="quiet">Give a unit this side: then its counter is here.</p>
            )}
          </figure>
        );
      })}
    </section>
  );
}

// The flag of a side without units.
const SideDrawing = ({ file, side }: { file: string; side: Tree | undefined }) => (
  <div class="stack">
    <section class="pages" aria-label="Colour and emblem of the side">
      <SideBadge file={file} side={side} />
    </section>
    <p class="quiet">Give a unit this side: then its counter is drawn here.</p>
  </div>
);

// The path of the block of the outline in which a value lies.
function findBlock(root: Schema, tree: Tree | null | undefined, path: ValuePath): ValuePath {
  if (isFlat(root, tree)) return path.slice(0, 1);
  if (!nestedKeys(root, tree).includes(String(path[0]))) return [];
  return path.slice(0, valueAt(tree, path.slice(0, 2))?.entries ? 2 : 1);
}

const PARTS_WITHIN: Record<string, string> = { fields: "Values", derived: "Values that the game calculates" }; // of a unit type

// The name of a block: its title or name, else its key in words.
function labelAt(tree: Tree | null | undefined, path: ValuePath) {
  const step = path.at(-1),
    value = valueAt(tree, path);
  if (step === undefined) return "";
  if (typeof step === "number") return titleOf(value, String(step + 1));
  if (path.length === 1 && PART_NAMES[step]) return PART_NAMES[step];
  return value?.entries?.some(([key]) => key === "title" || (key === "name" && path[0] === "sides"))
    ? titleOf(value, step)
    : PARTS_WITHIN[step] && path.length > 2
      ? PARTS_WITHIN[step]
      : labelOf(step);
}
const isLoose = (file: string) => !file.includes("/"); // in no folder of a game

// The blocks of a file: keys with their entries. One is chosen; entries can be added.
function Outline({
  editing,
  path,
  game,
  onChoose,
}: {
  editing: Editing;
  path: ValuePath;
  game: GameContents | undefined;
  onChoose: (path: ValuePath) => void;
}) {
  const { root, state, handle } = editing,
    { file, kind } = state.document,
    tree = state.readable;
  const item = (at: ValuePath, words: string, deep = 0) => {
    const count = at.length
      ? problemsAt(state, at, true).length
      : state.document.problems.filter(one => !one.file && one.path.length === 1).length;
    return (
      <li key={pathKey(at)} class={deep ? "deep" : at.length ? "" : "of-file"}>
        <a
          href={fileAddressOf(file, at)}
          aria-current={pathKey(at) === herePath ? "true" : undefined}
          onClick={event => {
            event.preventDefault();
            onChoose(at);
          }}
        >
          {words}
          <ProblemCount count={count} />
        </a>
      </li>
    );
  };
  const list = (at: ValuePath, value: Tree, deep: number) =>
    value.items?.map((one, number) =>
      one.entries ? item([...at, number], labelAt(tree, [...at, number]), deep) : null,
    ) ??
    // the keys of a block that the schema declares are inputs of the block
    (shapeOf(root, schemaAt(root, tree, at), value).others
      ? value.entries?.map(([key, one]) => (one.entries ? item([...at, key], labelAt(tree, [...at, key]), deep) : null))
      : null);
  const shape = shapeOf(root, root, tree ?? undefined),
    flat = isFlat(root, tree);
  const nested = nestedEntries(root, tree);
  const entriesOf = (at: ValuePath, value: Tree): ValuePath[] =>
    value.items?.flatMap((one, number) => (one.entries ? [[...at, number]] : [])) ??
    (shapeOf(root, schemaAt(root, tree, at), value).others
      ? (value.entries ?? []).flatMap(([key, one]) => (one.entries ? [[...at, key]] : []))
      : []);
  const listed: ValuePath[] = flat
    ? tree
      ? entriesOf([], tree)
      : []
    : [[], ...nested.flatMap(([key, value]) => [[key], ...entriesOf([key], value)])];
  // The listed block round the one in view, or that one itself.
  const herePath = pathKey(
    listed.filter(at => isWithin(path, at)).sort((one, other) => other.length - one.length)[0] ?? path,
  );
  const added: AddedKind[] = flat
    ? []
    : [...shape.properties.keys()].flatMap(key => {
        const own = shape.properties.get(key),
          inner = shapeOf(root, own),
          isThere = tree?.entries?.some(([name]) => name === key);
        const hasEntries = inner.others || inner.item;
        return hasEntries || (!isThere && inner.properties.size && !inner.types.has("string"))
          ? [
              {
                key,
                label: labelOf(key, inner),
                hint: ADDED_HINTS[key] ?? hintOf(inner.description, labelOf(key, inner)),
                hasEntries: Boolean(hasEntries),
              },
            ]
          : [];
      });
  // Adds an entry with a title or a name, and opens it.
  const addEntry = (at: ValuePath) =>
    askName(shapeOf(root, schemaAt(root, tree, at)).adding, "Add", "", async title => {
      const inner = shapeOf(root, schemaAt(root, tree, at), valueAt(tree, at)),
        entry = inner.others ?? inner.item ?? undefined,
        value = newValue(root, entry, valueAt(tree, at)),
        data =
          "data" in value && value.data && typeof value.data === "object" && !Array.isArray(value.data)
            ? value.data
            : {};
      const properties = shapeOf(root, entry).properties,
        named: Record<string, Plain> = properties.has("title")
          ? { title }
          : properties.has("name")
            ? { name: title }
            : {};
      const there = valueAt(tree, at),
        key = freeKey(keysOf(editing, at), keyFrom(title)),
        number = there?.items?.length ?? 0,
        section = String(at[0] ?? kind),
        first = Object.hasOwn(FIRST_VALUES, section)
          ? FIRST_VALUES[section as keyof typeof FIRST_VALUES](title, { kinds: game?.kinds ?? {} })
          : {},
        given = { data: { ...named, ...data, ...first, ...named } }; // the name stands first
      handle.edit([
        inner.item ? { do: "insert", path: at, number, value: given } : { do: "add", path: at, key, value: given },
      ]);
      await handle.settle();
      onChoose([...at, inner.item ? number : key]);
    });
  const addBlock = ({ key, hasEntries }: AddedKind) => {
    if (hasEntries) return addEntry([key]);
    closeDialog();
    handle.edit([{ do: "set", path: [key], value: newValue(root, shape.properties.get(key)) }]);
    void handle.settle().then(() => onChoose([key]));
  };
  // The entries that the game has from the game that it extends: a copy of one can be changed.
  const inherited = (section: string, deep: number) => {
    const parts =
      game && Object.hasOwn(game.parts, section) ? game.parts[section as Section].filter(part => !part.file) : [];
    return parts.map((part, number) => (
      <li key={`of the game ${part.key}`} class={deep ? "deep" : ""}>
        {!number && <small class="inherited-head">From the game</small>}
        <button
          type="button"
          class="inherited"
          title="Of the game: you can change a copy"
          onClick={() => game && adoptPart(game.name, section as Section, part)}
        >
          {part.title}
        </button>
      </li>
    ));
  };
  const isNarrow = useNarrow(),
    canAdd = flat || added.length > 0,
    adding = flat ? shape.adding : kind === "game" ? "Add to the game" : "Add to the file",
    openAdding = () => (flat ? addEntry([]) : showDialog(<AddDialog kinds={added} onAdd={addBlock} />));
  // On a narrow screen, the blocks are one line.
  if (isNarrow) {
    const depth = flat ? 1 : 2, // of an entry
      isListed = listed.some(at => pathKey(at) === pathKey(path)),
      paths = listed.flatMap(at =>
        !isListed && at.length === depth && pathKey(at) === pathKey(path.slice(0, depth)) ? [at, path] : [at],
      ), // a block of an entry is named below it
      wordsAt = (at: ValuePath) =>
        at.length > depth
          ? `${labelAt(tree, at.slice(0, depth))} › ${labelAt(tree, at)}`
          : at.length
            ? at.map((_, number) => labelAt(tree, at.slice(0, number + 1))).join(" › ")
            : kind === "game"
              ? TEXTS
              : "Values",
      countAt = (at: ValuePath) => (at.length ? problemsAt(state, at, true).length : 0);
    const fromGame = (flat ? [kind] : nested.map(([key]) => key)).flatMap(section =>
      game && Object.hasOwn(game.parts, section)
        ? game.parts[section as Section].filter(part => !part.file).map(part => ({ section: section as Section, part }))
        : [],
    );
    const keyOf = ({ section, part }: (typeof fromGame)[number]) => `${section} ${part.key}`;
    return (
      <nav aria-label="Blocks of the file">
        <PartChoice
          label="Part"
          value={pathKey(path)}
          choices={paths.map(at => [pathKey(at), `${wordsAt(at)}${countedProblems(countAt(at))}`])}
          more={fromGame.map(one => [keyOf(one), one.part.title])}
          adding={canAdd ? adding : undefined}
          onAdd={openAdding}
          onChoose={key => {
            const at = paths.find(one => pathKey(one) === key),
              other = fromGame.find(one => keyOf(one) === key);
            if (at) onChoose(at);
            else if (other && game) adoptPart(game.name, other.section, other.part);
          }}
        />
      </nav>
    );
  }
  return (
    <nav aria-label="Blocks of the file" class="blocks">
      <ul>
        {!flat && item([], kind === "game" ? TEXTS : "Values")}
        {flat && tree && list([], tree, 0)}
        {flat && inherited(kind, 0)}
        {!flat &&
          nested.map(([key, value]) => (
            <Fragment key={key}>
              {item([key], labelAt(tree, [key]))}
              {list([key], value, 1)}
              {inherited(key, 1)}
            </Fragment>
          ))}
      </ul>
      {canAdd && (
        <Button kind="quiet" icon="add" onClick={openAdding}>
          {adding}
        </Button>
      )}
    </nav>
  );
}

// The keys of most games stand first, in this order.
const ADDED_HINTS: Record<string, string> = {
  sides: "Each with a colour and an emblem",
  unit_types: "Ships, squads, monsters: which values they have",
  forms: "A record for each unit, with marks to fill in",
  counters: "The pieces of the units: tents, or flat counters",
  maps: "Hexes or squares; you paint the terrain",
  markers: "Pieces that lie beside a unit: smoke, a wound, a turn",
  charts: "Pages of rules and tables for the players",
  templates: "Rulers, arcs and areas at true scale",
  scenarios: "Battles of the game",
  needs: "Things for the cover of a battle: dice, pencils",
  dice: "Such as d6, 2d6 and d20",
  settings: "Values that players can change, such as the number of turns",
  size_classes: "Bases of counters, by a value of the unit",
  fleet: "What a fleet may have",
  tables: "Numbers for charts and formulas",
  words: "Such as nose instead of bow",
  icons: "Each has a name, which texts use",
  path_kinds: "Other lines on maps than roads, rivers and borders",
  fonts: "For letters that the fonts of printshop do not have",
};
const ADDED_ORDER = Object.keys(ADDED_HINTS);
// The entries that can be added to a file.
interface AddedKind {
  key: string;
  label: string;
  hint: string;
  hasEntries: boolean; // each has a name
}
function AddDialog({ kinds, onAdd }: { kinds: AddedKind[]; onAdd: (kind: AddedKind) => void }) {
  const [words, setWords] = useState("");
  const orderOf = ({ key }: AddedKind) => (ADDED_ORDER.includes(key) ? ADDED_ORDER.indexOf(key) : ADDED_ORDER.length);
  const found = kinds
    .filter(({ key, label, hint }) => `${key} ${label} ${hint}`.toLowerCase().includes(words.toLowerCase().trim()))
    .sort((one, other) => orderOf(one) - orderOf(other));
  return (
    <div class="dialog add-dialog">
      <div class="spread">
        <h2>What do you want to add?</h2>
        <CloseButton />
      </div>
      <input
        class="plain-input"
        type="search"
        autofocus
        aria-label="Search for what to add"
        placeholder="Search"
        value={words}
        onInput={event => setWords(event.currentTarget.value)}
      />
      <ul class="kinds">
        {found.map(kind => (
          <li key={kind.key}>
            <button type="button" onClick={() => onAdd(kind)}>
              <b>{kind.label}</b>
              <small title={kind.hint}>{kind.hint}</small>
            </button>
          </li>
        ))}
        {!found.length && <li class="soft">Nothing found.</li>}
      </ul>
    </div>
  );
}
