// The part of a record that draws the sides of a unit, large enough for a finger: a touch chooses a side.

import type { TableUnit } from "../model/table_units.ts";
import { type Diagram, findTurns, placeTurned, turnOf } from "../model/play_layout.ts";
import { trackName } from "../model/record_words.ts";
import { touched } from "../model/touching.ts";
import type { Place, PlaySheet } from "../types.ts";
import { drawingAddress } from "../components/ui.tsx";

export const placeOnRecord = ([left, top, width, height]: Place) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});
const ANYWHERE = 1000; // pixels: each touch means the nearest side

// `lostOf` returns the filled marks of a track.
export function SideDiagram({
  diagram: { tracks, crop },
  sheet,
  unit,
  lostOf,
  chosen,
  onChoose,
}: {
  diagram: Diagram;
  sheet: PlaySheet;
  unit: TableUnit["key"];
  lostOf: (track: string) => number;
  chosen: string;
  onChoose: (track: string) => void;
}) {
  const [left = 0, top = 0, width = 100, height = 100] = crop,
    marks = sheet.marks.filter(mark => mark.unit === unit && tracks.includes(mark.track)),
    turns = findTurns(sheet);
  const choose = (event: MouseEvent) => {
    if (!event.detail || !(event.currentTarget instanceof Element)) return; // a key presses the button of a side
    const drawn = [...event.currentTarget.querySelectorAll("i")].map(mark => mark.getBoundingClientRect()),
      mark = marks[touched(drawn, event.clientX, event.clientY, ANYWHERE)];
    if (mark) onChoose(mark.track);
  };
  return (
    <div
      class="side-diagram"
      role="group"
      aria-label={`${unit}, sides`}
      style={{ aspectRatio: `${width * sheet.width} / ${height * sheet.height}` }}
      onClick={choose}
    >
      <div
        class="record"
        style={{
          width: `${10000 / width}%`,
          left: `${(-100 * left) / width}%`,
          top: `${(-100 * top) / height}%`,
        }}
      >
        <img src={drawingAddress(sheet.svg)} alt="" />
        {marks.map(mark => {
          const turn = turnOf(turns, mark);
          return (
            <i
              key={`${mark.track}/${mark.number}`}
              class={`${mark.kind}${mark.number <= lostOf(mark.track) ? " filled" : ""}${mark.track === chosen ? " chosen" : ""}`}
              style={{ ...placeOnRecord(placeTurned(mark.at, turn)), rotate: `${turn}deg` }}
            />
          );
        })}
        {tracks.map(track => {
          const own = marks.filter(mark => mark.track === track),
            middle = (axis: 0 | 1) =>
              own.reduce((sum, { at }) => sum + (at[axis] ?? 0) + (at[axis + 2] ?? 0) / 2, 0) / own.length;
          return (
            <button
              type="button"
              key={track}
              aria-pressed={track === chosen}
              aria-label={`${trackName(track)}: ${own.length - lostOf(track)} of ${own.length} left`}
              style={{ left: `${middle(0)}%`, top: `${middle(1)}%` }}
              onClick={event => event.detail || onChoose(track)}
            />
          );
        })}
      </div>
    </div>
  );
}
