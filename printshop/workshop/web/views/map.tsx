// A map that is painted by clicks: terrain, lines, names. Its other values stand in a panel at the right.

import { useState } from "preact/hooks";
import { notify } from "../browser/notices.ts";
import { addressOfFile, battleAddress, fileAddressOf, gameAddress, go, mapAddress } from "../browser/routes.ts";
import { readStored, writeStored } from "../browser/storage.ts";
import { deletePart } from "../components/dialogs.tsx";
import { Icon } from "../components/icons.tsx";
import { type ViewComponent, ViewHead } from "../components/shell.tsx";
import {
  askName,
  Button,
  EmptyState,
  LinkButton,
  Menu,
  MenuItem,
  Sheet,
  useNarrow,
  wordsForPointer,
} from "../components/ui.tsx";
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
import { choosePicture } from "../editor/pictures.tsx";
import { findBattleOnMap } from "../model/battle_maps.ts";
import type { Zoom } from "../model/map_zoom.ts";
import { reasonOfRefusal, textAt, valueAt } from "../model/document.ts";
import { type Editing, keysOf } from "../model/editing.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import { labelOf } from "../model/schema.ts";
import type { Edit, ValuePath } from "../types.ts";
import { Canvas, ZOOMS } from "./map_canvas.tsx";
import { isLineTool, TOOLS, usePainter } from "./map_painter.tsx";
import { HexPanel, hexUnderCursor, MapValues, NO_MAP, type MapPartProps } from "./map_panels.tsx";
import { Swatch, ToolOptions } from "./map_tools.tsx";
import { findPrintProblem, PrintButton, WHOLE_MAP } from "./print.tsx";
import { ShareButton, ShareItem } from "./share_button.tsx";

const STEP = 1.25, // of the zoom
  FOOT = 60; // pixels: the buttons over the map on a narrow screen
const PANEL = "panel of the map"; // the name of its stored state
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

function MapEditor({ editing, base, mapKey }: MapPartProps & { mapKey: string }) {
  const { handle, state } = editing,
    { document } = state,
    { tree, file, drawing, problems } = document;
  const isNarrow = useNarrow();
  const [zoom, setZoom] = useState<Zoom>(isNarrow ? "fill" : "fit");
  const [shownZoom, setShownZoom] = useState(1);
  const [hasPanel, setHasPanel] = useState(readStored(localStorage, PANEL) !== "closed");
  const [sheet, setSheet] = useState<"" | "options" | "values">("");
  useUndoKeys(handle);
  const title = textAt(state.readable, [...base, "title"]) || labelOf(mapKey),
    map = valueAt(state.readable, base) ? drawing?.map : undefined,
    battle = findBattleOnMap(state.readable, mapKey);
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
  const shared = { file, noun: "map", problems: problems.length };
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
      <Button kind="quiet" pressed={zoom === "fit"} onClick={() => setZoom("fit")}>
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
        crumbs={[
          ...(document.game
            ? [{ label: document.title || document.game, href: gameAddress(document.game, "data") }]
            : []),
          ...(battle ? [{ label: battle.title, href: battleAddress(file, battle.key) }] : []),
        ]}
        state={<StateWords state={state} />}
        actions={
          <>
            {!isNarrow && <UndoButtons handle={handle} state={state} />}
            {!isNarrow && <ShareButton {...shared} />}
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
              {isNarrow && <ShareItem {...shared} />}
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
          {zooms}
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
            foot={isNarrow ? FOOT : 0}
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
              {zoom === "fit" ? (
                <Button label="Fill the window with the map" onClick={() => setZoom("fill")}>
                  Larger
                </Button>
              ) : (
                <Button label="Show the whole map" onClick={() => setZoom("fit")}>
                  Fit
                </Button>
              )}
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
