// The choices of the tools of a map: terrain, kinds of lines, and the brush.

import {
  askName,
  Button,
  Checkbox,
  ColorInput,
  Menu,
  MenuItem,
  Select,
  Switch,
  wordsForPointer,
} from "../components/ui.tsx";
import { choosePicture, usePicture } from "../editor/pictures.tsx";
import { samePath } from "../model/document.ts";
import type { Editing } from "../model/editing.ts";
import { lineWords, NO_COLOR, REST, type Terrain } from "../model/map_parts.ts";
import { keyFrom } from "../model/new_values.ts";
import { labelOf } from "../model/schema.ts";
import type { Plain } from "../model/tree.ts";
import type { MapPlaces } from "../types.ts";
import { isLineTool, type Painter, toolOf } from "./map_painter.tsx";

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
const PATTERNS = ["hatch", "backhatch", "crosshatch", "stripes", "bars", "dots", "checks"];
const NEW_LINE = "new "; // before the kind, among the choices of lines

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
export function ToolOptions({ painter, map, editing }: { editing: Editing; painter: Painter; map: MapPlaces }) {
  const { tool, terrain, lines, line, kind } = painter,
    { file } = editing.state.document;
  if (tool === "paint" || tool === "fill") {
    const inHand = terrain.find(one => one.key === painter.terrainKey);
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
        {inHand && painter.canRestyle(inHand.key) && (
          <span class="terrain-look toolbar">
            <ColorInput
              label={`Colour of ${inHand.label}`}
              value={inHand.color || NO_COLOR}
              onInput={color => painter.restyle(inHand.key, "colour", color)}
            />
            <Select
              label={`Pattern of ${inHand.label}`}
              value={inHand.pattern}
              choices={[["", "No pattern"], ...PATTERNS.map((one): [string, string] => [one, labelOf(one)])]}
              onChange={now => painter.restyle(inHand.key, "pattern", now)}
            />
          </span>
        )}
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
