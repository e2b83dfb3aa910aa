// The tools that paint a map: their state, and what a click, a drag or a key does with each.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { IconName } from "../components/icons.tsx";
import { askName } from "../components/ui.tsx";
import { samePath, textAt, valueAt } from "../model/document.ts";
import { type Editing, keysOf } from "../model/editing.ts";
import {
  areaOf,
  brushAt,
  centerOf,
  cornerAt,
  dragAlongSides,
  findDragWay,
  findWay,
  isAtEdge,
  isInner,
  nextHex,
  type Point,
  type Run,
  type Side,
  type SideDrag,
  sharedSide,
  sideAt,
  sideUnder,
  writeHexes,
  writeRuns,
  writeSides,
} from "../model/hexes.ts";
import {
  addWay,
  eraseLines,
  findName,
  type Line,
  listLines,
  listTerrain,
  listZones,
  NO_COLOR,
  paintTerrain,
  removeNames,
  type Terrain,
  toggleSide,
  topTerrain,
  writeMapLine,
  writeName,
  writeTerrain,
  ZONE_COLORS,
  type Zone,
} from "../model/map_parts.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import type { Plain } from "../model/tree.ts";
import type { MapPlaces, ValuePath } from "../types.ts";

const NEAR = 0.05; // of a hex: a point of a drag that is nearer to the one before it is left out
export const TOOLS = [
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
type Tool = (typeof TOOLS)[number][0];
const LINES = ["road", "river", "border"] as const;
type LineTool = (typeof LINES)[number];
export const isLineTool = (tool: Tool): tool is LineTool => (LINES as readonly string[]).includes(tool);
// The tool that draws lines of a kind.
export const toolOf = (kind: string): LineTool =>
  kind === "river" || kind === "stream" ? "river" : kind === "border" || kind === "wall" ? "border" : "road";

export type Painter = ReturnType<typeof usePainter>;
interface Gesture {
  hexes: Set<number>; // that were passed
  way: number[]; // in order, for a line
  sides: Side[]; // that were erased
  points: Point[]; // of a line through hexes
  along: SideDrag; // of a line along sides
}

// The actions of the tools. A painted hex gets its colour at once; the true drawing follows.
export function usePainter(editing: Editing, base: ValuePath, map: MapPlaces, svg: string) {
  const { handle, state } = editing,
    { tree } = state.document;
  const terrainTree = valueAt(tree, [...base, "terrain"]),
    pathsAt: ValuePath = [...base, "paths"],
    pathsTree = valueAt(tree, pathsAt);
  const listed = useMemo(() => listTerrain(map, terrainTree), [map, terrainTree]);
  const listedLines = useMemo(() => listLines(map, pathsTree, pathsAt), [map, pathsTree]);
  const zonesTree = valueAt(tree, [...base, "zones"]);
  const listedZones = useMemo(() => listZones(map, zonesTree), [map, zonesTree]);
  const labelsAt: ValuePath = [...base, "labels"],
    labels = valueAt(tree, labelsAt)?.items ?? [];
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
  const [naming, setNaming] = useState(-1); // the hex whose name is typed on the map
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
  const topOf = (hex: number) => topTerrain(terrain, hex);

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

  const paint = (hexes: ReadonlySet<number>, key: string | null) => {
    const now = paintTerrain(terrain, hexes, key),
      edits = writeTerrain(map, [...base, "terrain"], terrain, now);
    if (key === null) edits.push(...removeNames(map, labelsAt, labels, hexes));
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

  // Gives a terrain another colour or pattern. Only an entry with keys has them.
  const canRestyle = (key: string) => Boolean(valueAt(terrainTree, [key])?.entries);
  const restyle = (key: string, look: "colour" | "pattern", value: string) =>
    handle.edit(
      [{ do: "set", path: [...base, "terrain", key, look], value: value ? { text: value } : null }],
      `${look} of ${key}`,
    );

  // --- zones

  // Adds hexes to the zone in hand, or takes them away. Without one, a new zone begins. A zone without hexes goes.
  const paintZone = (hexes: ReadonlySet<number>, isAdded: boolean) => {
    const path = [...base, "zones"];
    let isNamed = false;
    if (!zone)
      return askName(
        "New zone",
        "Create the zone",
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
          isNamed = true;
        },
        "Name",
        () => isNamed || setPending(new Map()), // the hexes are marked until the zone is drawn, or is not made
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

  const nameAt = (hex: number) => textAt(labels[findName(map, labels, hex)], ["text"]);
  const rename = (hex: number, text: string) => {
    const edits = writeName(map, labelsAt, labels, hex, text);
    if (edits.length) handle.edit(edits);
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
    handle.edit(writeMapLine(map, line.path, runs, sides));
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
    commit(
      addWay(runs, way, hex => exitAt(hex)),
      line?.sides ?? [],
    );
  }
  const changeLeaves = (now: boolean) => {
    setLeaves(now);
    if (line?.runs.length)
      commit(
        line.runs.map(run => ({ ...run, first: exitAt(run.hexes[0], now), last: exitAt(run.hexes.at(-1), now) })),
        line.sides,
      );
  };
  const changeSide = (side: Side) => commit(line?.runs ?? [], toggleSide(map, line?.sides ?? [], side));
  const erase = (hexes: ReadonlySet<number>, sides: readonly Side[]) => {
    const { left, edits } = eraseLines(map, lines, hexes, sides);
    if (!edits.length) return;
    handle.edit(edits);
    setLines(left);
  };

  // --- actions of the pointer

  const down = (hex: number, point: Point) => {
    if (tool === "choose" || hex < 0 || !tree) return; // a text that cannot be read has no values to change
    const drag = { point, corner: cornerAt(map, hex, point), sides: [], hasLeft: false };
    gesture.current = { hexes: new Set(), way: [hex], sides: [], points: [], along: drag };
    move(hex, point, true);
  };
  const move = (hex: number, point: Point, isFirst = false) => {
    const now = gesture.current;
    if (!now || (hex < 0 && !along)) return;
    const last = now.way.at(-1) ?? hex,
      steps = isFirst ? [hex] : hex === last || lineTool ? [] : findWay(map, last, hex);
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
      const side = sideUnder(map, hex, point);
      if (side) now.sides.push(side);
      for (const one of steps) now.hexes.add(one);
      now.way = [hex];
      setPending(new Map([...now.hexes].map(one => [one, "rgb(160 22 22 / 0.35)"])));
    } else if (along) {
      const sides = line?.sides ?? [];
      now.along = dragAlongSides(map, now.along, point, sides);
      if (now.along.sides.length) setDraft({ way: [], sides: [...sides, ...now.along.sides] });
    } else if (lineTool) {
      const before = now.points.at(-1);
      if (before && Math.hypot(before[0] - point[0], before[1] - point[1]) < (NEAR * map.size[1] * map.page[1]) / 100)
        return;
      now.points.push(point);
      const way = findDragWay(map, now.points);
      if (way.join() === now.way.join()) return;
      now.way = way;
      setDraft({ way, sides: null });
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
    } else if (tool === "name") setNaming(hex);
    else if (tool === "zone") {
      if (zone) setPending(new Map());
      paintZone(now.hexes, !zone?.hexes.has(hex));
    } else if (tool === "erase" && erasesLines) {
      setPending(new Map());
      erase(now.hexes, now.sides);
    } else if (along && now.along.sides.length) commit(line?.runs ?? [], [...(line?.sides ?? []), ...now.along.sides]);
    else if (along) {
      const isAllowed = tool === "river" ? (side: Side) => isInner(map, side) : undefined; // no river on the edge of the map
      changeSide(sharedSide(map, [hex, sideAt(map, hex, now.along.point, isAllowed)]));
    } else if (lineTool) draw(now.way);
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
      changeSide(sharedSide(map, [cursor, side]));
    else if (event.key === "Enter" || event.key === "Escape") finish();
    else return;
    event.preventDefault();
  };
  return {
    zones: paintableZones,
    zone,
    setZoneKey,
    shown,
    pointed,
    showLine: (to: Line | null) => {
      finish();
      setShownPath(to?.path ?? null);
    },
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
    setKind: (now: string) => {
      if (!lineTool) return;
      finish();
      setKinds({ ...kinds, [lineTool]: now });
    },
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
    canRestyle,
    restyle,
    chosenName: `${map.shape === "square" ? "Square" : "Hex"} ${map.names[chosen] ?? ""}`,
    topOf,
    paint,
    nameAt,
    writeName: rename,
    naming: tool === "name" && naming < map.names.length ? naming : -1,
    setNaming,
    place: cursor < 0 ? "" : [map.names[cursor], topOf(cursor)?.label, nameAt(cursor)].filter(Boolean).join(" · "),
  };
}
