// A record of the table with its marks and writing spaces.

import { Fragment } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table, TableState } from "../model/playing.ts";
import { trackName } from "../model/record_words.ts";
import type { TableUnit } from "../model/table_units.ts";
import { touched } from "../model/touching.ts";
import { amountAfter } from "../model/unit_states.ts";
import { fitText } from "../model/writing_spaces.ts";
import type { Place, PlaySheet } from "../types.ts";
import { Button, drawingAddress, moveByArrows, useNarrow } from "../components/ui.tsx";
import { UnitHead, UnitTools } from "./play_heads.tsx";
import { TrackRows } from "./play_tracks.tsx";

const FINGER = 30, // pixels of a mark that a finger touches
  LONGEST_TEXT = 60; // letters in a writing space

const place = ([left, top, width, height]: Place) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

interface RecordProps {
  table: Table;
  sheet: PlaySheet;
  state: TableState;
  units: TableUnit[]; // that have their heads here
  label: string;
  onFold?: () => void; // on a narrow screen
}
// A record with its marks and writing spaces, and the heads of its units. Where marks are smaller than a finger, rows of larger
// marks come first: the whole record stands behind a button, and can be enlarged.
export function RecordSheet({ table, sheet, state, units, label, onFold }: RecordProps) {
  const [zoomed, setZoomed] = useState(false);
  const [isWhole, setWhole] = useState(!sheet.marks.length);
  const box = useRef<HTMLDivElement>(null),
    image = useRef<HTMLDivElement>(null);
  const least = Math.min(100, ...sheet.marks.map(({ at: [, , width = 0] }) => width));
  const damage = JSON.stringify(sheet.units.map(unit => state.states[unit]?.damage));
  const [isSmall, setSmall] = useState(false);
  const wasWhole = useRef(isWhole);
  useLayoutEffect(() => {
    // the other drawing has another height: the head of this unit stays in view
    if (wasWhole.current !== isWhole) box.current?.closest("section")?.scrollIntoView({ block: "start" });
    wasWhole.current = isWhole;
  }, [isWhole]);
  useLayoutEffect(() => {
    const measure = () =>
      setSmall(
        matchMedia("(pointer: coarse)").matches &&
          least < 100 &&
          (least * (box.current?.clientWidth ?? 0)) / 100 < FINGER * 0.6,
      );
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [least]);
  function press(event: MouseEvent) {
    if (event.target instanceof HTMLInputElement) return;
    const marks = [...(image.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
    marks[
      touched(
        marks.map(mark => mark.getBoundingClientRect()),
        event.clientX,
        event.clientY,
        isSmall && !zoomed ? FINGER / 2 : 0,
      )
    ]?.click();
  }

  const contents = useMemo(
    () => (
      <>
        <img src={drawingAddress(sheet.svg)} alt={`Record of ${label}`} />
        {sheet.marks.map((mark, position) => {
          const { unit, track, number, of, kind, at } = mark;
          const marked = state.states[unit]?.damage[track] ?? 0;
          return (
            <input
              type="checkbox"
              key={`${unit}/${track}/${number}/${position}`}
              class={kind}
              style={place(at)}
              tabIndex={position ? -1 : 0}
              aria-label={`${unit}, ${trackName(track)} ${number} of ${of}`}
              checked={number <= marked}
              onChange={() => {
                const now = table.state().states[unit]?.damage[track] ?? 0;
                table.mark(unit, track, amountAfter(number, now));
              }}
            />
          );
        })}
        {sheet.spaces.map(({ key, unit, number, at }) => {
          const [left = 0, top = 0, width = 0, height = 0] = at;
          // A box for a number has no letters below the line: its digits fill it, below a label that may reach into it.
          const isShort = width * sheet.width < 4 * height * sheet.height,
            largest = Math.min(((isShort ? 0.92 : 0.85) * height * sheet.height) / sheet.width, width / 1.3),
            words = state.texts[key] ?? "",
            space: Place = isShort ? [left, top + 0.2 * height, width, 0.8 * height] : at;
          return (
            <input
              type="text"
              key={key}
              style={{
                ...place(space),
                fontSize: `${fitText(words, largest, 0.97 * width)}cqw`,
                ...(isShort ? { textAlign: "center" } : {}),
              }}
              maxLength={LONGEST_TEXT}
              autocomplete="off"
              aria-label={`${unit}, writing space ${number}`}
              value={words}
              onInput={event => table.write(key, event.currentTarget.value)}
            />
          );
        })}
      </>
    ),
    [damage, sheet, label, state.texts],
  );
  const isNarrow = useNarrow(),
    byTrack = isSmall && !isWhole,
    only = units.length === 1 ? units[0] : undefined;
  const toWhole = (
    <Button
      kind="quiet"
      icon={isWhole ? "close" : "sheet"}
      onClick={() => {
        setWhole(!isWhole);
        setZoomed(false);
      }}
    >
      {isWhole ? "Marks by value" : "Whole record"}
    </Button>
  );
  const headOf = (unit: TableUnit, number: number) => (
    <UnitHead
      key={unit.key}
      unit={unit}
      table={table}
      isShort={isNarrow && byTrack}
      onFold={number ? undefined : onFold}
      onDestroy={onFold}
    >
      {isNarrow && isSmall && !number && toWhole}
    </UnitHead>
  );
  return (
    <div class={`record-box${zoomed ? " zoomed" : ""}`} ref={box}>
      {byTrack
        ? sheet.units.map(key => {
            const number = units.findIndex(unit => unit.key === key),
              unit = units[number];
            return (
              <Fragment key={key}>
                {unit ? headOf(unit, number) : <h4>{key}</h4>}
                <TrackRows table={table} sheet={sheet} state={state} unit={key} />
                {isNarrow && unit && <UnitTools unit={unit} table={table} onDestroy={onFold} />}
              </Fragment>
            );
          })
        : units.map((unit, number) => (
            <Fragment key={unit.key}>
              {headOf(unit, number)}
              {isNarrow && units.length > 1 && <UnitTools unit={unit} table={table} onDestroy={onFold} />}
            </Fragment>
          ))}
      {isSmall && !(isNarrow && byTrack) && (
        <div class="record-tools">
          {isWhole && (
            <Button kind="quiet" icon="search" pressed={zoomed} onClick={() => setZoomed(!zoomed)}>
              Enlarge
            </Button>
          )}
          {!isNarrow && toWhole}
        </div>
      )}
      {!byTrack && (
        <div class="record-scroll">
          <div
            class="record"
            ref={image}
            style={zoomed ? { width: `${(100 * FINGER) / least}px` } : {}}
            onClickCapture={press}
            onKeyDown={event =>
              moveByArrows(event, [...event.currentTarget.querySelectorAll<HTMLElement>("input[type=checkbox]")])
            }
          >
            {contents}
          </div>
        </div>
      )}
      {!byTrack && isNarrow && only && <UnitTools unit={only} table={table} onDestroy={onFold} />}
    </div>
  );
}
