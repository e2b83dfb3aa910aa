// A record of the table with its marks and writing spaces.

import { Fragment } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Table, TableState } from "../model/playing.ts";
import { findTurns, placeTurned, turnOf } from "../model/play_layout.ts";
import { trackName } from "../model/record_words.ts";
import { listMarks } from "../model/reference_marks.ts";
import type { TableUnit } from "../model/table_units.ts";
import { touched } from "../model/touching.ts";
import { amountAfter } from "../model/unit_states.ts";
import { fitText, LONGEST_TEXT, nameSpace } from "../model/writing_spaces.ts";
import type { Place, PlaySheet } from "../types.ts";
import { Button, drawingAddress, moveByArrows, useNarrow } from "../components/ui.tsx";
import { placeOnRecord } from "./play_diagram.tsx";
import { UnitHead } from "./play_heads.tsx";
import { TrackRows } from "./play_tracks.tsx";
import { WritingRows } from "./play_writing.tsx";

const FINGER = 30, // pixels of a mark that a finger touches
  POINTER = 24, // pixels of the area of a mark that a mouse presses
  LEAST_MARK = 20, // pixels; smaller marks are too small for a finger
  PRINTED_TEXT = 1200, // hundredths of a point: the size of words in a long space, as on paper
  BORDER = 4; // points: empty paper at the edges of a record, which is cut off here

interface RecordProps {
  table: Table;
  sheet: PlaySheet;
  state: TableState;
  units: TableUnit[]; // that have their heads here
  label: string;
  isLarge: boolean | null; // rows of large marks on a wide screen; null if the size of the marks decides
  notes?: MarkNotes; // undefined if another card has them
  onFold?: () => void; // on a narrow screen
}
export interface MarkNotes {
  of: (sheet: PlaySheet) => string[] | null; // null if they are not loaded
  load: () => void;
}
// The meaning of the marks of a record that differs from the rulebook. The foot of the printed page has the words: they
// are loaded when somebody asks for them.
function Differences({ sheet, notes }: { sheet: PlaySheet; notes: MarkNotes }) {
  const marks = useMemo(() => listMarks([sheet.svg]).filter(mark => mark !== "†"), [sheet]),
    [isOpen, setOpen] = useState(false),
    lines = notes.of(sheet);
  if (!marks.length) return null;
  const show = () => {
    setOpen(true);
    notes.load();
  };
  return (
    <p class="mark-notes">
      {isOpen && lines ? (
        lines.map(line => <span key={line}>{line}</span>)
      ) : (
        <button type="button" aria-busy={isOpen} onPointerEnter={notes.load} onClick={show} title={lines?.join(" ")}>
          {marks.join(" ")} {isOpen ? "..." : "A value differs from the rulebook. Why?"}
        </button>
      )}
    </p>
  );
}

// A record with its marks and writing spaces, and the heads of its units. Where marks are smaller than a finger, rows of larger
// marks come first: the whole record stands behind a button, and can be enlarged.
export function RecordSheet({ table, sheet, state, units, label, isLarge, notes, onFold }: RecordProps) {
  const [zoomed, setZoomed] = useState(false);
  const [middle, setMiddle] = useState<readonly [across: number, down: number]>([0, 0]); // of what is enlarged, as shares
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
        matchMedia("(pointer: coarse), (max-width: 860px)").matches &&
          least < 100 &&
          (least * (box.current?.clientWidth ?? 0)) / 100 < LEAST_MARK,
      );
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, [least]);
  const isNarrow = useNarrow(),
    isOverview = isNarrow && isSmall && !zoomed; // its marks are too small to be met
  // A press on the whole record enlarges it there.
  function enlargeAt(event: MouseEvent) {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    event.preventDefault();
    event.stopPropagation();
    setMiddle([(event.clientX - left) / width, (event.clientY - top) / height]);
    setZoomed(true);
  }
  useLayoutEffect(() => {
    const view = image.current?.parentElement;
    if (!zoomed || !view) return;
    view.scrollLeft = middle[0] * view.scrollWidth - view.clientWidth / 2;
    view.scrollTop = middle[1] * view.scrollHeight - view.clientHeight / 2;
  }, [zoomed, middle]);
  // A press means the nearest mark: the areas of small marks are larger than the marks, and reach into each other.
  function press(event: MouseEvent) {
    if (isOverview && event.detail) return enlargeAt(event);
    const at = event.target instanceof HTMLInputElement ? event.target : null;
    if (at?.type === "text" || !event.detail) return; // a key presses the mark that has the focus
    const marks = [...(image.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])],
      reach = isSmall ? FINGER : POINTER,
      meant =
        marks[
          touched(
            marks.map(mark => mark.getBoundingClientRect()),
            event.clientX,
            event.clientY,
            reach / 2,
          )
        ];
    if (meant === at) return;
    event.preventDefault();
    event.stopPropagation();
    meant?.focus();
    meant?.click();
  }

  const turns = useMemo(() => findTurns(sheet), [sheet]);
  const contents = useMemo(
    () => (
      <>
        <img src={drawingAddress(sheet.svg)} alt={`Record of ${label}`} />
        {sheet.marks.map((mark, position) => {
          const { unit, track, number, of, kind, at } = mark;
          const marked = state.states[unit]?.damage[track] ?? 0,
            turn = turnOf(turns, mark);
          return (
            <input
              type="checkbox"
              key={`${unit}/${track}/${number}/${position}`}
              class={kind}
              style={{ ...placeOnRecord(placeTurned(at, turn)), rotate: `${turn}deg` }}
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
        {sheet.spaces.map(space => {
          const { key, at } = space;
          const [left = 0, top = 0, width = 0, height = 0] = at;
          // A box for a number has no letters below the line: its digits fill it, below a label that may reach into it.
          const isShort = width * sheet.width < 4 * height * sheet.height,
            fullHeight = (height * sheet.height) / sheet.width,
            largest = Math.min(
              ...(isShort ? [0.92 * fullHeight, width / 1.3] : [0.7 * fullHeight, PRINTED_TEXT / sheet.width]),
            ),
            words = state.texts[key] ?? "",
            place: Place = isShort ? [left, top + 0.2 * height, width, 0.8 * height] : at;
          return (
            <input
              type="text"
              key={key}
              style={{
                ...placeOnRecord(place),
                fontSize: `${fitText(words, largest, 0.97 * width)}cqw`,
                ...(isShort ? { textAlign: "center" } : {}),
              }}
              maxLength={LONGEST_TEXT}
              autocomplete="off"
              aria-label={nameSpace(space)}
              value={words}
              onInput={event => table.write(key, event.currentTarget.value)}
            />
          );
        })}
      </>
    ),
    [damage, sheet, label, state.texts],
  );
  const byTrack = sheet.marks.length > 0 && (isNarrow ? isSmall && !isWhole : (isLarge ?? isSmall));
  const border = sheet.units.length ? (2 * BORDER) / (sheet.width - 2 * BORDER) : 0; // as a share of what is shown
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
      isShort={byTrack || units.length > 1}
      onFold={number ? undefined : onFold}
      onDestroy={onFold}
    >
      {isNarrow && isSmall && !number && toWhole}
    </UnitHead>
  );
  // The spaces of a unit or, without its key, of no unit.
  const spacesOf = (key?: string) => (
    <WritingRows
      table={table}
      state={state}
      spaces={sheet.spaces.filter(({ unit }) => (key ? unit === key : !sheet.units.includes(unit)))}
    />
  );
  return (
    <div class={`record-box${zoomed ? " zoomed" : ""}${isOverview ? " overview" : ""}`} ref={box}>
      {byTrack ? (
        <>
          {sheet.units.map(key => {
            const number = units.findIndex(unit => unit.key === key),
              unit = units[number];
            return (
              <Fragment key={key}>
                {unit ? headOf(unit, number) : <h4>{key}</h4>}
                <TrackRows table={table} sheet={sheet} state={state} unit={key}>
                  {spacesOf(key)}
                </TrackRows>
              </Fragment>
            );
          })}
          {spacesOf()}
        </>
      ) : (
        <div class="unit-heads">{units.map(headOf)}</div>
      )}
      {isSmall && isWhole && isNarrow && (
        <div class="record-tools">
          {!zoomed && <small>Tap a place of the record to enlarge it.</small>}
          <Button kind="quiet" icon="search" pressed={zoomed} onClick={() => setZoomed(!zoomed)}>
            Enlarge
          </Button>
        </div>
      )}
      {!byTrack && (
        <div class="record-scroll">
          <div
            class="record"
            ref={image}
            style={{
              width: zoomed ? `${(100 * FINGER) / least}px` : `${100 * border + 100}%`,
              ...(zoomed ? {} : { margin: `${-50 * border}%` }),
            }}
            onClickCapture={press}
            onKeyDown={event =>
              moveByArrows(event, [...event.currentTarget.querySelectorAll<HTMLElement>("input[type=checkbox]")])
            }
          >
            {contents}
          </div>
        </div>
      )}
      {notes && <Differences sheet={sheet} notes={notes} />}
    </div>
  );
}
