// Rows of marks for the tracks of a unit, and its tables of figures, for a screen that is too small for its record.

import { Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import { findDiagram } from "../model/play_layout.ts";
import type { Table, TableState } from "../model/playing.ts";
import { describeTrack, groupTracks, isLocation, listTables, trackName } from "../model/record_words.ts";
import { amountAfter } from "../model/unit_states.ts";
import type { PlaySheet } from "../types.ts";
import { type Children, moveByArrows } from "../components/ui.tsx";
import { SideDiagram } from "./play_diagram.tsx";

const TALL = 10, // marks of a row that has more than two lines
  ONE_LINE = 6; // marks that stand beside their words in one line

// The class of a row says how much room its marks need.
const classOf = (marks: number) =>
  ["track-row", marks > TALL && "tall", marks > ONE_LINE && "many", marks === ONE_LINE && "six"]
    .filter(Boolean)
    .join(" ");

interface TrackProps {
  table: Table;
  sheet: PlaySheet;
  state: TableState;
  unit: string;
  children: Children; // below the marks
}
// The marks are larger than those of the record, and have the words of the record beside them.
export function TrackRows({ table, sheet, state, unit, children }: TrackProps) {
  const tracks = new Map(sheet.marks.filter(mark => mark.unit === unit).map(mark => [mark.track, mark])),
    words = table.played.records[unit] ?? { rows: {}, tables: [] };
  const diagram = useMemo(() => findDiagram(words.rows, sheet, unit), [sheet, unit]),
    [chosen, setChosen] = useState(diagram?.tracks[0] ?? ""),
    isHidden = (track = "") => track !== chosen && Boolean(diagram?.tracks.includes(track)); // until its side is chosen
  const lostOf = (track: string) => state.states[unit]?.damage[track] ?? 0;
  const marksOf = (track: string) => {
    const { of = 0, kind = "" } = tracks.get(track) ?? {},
      { sections, letters } = describeTrack(words.rows, track, of),
      now = Math.min(of, lostOf(track));
    let number = 0;
    return sections.map((groups, section) => (
      <div key={section}>
        {groups.map((size, group) => (
          <span key={group}>
            {Array.from({ length: size }, () => {
              const index = number++;
              return (
                <input
                  type="checkbox"
                  class={kind}
                  key={index}
                  tabIndex={index ? -1 : 0}
                  data-letter={letters[index] || undefined}
                  aria-label={`${unit}, ${trackName(track)} ${index + 1} of ${of}`}
                  checked={index < now}
                  onChange={() => table.mark(unit, track, amountAfter(index + 1, now))}
                />
              );
            })}
          </span>
        ))}
      </div>
    ));
  };
  return (
    <div
      class="track-rows"
      onKeyDown={event =>
        moveByArrows(event, [...event.currentTarget.querySelectorAll<HTMLElement>("input[type=checkbox]")])
      }
    >
      {diagram && (
        <SideDiagram diagram={diagram} sheet={sheet} unit={unit} lostOf={lostOf} chosen={chosen} onChoose={setChosen} />
      )}
      {groupTracks(words.rows, new Map([...tracks].map(([track, { of }]) => [track, of]))).map(
        ([track = "", ...others]) => {
          if (isHidden(track)) return null;
          const of = tracks.get(track)?.of ?? 0,
            now = Math.min(of, lostOf(track)),
            { label, count, figures, note } = describeTrack(words.rows, track, of);
          return (
            <div class={classOf(of)} role="group" aria-label={`${unit}, ${label}`} key={track}>
              <span class="track-words">
                <b>
                  {label} {count}
                </b>
                {figures.map((figure, position) => (
                  <span class={isLocation(figure) ? "location" : undefined} key={`${position} ${figure}`}>
                    {figure}
                  </span>
                ))}
                <small role="status" class={now ? "" : "unseen"}>
                  {now ? `lost ${now} of ${of}` : `${of} left`}
                </small>
              </span>
              <div class="track-marks">
                {marksOf(track)}
                {others.map(other => (
                  <Fragment key={other}>
                    <small>{trackName(other.slice(track.length + 1))}</small>
                    {marksOf(other)}
                  </Fragment>
                ))}
              </div>
              {note && <small class="track-note">{note}</small>}
            </div>
          );
        },
      )}
      {children}
      {listTables(words).map((lines, number) => (
        <div class="record-table" key={number} tabIndex={0} role="region" aria-label={`${unit}, table ${number + 1}`}>
          <table>
            <tbody>
              {lines.map((line, row) => (
                <tr key={row}>
                  {line.map((cell, column) =>
                    column && row ? <td key={column}>{cell}</td> : <th key={column}>{cell}</th>,
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </div>
  );
}
