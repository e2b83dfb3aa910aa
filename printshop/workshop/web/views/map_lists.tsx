// The terrain, lines, names and zones of a map as lists of words, and the map beside them with the chosen one.

import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { Icon } from "../components/icons.tsx";
import { Button, type Children, Field, PageImage, TextInput, useNarrow } from "../components/ui.tsx";
import { counted } from "../words.ts";
import { Block } from "../editor/block.tsx";
import { samePath, textAt, valueAt } from "../model/document.ts";
import { type Editing, isWithin, pathKey, problemsAt, setValue, WantedPath } from "../model/editing.ts";
import { centerOf, cornersOf, type Point, type Run, type Side } from "../model/hexes.ts";
import { labelOfKind, listLines, listTerrain, listZones } from "../model/map_parts.ts";
import { labelOf, schemaAt } from "../model/schema.ts";
import type { MapPlaces, ValuePath } from "../types.ts";
import { toolOf } from "./map_painter.tsx";
import { Swatch } from "./map_tools.tsx";

const HEIGHT = 36, // hundredths of the window: of the map above its lists
  MOST_HEXES = 10; // that a row names

// An entry of a map: its words, and its place on the map.
export interface MapEntry {
  path: ValuePath;
  picture: Children;
  kind: string;
  name: string;
  nameKey: "label" | "name" | "text";
  names: string[]; // of its hexes and sides, in words
  size: string; // the number of its hexes and sides
  hexes: number[];
  runs: Run[];
  sides: Side[];
}
const firstOf = (names: readonly string[]) =>
  names.slice(0, MOST_HEXES).join(", ") + (names.length > MOST_HEXES ? ` … ${names.at(-1)}` : "");
const countHexes = (map: MapPlaces, count: number) =>
  map.shape === "square" ? counted(count, "square") : counted(count, "hex", "hexes");

// The lists of a map by their titles, and the words for an empty list.
function listEntries({ state }: Editing, base: ValuePath, map: MapPlaces) {
  const tree = state.readable ?? undefined,
    { file } = state.document,
    part = (key: string) => valueAt(tree, [...base, key]),
    namesOf = (hexes: Iterable<number>) => [...hexes].map(hex => map.names[hex] ?? "");
  const rest = { runs: [], sides: [] };
  const terrain = listTerrain(map, part("terrain")).map((one): MapEntry => {
    const hexes = [...one.hexes].sort((first, other) => first - other);
    return {
      ...rest,
      path: [...base, "terrain", one.key],
      picture: <Swatch terrain={one} file={file} />,
      kind: labelOf(one.key),
      name: one.label === labelOf(one.key) ? "" : one.label,
      nameKey: "label",
      names: one.rest ? ["All hexes without other terrain"] : namesOf(hexes),
      size: one.rest ? "" : countHexes(map, hexes.length),
      hexes,
    };
  });
  const lines = listLines(map, part("paths"), [...base, "paths"]).map((one): MapEntry => {
    const hexes = one.runs.flatMap(run => run.hexes),
      isClosed = !hexes.length && !one.sides.length;
    return {
      path: one.path,
      picture: <Icon name={toolOf(one.kind)} />,
      kind: labelOfKind(map, one.kind),
      name: one.name,
      nameKey: "name",
      names: isClosed
        ? [textAt(tree, [...one.path, "through"]) || textAt(tree, [...one.path, "along"])].filter(Boolean)
        : [...namesOf(hexes), ...one.sides.map(([hex, side]) => `${map.names[hex]} ${map.sides[side]}`)],
      size: [
        hexes.length ? countHexes(map, hexes.length) : "",
        one.sides.length ? counted(one.sides.length, "side") : "",
      ]
        .filter(Boolean)
        .join(", "),
      hexes: [],
      runs: one.runs,
      sides: one.sides,
    };
  });
  const labels = (part("labels")?.items ?? []).map((one, number): MapEntry => {
    const name = textAt(one, ["at"]),
      hex = map.names.indexOf(name);
    return {
      ...rest,
      path: [...base, "labels", number],
      picture: <Icon name="text" />,
      kind: "",
      name: textAt(one, ["text"]),
      nameKey: "text",
      names: [name],
      size: "",
      hexes: hex < 0 ? [] : [hex],
    };
  });
  const zones = listZones(map, part("zones")).map((one): MapEntry => {
    const path = [...base, "zones", one.key],
      edge = textAt(tree, [...path, "edge"]),
      depth = textAt(tree, [...path, "depth"]);
    return {
      ...rest,
      path,
      picture: <i class="dot" style={{ background: textAt(tree, [...path, "colour"]) || "var(--soft)" }} />,
      kind: "",
      name: one.label,
      nameKey: "label",
      names: edge ? [`Along the ${edge} edge${depth ? `, ${depth} deep` : ""}`] : namesOf(one.hexes),
      size: one.hexes.size ? countHexes(map, one.hexes.size) : "",
      hexes: [...one.hexes],
    };
  });
  return [
    ["Terrain", terrain, "No terrain yet."],
    ["Roads, rivers, borders", lines, "No roads, rivers or borders yet."],
    ["Names on the map", labels, "No names yet."],
    ["Zones", zones, "No zones yet."],
  ] as const;
}

// The lists. The chosen entry is open: it has a name, all its values, and a button that removes it.
export function MapLists({
  editing,
  base,
  map,
  chosen,
  onChoose,
}: MapProps & { onChoose: (path: ValuePath | null) => void }) {
  const { readable } = editing.state;
  const lists = useMemo(() => listEntries(editing, base, map), [readable, map]);
  return (
    <div class="stack map-lists">
      {lists.map(([title, entries, words]) => (
        <section key={title} aria-label={title}>
          <h2>
            {title} {entries.length > 0 && <span class="count">{entries.length}</span>}
          </h2>
          {!entries.length && <p class="quiet">{words}</p>}
          <ul class="map-lines">
            {entries.map(entry => (
              <EntryRow
                key={pathKey(entry.path)}
                editing={editing}
                entry={entry}
                isShown={chosen !== null && samePath(chosen, entry.path)}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function EntryRow({
  editing,
  entry,
  isShown,
  onChoose,
}: {
  editing: Editing;
  entry: MapEntry;
  isShown: boolean;
  onChoose: (path: ValuePath | null) => void;
}) {
  const { path, picture, kind, name, nameKey, names, size } = entry,
    { handle, root, state } = editing,
    wanted = useContext(WantedPath),
    hasProblem = problemsAt(state, path, true).length > 0,
    [hasValues, setValues] = useState(false);
  useEffect(() => {
    if (wanted && isWithin(wanted, path)) onChoose(path);
  }, [wanted]);
  const isOpen = isShown || hasProblem;
  return (
    <li class={isOpen ? "shown" : ""}>
      <button type="button" class="line-words" aria-expanded={isOpen} onClick={() => onChoose(isShown ? null : path)}>
        {picture}
        <span>
          <b>{name || kind}</b>
          {name && kind !== name && <span class="quiet"> {kind}</span>}
          <small>{firstOf(names)}</small>
        </span>
        {size && <small>{size}</small>}
      </button>
      {isOpen && (
        <div class="stack">
          <Field label={nameKey === "text" ? "Words" : "Name"}>
            {props => (
              <TextInput
                props={props}
                value={name}
                onInput={text =>
                  (text || nameKey !== "text") && setValue(editing, [...path, nameKey], text ? { text } : null)
                }
              />
            )}
          </Field>
          <div class="row">
            <Button onClick={() => setValues(!hasValues)}>{hasValues ? "Fewer values" : "All values"}</Button>
            <Button
              kind="quiet"
              icon="remove"
              onClick={() => {
                onChoose(null);
                handle.edit([{ do: "remove", path }]);
              }}
            >
              Remove
            </Button>
          </div>
          {(hasValues || hasProblem) && (
            <Block
              editing={editing}
              path={path}
              schema={schemaAt(root, state.readable, path)}
              layout={{ hidden: [nameKey] }}
            />
          )}
        </div>
      )}
    </li>
  );
}

interface MapProps {
  editing: Editing;
  base: ValuePath;
  map: MapPlaces;
  chosen: ValuePath | null;
}
// The whole map with the chosen entry on it.
export function MarkedMap({ editing, base, map, chosen, title }: MapProps & { title: string }) {
  const { readable, document } = editing.state;
  const lists = useMemo(() => listEntries(editing, base, map), [readable, map]);
  const entry = chosen && lists.flatMap(([, entries]) => entries).find(one => samePath(one.path, chosen)),
    corners = cornersOf(map),
    outline = corners.map(point => point.join(",")).join(" "),
    place = (hex: number) => `translate(${centerOf(map, hex).join(" ")})`;
  return (
    <div class="pages marked-map">
      <div style={{ maxWidth: useNarrow() ? `${(HEIGHT * map.page[0]) / map.page[1]}dvh` : "" }}>
        <PageImage svg={document.drawing?.pages[0] ?? ""} alt={title} />
        <svg class="map-overlay" viewBox={`0 0 ${map.page.join(" ")}`} preserveAspectRatio="none" aria-hidden="true">
          {entry?.hexes.map(hex => (
            <polygon key={hex} class="map-chosen" points={outline} transform={place(hex)} />
          ))}
          {entry?.runs.map(({ hexes }, number) => (
            <polyline key={number} class="map-line" points={hexes.map(hex => centerOf(map, hex).join(",")).join(" ")} />
          ))}
          {entry?.sides.map(([hex, side]) => {
            const [x1, y1] = corners[side] as Point,
              [x2, y2] = corners[(side + 1) % corners.length] as Point;
            return (
              <line key={`${hex} ${side}`} class="map-line" transform={place(hex)} x1={x1} y1={y1} x2={x2} y2={y2} />
            );
          })}
        </svg>
      </div>
    </div>
  );
}
