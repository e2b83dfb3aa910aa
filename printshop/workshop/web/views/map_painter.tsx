// The tools that paint a map: their state, and what a click, a drag or a key does with each.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { samePath, textAt, valueAt } from "../model/document.ts";
import { type Editing, keysOf } from "../model/editing.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import {
  areaOf,
  brushAt,
  centerOf,
  cornerAt,
  cornersOf,
  findDragWay,
  findSides,
  findWay,
  hexAt,
  isAtEdge,
  isInner,
  isOuterCorner,
  isSameSide,
  joinSide,
  type Point,
  type Run,
  type Side,
  sharedSide,
  sideAt,
  writeHexes,
  writeRuns,
  writeSides,
} from "../model/hexes.ts";
import type { IconName } from "../components/icons.tsx";
import type { Plain } from "../model/tree.ts";
import type { Edit, MapPlaces, ValuePath } from "../types.ts";
import { askName } from "../components/ui.tsx";
import {
  type Line,
  NO_COLOR,
  type Terrain,
  ZONE_COLORS,
  type Zone,
  cutRuns,
  listLines,
  listTerrain,
  listZones,
  writeMapLine,
} from "./map_parts.ts";

const NEAR = 0.05; // of a hex: a point of a drag that is nearer to the one before it is left out
const ON_A_SIDE = 0.3; // of a hex: so near to the middle of a side, a drag takes it
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
  sides: Side[];
  points: Point[]; // of a line through hexes
  point: Point; // the last one
  corner: Point | null; // the last one, for a line along sides
  hasLeft: boolean; // a line along sides has come to the edge of the map, and ends there
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
    if (text.trim() === nameAt(hex)) return;
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
      if (isCut && !one.fixed) edits.push(...writeMapLine(map, one.path, runs, left));
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
    gesture.current = { hexes: new Set(), way: [hex], sides: [], points: [], point, corner: null, hasLeft: false };
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
      for (let number = 1; number <= count && !now.hasLeft; number++) {
        const between: Point = [x + ((point[0] - x) * number) / count, y + ((point[1] - y) * number) / count],
          on = hexAt(map, between);
        if (on < 0) continue;
        const corner = cornerAt(map, on, between),
          way = now.corner ? findSides(map, now.corner, corner) : [];
        for (const side of way)
          if (![...(line?.sides ?? []), ...now.sides].some(one => isSameSide(one, side))) now.sides.push(side);
        if (way.length || !now.sides.length) now.corner = corner;
        now.hasLeft = way.length > 0 && isOuterCorner(map, corner);
      }
      now.point = point;
      if (now.sides.length) setDraft({ way: [], sides: [...(line?.sides ?? []), ...now.sides] });
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
      eraseLines(now.hexes, now.sides);
    } else if (along && now.sides.length) commit(line?.runs ?? [], [...(line?.sides ?? []), ...now.sides]);
    else if (along) {
      const isAllowed = tool === "river" ? (side: Side) => isInner(map, side) : undefined; // no river on the edge of the map
      toggleSide(sharedSide(map, [hex, sideAt(map, hex, now.point, isAllowed)]));
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
    chosenName: `${map.shape === "square" ? "Square" : "Hex"} ${map.names[chosen] ?? ""}`,
    topOf,
    paint,
    nameAt,
    writeName,
    naming: tool === "name" && naming < map.names.length ? naming : -1,
    setNaming,
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
