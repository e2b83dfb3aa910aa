// A map that is painted by clicks: terrain, paths, names. The other values of the map stand beside it.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Edit, textAt, valueAt } from "../document.ts";
import { EditorFrame, Opening, useDocument, useSchema } from "../editor_frame.tsx";
import { Block, type Editing, freeKey, keyFrom, pathKey, setValue } from "../fields.tsx";
import { centerOf, cornersOf, findWay, hexAt, isAtEdge, type Point, readHexes, sideAt, writeHexes, writeRun, writeSides } from "../hexes.ts";
import { choosePicture } from "../pictures.tsx";
import { fileAddressOf } from "../routes.ts";
import { labelOf, schemaAt } from "../schema.ts";
import type { ViewComponent } from "../shell.tsx";
import type { Plain } from "../tree.ts";
import type { MapPlaces, Tree, ValuePath } from "../types.ts";
import { askName, Button, Checkbox, EmptyState, FormDialog, LinkButton, Menu, MenuItem, NameField, PageImage, Select, showDialog, TextInput } from "../ui.tsx";

const WHOLE_MAP = "whole map",
  REST = "rest",
  NO_COLOR = "#ffffff",
  ZOOMS = [1, 1.5, 2, 3, 4];
// Terrain that a map can have at once; without a picture, a pattern shows it in black prints.
const PRESETS: Record<string, Record<string, Plain>> = {
  clear: { hexes: REST, colour: "#eef0dc" },
  forest: { pattern: "crosshatch", colour: "#cfe0b4" },
  hill: { pattern: "hatch", colour: "#ecdcb0" },
  water: { pattern: "bars", colour: "#cfe6f4" },
  marsh: { pattern: "dots", colour: "#d5e3d3" },
  rough: { pattern: "checks", colour: "#e0d8d0" },
  town: { letter: "T", colour: "#f0e2c0" },
};

type Tool = { does: "terrain"; key: string } | { does: "path" | "sides" | "name" | "erase" | "move" };
interface Terrain {
  key: string;
  label: string;
  color: string;
  rest: boolean;
  fixed?: string;
  hexes: Set<number>;
}

function listTerrain(map: MapPlaces, tree: Tree | undefined): Terrain[] {
  return (tree?.entries ?? []).map(([key, value]) => {
    const hexes = valueAt(value, ["hexes"]),
      texts = hexes?.items?.map(one => one.text ?? "") ?? (hexes?.text ? [hexes.text] : []);
    return { key, label: textAt(value, ["label"]) || labelOf(key), color: textAt(value, ["colour"]) || NO_COLOR, rest: hexes?.text === REST, fixed: value.fixed ?? hexes?.fixed, hexes: readHexes(map, texts) };
  });
}

export const MapView: ViewComponent = ({ args: [file = "", key = ""] }) => {
  const base: ValuePath = /(^|\/)maps\.yaml$/.test(file) ? [key] : ["maps", key];
  const { opened, error, again } = useDocument(file, { path: base, product: WHOLE_MAP });
  const root = useSchema(opened?.state.document);
  if (!opened) return <Opening error={error} again={again} />;
  const editing: Editing = { ...opened, root, pictures: (at, now) => choosePicture(file, now, art => opened.handle.edit([{ do: "set", path: at, value: { text: art } }])), base };
  const { tree, drawing } = opened.state.document;
  const title = textAt(tree, [...base, "title"]) || labelOf(key);
  return (
    <div class="map-editor">
      <EditorFrame
        editing={editing}
        title={title}
        first="drawing"
        drawingLabel="Map"
        actions={
          <LinkButton kind="quiet" icon="print" href={fileAddressOf(file, base)}>
            Printed sheets
          </LinkButton>
        }
        values={
          <div class="stack">
            <PathList editing={editing} base={base} />
            <Block editing={editing} path={base} schema={schemaAt(root, tree, base)} layout={{ first: ["title"], hidden: ["paths", "labels"] }} />
          </div>
        }
        drawing={
          drawing?.map && valueAt(tree, base) ? (
            <Painter editing={editing} base={base} map={drawing.map} svg={drawing.pages[0] ?? ""} title={title} />
          ) : (
            <EmptyState title="The map cannot be drawn yet">Mend what is marked: then you can paint the map here.</EmptyState>
          )
        }
      />
    </div>
  );
};

// The paths of the map: each with its name, and a button that removes it.
function PathList({ editing, base }: { editing: Editing; base: ValuePath }) {
  const at = [...base, "paths"],
    paths = valueAt(editing.state.document.tree, at);
  const rows: [ValuePath, Tree][] = paths?.items?.map((one, number) => [[...at, number], one]) ?? paths?.entries?.map(([name, one]) => [[...at, name], one]) ?? [];
  if (!rows.length) return null;
  return (
    <section class="panel stack" aria-labelledby="map-paths">
      <h2 id="map-paths">Paths</h2>
      <ul class="map-paths">
        {rows.map(([path, one], number) => {
          const kind = labelOf(textAt(one, ["kind"]) || String(path.at(-1)));
          return (
            <li key={pathKey(path)} class="toolbar">
              <span title={textAt(one, ["through"]) || textAt(one, ["along"])}>{kind}</span>
              <TextInput props={{ "aria-label": `Name of path ${number + 1}, ${kind}` }} placeholder="No name" value={textAt(one, ["name"])} onInput={text => setValue(editing, [...path, "name"], text ? { text } : null)} />
              <Button kind="quiet" icon="remove" label={`Remove path ${number + 1}, ${kind}`} onClick={() => editing.handle.edit([{ do: "remove", path }])} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface PainterProps {
  editing: Editing;
  base: ValuePath;
  map: MapPlaces;
  svg: string;
  title: string;
}
// The map with its tools. What is painted has its colour at once; the true drawing follows.
function Painter({ editing, base, map, svg, title }: PainterProps) {
  const { handle, state } = editing,
    { tree } = state.document;
  const terrainTree = valueAt(tree, [...base, "terrain"]);
  const listed = useMemo(() => listTerrain(map, terrainTree), [map, terrainTree]);
  const working = useRef<Terrain[] | null>(null); // the terrain with all strokes, while some are not saved
  if (!state.saving) working.current = null;
  const terrain = working.current ?? listed;
  const [tool, setTool] = useState<Tool>(() => {
    const first = listed.find(one => !one.rest && !one.fixed);
    return first ? { does: "terrain", key: first.key } : { does: "move" };
  });
  const [kind, setKind] = useState("road");
  const [leaves, setLeaves] = useState(true);
  const [run, setRun] = useState<number[]>([]); // the hexes of the path that is being drawn
  const [sides, setSides] = useState<[hex: number, side: number][]>([]);
  const [pending, setPending] = useState<ReadonlyMap<number, string>>(new Map());
  const [cursor, setCursor] = useState(-1);
  const [zoom, setZoom] = useState(0);
  useEffect(() => {
    if (!state.saving) setPending(new Map());
  }, [svg, state.saving]);
  const ground = terrain.find(one => one.rest)?.color ?? NO_COLOR;
  const colorOf = (key: string | null) => terrain.find(one => one.key === key)?.color ?? ground;
  const select = (now: Tool) => {
    finish();
    setTool(now);
  };

  // --- terrain

  const paint = (hexes: ReadonlySet<number>, key: string | null) => {
    const chosen = key !== null && terrain.find(one => one.key === key);
    const now = terrain.map(one => {
      const has = [...hexes].some(hex => one.hexes.has(hex)),
        gets = one === chosen && !one.rest;
      if (one.rest || one.fixed || (!has && !gets)) return one;
      const all = new Set([...one.hexes].filter(hex => !hexes.has(hex)));
      if (gets) for (const hex of hexes) all.add(hex);
      return { ...one, hexes: all };
    });
    const edits: Edit[] = now.flatMap((one, number) => {
      const data = writeHexes(map, one.hexes);
      return one === terrain[number] || JSON.stringify(data) === JSON.stringify(writeHexes(map, terrain[number]?.hexes ?? [])) ? [] : [{ do: "set" as const, path: [...base, "terrain", one.key, "hexes"], value: { data } }];
    });
    if (key === null) edits.push(...removeNames(hexes));
    if (!edits.length) return setPending(new Map());
    working.current = now;
    handle.edit(edits);
  };
  const preview = (hexes: ReadonlySet<number>, key: string | null) => setPending(before => new Map([...before, ...[...hexes].map(hex => [hex, colorOf(key)] as const)]));

  const addTerrain = (key: string, data: Record<string, Plain>) => {
    const free = freeKey(editing, [...base, "terrain"], key);
    handle.edit([{ do: "set", path: [...base, "terrain", free], value: { data: { ...data, ...("hexes" in data ? {} : { hexes: [] }) } } }]);
    select({ does: "terrain", key: free });
  };
  const addPictured = () =>
    choosePicture(state.document.file, "", picture =>
      askName("New terrain", "Add the terrain", labelOf(picture.replace(/\.\w+$/, "").replaceAll("-", " ")), async name => addTerrain(keyFrom(name), { picture, size: 0.7, colour: "#e6e6dc" }), "Name of the terrain"),
    );

  // --- names

  const labels = valueAt(tree, [...base, "labels"])?.items ?? [];
  const findName = (hex: number) => labels.findIndex(one => textAt(one, ["at"]) === map.names[hex]);
  const removeNames = (hexes: ReadonlySet<number>): Edit[] => {
    const names = new Set([...hexes].map(hex => map.names[hex]));
    return labels.flatMap((one, number) => (names.has(textAt(one, ["at"])) ? [{ do: "remove" as const, path: [...base, "labels", number] }] : [])).reverse();
  };
  const askLabel = (hex: number) => {
    const number = findName(hex),
      at = map.names[hex] ?? "";
    function Ask() {
      const [text, setText] = useState(number < 0 ? "" : textAt(labels[number], ["text"]));
      const save = async () => {
        const path = [...base, "labels"];
        if (text.trim()) handle.edit([number < 0 ? { do: "insert", path, number: labels.length, value: { data: { text: text.trim(), at, place: "below" } } } : { do: "set", path: [...path, number, "text"], value: { text: text.trim() } }]);
        else if (number >= 0) handle.edit([{ do: "remove", path: [...path, number] }]);
      };
      return (
        <FormDialog title={`Name at ${at}`} verb="Put it on the map" onSubmit={save}>
          <NameField label="Name" value={text} onInput={setText} optional={number >= 0} hint={number < 0 ? "" : "Leave it empty to remove the name."} />
        </FormDialog>
      );
    }
    showDialog(<Ask />);
  };

  // --- paths

  const addPath = (data: Record<string, Plain>) => {
    const path = [...base, "paths"],
      there = valueAt(tree, path);
    handle.edit([there?.entries ? { do: "add", path, key: freeKey(editing, path, kind), value: { data } } : { do: "insert", path, number: there?.items?.length ?? 0, value: { data } }]);
  };
  function finish() {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length > 1 && first !== undefined && last !== undefined) {
      const words = [leaves && isAtEdge(map, first) ? "edge " : "", writeRun(map, run), leaves && isAtEdge(map, last) ? " edge" : ""];
      addPath({ kind, through: words.join("") });
    }
    if (sides.length) addPath({ kind, along: writeSides(map, sides) });
    setRun([]);
    setSides([]);
  }
  const extend = (hex: number) => {
    const last = run.at(-1);
    if (last === undefined) setRun([hex]);
    else if (last === hex) finish();
    else setRun([...run, ...findWay(map, last, hex)]);
  };
  const toggleSide = (hex: number, side: number) => setSides(sides.some(([one, other]) => one === hex && other === side) ? sides.filter(([one, other]) => one !== hex || other !== side) : [...sides, [hex, side]]);

  // --- what a click on a hex does

  const click = (hex: number, point: Point) => {
    if (tool.does === "path") extend(hex);
    else if (tool.does === "sides") toggleSide(hex, sideAt(map, hex, point));
    else if (tool.does === "name") askLabel(hex);
  };
  const painted = tool.does === "terrain" ? (terrain.find(one => one.key === tool.key)?.rest ? null : tool.key) : null;
  const paints = tool.does === "terrain" || tool.does === "erase";
  const onKeyDown = (event: KeyboardEvent) => {
    const [x, y] = cursor < 0 ? centerOf(map, 0) : centerOf(map, cursor);
    const turn = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (turn) setCursor(nextHex(map, [x, y], turn as Point, cursor));
    else if (event.key === " " && cursor >= 0) {
      if (paints) {
        const hexes = new Set([cursor]);
        preview(hexes, painted);
        paint(hexes, painted);
      } else click(cursor, [x, y]);
    } else if (event.key === "Enter") finish();
    else if (event.key === "Escape") {
      setRun([]);
      setSides([]);
    } else if (event.key === "Backspace") {
      setRun(run.slice(0, -1));
      setSides(sides.slice(0, -1));
    } else return;
    event.preventDefault();
  };
  const there = (hex: number) => [...terrain].reverse().find(one => one.hexes.has(hex))?.label ?? terrain.find(one => one.rest)?.label ?? "";
  const says = run.length || sides.length ? "Click the next hex. A second click on the last one, or Enter, ends the path." : cursor >= 0 ? [map.names[cursor], there(cursor), labels[findName(cursor)] && textAt(labels[findName(cursor)], ["text"])].filter(Boolean).join(", ") : "";
  const isDrawing = tool.does === "path" || tool.does === "sides";
  const missing = Object.keys(PRESETS).filter(key => !terrain.some(one => one.key === key || (key === "clear" && one.rest)));
  return (
    <div class="painter">
      <div class="palette toolbar" role="toolbar" aria-label="Tools for the map">
        <span class="row" role="group" aria-label="Terrain">
          {terrain.map(one => (
            <button type="button" key={one.key} class="chip" disabled={Boolean(one.fixed)} title={one.fixed} aria-pressed={tool.does === "terrain" && tool.key === one.key} onClick={() => select({ does: "terrain", key: one.key })}>
              <i class="swatch" style={{ background: one.color }} />
              {one.label}
            </button>
          ))}
          <Menu label="Add terrain" icon="add" kind="quiet" floating>
            {missing.map(key => (
              <MenuItem key={key} onClick={() => addTerrain(key, PRESETS[key] ?? {})}>
                {labelOf(key)}
              </MenuItem>
            ))}
            <MenuItem icon="picture" onClick={addPictured}>
              With a picture of your choice
            </MenuItem>
          </Menu>
        </span>
        <span class="row" role="group" aria-label="Paths and names">
          <Select label="Kind of path" value={kind} choices={map.kinds.map(one => [one.key, labelOf(one.label)])} onChange={now => (setKind(now), setTool(isDrawing ? tool : { does: now === "wall" || now === "border" ? "sides" : "path" }))} />
          <Button icon="edit" pressed={tool.does === "path"} onClick={() => select({ does: "path" })}>
            Through hexes
          </Button>
          <Button icon="edit" pressed={tool.does === "sides"} onClick={() => select({ does: "sides" })}>
            Along sides
          </Button>
          <Button icon="text" pressed={tool.does === "name"} onClick={() => select({ does: "name" })}>
            Name
          </Button>
        </span>
        <span class="row" role="group" aria-label="Erase, move, zoom">
          <Button icon="close" pressed={tool.does === "erase"} onClick={() => select({ does: "erase" })}>
            Erase
          </Button>
          <Button icon="grip" pressed={tool.does === "move"} onClick={() => select({ does: "move" })}>
            Move
          </Button>
          <Button kind="quiet" label="Zoom out" disabled={!zoom} onClick={() => setZoom(zoom - 1)}>
            −
          </Button>
          <Button kind="quiet" label="Zoom in" icon="add" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)} />
        </span>
      </div>
      <div class="map-says">
        <span role="status">{says}</span>
        {isDrawing && (
          <>
            {tool.does === "path" && (
              <Checkbox checked={leaves} onChange={setLeaves}>
                Goes on to the edge
              </Checkbox>
            )}
            <Button disabled={run.length < 2 && !sides.length} onClick={finish}>
              End the path
            </Button>
          </>
        )}
      </div>
      <Canvas
        map={map}
        svg={svg}
        title={title}
        scale={ZOOMS[zoom] ?? 1}
        moves={tool.does === "move"}
        paints={paints}
        pending={pending}
        run={run}
        sides={sides}
        cursor={cursor}
        color={map.kinds.find(one => one.key === kind)?.color ?? "#c00000"}
        onStroke={hexes => preview(hexes, painted)}
        onPaint={hexes => paint(hexes, painted)}
        onClick={click}
        onHover={setCursor}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

// Returns the nearest hex in a direction.
function nextHex(map: MapPlaces, [x, y]: Point, [right, down]: Point, now: number) {
  if (now < 0) return 0;
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

interface CanvasProps {
  map: MapPlaces;
  svg: string;
  title: string;
  scale: number;
  moves: boolean;
  paints: boolean;
  pending: ReadonlyMap<number, string>;
  run: readonly number[];
  sides: readonly (readonly [number, number])[];
  cursor: number;
  color: string;
  onStroke: (hexes: ReadonlySet<number>) => void; // while the pointer is down
  onPaint: (hexes: ReadonlySet<number>) => void;
  onClick: (hex: number, point: Point) => void;
  onHover: (hex: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}
// The drawing of the map with what is not saved yet above it.
function Canvas({ map, svg, title, scale, moves, paints, pending, run, sides, cursor, color, onStroke, onPaint, onClick, onHover, onKeyDown }: CanvasProps) {
  const box = useRef<HTMLDivElement>(null),
    stroke = useRef<{ hexes: Set<number>; last: number } | null>(null),
    drag = useRef<Point | null>(null);
  const corners = cornersOf(map),
    outline = corners.map(point => point.join(",")).join(" ");
  const pointOf = (event: PointerEvent): Point => {
    const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
    return [((event.clientX - left) / width) * map.page[0], ((event.clientY - top) / height) * map.page[1]];
  };
  const down = (event: PointerEvent) => {
    if (event.button) return;
    const point = pointOf(event),
      hex = hexAt(map, point);
    if (moves) {
      drag.current = event.pointerType === "mouse" ? [event.clientX, event.clientY] : null;
    } else if (hex >= 0 && paints) {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      stroke.current = { hexes: new Set([hex]), last: hex };
      onStroke(stroke.current.hexes);
    } else if (hex >= 0) onClick(hex, point);
  };
  const move = (event: PointerEvent) => {
    const hex = hexAt(map, pointOf(event)),
      now = stroke.current;
    if (event.pointerType === "mouse" && hex !== cursor) onHover(hex);
    if (now && hex >= 0 && hex !== now.last) {
      const way = findWay(map, now.last, hex);
      for (const one of way) now.hexes.add(one);
      now.last = hex;
      onStroke(new Set(way));
    }
    if (drag.current && box.current) {
      box.current.scrollBy(drag.current[0] - event.clientX, drag.current[1] - event.clientY);
      drag.current = [event.clientX, event.clientY];
    }
  };
  const up = () => {
    if (stroke.current) onPaint(stroke.current.hexes);
    stroke.current = drag.current = null;
  };
  const place = (hex: number) => `translate(${centerOf(map, hex).join(" ")})`;
  return (
    <div class="map-box" ref={box}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move over the map */}
      <div
        class={`map-canvas${moves ? " moves" : ""}`}
        style={{ width: `calc(${scale} * min(100%, (100dvh - 15rem) * ${(map.page[0] / map.page[1]).toFixed(3)}))` }}
        role="application"
        tabIndex={0}
        aria-label={`${title}. Arrow keys move over the map, the space bar uses the tool, Enter ends a path.`}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onPointerLeave={() => onHover(-1)}
        onKeyDown={onKeyDown}
      >
        <PageImage svg={svg} alt={title} />
        <svg class="map-overlay" viewBox={`0 0 ${map.page.join(" ")}`} preserveAspectRatio="none" aria-hidden="true">
          {[...pending].map(([hex, fill]) => (
            <polygon key={hex} points={outline} transform={place(hex)} fill={fill} />
          ))}
          {run.length > 0 && <polyline class="map-run" points={run.map(hex => centerOf(map, hex).join(",")).join(" ")} stroke={color} />}
          {run.map((hex, number) => (
            <circle key={number} cx={centerOf(map, hex)[0]} cy={centerOf(map, hex)[1]} r={map.page[0] * map.size[0] * 0.001} />
          ))}
          {sides.map(([hex, side]) => {
            const [x1, y1] = corners[side] as Point,
              [x2, y2] = corners[(side + 1) % corners.length] as Point;
            return <line key={`${hex} ${side}`} class="map-run" transform={place(hex)} x1={x1} y1={y1} x2={x2} y2={y2} stroke={color} />;
          })}
          {cursor >= 0 && <polygon class="map-cursor" points={outline} transform={place(cursor)} />}
        </svg>
      </div>
    </div>
  );
}
