// A fleet, or both sides of a battle, at the table: records to mark, an index of the units, the turn and dice.

import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { Icon } from "../components/icons.tsx";
import { attempt, notify } from "../browser/notices.ts";
import { MarkLegend } from "../components/page_viewer.tsx";
import {
  isDestroyed,
  isHullLost,
  notesOf,
  openTable,
  readMarksFile,
  type Table,
  type TableState,
  type UnitState,
} from "../model/playing.ts";
import { fleetAddress, gameAddress, packAddress, playAddress } from "../browser/routes.ts";
import { FailureMessage, nameMissing, type ViewComponent, ViewHead } from "../components/shell.tsx";
import { readStored, writeStored } from "../browser/storage.ts";
import { describeTrack, groupTracks, listTables, trackName } from "../model/record_words.ts";
import { touched } from "../model/touching.ts";
import type { Place, PlaySheet } from "../types.ts";
import {
  Button,
  closeDialog,
  drawingAddress,
  EmptyState,
  LinkButton,
  MenuItem,
  moveByArrows,
  Problem,
  showDialog,
  Skeleton,
  useDraft,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { Dice, TurnCounter } from "./dice.tsx";
import { PrintActions } from "./print.tsx";

const FINGER = 30, // pixels of a mark that a finger touches
  LONGEST_NOTE = 300,
  LONGEST_BLANK = 60,
  PIXELS_A_POINT = 1.34, // of a record in a column
  ALMOST_AS_WIDE = 0.7,
  FEW_MARKS = 5, // the eye counts them
  TALL = 10, // marks of a row that has more than two lines
  FEW_UNITS = 8, // on a narrow screen, they need no search
  HINT = "hint on marks"; // the name of its stored state
const UNDAMAGED: UnitState = { damage: {}, notes: "" };

// The amount of a track after a press on a mark: it and all before it are marked, or it and all after it are cleared.
const amountAfter = (number: number, now: number) => (number <= now ? number - 1 : number);
const place = ([left, top, width, height]: Place) => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

interface TrackState {
  name: string;
  label: string;
  marked: number;
  of: number;
}
interface ShipState {
  key: string;
  side: string;
  line: number;
  unit: UnitState;
  tracks: TrackState[];
  destroyed: boolean;
}
type Health = "whole" | "damaged" | "destroyed";
const healthOf = ({ destroyed, tracks }: ShipState): Health =>
  destroyed ? "destroyed" : tracks.some(track => track.marked) ? "damaged" : "whole";
// A unit's name without its side, which its heading or its record shows.
const shortName = ({ key, side }: ShipState) => (key.endsWith(` (${side})`) ? key.slice(0, -side.length - 3) : key);
// The state of a unit in words: the same in the list, above its record, and where its record is folded.
const describeState = (ship: ShipState) => (ship.destroyed ? "Destroyed" : describeDamage(ship) || "No damage");
// Above rows of marks, which show each loss.
const describeShortly = (ship: ShipState) =>
  mayBeDestroyed(ship) ? "Destroyed?" : healthOf(ship) === "damaged" ? "Damaged" : describeState(ship);
// A unit that may be destroyed is never marked so by the workshop alone: the rules differ.
const mayBeDestroyed = ({ destroyed, tracks }: ShipState) => !destroyed && isHullLost(tracks);
const describeDamage = (ship: ShipState) =>
  (mayBeDestroyed(ship) ? "Destroyed? " : "") +
  ship.tracks
    .filter(track => track.marked)
    .map(({ label, marked, of }) => `${label}: lost ${marked} of ${of}`)
    .join(", ");

// Lists all units with their tracks, in the order of the records.
function listShips(table: Table, state: TableState): ShipState[] {
  const tracks = new Map<string, Map<string, number>>();
  for (const { ship, track, of } of table.played.sheets.flatMap(sheet => sheet.marks))
    tracks.set(ship, (tracks.get(ship) ?? new Map()).set(track, of));
  return table.played.ships.map(({ key, side, line }) => {
    const unit = state.units[key] ?? UNDAMAGED;
    const all = [...(tracks.get(key) ?? [])].map(([name, of]) => ({
      name,
      label: describeTrack(table.played.records[key]?.rows ?? {}, name, of).label,
      of,
      marked: Math.min(unit.damage[name] ?? 0, of),
    }));
    return { key, side, line, unit, tracks: all, destroyed: isDestroyed(unit) };
  });
}

// Rows of marks for the tracks of a unit, larger than those of the record, with the words of the record beside them.
function TrackRows({ table, sheet, state, ship }: Pick<RecordProps, "table" | "sheet" | "state"> & { ship: string }) {
  const tracks = new Map(sheet.marks.filter(mark => mark.ship === ship).map(mark => [mark.track, mark])),
    words = table.played.records[ship] ?? { rows: {}, tables: [] };
  const lostOf = (track: string) => state.units[ship]?.damage[track] ?? 0;
  const marksOf = (track: string) => {
    const { of = 0, kind = "" } = tracks.get(track) ?? {},
      { sections, signs } = describeTrack(words.rows, track, of),
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
                  data-sign={signs[index] || undefined}
                  aria-label={`${ship}, ${trackName(track)} ${index + 1} of ${of}`}
                  checked={index < now}
                  onChange={() => table.mark(ship, track, amountAfter(index + 1, now))}
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
      onKeyDown={event => moveByArrows(event, [...event.currentTarget.querySelectorAll<HTMLElement>("input")])}
    >
      {groupTracks(words.rows, new Map([...tracks].map(([track, { of }]) => [track, of]))).map(
        ([track = "", ...others]) => {
          const of = tracks.get(track)?.of ?? 0,
            now = Math.min(of, lostOf(track)),
            { label, figures, note } = describeTrack(words.rows, track, of);
          return (
            <div
              class={`track-row${of > TALL ? " tall" : ""}`}
              role="group"
              aria-label={`${ship}, ${label}`}
              key={track}
            >
              <span class="track-words">
                <b>{label}</b>
                {figures.map((figure, position) => (
                  <span key={`${position} ${figure}`}>{figure}</span>
                ))}
                <small role="status" class={now || of > FEW_MARKS ? "" : "unseen"}>
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
      {listTables(words).map((lines, number) => (
        <div class="record-table" key={number} tabIndex={0} role="region" aria-label={`${ship}, table ${number + 1}`}>
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

interface RecordProps {
  table: Table;
  sheet: PlaySheet;
  state: TableState;
  ships: ShipState[]; // that have their heads here
  blanks: Record<string, string>;
  label: string;
  onBlank: (key: string, text: string) => void;
  onFold?: () => void; // on a narrow screen
}
// A record with its marks and blanks, and the heads of its units. Where marks are smaller than a finger, rows of larger
// marks come first: the whole record stands behind a button, and can be enlarged.
function RecordSheet({ table, sheet, state, ships, blanks, label, onBlank, onFold }: RecordProps) {
  const [zoomed, setZoomed] = useState(false);
  const [isWhole, setWhole] = useState(!sheet.marks.length);
  const box = useRef<HTMLDivElement>(null),
    image = useRef<HTMLDivElement>(null);
  const least = Math.min(100, ...sheet.marks.map(({ at: [, , width = 0] }) => width));
  const damage = JSON.stringify(sheet.ships.map(ship => state.units[ship]?.damage));
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
  }, []);
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
          const { ship, track, number, of, kind, at } = mark;
          const marked = state.units[ship]?.damage[track] ?? 0;
          return (
            <input
              type="checkbox"
              key={`${ship}/${track}/${number}/${position}`}
              class={kind}
              style={place(at)}
              tabIndex={position ? -1 : 0}
              aria-label={`${ship}, ${trackName(track)} ${number} of ${of}`}
              checked={number <= marked}
              onChange={() => {
                const now = table.state().units[ship]?.damage[track] ?? 0;
                table.mark(ship, track, amountAfter(number, now));
              }}
            />
          );
        })}
        {sheet.blanks.map(({ key, at }) => {
          const [ship = "", , number] = key.split("/"),
            [left = 0, top = 0, width = 0, height = 0] = at;
          // A box for a number has no letters below the line: its digits fill it, below a label that may reach into it.
          const isShort = width * sheet.width < 4 * height * sheet.height,
            size = Math.min(((isShort ? 0.92 : 0.85) * height * sheet.height) / sheet.width, width / 1.3),
            space: Place = isShort ? [left, top + 0.2 * height, width, 0.8 * height] : at;
          return (
            <input
              type="text"
              key={key}
              style={{ ...place(space), fontSize: `${size}cqw`, ...(isShort ? { textAlign: "center" } : {}) }}
              maxLength={LONGEST_BLANK}
              autocomplete="off"
              aria-label={`${ship}, blank ${number}`}
              value={blanks[key] ?? ""}
              onInput={event => onBlank(key, event.currentTarget.value)}
            />
          );
        })}
      </>
    ),
    [damage, sheet, blanks],
  );
  const isNarrow = useNarrow(),
    byTrack = isSmall && !isWhole,
    only = ships.length === 1 ? ships[0] : undefined;
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
  const headOf = (ship: ShipState, number: number) => (
    <ShipHead
      key={ship.key}
      ship={ship}
      table={table}
      isShort={isNarrow && byTrack}
      onFold={number ? undefined : onFold}
      onDestroy={onFold}
    >
      {isNarrow && isSmall && !number && toWhole}
    </ShipHead>
  );
  return (
    <div class={`record-box${zoomed ? " zoomed" : ""}`} ref={box}>
      {byTrack ? (
        sheet.ships.map(key => {
          const number = ships.findIndex(ship => ship.key === key),
            ship = ships[number];
          return (
            <Fragment key={key}>
              {ship ? headOf(ship, number) : <h4>{key}</h4>}
              <TrackRows table={table} sheet={sheet} state={state} ship={key} />
              {isNarrow && ship && <ShipTools ship={ship} table={table} onDestroy={onFold} />}
            </Fragment>
          );
        })
      ) : (
        <>
          {ships.map((ship, number) => (
            <Fragment key={ship.key}>
              {headOf(ship, number)}
              {isNarrow && ships.length > 1 && <ShipTools ship={ship} table={table} onDestroy={onFold} />}
            </Fragment>
          ))}
        </>
      )}
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
      {!byTrack && isNarrow && only && <ShipTools ship={only} table={table} onDestroy={onFold} />}
    </div>
  );
}

// A button opens the input of a unit without notes: most records have lines for notes, too.
function Notes({ ship, table }: { ship: ShipState; table: Table }) {
  const [text, change, leave] = useDraft(notesOf(ship.unit), words => table.note(ship.key, words.trim()));
  const [isOpen, setOpen] = useState(false),
    opened = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) opened.current?.focus();
  }, [isOpen]);
  if (!isOpen && !text)
    return (
      <Button kind="quiet" icon="edit" label={`${ship.key}: notes`} onClick={() => setOpen(true)}>
        Add a note
      </Button>
    );
  return (
    <input
      ref={opened}
      class="plain-input"
      type="text"
      placeholder="Notes"
      autocomplete="off"
      maxLength={LONGEST_NOTE}
      aria-label={`${ship.key}: notes`}
      value={text}
      onInput={event => change(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

interface HeadProps {
  ship: ShipState;
  table: Table;
  onDestroy?: () => void;
}
// The notes of a unit, and the button that marks it as destroyed.
const ShipActions = ({ ship, table, onDestroy }: HeadProps) => (
  <>
    <Notes ship={ship} table={table} />
    <Button
      kind={mayBeDestroyed(ship) ? undefined : "quiet"}
      icon={ship.destroyed ? "undo" : undefined}
      label={`${ship.key}: ${ship.destroyed ? "not destroyed" : "mark destroyed"}`}
      onClick={() => {
        table.destroy(ship.key, !ship.destroyed);
        if (!ship.destroyed) onDestroy?.();
      }}
    >
      {ship.destroyed ? "Not destroyed" : "Mark destroyed"}
    </Button>
  </>
);
// On a narrow screen, they stand below the marks of the unit.
const ShipTools = (props: HeadProps) => (
  <div class="ship-tools">
    <ShipActions {...props} />
  </div>
);

// The name and the state of a unit, above its record.
function ShipHead({
  onFold,
  isShort,
  children,
  ...props
}: HeadProps & { onFold?: () => void; isShort?: boolean; children?: preact.ComponentChildren }) {
  const { ship } = props,
    isNarrow = useNarrow();
  return (
    <div class={`ship-head ${healthOf(ship)}`}>
      <h3 tabIndex={-1} id={`ship ${ship.key}`}>
        {shortName(ship)}
      </h3>
      <span class="ship-damage" title={describeState(ship)}>
        {isShort ? describeShortly(ship) : describeState(ship)}
      </span>
      {children}
      {onFold && <Button kind="quiet" icon="up" label={`Fold ${ship.key}`} onClick={onFold} />}
      {!isNarrow && <ShipActions {...props} />}
    </div>
  );
}

function Index({ ships, current, onChoose }: { ships: ShipState[]; current: string; onChoose: (key: string) => void }) {
  const [words, setWords] = useState(""),
    isNarrow = useNarrow(),
    isSearched = !isNarrow || ships.length > FEW_UNITS,
    left = ships.filter(ship => !ship.destroyed).length;
  const wanted = words.trim().toLowerCase(),
    found = ships.filter(ship => ship.key.toLowerCase().includes(wanted)),
    sides = [...new Set(found.map(ship => ship.side))],
    manySides = new Set(ships.map(ship => ship.side)).size > 1;
  const submit = (event: Event) => {
    event.preventDefault();
    if (found[0]) onChoose(found[0].key);
  };
  return (
    <nav class="ship-index" aria-label="Units">
      {isSearched && (
        <form role="search" onSubmit={submit}>
          <input
            class="plain-input"
            type="search"
            placeholder="Find a unit"
            aria-label="Find a unit"
            value={words}
            onInput={event => setWords(event.currentTarget.value)}
          />
        </form>
      )}
      {sides.map(side => (
        <div key={side}>
          {manySides && side && <h2>{side}</h2>}
          <ul>
            {found
              .filter(ship => ship.side === side)
              .map(ship => {
                const health = healthOf(ship);
                return (
                  <li key={ship.key}>
                    <button
                      type="button"
                      class={health}
                      aria-current={ship.key === current ? "true" : undefined}
                      onClick={() => onChoose(ship.key)}
                    >
                      <i class={`health ${health}`} aria-hidden="true" />
                      <span>
                        <b>{shortName(ship)}</b>
                        <small>{describeState(ship)}</small>
                      </span>
                    </button>
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
      {isNarrow && left < ships.length && (
        <p class="nothing">
          {left} of {ships.length} units left
        </p>
      )}
      {!found.length && <p class="nothing">No unit has "{words}" in its name.</p>}
    </nav>
  );
}

const scrollToShip = (key: string) => {
  const head = document.getElementById(`ship ${key}`),
    section = head?.closest("section"),
    own = head?.closest(".ship-head"); // below those of other units of a shared record
  (own && own !== section?.querySelector(".ship-head") ? own : section)?.scrollIntoView({ block: "start" });
  head?.focus({ preventScroll: true });
};

const AT_ONCE = 3;
// Returns how many of the records are drawn: the first ones at once, the others a few at a time, so that the table answers.
function useGradual(total: number, all: boolean) {
  const [count, setCount] = useState(all ? total : AT_ONCE);
  useEffect(() => {
    if (count >= total) return;
    const timer = setTimeout(() => setCount(count + AT_ONCE));
    return () => clearTimeout(timer);
  }, [count, total]);
  return count;
}

const MARKING_HELP = "How to mark",
  IS_TOUCH = () => matchMedia("(pointer: coarse)").matches;
// Explains how to mark, and where the marks are stored.
function showMarkingHelp({ inFile }: Table) {
  showDialog(
    <div class="dialog">
      <h2>{MARKING_HELP}</h2>
      <p>
        {IS_TOUCH() ? "Tap" : "Click"} a mark: it and all before it are filled in. {IS_TOUCH() ? "Tap" : "Click"} a
        filled mark: it and all after it are cleared.
      </p>
      {!IS_TOUCH() && <p>Arrow keys move from mark to mark. The space bar fills one in.</p>}
      <p>
        {inFile
          ? "Marks and notes are kept in the fleet and are printed with it. This browser keeps the text in the blanks, the turn and the dice."
          : "This browser keeps the marks, notes, turn and dice of this battle, and prints show the marks. Units begin with the damage and notes that the battle gives them."}
      </p>
      <div class="row end">
        <Button kind="primary" onClick={closeDialog}>
          Close
        </Button>
      </div>
    </div>,
  );
}

function clear(table: Table) {
  table.clear();
  notify("All marks, notes and blanks of this battle are cleared.", "done", { label: "Undo", run: table.undo });
}

function TableView({ table, state, line }: { table: Table; state: TableState; line: string }) {
  const { played } = table,
    what = played.file;
  const [current, setCurrent] = useState("");
  const [showsDice, setShowsDice] = useState(false);
  const bar = useRef<HTMLDivElement>(null),
    records = useRef<HTMLDivElement>(null);
  const before = useRef({ bar: 0, records: 0 }); // the upper edges before the dice open or close
  const topOf = (box: { current: HTMLElement | null }) => box.current?.getBoundingClientRect().top ?? 0;
  const showDice = (shows: boolean) => {
    before.current = { bar: topOf(bar), records: topOf(records) };
    setShowsDice(shows);
  };
  // The dice have a row of their own. Records that have gone below the bar stay where they are: the page scrolls instead.
  useLayoutEffect(() => {
    const { bar: ofBar, records: ofRecords } = before.current;
    if (ofRecords < ofBar) scrollBy({ top: topOf(records) - ofRecords, behavior: "instant" });
  }, [showsDice]);
  useEffect(() => {
    if (!showsDice) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("dialog, .menu, [type=search]")) return;
      if (bar.current?.contains(document.activeElement))
        bar.current.querySelector<HTMLElement>("[aria-pressed]")?.focus();
      showDice(false);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [showsDice]);
  const isNarrow = useNarrow();
  const [hasHint, setHint] = useState(() => !readStored(localStorage, HINT));
  const closeHint = () => {
    writeStored(localStorage, HINT, "closed");
    setHint(false);
  };
  const ships = listShips(table, state),
    byKey = new Map(ships.map(ship => [ship.key, ship])),
    lost = ships.filter(ship => ship.destroyed).length;
  // On a narrow screen, a unit that is destroyed or untouched is one line until somebody opens it.
  const sheetOf = (key: string) => played.sheets.findIndex(sheet => sheet.ships.includes(key));
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => {
    const damaged = ships.filter(ship => healthOf(ship) === "damaged");
    return new Set(damaged.length ? damaged.map(ship => sheetOf(ship.key)) : [0]);
  });
  const open = (number: number, isOpen = true) =>
    setOpened(before => new Set(isOpen ? [...before, number] : [...before].filter(one => one !== number)));
  const choose = (key: string) => {
    setCurrent(key);
    open(sheetOf(key));
    setTimeout(() => scrollToShip(key)); // when it is open
  };
  useEffect(() => {
    const first = line && ships.find(ship => ship.line === Number(line));
    if (first) setTimeout(() => choose(first.key));
    const key = (event: KeyboardEvent) => {
      const isText = event.target instanceof Element && event.target.matches("input:not([type=checkbox]), textarea");
      if (!(event.ctrlKey || event.metaKey) || isText) return;
      const name = event.key.toLowerCase();
      if (name !== "z" && name !== "y") return;
      event.preventDefault();
      if (name === "y" || event.shiftKey) table.redo();
      else table.undo();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  // Each unit has its head above the first sheet on which it is.
  const shown = new Set<string>();
  const drawn = useGradual(played.sheets.length, Boolean(line)),
    all = played.sheets.slice(0, drawn).map((sheet, number) => {
      const fresh = sheet.ships.filter(key => byKey.has(key) && !shown.has(key));
      for (const key of fresh) shown.add(key);
      return { sheet, number, ships: fresh };
    }),
    cards = all.filter(({ sheet }) => sheet.ships.length > 0 || sheet.blanks.length > 0); // backs of cards are for prints
  const widest = Math.max(0, ...played.sheets.map(sheet => sheet.width)),
    groups = [
      cards.filter(card => card.sheet.width >= ALMOST_AS_WIDE * widest),
      cards.filter(card => card.sheet.width < ALMOST_AS_WIDE * widest),
    ],
    without = drawn < played.sheets.length ? [] : ships.filter(ship => !shown.has(ship.key));
  const drawings = useMemo(() => played.sheets.map(sheet => sheet.svg), [played]);
  const hasSides = new Set(ships.map(ship => ship.side)).size > 1;
  const sideOf = ({ sheet }: (typeof cards)[number]) => byKey.get(sheet.ships[0] ?? "")?.side ?? "";
  const card = ({ sheet, number, ships: keys }: (typeof cards)[number]) => {
    const label = sheet.ships.join(", ") || played.title,
      isLost = sheet.ships.length > 0 && sheet.ships.every(key => byKey.get(key)?.destroyed);
    const fold = isNarrow && keys.length ? () => open(number, false) : undefined;
    if (fold && !opened.has(number))
      return (
        <section class={`ship-card folded-ship${isLost ? " lost" : ""}`} key={number} aria-label={label}>
          <button type="button" aria-expanded={false} onClick={() => open(number)}>
            {keys.map(key => {
              const ship = byKey.get(key);
              return (
                ship && (
                  <span key={key} class={healthOf(ship)}>
                    <b id={`ship ${key}`}>{shortName(ship)}</b>
                    <small>{describeState(ship)}</small>
                  </span>
                )
              );
            })}
            <Icon name="down" />
          </button>
        </section>
      );
    return (
      <section class={`ship-card${isLost ? " lost" : ""}`} key={number} aria-label={label}>
        <RecordSheet
          table={table}
          sheet={sheet}
          state={state}
          ships={keys.flatMap(key => byKey.get(key) ?? [])}
          blanks={state.blanks}
          label={label}
          onBlank={table.write}
          onFold={fold}
        />
      </section>
    );
  };
  return (
    <div class={showsDice ? "play with-dice" : "play"}>
      <div class="table-bar" role="toolbar" aria-label="Table" ref={bar}>
        <Button kind="quiet" icon="undo" label="Undo" disabled={!state.undoable} onClick={table.undo} />
        <Button kind="quiet" icon="redo" label="Redo" disabled={!state.redoable} onClick={table.redo} />
        <TurnCounter what={what} />
        <Button icon="dice" pressed={showsDice} onClick={() => showDice(!showsDice)}>
          Dice
        </Button>
        <span class="tally">
          {ships.length - lost} of {ships.length} {ships.length === 1 ? "unit" : "units"} left
        </span>
        {showsDice && (
          <div class="dice-place">
            <Dice what={what} />
          </div>
        )}
      </div>
      <aside>
        <Index ships={ships} current={current} onChoose={choose} />
      </aside>
      <div class="ships" ref={records}>
        {state.error && (
          <>
            <Problem>{state.error}</Problem>
            <Button onClick={table.retry}>Try again</Button>
          </>
        )}
        {hasHint && (
          <p class="mark-hint">
            <span>{IS_TOUCH() ? "Tap" : "Click"} a mark to fill it</span>
            <Button kind="quiet" onClick={() => showMarkingHelp(table)}>
              {MARKING_HELP}
            </Button>
            <Button kind="quiet" icon="close" label="Do not show this again" onClick={closeHint} />
          </p>
        )}
        {groups.map((group, number) => {
          const width = Math.max(0, ...group.map(one => one.sheet.width));
          const sides = [...new Set(group.map(sideOf))];
          return sides.map(side => (
            <section key={`${number} ${side}`} class="ship-group" aria-label={side || undefined}>
              {hasSides && side && <h2>{side}</h2>}
              <div
                class="ship-cards"
                style={{
                  "--least": `${Math.round(width * PIXELS_A_POINT)}px`,
                  "--most": `${Math.round(width * 2.2)}px`,
                }}
              >
                {group.filter(one => sideOf(one) === side).map(card)}
              </div>
            </section>
          ));
        })}
        {without.length > 0 && (
          <section class="ship-group" aria-label="Units without a record of their own">
            {[...new Set(without.map(ship => ship.side))].map(side => (
              <Fragment key={side}>
                {hasSides && side && <h2>{side}</h2>}
                <div class="ship-card">
                  {without
                    .filter(ship => ship.side === side)
                    .map(ship => (
                      <Fragment key={ship.key}>
                        <ShipHead ship={ship} table={table} />
                        {isNarrow && <ShipTools ship={ship} table={table} />}
                      </Fragment>
                    ))}
                </div>
              </Fragment>
            ))}
          </section>
        )}
        <MarkLegend drawings={drawings} ours={played.legend} />
        {!cards.length && (
          <EmptyState title="Nothing to mark">
            The record sheets of this game have no marks. Notes, the turn and dice work all the same.
          </EmptyState>
        )}
      </div>
    </div>
  );
}

// The address names a fleet's file and a line of it, or a game and a battle.
const readArgs = (args: string[]): [what: string, line: string] => {
  const end = args.findIndex(arg => arg.endsWith(".yaml"));
  if (args.length > 1 && !/^\d*$/.test(args.at(-1) ?? "")) return [args.join("/"), ""];
  return end >= 0 ? [args.slice(0, end + 1).join("/"), args[end + 1] ?? ""] : [args.join("/"), ""];
};

export const PlayView: ViewComponent = ({ args }) => {
  const [what, line] = readArgs(args);
  const [table, setTable] = useState<Table | null>(null);
  const [state, setState] = useState<TableState | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const { value: around } = usePromise(() => call("describe_context", { of: what }), [what]);
  useEffect(() => {
    let closed = false,
      opened: Table | undefined;
    openTable(what, now => !closed && setState(now)).then(
      ready => {
        opened = ready;
        if (closed) return ready.close();
        setState(ready.state());
        setTable(ready);
        setError(null);
      },
      failure => !closed && setError(failure),
    );
    return () => {
      closed = true;
      opened?.close();
    };
  }, [what, attempts]);
  // Marks and notes of a sheet that was saved on a tablet.
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File) =>
    table &&
    attempt(async () => {
      const { done, hasChanged } = await table.takeMarks(await readMarksFile(file));
      notify(done, "done", hasChanged ? { label: "Undo", run: table.undo } : undefined);
    });
  const inFile = what.endsWith(".yaml"),
    title = table?.played.title ?? around?.title ?? "", // until it is known
    home = inFile ? fleetAddress(what) : packAddress(what);
  const crumbs = [
    ...(around?.game
      ? [
          {
            label: around.of || table?.played.game || "Game",
            href: gameAddress(around.game, inFile ? "fleets" : "battles"),
          },
        ]
      : []),
    { label: "Play", href: playAddress(what) },
  ];
  if (nameMissing(error)) return <FailureMessage error={error} again={() => setAttempts(attempts + 1)} />;
  return (
    <>
      <ViewHead
        crumbs={crumbs}
        title={title}
        state={
          !state
            ? ""
            : state.error
              ? "Not saved"
              : state.saving
                ? "Saving ..."
                : inFile
                  ? "Saved"
                  : "Kept by this browser"
        }
        actions={
          <PrintActions
            isPrimary={false}
            wanted={{ what, marks: table?.listMarks() }}
            problem={error ? "Correct the file first." : ""}
            items={
              table && (
                <>
                  <MenuItem icon="take_in" onClick={() => input.current?.click()}>
                    Take marks and notes from a tablet
                  </MenuItem>
                  {!inFile && (
                    <MenuItem icon="remove" onClick={() => clear(table)}>
                      Clear all marks
                    </MenuItem>
                  )}
                  <MenuItem icon="help" onClick={() => showMarkingHelp(table)}>
                    {MARKING_HELP}
                  </MenuItem>
                </>
              )
            }
          >
            {inFile && (
              <LinkButton kind="quiet" icon="edit" href={home}>
                Change the fleet
              </LinkButton>
            )}
            <LinkButton kind="quiet" icon="sheet" href={packAddress(what)}>
              See the pages
            </LinkButton>
          </PrintActions>
        }
      />
      <input
        ref={input}
        type="file"
        hidden
        accept=".json"
        aria-label="Marks to take"
        onChange={event => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = "";
          if (file) void take(file);
        }}
      />
      {error ? (
        <FailureMessage
          error={error}
          again={() => setAttempts(attempts + 1)}
          editor={inFile ? fleetAddress(what) : undefined}
        />
      ) : table && state ? (
        <TableView table={table} state={state} line={line} />
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
};
