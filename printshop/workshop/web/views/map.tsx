// A map that is painted by clicks: terrain, lines, names. Its other values stand in a panel at the right.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { deletePart } from "../components/dialogs.tsx";
import { reasonOfRefusal, samePath, textAt, valueAt } from "../model/document.ts";
import {
  Messages,
  Opening,
  problemWords,
  StateWords,
  UndoButtons,
  useDocument,
  useSchema,
  useUndoKeys,
} from "../editor/editor_frame.tsx";
import { Block } from "../editor/block.tsx";
import { type Editing, keysOf, setValue } from "../model/editing.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import { brushAt, centerOf, cornersOf, hexAt, type Point } from "../model/hexes.ts";
import { Icon } from "../components/icons.tsx";
import { notify } from "../browser/notices.ts";
import { choosePicture, usePicture } from "../editor/pictures.tsx";
import { addressOfFile, fileAddressOf, gameAddress, go, mapAddress } from "../browser/routes.ts";
import { labelOf, schemaAt } from "../model/schema.ts";
import { type ViewComponent, ViewHead } from "../components/shell.tsx";
import { readStored, writeStored } from "../browser/storage.ts";
import type { Plain } from "../model/tree.ts";
import type { Edit, MapPlaces, ValuePath } from "../types.ts";
import {
  askName,
  Button,
  Checkbox,
  EmptyState,
  Field,
  LinkButton,
  Menu,
  MenuItem,
  PageImage,
  Select,
  Sheet,
  Switch,
  TextInput,
  useNarrow,
  wordsForPointer,
} from "../components/ui.tsx";
import { findPrintProblem, PrintButton, WHOLE_MAP } from "./print.tsx";
import { ShareItem } from "./share_button.tsx";
import { NO_COLOR, REST, type Terrain, lineWords } from "../model/map_parts.ts";
import { type Painter, TOOLS, isLineTool, toolOf, usePainter } from "./map_painter.tsx";

const PIXELS_A_POINT = 4 / 3; // at 100 %
const STEP = 1.25; // of the zoom
const ZOOMS = [0.1, 8] as const;
const ROOM = 24; // pixels round a map that fits
const LOW_PLACE = 0.85; // of the height of a map, from which the input of a name stands above its hex
const CLICK = 6; // pixels: a drag that is shorter is a click
const PANEL = "panel of the map"; // the name of its stored state
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
const TOOL_GROUPS: [title: string, keys: readonly string[]][] = [
  ["", ["choose"]],
  ["Terrain", ["paint", "fill"]],
  ["Lines", ["road", "river", "border"]],
  ["Areas", ["zone"]],
  ["Words", ["name"]],
  ["", ["erase"]],
];

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
  const copyMap = () =>
    askName(
      `Copy ${title}`,
      "Create the copy",
      `${title} (copy)`.slice(0, 60),
      async text => {
        const list = base.slice(0, -1),
          to = freeKey(keysOf(editing, list), keyFrom(text));
        const edits: Edit[] = [
          { do: "copy", path: base, to },
          { do: "set", path: [...list, to, "title"], value: { text } },
        ];
        if (!(await handle.arrange(() => edits, true))) throw new Error(reasonOfRefusal(handle.state()));
        go(mapAddress(file, to));
        notify(
          `The copy is ${text}.`,
          "done",
          { label: "Undo", run: () => deletePart(file, [...list, to], text) },
          true,
        );
      },
      "Title of the copy",
    );
  // Problems of values that the panel does not show.
  const problem = state.saving ? "" : findPrintProblem(state);
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
        label={`Zoom: ${Math.round(100 * shownZoom)}\u00a0%. Show it as large as it is printed`}
        onClick={() => setZoom(1)}
      >
        {`${Math.round(100 * shownZoom)}\u00a0%`}
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
              <ShareItem file={file} noun="map" problems={problems.length} />
              <MenuItem
                icon="edit"
                disabled={!tree}
                onClick={() =>
                  askName(`Rename ${title}`, "Rename", title, async text =>
                    handle.edit([{ do: "set", path: [...base, "title"], value: { text } }]),
                  )
                }
              >
                Rename
              </MenuItem>
              <MenuItem icon="copy" disabled={!tree} onClick={copyMap}>
                Copy
              </MenuItem>
              <MenuItem
                icon="remove"
                danger
                disabled={!tree}
                onClick={async () => {
                  await handle.settle();
                  await deletePart(file, base, title);
                }}
              >
                Delete
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
                title={wordsForPointer(hint)}
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
              <Button icon="add" label="Zoom in" disabled={shownZoom >= ZOOMS[1]} onClick={() => zoomBy(STEP)} />
              <Button icon="minus" label="Zoom out" disabled={shownZoom <= ZOOMS[0]} onClick={() => zoomBy(1 / STEP)} />
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

const NEW_LINE = "new "; // before the kind, among the choices of lines
const HIDDEN = ["paths", "labels"]; // the keys that the tools write
const VALUES = ["title", "across", "columns", "rows", "legend"];
function MapValues({ editing, base, painter }: PartProps & { painter: Painter }) {
  const { tree } = editing.state.document;
  const isOfHexes = textAt(tree, [...base, "grid"]) !== "square",
    orientation = textAt(tree, [...base, "orientation"]);
  const shapes = valueAt(tree, base) && (
    <div class="hex-shapes" role="group" aria-label="Hexes">
      <b aria-hidden="true">Hexes</b>
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
          {one === "flat-top" ? "Flat top" : "Pointed top"}
        </button>
      ))}
    </div>
  );
  return (
    <div class="stack">
      <Block
        editing={editing}
        path={base}
        schema={schemaAt(editing.root, tree, base)}
        layout={{
          groups: [
            ["", ["title"]],
            ["", ["across"]],
            ["", ["columns", "rows"]],
            ["", ["orientation"]],
            ["", ["legend"]],
          ],
          labels: isOfHexes ? {} : { across: "Width of a square", columns: "Squares across", rows: "Squares down" },
          hints: isOfHexes ? {} : { across: "From side to side" },
          own: { orientation: shapes },
          hidden: isOfHexes ? HIDDEN : [...HIDDEN, "orientation"],
          first: VALUES,
        }}
      />
      <LineList editing={editing} painter={painter} />
    </div>
  );
}

// The name of a hex. A typed name stays in the field if the map is drawn again in the meantime.
function HexNameField({ name, write }: { name: string; write: (name: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field label="Name on the map" hint="Leave it empty for none">
      {props => (
        <input
          {...props}
          type="text"
          maxLength={60}
          autocomplete="off"
          value={typed ?? name}
          onInput={event => setTyped(event.currentTarget.value)}
          onChange={event => {
            setTyped(null);
            write(event.currentTarget.value);
          }}
        />
      )}
    </Field>
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
      <HexNameField key={chosen} name={painter.nameAt(chosen)} write={name => painter.writeName(chosen, name)} />
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
                      onClick={() => {
                        showLine(null);
                        editing.handle.edit([{ do: "remove", path }]);
                      }}
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

// The look of a terrain: its colour with its picture, pattern or letter.
export function Swatch({
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
            "Create the terrain",
            labelOf(picture.replace(/\.\w+$/, "").replaceAll("-", " ")),
            async name => painter.addTerrain(keyFrom(name), { picture, size: 0.7, colour: "#e6e6dc" }),
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
          <small>{wordsForPointer("Click: all hexes that touch and look the same get the terrain.")}</small>
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
          {wordsForPointer(
            painter.zone
              ? "Click or drag over hexes to add them; begin on a hex of the zone to take hexes away."
              : "Click or drag over the hexes of the new zone.",
          )}
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
            value={number >= 0 ? String(number) : `${NEW_LINE}${line?.kind ?? kind}`}
            choices={[
              ...kinds.map((one): [string, string] => [
                `${NEW_LINE}${one.key}`,
                `New ${labelOf(one.label).toLowerCase()}`,
              ]),
              ...ofTool.map((one, at): [string, string] => [String(at), lineWords(one)]),
            ]}
            onChange={now => {
              painter.takeLine(ofTool[Number(now)] ?? null);
              if (now.startsWith(NEW_LINE)) painter.setKind(now.slice(NEW_LINE.length));
            }}
          />
        </span>
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
      {wordsForPointer(
        tool === "name"
          ? "Click a hex to name it, or to change its name."
          : "Click a hex to see what it has. Drag the map to move it; Ctrl and the wheel of the mouse, or two fingers, zoom.",
      )}
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
      <div
        class={`map-canvas${moves ? " moves" : ""}`}
        style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
        role="application"
        tabIndex={0}
        aria-label={`${title}. Arrow keys move over the map, the space bar uses the tool, 1 to ${map.sides.length} choose sides, Enter ends a line.`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={event => {
          touches.current.delete(event.pointerId);
          painter.cancel();
        }}
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
          {painter.naming >= 0 && <polygon class="map-chosen" points={outline} transform={place(painter.naming)} />}
        </svg>
        {painter.naming >= 0 && <NameInput key={painter.naming} map={map} painter={painter} />}
      </div>
    </div>
  );
}

// The name of a hex, typed below the hex. It is written as soon as the input is left; Escape leaves the name as it was.
function NameInput({ map, painter }: { map: MapPlaces; painter: Painter }) {
  const { naming, nameAt, writeName, setNaming } = painter,
    [x, y] = centerOf(map, naming),
    input = useRef<HTMLInputElement>(null),
    before = nameAt(naming);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);
  const leave = (event: KeyboardEvent) => {
    event.stopPropagation(); // the keys of the map are letters here
    if (event.key === "Escape" && input.current) input.current.value = before;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    (event.currentTarget as Element).closest<HTMLElement>(".map-canvas")?.focus({ preventScroll: true });
  };
  return (
    <input
      ref={input}
      class={`map-name${y > map.page[1] * LOW_PLACE ? " above" : ""}`}
      style={{ left: `clamp(5.5rem, ${(100 * x) / map.page[0]}%, 100% - 5.5rem)`, top: `${(100 * y) / map.page[1]}%` }}
      type="text"
      maxLength={60}
      autocomplete="off"
      enterkeyhint="done"
      aria-label={`Name at ${map.names[naming]}`}
      placeholder="Name"
      defaultValue={before}
      onPointerDown={event => event.stopPropagation()}
      onKeyDown={leave}
      onBlur={event => {
        writeName(naming, event.currentTarget.value);
        setNaming(-1);
      }}
    />
  );
}
