// The values beside a map: those of the whole map, of a hex, and its list of lines.

import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../components/icons.tsx";
import { Button, Field, Select, TextInput } from "../components/ui.tsx";
import { Block } from "../editor/block.tsx";
import { samePath, textAt, valueAt } from "../model/document.ts";
import { type Editing, setValue } from "../model/editing.ts";
import { cornersOf } from "../model/hexes.ts";
import { lineWords } from "../model/map_parts.ts";
import { schemaAt } from "../model/schema.ts";
import type { MapPlaces, ValuePath } from "../types.ts";
import { type Painter, toolOf } from "./map_painter.tsx";

export interface MapPartProps {
  editing: Editing;
  base: ValuePath; // of the map
}

export const NO_MAP: MapPlaces = {
  shape: "square",
  names: [],
  places: [],
  centers: [],
  size: [1, 1],
  page: [1, 1],
  sides: [],
  kinds: [],
};

// Returns the hex whose number stands at the cursor of an input, or -1.
export function hexUnderCursor(input: EventTarget | null, map: MapPlaces | undefined) {
  if (!map || !(input instanceof HTMLTextAreaElement || (input instanceof HTMLInputElement && input.type === "text")))
    return -1;
  const end = input.selectionStart ?? 0,
    word =
      (/[\w.-]*$/.exec(input.value.slice(0, end))?.[0] ?? "") + (/^[\w.-]*/.exec(input.value.slice(end))?.[0] ?? "");
  return word ? map.names.indexOf(word) : -1;
}

const HIDDEN = ["paths", "labels"]; // the keys that the tools write
const VALUES = ["title", "across", "columns", "rows", "legend"];
export function MapValues({ editing, base, painter }: MapPartProps & { painter: Painter }) {
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
export function HexPanel({ painter, hasHead }: { painter: Painter; hasHead: boolean }) {
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
