// A map that is painted by clicks: terrain, lines, names. Its other values stand in a panel at the right.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { counted } from "../counting.ts";
import { samePath, textAt, valueAt } from "../document.ts";
import {
  Messages,
  Opening,
  problemWords,
  StateWords,
  UndoButtons,
  useDocument,
  useSchema,
  useUndoKeys,
} from "../editor_frame.tsx";
import { Block, type Editing, freeKey, keyFrom, keysOf, setValue } from "../fields.tsx";
import {
  areaOf,
  brushAt,
  centerOf,
  cornerAt,
  cornersOf,
  findSides,
  findWay,
  hexAt,
  isAtEdge,
  isSameSide,
  joinSide,
  type Point,
  type Run,
  readHexes,
  readRuns,
  readSides,
  type Side,
  sharedSide,
  sideAt,
  writeHexes,
  writeRuns,
  writeSides,
} from "../hexes.ts";
import { Icon, type IconName } from "../icons.tsx";
import { choosePicture, usePicture } from "../pictures.tsx";
import { addressOfFile, fileAddressOf, gameAddress, go } from "../routes.ts";
import { labelOf, schemaAt } from "../schema.ts";
import { type ViewComponent, ViewHead } from "../shell.tsx";
import { readStored, writeStored } from "../storage.ts";
import type { Plain } from "../tree.ts";
import type { Edit, MapPlaces, Tree, ValuePath } from "../types.ts";
import {
  askName,
  Button,
  Checkbox,
  EmptyState,
  Field,
  FormDialog,
  LinkButton,
  Menu,
  MenuItem,
  NameField,
  PageImage,
  Select,
  Sheet,
  showDialog,
  Switch,
  TextInput,
  useNarrow,
} from "../ui.tsx";
import { PrintButton } from "./print.tsx";

const WHOLE_MAP = "whole map",
  REST = "rest",
  NO_COLOR = "#ffffff",
  PIXELS_A_POINT = 4 / 3, // at 100 %
  STEP = 1.25, // of the zoom
  ZOOMS = [0.1, 8] as const,
  ROOM = 24, // pixels round a map that fits
  ON_A_SIDE = 0.3, // of a hex: so near to the middle of a side, a drag takes it
  CLICK = 6, // pixels: a drag that is shorter is a click
  PANEL = "panel of the map"; // the name of its stored state
// Terrain that a map can have at once; without a picture, a pattern shows it in black prints.
const PRESETS: Record<string, Record<string, Plain>> = {
  clear: { hexes: REST, colour: "#eef0dc" },
  forest: { pattern: "crosshatch", colour: "#cfe0b4" },
  hill: { pattern: "hatch", colour: "#ecdcb0" },
  water: { pattern: "bars", colour: "#a9d6f2" },
  marsh: { pattern: "dots", colour: "#d5e3d3" },
  rough: { pattern: "checks", colour: "#e0d8d0" },
  town: { letter: "T", colour: "#f0e2c0" },
};
const TOOLS = [
  ["choose", "Choose", "choose", "Click a hex to see and change what it has. Drag to move the map."],
  ["paint", "Paint", "brush", "Give hexes a terrain, one by one or by a drag"],
  ["fill", "Fill", "fill", "Give a whole area a terrain"],
  ["road", "Road", "road", "Draw a road or track"],
  ["river", "River", "river", "Draw a river or stream"],
  ["border", "Border", "border", "Draw a border or wall along the sides of hexes"],
  ["zone", "Zone", "zone", "Mark an area: click or drag over its hexes"],
  ["name", "Name", "text", "Write a name on the map"],
  ["erase", "Erase", "erase", "Take away terrain, names or lines"],
] as const satisfies readonly (readonly [key: string, label: string, icon: IconName, hint: string])[];
const TOOL_GROUPS: [title: string, keys: readonly string[]][] = [
  ["", ["choose"]],
  ["Terrain", ["paint", "fill"]],
  ["Lines", ["road", "river", "border"]],
  ["Areas", ["zone"]],
  ["Words", ["name"]],
  ["", ["erase"]],
];
type Tool = (typeof TOOLS)[number][0];
const LINES = ["road", "river", "border"] as const;
type LineTool = (typeof LINES)[number];
const isLineTool = (tool: Tool): tool is LineTool => (LINES as readonly string[]).includes(tool);
// The tool that draws lines of a kind.
const toolOf = (kind: string): LineTool =>
  kind === "river" || kind === "stream" ? "river" : kind === "border" || kind === "wall" ? "border" : "road";

interface Terrain {
  key: string;
  label: string;
  color: string; // "" if the ground is seen below it
  picture: string;
  pattern: string;
  letter: string;
  rest: boolean;
  fixed?: string;
  hexes: Set<number>;
}
const textsOf = (value: Tree | undefined) =>
  value?.items?.map(one => one.text ?? "") ?? (value?.text ? [value.text] : []);

function listTerrain(map: MapPlaces, tree: Tree | undefined): Terrain[] {
  return (tree?.entries ?? []).map(([key, value]) => {
    const hexes = valueAt(value, ["hexes"]),
      text = (name: string) => textAt(value, [name]);
    return {
      key,
      label: text("label") || labelOf(key),
      color: text("colour"),
      picture: text("picture"),
      pattern: text("pattern"),
      letter: text("letter"),
      rest: hexes?.text === REST,
      fixed: value.fixed ?? hexes?.fixed,
      hexes: readHexes(map, textsOf(hexes)),
    };
  });
}

// A road, a river or another path of the map: parts from hex to hex, and sides of hexes.
interface Line {
  path: ValuePath;
  kind: string;
  name: string;
  runs: Run[];
  sides: Side[];
  fixed?: string; // why it is not changed here
}
function listLines(map: MapPlaces, tree: Tree | undefined, at: ValuePath): Line[] {
  const rows: [string | number, Tree][] = tree?.items?.map((one, number) => [number, one]) ?? tree?.entries ?? [];
  return rows.map(([step, one]) => {
    const runs = readRuns(map, textsOf(valueAt(one, ["through"]))),
      sides = readSides(map, textsOf(valueAt(one, ["along"])));
    const fixed =
      one.fixed ??
      valueAt(one, ["through"])?.fixed ??
      valueAt(one, ["along"])?.fixed ??
      (runs && sides ? undefined : "It has hexes that are not on the map.");
    return {
      path: [...at, step],
      kind: textAt(one, ["kind"]) || String(step),
      name: textAt(one, ["name"]),
      runs: runs ?? [],
      sides: sides ?? [],
      fixed,
    };
  });
}
// Returns the edits that write the hexes and sides of a line; a line without any is removed.
function writeLine(map: MapPlaces, path: ValuePath, runs: Run[], sides: Side[]): Edit[] {
  if (!runs.length && !sides.length) return [{ do: "remove", path }];
  return [
    { do: "set", path: [...path, "through"], value: runs.length ? { data: writeRuns(map, runs) } : null },
    { do: "set", path: [...path, "along"], value: sides.length ? { data: writeSides(map, sides) } : null },
  ];
}
// An area with a border.
interface Zone {
  key: string;
  label: string;
  hexes: Set<number>;
  fixed?: string; // why it is not changed here
}
const ZONE_COLORS = ["#a01616", "#174a7c", "#1c5f2c", "#7a4b00"];
const listZones = (map: MapPlaces, tree: Tree | undefined): Zone[] =>
  (tree?.entries ?? []).map(([key, value]) => {
    const hexes = valueAt(value, ["hexes"]),
      label = textAt(value, ["label"]);
    return {
      key,
      label: label && label !== "none" ? label : labelOf(key),
      hexes: readHexes(map, textsOf(hexes)),
      fixed: value.fixed ?? hexes?.fixed ?? (hexes ? undefined : "It lies along an edge: change it under More values."),
    };
  });

// Returns the kind or the name of a line with its length: "Road to Ash, 7 hexes".
function lineWords({ kind, name, runs, sides }: Line) {
  const hexes = runs.reduce((sum, run) => sum + run.hexes.length, 0),
    parts = [hexes && counted(hexes, "hex", "hexes"), sides.length && counted(sides.length, "side")];
  return [name || labelOf(kind), ...parts.filter(Boolean)].join(", ");
}
// Cuts hexes out of the parts of a line. Parts of one hex go.
const cutRuns = (runs: Run[], hexes: ReadonlySet<number>) =>
  runs.flatMap(run => {
    const parts: Run[] = [];
    run.hexes.forEach((hex, at) => {
      if (hexes.has(hex)) return;
      const before = parts.at(-1);
      if (before && at > 0 && before.hexes.at(-1) === run.hexes[at - 1]) before.hexes.push(hex);
      else parts.push({ hexes: [hex], first: at ? "" : run.first, last: "" });
      if (at === run.hexes.length - 1 && parts.at(-1)) (parts.at(-1) as Run).last = run.last;
    });
    return parts.filter(part => part.hexes.length > 1);
  });

export const MapView: ViewComponent = ({ args: [file = "", key = ""] }) => {
  const base: ValuePath = /(^|\/)maps\.yaml$/.test(file) ? [key] : ["maps", key];
  const { opened, error, again } = useDocument(file, { path: base, product: WHOLE_MAP });
  const root = useSchema(opened?.state.document);
  if (!opened || !root) return <Opening title={labelOf(key)} error={error} again={again} />;
  const editing: Editing = {
    ...opened,
    root,
    pictures: (at, now) =>
      choosePicture(file, now, art => opened.handle.edit([{ do: "set", path: at, value: { text: art } }])),
    base,
  };
  return <MapEditor editing={editing} base={base} mapKey={key} />;
};

interface PartProps {
  editing: Editing;
  base: ValuePath; // of the map
}

function MapEditor({ editing, base, mapKey }: PartProps & { mapKey: string }) {
  const { handle, state } = editing,
    { document } = state,
    { tree, file, drawing, problems } = document;
  const isNarrow = useNarrow();
  const [zoom, setZoom] = useState<number | null>(null); // null: the whole map fits
  const [shownZoom, setShownZoom] = useState(1);
  const [hasPanel, setHasPanel] = useState(readStored(localStorage, PANEL) !== "closed");
  const [sheet, setSheet] = useState<"" | "options" | "values">("");
  useUndoKeys(handle);
  const title = textAt(state.readable, [...base, "title"]) || labelOf(mapKey),
    map = valueAt(state.readable, base) ? drawing?.map : undefined;
  const painter = usePainter(editing, base, map ?? NO_MAP, drawing?.pages[0] ?? "");
  const { tool, setTool, line, finish } = painter;
  const zoomBy = (factor: number) => setZoom(Math.min(ZOOMS[1], Math.max(ZOOMS[0], shownZoom * factor)));
  const togglePanel = () => {
    setHasPanel(!hasPanel);
    writeStored(localStorage, PANEL, hasPanel ? "closed" : "open");
  };
  // Problems of values that the panel does not show.
  const problem = state.saving || !problems.length ? "" : "Correct what is marked: then it can be printed.";
  const print = (
    <PrintButton
      wanted={{ what: file, product: drawing?.products[0] ?? "maps", form: mapKey }}
      label={isNarrow ? "Print" : "Print (PDF)"}
      problem={map ? problem : "The map cannot be drawn yet."}
    />
  );
  const values = <MapValues editing={editing} base={base} painter={painter} />,
    hexPanel =
      map && painter.chosen >= 0 && tool === "choose" ? (
        <HexPanel key={painter.chosen} painter={painter} hasHead={!isNarrow} />
      ) : null;
  const zooms = (
    <span class="map-zoom" role="group" aria-label="Zoom">
      <Button
        kind="quiet"
        icon="minus"
        label="Zoom out"
        disabled={shownZoom <= ZOOMS[0]}
        onClick={() => zoomBy(1 / STEP)}
      />
      <Button
        kind="quiet"
        label={`Zoom: ${Math.round(100 * shownZoom)} %. Show it as large as it is printed`}
        onClick={() => setZoom(1)}
      >
        {Math.round(100 * shownZoom)} %
      </Button>
      <Button kind="quiet" icon="add" label="Zoom in" disabled={shownZoom >= ZOOMS[1]} onClick={() => zoomBy(STEP)} />
      <Button kind="quiet" pressed={zoom === null} onClick={() => setZoom(null)}>
        Fit
      </Button>
    </span>
  );
  const options = map && <ToolOptions painter={painter} map={map} editing={editing} />;
  const chosen =
    tool === "paint" || tool === "fill" ? painter.terrain.find(one => one.key === painter.terrainKey) : undefined;
  return (
    <div class={`map-view${(hasPanel || hexPanel) && !isNarrow ? " has-panel" : ""}`}>
      <ViewHead
        title={title}
        crumbs={
          document.game ? [{ label: document.title || document.game, href: gameAddress(document.game, "data") }] : []
        }
        state={<StateWords state={state} />}
        actions={
          <>
            {!isNarrow && <UndoButtons handle={handle} state={state} />}
            {!isNarrow && zooms}
            {print}
            <Menu label="More" icon="more" kind="quiet" hideLabel align="end">
              {isNarrow && (
                <MenuItem icon="settings" hint="Columns, rows, names of the terrain" onClick={() => setSheet("values")}>
                  Title, size and legend
                </MenuItem>
              )}
              <MenuItem
                icon="data"
                hint={`With the printed sheets and the text of ${file}`}
                href={fileAddressOf(file, base)}
              >
                Open in the editor of the file
              </MenuItem>
            </Menu>
          </>
        }
      />
      <div
        class="map-tools"
        role="toolbar"
        aria-label="Tools for the map"
        aria-orientation={isNarrow ? "horizontal" : "vertical"}
      >
        {TOOL_GROUPS.map(([group, keys]) => (
          <div class="tool-group" key={keys.join()} role="group" aria-label={group || undefined}>
            {group && <small>{group}</small>}
            {TOOLS.filter(([key]) => keys.includes(key)).map(([key, label, icon, hint]) => (
              <button
                type="button"
                key={key}
                title={hint}
                aria-pressed={tool === key}
                disabled={!map || !tree}
                onClick={() =>
                  isNarrow && tool === key && key !== "name" && key !== "choose" ? setSheet("options") : setTool(key)
                }
              >
                <Icon name={icon} />
                {label}
              </button>
            ))}
          </div>
        ))}
      </div>
      {!isNarrow && (
        <div class="map-options">
          <div class="map-choices">{options}</div>
          <span class="map-place">{painter.place}</span>
          <Button
            kind="quiet"
            icon="settings"
            pressed={hasPanel}
            label={hasPanel ? "Hide the values of the map" : "Show the values of the map"}
            onClick={togglePanel}
          />
        </div>
      )}
      <div class="map-space">
        <Messages editing={editing} show={one => go(one.file ? addressOfFile(one.file) : fileAddressOf(file, base))} />
        {map ? (
          <Canvas
            map={map}
            svg={drawing?.pages[0] ?? ""}
            title={title}
            old={problems.length > 0}
            zoom={zoom}
            onZoom={setZoom}
            onShown={setShownZoom}
            painter={painter}
          />
        ) : (
          <EmptyState
            title={tree && !valueAt(tree, base) ? "The file has no such map" : "The map cannot be drawn yet"}
            actions={<LinkButton href={fileAddressOf(file)}>Open the file</LinkButton>}
          >
            {tree && !valueAt(tree, base)
              ? "It may have another name now."
              : problems.map(one => problemWords(editing, one)).join(" ") ||
                "Correct what is marked: then you can paint the map here."}
          </EmptyState>
        )}
        {isNarrow && map && (
          <div class="map-now">
            <UndoButtons handle={handle} state={state} />
            {tool !== "name" && tool !== "choose" && (
              <Button onClick={() => setSheet("options")}>
                {chosen && <Swatch terrain={chosen} file={file} />}
                {chosen
                  ? chosen.label
                  : isLineTool(tool)
                    ? line?.name || labelOf(painter.kind)
                    : tool === "zone"
                      ? (painter.zone?.label ?? "New zone")
                      : "What to erase"}
                <span class="caret" aria-hidden="true" />
              </Button>
            )}
            {(line || painter.start >= 0) && (
              <Button icon="done" onClick={finish}>
                Finish
              </Button>
            )}
            <span class="map-zoom">
              <Button label="Show the whole map" onClick={() => setZoom(null)}>
                Fit
              </Button>
            </span>
          </div>
        )}
      </div>
      {!isNarrow && (hasPanel || hexPanel) && (
        <aside
          class="map-panel"
          aria-label="Values of the map"
          onClick={event => painter.pointTo(hexUnderCursor(event.target, map))}
          onKeyUp={event => painter.pointTo(hexUnderCursor(event.target, map))}
        >
          {hexPanel ?? values}
        </aside>
      )}
      {isNarrow && hexPanel && (
        <Sheet title={painter.chosenName} onClose={() => painter.setChosen(-1)}>
          {hexPanel}
        </Sheet>
      )}
      {isNarrow && sheet && (
        <Sheet
          title={sheet === "values" ? "Title, size and legend" : (TOOLS.find(([key]) => key === tool)?.[1] ?? "")}
          onClose={() => setSheet("")}
        >
          {sheet === "values" ? values : <div class="map-choices">{options}</div>}
        </Sheet>
      )}
    </div>
  );
}
const NO_MAP: MapPlaces = {
  shape: "square",
  names: [],
  places: [],
  centers: [],
  size: [1, 1],
  page: [1, 1],
  sides: [],
  kinds: [],
};

// --- the values of the map

// Returns the hex whose number stands at the cursor of an input, or -1.
function hexUnderCursor(input: EventTarget | null, map: MapPlaces | undefined) {
  if (!map || !(input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && input.type === "text")))
    return -1;
  const end = input.selectionStart ?? 0,
    word =
      (/[\w.-]*$/.exec(input.value.slice(0, end))?.[0] ?? "") + (/^[\w.-]*/.exec(input.value.slice(end))?.[0] ?? "");
  return word ? map.names.indexOf(word) : -1;
}

const HIDDEN = ["paths", "labels"]; // the keys that the tools write
const VALUES = ["title", "across", "columns", "rows", "legend"];
function MapValues({ editing, base, painter }: PartProps & { painter: Painter }) {
  const { tree } = editing.state.document;
  const isOfHexes = textAt(tree, [...base, "grid"]) !== "square",
    orientation = textAt(tree, [...base, "orientation"]);
  return (
    <div class="stack">
      {isOfHexes && valueAt(tree, base) && (
        <fieldset class="hex-shapes">
          <legend>At the top of a hex</legend>
          {(["flat-top", "pointy-top"] as const).map(one => (
            <button
              type="button"
              key={one}
              aria-pressed={orientation === one}
              onClick={() => setValue(editing, [...base, "orientation"], { text: one })}
            >
              <svg viewBox="-12 -12 24 24" aria-hidden="true">
                <polygon
                  points={cornersOf({
                    ...NO_MAP,
                    shape: one,
                    size: one === "flat-top" ? [20, 17.3] : [17.3, 20],
                    page: [100, 100],
                  }).join(" ")}
                />
              </svg>
              {one === "flat-top" ? "Flat side" : "Corner"}
            </button>
          ))}
        </fieldset>
      )}
      <Block
        editing={editing}
        path={base}
        schema={schemaAt(editing.root, tree, base)}
        layout={{
          groups: [
            ["", ["title"]],
            ["", ["across"]],
            ["", ["columns", "rows"]],
            ["", ["legend"]],
          ],
          labels: isOfHexes ? {} : { across: "Width of a square", columns: "Squares across", rows: "Squares down" },
          hints: isOfHexes ? {} : { across: "From side to side" },
          hidden: [...HIDDEN, "orientation"],
          first: VALUES,
        }}
      />
      <LineList editing={editing} painter={painter} />
    </div>
  );
}

// The values of a hex: its terrain, its name, the lines through it.
function HexPanel({ painter, hasHead }: { painter: Painter; hasHead: boolean }) {
  const { chosen, chosenName, terrain, lines } = painter,
    hex = new Set([chosen]),
    passing = lines.filter(
      one => one.runs.some(run => run.hexes.includes(chosen)) || one.sides.some(([at]) => at === chosen),
    );
  const top = painter.topOf(chosen)?.key ?? "";
  return (
    <div class="stack hex-panel">
      {hasHead && (
        <div class="spread">
          <h2>{chosenName}</h2>
          <Button kind="quiet" icon="close" label="Choose no hex" onClick={() => painter.setChosen(-1)} />
        </div>
      )}
      <Field label="Terrain">
        {props => (
          <Select
            props={props}
            value={top}
            choices={[
              ...(top ? [] : [["", "–"] as [string, string]]),
              ...terrain.filter(one => !one.fixed).map((one): [string, string] => [one.key, one.label]),
            ]}
            onChange={key => painter.paint(hex, key)}
          />
        )}
      </Field>
      <Field label="Name on the map" hint="Leave it empty for none">
        {props => (
          <input
            {...props}
            type="text"
            maxLength={60}
            autocomplete="off"
            value={painter.nameAt(chosen)}
            onChange={event => painter.writeName(chosen, event.currentTarget.value)}
          />
        )}
      </Field>
      <div>
        <h3>Roads, rivers, borders</h3>
        {passing.length ? (
          <ul class="map-lines">
            {passing.map(one => (
              <li key={one.path.join()}>
                <span>{lineWords(one)}</span>
                <Button kind="quiet" icon="edit" disabled={Boolean(one.fixed)} onClick={() => painter.takeLine(one)}>
                  Change
                </Button>
              </li>
            ))}
          </ul>
        ) : (
          <p class="quiet">None here.</p>
        )}
      </div>
    </div>
  );
}

// The lines of the map. The chosen one is marked on the map, and has a name and buttons.
function LineList({ editing, painter }: { editing: Editing; painter: Painter }) {
  const { lines, shown, showLine, takeLine } = painter,
    list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector(".shown")?.scrollIntoView({ block: "nearest" }), [shown?.path.join()]);
  if (!lines.length) return null;
  return (
    <section class="stack" aria-labelledby="map-lines">
      <h2 id="map-lines">Roads, rivers, borders</h2>
      <ul class="map-lines" ref={list}>
        {lines.map((one, number) => {
          const { path, kind, name, fixed } = one,
            isShown = shown !== null && samePath(shown.path, path);
          return (
            <li key={number} class={isShown ? "shown" : ""}>
              <button
                type="button"
                class="line-words"
                aria-expanded={isShown}
                onClick={() => showLine(isShown ? null : one)}
              >
                <Icon name={toolOf(kind)} />
                {lineWords(one)}
              </button>
              {isShown && (
                <div class="stack">
                  <TextInput
                    props={{ "aria-label": `Name of ${lineWords(one)}` }}
                    placeholder="Name"
                    value={name}
                    onInput={text => setValue(editing, [...path, "name"], text ? { text } : null)}
                  />
                  <div class="row">
                    <Button icon="edit" disabled={Boolean(fixed)} onClick={() => takeLine(one)}>
                      Draw it
                    </Button>
                    <Button
                      kind="quiet"
                      icon="remove"
                      onClick={() => (showLine(null), editing.handle.edit([{ do: "remove", path }]))}
                    >
                      Remove
                    </Button>
                  </div>
                  {fixed && <small>{fixed}</small>}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

// --- the tools

type Painter = ReturnType<typeof usePainter>;
interface Gesture {
  hexes: Set<number>; // that were passed
  way: number[]; // in order, for a line
  sides: Side[];
  point: Point; // the last one
  corner: Point | null; // the last one, for a line along sides
}

// The actions of the tools. A painted hex gets its colour at once; the true drawing follows.
function usePainter(editing: Editing, base: ValuePath, map: MapPlaces, svg: string) {
  const { handle, state } = editing,
    { tree } = state.document;
  const terrainTree = valueAt(tree, [...base, "terrain"]),
    pathsAt: ValuePath = [...base, "paths"],
    pathsTree = valueAt(tree, pathsAt);
  const listed = useMemo(() => listTerrain(map, terrainTree), [map, terrainTree]);
  const listedLines = useMemo(() => listLines(map, pathsTree, pathsAt), [map, pathsTree]);
  const zonesTree = valueAt(tree, [...base, "zones"]);
  const listedZones = useMemo(() => listZones(map, zonesTree), [map, zonesTree]);
  // terrain, lines and zones with all strokes, while some are not saved
  const working = useRef<{ terrain: Terrain[] | null; lines: Line[] | null; zones: Zone[] | null }>({
    terrain: null,
    lines: null,
    zones: null,
  });
  if (!state.saving) working.current = { terrain: null, lines: null, zones: null };
  const terrain = working.current.terrain ?? listed,
    lines = working.current.lines ?? listedLines,
    zones = working.current.zones ?? listedZones;
  const [tool, chooseTool] = useState<Tool>("paint");
  const [wantedKey, setTerrainKey] = useState("");
  const [brush, setBrush] = useState(1);
  const [kinds, setKinds] = useState<Record<LineTool, string>>({ road: "road", river: "river", border: "border" });
  const [isAlong, setAlong] = useState<Record<LineTool, boolean>>({ road: false, river: true, border: true });
  const [leaves, setLeaves] = useState(true);
  const [erasesLines, setErasesLines] = useState(false);
  const [active, setActive] = useState<ValuePath | null>(null); // the line in hand
  const [start, setStart] = useState(-1); // the first hex of a line that has no other one yet
  const [draft, setDraft] = useState<{ way: number[]; sides: Side[] | null }>({ way: [], sides: null }); // during a drag
  const [pending, setPending] = useState<ReadonlyMap<number, string>>(new Map());
  const [cursor, setCursor] = useState(-1);
  const [chosen, setChosen] = useState(-1); // the hex whose values are shown
  const [shownPath, setShownPath] = useState<ValuePath | null>(null); // the line that is chosen in the list
  const [pointed, setPointed] = useState(-1); // the hex to which an input points
  const [zoneKey, setZoneKey] = useState<string | null>(null); // "" for a new zone
  const gesture = useRef<Gesture | null>(null);
  useEffect(() => {
    if (!state.saving) setPending(new Map());
  }, [svg, state.saving]);
  const paintable = terrain.filter(one => !one.fixed),
    terrainKey = paintable.some(one => one.key === wantedKey)
      ? wantedKey
      : ((paintable.find(one => !one.rest) ?? paintable[0])?.key ?? "");
  const lineTool = isLineTool(tool) ? tool : null,
    kind = lineTool ? kinds[lineTool] : "",
    along = lineTool !== null && isAlong[lineTool];
  const shown = shownPath ? (lines.find(one => samePath(one.path, shownPath)) ?? null) : null,
    paintableZones = zones.filter(one => !one.fixed),
    zone = zoneKey === "" ? null : (paintableZones.find(one => one.key === zoneKey) ?? paintableZones[0] ?? null);
  const line = active ? (lines.find(one => samePath(one.path, active)) ?? null) : null;
  const ground = terrain.find(one => one.rest)?.color || NO_COLOR;
  // Later terrain lies on top.
  const topOf = (hex: number) =>
    [...terrain].reverse().find(one => one.hexes.has(hex)) ?? terrain.find(one => one.rest);

  function finish() {
    setActive(null);
    setStart(-1);
    setDraft({ way: [], sides: null });
  }
  const setTool = (now: Tool) => {
    if (now !== tool) finish();
    setShownPath(null);
    chooseTool(now);
  };
  // Takes a line in hand, or none.
  const takeLine = (to: Line | null) => {
    finish();
    setShownPath(null);
    if (!to) return;
    const into = toolOf(to.kind);
    setActive(to.path);
    setKinds({ ...kinds, [into]: to.kind });
    setAlong({ ...isAlong, [into]: to.sides.length > 0 && !to.runs.length });
    setLeaves(!to.runs.length || to.runs.some(run => run.first || run.last));
    chooseTool(into);
  };

  // --- terrain

  // A hex shows the terrain that is painted. Terrain with a colour takes the place of other terrain with a colour;
  // terrain without one lies over the others, and only what would hide it goes.
  const paint = (hexes: ReadonlySet<number>, key: string | null) => {
    const number = terrain.findIndex(one => one.key === key),
      chosen = terrain[number];
    const clears = !chosen || chosen.rest;
    const now = terrain.map((one, other) => {
      if (one.rest || one.fixed) return one;
      const gets = one === chosen,
        loses = !gets && (clears || (one.color !== "" && (chosen.color !== "" || other > number)));
      if (!gets && !(loses && [...hexes].some(hex => one.hexes.has(hex)))) return one;
      const all = new Set(gets ? [...one.hexes, ...hexes] : [...one.hexes].filter(hex => !hexes.has(hex)));
      return all.size === one.hexes.size ? one : { ...one, hexes: all };
    });
    const edits: Edit[] = now.flatMap((one, other) =>
      one === terrain[other]
        ? []
        : [
            {
              do: "set" as const,
              path: [...base, "terrain", one.key, "hexes"],
              value: { data: writeHexes(map, one.hexes) },
            },
          ],
    );
    if (key === null) edits.push(...removeNames(hexes));
    if (!edits.length) return setPending(new Map());
    working.current.terrain = now;
    handle.edit(edits);
  };
  const painted = tool === "erase" ? null : terrainKey;
  const preview = (hexes: Iterable<number>) => {
    const one = terrain.find(each => each.key === painted);
    setPending(
      before =>
        new Map([
          ...before,
          ...[...hexes].map(
            hex =>
              [hex, (one && !one.rest && one.color) || (one?.color === "" ? "rgb(90 90 90 / 0.5)" : ground)] as const,
          ),
        ]),
    );
  };
  const addTerrain = (key: string, data: Record<string, Plain>) => {
    const free = freeKey(keysOf(editing, [...base, "terrain"]), key);
    handle.edit([
      {
        do: "set",
        path: [...base, "terrain", free],
        value: { data: { ...data, ...("hexes" in data ? {} : { hexes: [] }) } },
      },
    ]);
    setTerrainKey(free);
  };

  // --- zones

  // Adds hexes to the zone in hand, or takes them away. Without one, a new zone begins. A zone without hexes goes.
  const paintZone = (hexes: ReadonlySet<number>, isAdded: boolean) => {
    const path = [...base, "zones"];
    if (!zone)
      return askName(
        "New zone",
        "Add the zone",
        "",
        async label => {
          const key = freeKey(keysOf(editing, path), keyFrom(label));
          handle.edit([
            {
              do: "add",
              path,
              key,
              value: {
                data: {
                  label,
                  colour: ZONE_COLORS[zones.length % ZONE_COLORS.length] ?? "",
                  hexes: writeHexes(map, hexes),
                },
              },
            },
          ]);
          setZoneKey(key);
        },
        "Name of the zone",
      );
    const now = new Set(isAdded ? [...zone.hexes, ...hexes] : [...zone.hexes].filter(hex => !hexes.has(hex)));
    working.current.zones = zones.flatMap(one => (one !== zone ? [one] : now.size ? [{ ...one, hexes: now }] : []));
    handle.edit([
      now.size
        ? { do: "set", path: [...path, zone.key, "hexes"], value: { data: writeHexes(map, now) } }
        : { do: "remove", path: [...path, zone.key] },
    ]);
  };

  // --- names

  const labels = valueAt(tree, [...base, "labels"])?.items ?? [];
  const findName = (hex: number) => labels.findIndex(one => textAt(one, ["at"]) === map.names[hex]);
  const removeNames = (hexes: ReadonlySet<number>): Edit[] => {
    const names = new Set([...hexes].map(hex => map.names[hex]));
    return labels
      .flatMap((one, number) =>
        names.has(textAt(one, ["at"])) ? [{ do: "remove" as const, path: [...base, "labels", number] }] : [],
      )
      .reverse();
  };
  const nameAt = (hex: number) => textAt(labels[findName(hex)], ["text"]);
  const writeName = (hex: number, text: string) => {
    const path = [...base, "labels"],
      number = findName(hex);
    if (text.trim())
      handle.edit([
        number < 0
          ? {
              do: "insert",
              path,
              number: labels.length,
              value: { data: { text: text.trim(), at: map.names[hex] ?? "", place: "below" } },
            }
          : { do: "set", path: [...path, number, "text"], value: { text: text.trim() } },
      ]);
    else if (number >= 0) handle.edit([{ do: "remove", path: [...path, number] }]);
  };
  const askLabel = (hex: number) => {
    const number = findName(hex);
    function Ask() {
      const [text, setText] = useState(nameAt(hex));
      const save = async () => writeName(hex, text);
      return (
        <FormDialog title={`Name at ${map.names[hex]}`} verb="Put it on the map" onSubmit={save}>
          <NameField
            label="Name"
            value={text}
            onInput={setText}
            optional={number >= 0}
            hint={number < 0 ? "" : "Leave it empty to remove the name."}
          />
        </FormDialog>
      );
    }
    showDialog(<Ask />);
  };

  // --- lines

  // Keeps lines until they are saved. Those of a list have their places as their paths.
  const setLines = (now: Line[]) => {
    working.current.lines = pathsTree?.entries
      ? now
      : now.map((one, number) => ({ ...one, path: [...pathsAt, number] }));
  };
  // Writes the line in hand; without one, a new line begins.
  function commit(runs: Run[], sides: Side[]) {
    if (!line) {
      if (!runs.length && !sides.length) return;
      const key = pathsTree?.entries ? freeKey(keysOf(editing, pathsAt), kind) : lines.length,
        path = [...pathsAt, key],
        data = {
          kind,
          ...(runs.length ? { through: writeRuns(map, runs) } : {}),
          ...(sides.length ? { along: writeSides(map, sides) } : {}),
        };
      handle.edit([
        typeof key === "string"
          ? { do: "add", path: pathsAt, key, value: { data } }
          : { do: "insert", path: pathsAt, number: key, value: { data } },
      ]);
      setLines([...lines, { path, kind, name: "", runs, sides }]);
      return setActive(path);
    }
    handle.edit(writeLine(map, line.path, runs, sides));
    setLines(
      lines.flatMap(one => (one !== line ? [one] : runs.length || sides.length ? [{ ...one, runs, sides }] : [])),
    );
    if (!runs.length && !sides.length) finish();
  }
  const exitAt = (hex: number | undefined, isOpen = leaves) =>
    isOpen && hex !== undefined && isAtEdge(map, hex) ? "edge" : "";
  // Adds hexes to the line in hand. A single one is reached from its end; the last hex itself ends the line.
  function draw(way: readonly number[]) {
    const runs = line?.runs ?? [],
      end = runs.at(-1)?.hexes.at(-1) ?? (start < 0 ? undefined : start),
      [only] = way;
    if (only === undefined) return;
    if (way.length === 1) {
      if (end === undefined) return setStart(only);
      if (end === only) return finish();
      return draw([end, ...findWay(map, end, only)]);
    }
    setStart(-1);
    const after = runs.find(run => run.hexes.at(-1) === only),
      before = !after && runs.find(run => run.hexes[0] === only);
    const added = way.slice(1);
    if (after)
      commit(
        runs.map(run => (run === after ? { ...run, hexes: [...run.hexes, ...added], last: exitAt(way.at(-1)) } : run)),
        line?.sides ?? [],
      );
    else if (before)
      commit(
        runs.map(run =>
          run === before ? { ...run, hexes: [...added.reverse(), ...run.hexes], first: exitAt(way.at(-1)) } : run,
        ),
        line?.sides ?? [],
      );
    else commit([...runs, { hexes: [...way], first: exitAt(only), last: exitAt(way.at(-1)) }], line?.sides ?? []);
  }
  const changeLeaves = (now: boolean) => {
    setLeaves(now);
    if (line?.runs.length)
      commit(
        line.runs.map(run => ({ ...run, first: exitAt(run.hexes[0], now), last: exitAt(run.hexes.at(-1), now) })),
        line.sides,
      );
  };
  // A side that is added is joined to the others: a line has no gaps.
  const toggleSide = (side: Side) => {
    const sides = line?.sides ?? [];
    commit(
      line?.runs ?? [],
      sides.some(one => isSameSide(one, side))
        ? sides.filter(one => !isSameSide(one, side))
        : [...sides, ...joinSide(map, sides, side)],
    );
  };
  // Takes hexes and sides out of all lines.
  function eraseLines(hexes: ReadonlySet<number>, sides: readonly Side[]) {
    const edits: Edit[] = [],
      now: Line[] = [];
    // from the last one: a line that goes moves none that is still to be changed
    for (const one of [...lines].reverse()) {
      const runs = cutRuns(one.runs, hexes),
        left = one.sides.filter(side => !sides.some(other => isSameSide(side, other)));
      const isCut = one.runs.some(run => run.hexes.some(hex => hexes.has(hex))) || left.length < one.sides.length;
      if (isCut && !one.fixed) edits.push(...writeLine(map, one.path, runs, left));
      if (!isCut || one.fixed) now.unshift(one);
      else if (runs.length || left.length) now.unshift({ ...one, runs, sides: left });
    }
    if (!edits.length) return;
    handle.edit(edits);
    setLines(now);
  }

  // --- actions of the pointer

  // Returns the side of a hex that is near to a point, if one is.
  const sideNear = (hex: number, point: Point): Side | null => {
    const side = sideAt(map, hex, point),
      corners = cornersOf(map),
      [x, y] = centerOf(map, hex),
      [one, next] = [corners[side] as Point, corners[(side + 1) % corners.length] as Point];
    const away = Math.hypot(x + (one[0] + next[0]) / 2 - point[0], y + (one[1] + next[1]) / 2 - point[1]);
    return away < (ON_A_SIDE * map.size[1] * map.page[1]) / 100 ? sharedSide(map, [hex, side]) : null;
  };
  const down = (hex: number, point: Point) => {
    if (tool === "choose" || hex < 0 || !tree) return; // a text that cannot be read has no values to change
    gesture.current = { hexes: new Set(), way: [hex], sides: [], point, corner: null };
    move(hex, point, true);
  };
  const move = (hex: number, point: Point, isFirst = false) => {
    const now = gesture.current;
    if (!now || hex < 0) return;
    const last = now.way.at(-1) ?? hex,
      steps = isFirst ? [hex] : hex === last ? [] : findWay(map, last, hex);
    if (tool === "zone") {
      for (const one of steps) now.hexes.add(one);
      now.way = [now.way[0] ?? hex, hex];
      setPending(
        new Map(
          [...now.hexes].map(one => [
            one,
            zone?.hexes.has(now.way[0] ?? hex) ? "rgb(255 255 255 / 0.7)" : "rgb(11 95 255 / 0.35)",
          ]),
        ),
      );
    } else if (tool === "paint" || (tool === "erase" && !erasesLines)) {
      const hexes = steps.flatMap(one => brushAt(map, one, brush)).filter(one => !now.hexes.has(one));
      for (const one of hexes) now.hexes.add(one);
      now.way = [hex];
      if (hexes.length) preview(hexes);
    } else if (tool === "erase") {
      const side = sideNear(hex, point);
      if (side) now.sides.push(side);
      for (const one of steps) now.hexes.add(one);
      now.way = [hex];
      setPending(new Map([...now.hexes].map(one => [one, "rgb(160 22 22 / 0.35)"])));
    } else if (along) {
      // A drag goes from corner to corner. Points between those that the browser reports are looked at, too.
      const [x, y] = now.point,
        count = Math.ceil((8 * Math.hypot(point[0] - x, point[1] - y)) / Math.hypot(...(cornersOf(map)[0] as Point)));
      if (isFirst) now.corner = cornerAt(map, hex, point);
      for (let number = 1; number <= count; number++) {
        const between: Point = [x + ((point[0] - x) * number) / count, y + ((point[1] - y) * number) / count],
          on = hexAt(map, between);
        if (on < 0) continue;
        const corner = cornerAt(map, on, between);
        for (const side of now.corner ? findSides(map, now.corner, corner) : [])
          if (![...(line?.sides ?? []), ...now.sides].some(one => isSameSide(one, side))) now.sides.push(side);
        now.corner = corner;
      }
      now.point = point;
      if (now.sides.length) setDraft({ way: [], sides: [...(line?.sides ?? []), ...now.sides] });
    } else if (lineTool && !isFirst && steps.length) {
      if (hex === now.way.at(-2))
        now.way.pop(); // back again
      else now.way.push(...steps);
      setDraft({ way: [...now.way], sides: null });
    }
  };
  const up = () => {
    const now = gesture.current,
      [hex] = now?.way ?? [];
    gesture.current = null;
    if (!now || hex === undefined) return;
    if (tool === "fill") {
      const key = topOf(hex)?.key,
        hexes = areaOf(map, hex, one => topOf(one)?.key === key);
      preview(hexes);
      paint(hexes, painted);
    } else if (tool === "name") askLabel(hex);
    else if (tool === "zone") {
      setPending(new Map());
      paintZone(now.hexes, !zone?.hexes.has(hex));
    } else if (tool === "erase" && erasesLines) {
      setPending(new Map());
      eraseLines(now.hexes, now.sides);
    } else if (along && now.sides.length) commit(line?.runs ?? [], [...(line?.sides ?? []), ...now.sides]);
    else if (along) toggleSide(sharedSide(map, [hex, sideAt(map, hex, now.point)]));
    else if (lineTool) draw(now.way);
    else paint(now.hexes, painted);
    setDraft({ way: [], sides: null });
  };
  const cancel = () => {
    gesture.current = null;
    setPending(new Map());
    setDraft({ way: [], sides: null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const turn = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key],
      side = Number(event.key) - 1;
    if (turn) setCursor(nextHex(map, cursor, turn as Point));
    else if (event.key === " " && tool === "choose") setChosen(cursor);
    else if (event.key === " " && cursor >= 0 && !along) {
      down(cursor, centerOf(map, cursor));
      up();
    } else if (along && cursor >= 0 && side >= 0 && side < map.sides.length)
      toggleSide(sharedSide(map, [cursor, side]));
    else if (event.key === "Enter" || event.key === "Escape") finish();
    else return;
    event.preventDefault();
  };
  const name = labels[findName(cursor)];
  return {
    zones: paintableZones,
    zone,
    setZoneKey,
    shown,
    pointed,
    showLine: (to: Line | null) => (finish(), setShownPath(to?.path ?? null)),
    pointTo: (hex: number) => setPointed(hex),
    tool,
    setTool,
    terrain,
    terrainKey,
    setTerrainKey,
    addTerrain,
    brush,
    setBrush,
    kind,
    setKind: (now: string) => lineTool && (finish(), setKinds({ ...kinds, [lineTool]: now })),
    along,
    setAlong: (now: boolean) => lineTool && setAlong({ ...isAlong, [lineTool]: now }),
    leaves,
    changeLeaves,
    erasesLines,
    setErasesLines,
    lines,
    line,
    takeLine,
    finish,
    start,
    draft,
    pending,
    cursor,
    setCursor,
    down,
    move,
    up,
    cancel,
    onKeyDown,
    chosen: chosen < map.names.length ? chosen : -1,
    setChosen,
    chosenName: `${map.shape === "square" ? "Square" : "Hex"} ${map.names[chosen] ?? ""}`,
    topOf,
    paint,
    nameAt,
    writeName,
    place:
      cursor < 0
        ? ""
        : [map.names[cursor], topOf(cursor)?.label, name && textAt(name, ["text"])].filter(Boolean).join(" · "),
  };
}

// Returns the nearest hex in a direction.
function nextHex(map: MapPlaces, now: number, [right, down]: Point) {
  if (now < 0) return 0;
  const [x, y] = centerOf(map, now);
  let found = now,
    least = Number.POSITIVE_INFINITY;
  map.names.forEach((_, hex) => {
    const [left, top] = centerOf(map, hex),
      along = (left - x) * right + (top - y) * down,
      across = Math.abs((left - x) * down) + Math.abs((top - y) * right);
    if (hex !== now && along > 1 && along + 2.5 * across < least) [found, least] = [hex, along + 2.5 * across];
  });
  return found;
}

// The look of a terrain: its colour with its picture, pattern or letter.
function Swatch({
  terrain: { color, picture, pattern, letter },
  file,
}: {
  terrain: Pick<Terrain, "color" | "picture" | "pattern" | "letter">;
  file: string;
}) {
  const url = usePicture(file, picture);
  return (
    <i class={`swatch ${pattern}`} style={{ backgroundColor: color || NO_COLOR }} aria-hidden="true">
      {url ? <img src={url} alt="" /> : letter}
    </i>
  );
}

const presetLook = (key: string) => {
  const { colour = "", pattern = "", letter = "" } = PRESETS[key] ?? {};
  return { color: String(colour), picture: "", pattern: String(pattern), letter: String(letter) };
};

// The choices of the tool in hand.
function ToolOptions({ painter, map, editing }: { editing: Editing; painter: Painter; map: MapPlaces }) {
  const { tool, terrain, lines, line, kind } = painter,
    { file } = editing.state.document;
  if (tool === "paint" || tool === "fill") {
    const missing = Object.keys(PRESETS).filter(
      key => !terrain.some(one => one.key === key || (key === "clear" && one.rest)),
    );
    const addPictured = () =>
      choosePicture(
        file,
        "",
        picture =>
          askName(
            "New terrain",
            "Add the terrain",
            labelOf(picture.replace(/\.\w+$/, "").replaceAll("-", " ")),
            async name => painter.addTerrain(keyFrom(name), { picture, size: 0.7, colour: "#e6e6dc" }),
            "Name of the terrain",
          ),
        "terrain",
      );
    return (
      <>
        <span class="swatches" role="group" aria-label="Terrain">
          {terrain.map(one => (
            <button
              type="button"
              key={one.key}
              aria-label={one.label}
              title={one.fixed ?? one.label}
              disabled={Boolean(one.fixed)}
              aria-pressed={painter.terrainKey === one.key}
              onClick={() => painter.setTerrainKey(one.key)}
            >
              <Swatch terrain={one} file={file} />
              <span class="swatch-name">{one.label}</span>
            </button>
          ))}
        </span>
        <Menu label="Add terrain" icon="add" kind="quiet">
          {missing.map(key => (
            <MenuItem key={key} onClick={() => painter.addTerrain(key, PRESETS[key] ?? {})}>
              <span class="preset">
                <Swatch terrain={presetLook(key)} file={file} />
                {labelOf(key)}
              </span>
            </MenuItem>
          ))}
          <MenuItem icon="picture" onClick={addPictured}>
            With a picture of your choice
          </MenuItem>
        </Menu>
        {tool === "paint" ? (
          <Brush painter={painter} map={map} />
        ) : (
          <small>Click: all hexes that touch and look the same get the terrain.</small>
        )}
      </>
    );
  }
  if (tool === "erase")
    return (
      <>
        <Switch
          label="What to erase"
          value={painter.erasesLines ? "lines" : "terrain"}
          choices={[
            ["terrain", "Terrain and names"],
            ["lines", "Roads, rivers, borders"],
          ]}
          onChange={now => painter.setErasesLines(now === "lines")}
        />
        {!painter.erasesLines && <Brush painter={painter} map={map} />}
      </>
    );
  if (tool === "zone")
    return (
      <>
        <span class="toolbar">
          <Select
            label="Zone to mark or to change"
            value={painter.zone?.key ?? ""}
            choices={[...painter.zones.map((one): [string, string] => [one.key, one.label]), ["", "New zone"]]}
            onChange={painter.setZoneKey}
          />
        </span>
        <small>
          {painter.zone
            ? "Click or drag over hexes to add them; begin on a hex of the zone to take hexes away."
            : "Click or drag over the hexes of the new zone."}
        </small>
      </>
    );
  if (isLineTool(tool)) {
    const ofTool = lines.filter(one => toolOf(one.kind) === tool && !one.fixed),
      kinds = map.kinds.filter(one => toolOf(one.key) === tool),
      number = line ? ofTool.findIndex(one => samePath(one.path, line.path)) : -1;
    return (
      <>
        <span class="toolbar">
          <Select
            label="Line to draw or to change"
            value={line ? String(number) : ""}
            choices={[
              ["", `New ${tool}`],
              ...(line && number < 0 ? [["-1", `New ${tool}`] as [string, string]] : []),
              ...ofTool.map((one, at): [string, string] => [String(at), `Change: ${lineWords(one)}`]),
            ]}
            onChange={now => painter.takeLine(ofTool[Number(now || -1)] ?? null)}
          />
        </span>
        {!line && kinds.length > 1 && (
          <span class="toolbar">
            <Select
              label="Kind of line"
              value={kind}
              choices={kinds.map(one => [one.key, labelOf(one.label)])}
              onChange={painter.setKind}
            />
          </span>
        )}
        <Switch
          label="Where it runs"
          value={painter.along ? "sides" : "hexes"}
          choices={[
            ["hexes", "Through hexes"],
            ["sides", "Along sides"],
          ]}
          onChange={now => painter.setAlong(now === "sides")}
        />
        <small>
          {painter.along
            ? "Drag along the sides of hexes, or press side after side: distant sides are joined."
            : "Drag, or press hex after hex."}
        </small>
        {!painter.along && (
          <Checkbox checked={painter.leaves} onChange={painter.changeLeaves}>
            On to the edge
          </Checkbox>
        )}
        <Button icon="done" disabled={!line && painter.start < 0} onClick={painter.finish}>
          Finish
        </Button>
      </>
    );
  }
  return (
    <small>
      {tool === "name"
        ? "Click a hex to name it, or to change its name."
        : "Click a hex to see what it has. Drag the map to move it; Ctrl and the wheel of the mouse zoom."}
    </small>
  );
}

function Brush({ painter, map }: { painter: Painter; map: MapPlaces }) {
  const noun = map.shape === "square" ? "square" : "hex",
    nouns = noun === "square" ? "squares" : "hexes",
    sizes = noun === "square" ? [1, 4, 9] : [1, 3, 7];
  return (
    <span class="brush">
      <span>Brush</span>
      <Switch
        label={`Size of the brush in ${nouns}`}
        value={String(painter.brush)}
        choices={sizes.map(size => [String(size), size === 1 ? `1 ${noun}` : String(size)] as const)}
        onChange={now => painter.setBrush(Number(now))}
      />
      <span>{nouns}</span>
    </span>
  );
}

// --- the canvas

interface CanvasProps {
  map: MapPlaces;
  svg: string;
  title: string;
  old: boolean;
  zoom: number | null;
  onZoom: (zoom: number) => void;
  onShown: (zoom: number) => void; // how large it is now
  painter: Painter;
}
// The drawing of the map with the unsaved changes above it. Two fingers move and zoom it with every tool.
function Canvas({ map, svg, title, old, zoom, onZoom, onShown, painter }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null),
    drag = useRef<Point | null>(null),
    pressed = useRef<Point | null>(null), // where a drag began
    touches = useRef(new Map<number, Point>()),
    pinch = useRef<{ distance: number; zoom: number; middle: Point } | null>(null);
  const [size, setSize] = useState<Point>([0, 0]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(
      () => box.current && setSize([box.current.clientWidth, box.current.clientHeight]),
    );
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const [width, height] = [map.page[0] * PIXELS_A_POINT, map.page[1] * PIXELS_A_POINT],
    fit = Math.min((size[0] - ROOM) / width, (size[1] - ROOM) / height),
    scale = Math.max(ZOOMS[0] / 4, zoom ?? fit);
  const middle = useRef<Point>([0.5, 0.5]); // the place of the map that stays in the middle
  useLayoutEffect(() => {
    onShown(scale);
    const scroller = box.current;
    if (scroller)
      scroller.scrollTo(
        middle.current[0] * scroller.scrollWidth - scroller.clientWidth / 2,
        middle.current[1] * scroller.scrollHeight - scroller.clientHeight / 2,
      );
  }, [scale]);
  const scrolled = () => {
    const scroller = box.current;
    if (scroller)
      middle.current = [
        (scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth,
        (scroller.scrollTop + scroller.clientHeight / 2) / scroller.scrollHeight,
      ];
  };
  useEffect(() => {
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onZoom(Math.min(ZOOMS[1], Math.max(ZOOMS[0], scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1))));
    };
    box.current?.addEventListener("wheel", wheel, { passive: false });
    return () => box.current?.removeEventListener("wheel", wheel);
  }, [scale]);

  const { tool, cursor, draft, line, pending, start, pointed } = painter,
    moves = tool === "choose";
  // A hex or a line that is chosen in the panel comes into view.
  const [aim] = painter.shown
    ? [...painter.shown.runs.flatMap(run => run.hexes), ...painter.shown.sides.map(([hex]) => hex)]
    : [pointed];
  useEffect(() => {
    const scroller = box.current;
    if (!scroller || aim === undefined || aim < 0) return;
    const [x, y] = centerOf(map, aim);
    scroller.scrollTo({
      left: (x / map.page[0]) * scroller.scrollWidth - scroller.clientWidth / 2,
      top: (y / map.page[1]) * scroller.scrollHeight - scroller.clientHeight / 2,
      behavior: "smooth",
    });
  }, [aim]);
  const corners = cornersOf(map),
    outline = corners.map(point => point.join(",")).join(" ");
  const pointOf = (event: PointerEvent): Point => {
    const rect = (event.currentTarget as Element).getBoundingClientRect();
    return [
      ((event.clientX - rect.left) / rect.width) * map.page[0],
      ((event.clientY - rect.top) / rect.height) * map.page[1],
    ];
  };
  const readPinch = () => {
    const [one, other] = [...touches.current.values()];
    return one && other
      ? {
          distance: Math.hypot(one[0] - other[0], one[1] - other[1]),
          middle: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2] as Point,
        }
      : null;
  };
  const down = (event: PointerEvent) => {
    if (event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") {
      touches.current.set(event.pointerId, [event.clientX, event.clientY]);
      const two = readPinch();
      if (two) {
        painter.cancel();
        drag.current = pressed.current = null;
        pinch.current = { ...two, zoom: scale };
        return;
      }
    }
    const point = pointOf(event);
    if (moves) pressed.current = drag.current = [event.clientX, event.clientY];
    else painter.down(hexAt(map, point), point);
  };
  const move = (event: PointerEvent) => {
    const point = pointOf(event),
      hex = hexAt(map, point);
    if (touches.current.has(event.pointerId)) touches.current.set(event.pointerId, [event.clientX, event.clientY]);
    const two = pinch.current && readPinch();
    if (two && pinch.current) {
      box.current?.scrollBy(pinch.current.middle[0] - two.middle[0], pinch.current.middle[1] - two.middle[1]);
      pinch.current.middle = two.middle;
      onZoom(Math.min(ZOOMS[1], Math.max(ZOOMS[0], (pinch.current.zoom * two.distance) / pinch.current.distance)));
      return;
    }
    if (event.pointerType === "mouse" && hex !== cursor) painter.setCursor(hex);
    painter.move(hex, point);
    if (drag.current && box.current) {
      box.current.scrollBy(drag.current[0] - event.clientX, drag.current[1] - event.clientY);
      drag.current = [event.clientX, event.clientY];
    }
  };
  const up = (event: PointerEvent) => {
    touches.current.delete(event.pointerId);
    if (pinch.current && touches.current.size < 2) pinch.current = null;
    else painter.up();
    const from = pressed.current;
    pressed.current = null;
    if (moves && from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < CLICK)
      painter.setChosen(hexAt(map, pointOf(event)));
    drag.current = null;
  };
  const place = (hex: number) => `translate(${centerOf(map, hex).join(" ")})`;
  const points = (hexes: readonly number[]) => hexes.map(hex => centerOf(map, hex).join(",")).join(" ");
  const marked = isLineTool(tool) && !painter.shown ? line : painter.shown,
    ways = marked || isLineTool(tool) ? [...(marked?.runs.map(run => run.hexes) ?? []), draft.way] : [],
    sides = marked || isLineTool(tool) ? (draft.sides ?? marked?.sides ?? []) : [],
    dots = [...new Set([...ways.flat(), ...(start < 0 ? [] : [start])])];
  return (
    <div class={`map-box${old ? " old" : ""}`} ref={box} onScroll={scrolled}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move over the map */}
      <div
        class={`map-canvas${moves ? " moves" : ""}`}
        style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
        role="application"
        tabIndex={0}
        aria-label={`${title}. Arrow keys move over the map, the space bar uses the tool, 1 to ${map.sides.length} choose sides, Enter ends a line.`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={event => (touches.current.delete(event.pointerId), painter.cancel())}
        onPointerLeave={() => painter.setCursor(-1)}
        onKeyDown={painter.onKeyDown}
      >
        <PageImage svg={svg} alt={title} />
        <svg class="map-overlay" viewBox={`0 0 ${map.page.join(" ")}`} preserveAspectRatio="none" aria-hidden="true">
          {[...pending].map(([hex, fill]) => (
            <polygon key={hex} points={outline} transform={place(hex)} fill={fill} />
          ))}
          {ways.map((hexes, number) => (
            <polyline key={number} class="map-line" points={points(hexes)} />
          ))}
          {dots.map(hex => (
            <circle
              key={hex}
              cx={centerOf(map, hex)[0]}
              cy={centerOf(map, hex)[1]}
              r={map.page[0] * map.size[0] * 0.0009}
            />
          ))}
          {sides.map(([hex, side]) => {
            const [x1, y1] = corners[side] as Point,
              [x2, y2] = corners[(side + 1) % corners.length] as Point;
            return (
              <line key={`${hex} ${side}`} class="map-line" transform={place(hex)} x1={x1} y1={y1} x2={x2} y2={y2} />
            );
          })}
          {tool === "zone" &&
            [...(painter.zone?.hexes ?? [])].map(hex => (
              <polygon key={`zone ${hex}`} class="map-zone" points={outline} transform={place(hex)} />
            ))}
          {pointed >= 0 && <polygon class="map-chosen" points={outline} transform={place(pointed)} />}
          {moves && painter.chosen >= 0 && (
            <polygon class="map-chosen" points={outline} transform={place(painter.chosen)} />
          )}
          {cursor >= 0 &&
            (painter.tool === "paint" || (painter.tool === "erase" && !painter.erasesLines)
              ? brushAt(map, cursor, painter.brush)
              : [cursor]
            ).map(hex => <polygon key={`cursor ${hex}`} class="map-cursor" points={outline} transform={place(hex)} />)}
        </svg>
      </div>
    </div>
  );
}
