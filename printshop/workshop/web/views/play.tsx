// A fleet, or both sides of a battle, at the table: records to mark, an index of the units, the turn and dice.

import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call, download, stream } from "../browser/client.ts";
import { Icon } from "../components/icons.tsx";
import { attempt, notify } from "../browser/notices.ts";
import {
  changeColumns,
  countRecordColumns,
  FINGER_SIZES,
  leastWidth,
  fillColumns,
  POINTER_SIZES,
  type RecordSizes,
  SMALLEST_SIZES,
} from "../model/play_layout.ts";
import { openTable, readMarksFile, type Table, type TableState } from "../model/playing.ts";
import { type CardGroup, groupCards, type RecordCard, splitCard } from "../model/record_cards.ts";
import { explainMarks, findNotes, listMarks } from "../model/reference_marks.ts";
import { describeState, healthOf, listInOrder, listTableUnits, shortName } from "../model/table_units.ts";
import type { PackPart } from "../types.ts";
import { fleetAddress, gameAddress, packAddress, playAddress } from "../browser/routes.ts";
import { FailureMessage, nameMissing, type ViewComponent, ViewHead } from "../components/shell.tsx";
import { readStored, writeStored } from "../browser/storage.ts";
import {
  Button,
  type Children,
  closeDialog,
  EmptyState,
  MenuItem,
  Problem,
  showDialog,
  Skeleton,
  Switch,
  useMedia,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { readTurn } from "../model/writing_spaces.ts";
import { Dice, TurnCounter, useStored } from "./dice.tsx";
import { UnitHead } from "./play_heads.tsx";
import { UnitIndex } from "./play_index.tsx";
import { type MarkNotes, RecordSheet } from "./play_record.tsx";
import { PrintActions } from "./print.tsx";

const HINT = "hint on marks", // the name of its stored state
  VIEW = "view of play",
  GAP = 16, // pixels between cards
  SWIPE = 60, // pixels: a shorter move is no swipe
  LARGE_CARD = 400, // pixels: the usual width of a card with rows of large marks
  LEAST_LARGE_CARD = 350;

const scrollToUnit = (key: string) => {
  const head = document.getElementById(`unit ${key}`),
    section = head?.closest("section"),
    own = head?.closest(".unit-head"); // below those of other units of a shared record
  (own && own !== section?.querySelector(".unit-head") ? own : section)?.scrollIntoView({ block: "start" });
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

const KEPT_IN_FILE =
    "Marks, notes, the text in writing spaces and the turn are saved in the fleet. Prints show all but the turn.",
  KEPT_HERE =
    "Everything at the table of a battle is saved in this browser. Prints show marks, notes and the text in writing spaces. The battle itself stays as it begins: it can be played again. To go on in another browser, save the table in a file.";
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
      <p>{inFile ? `${KEPT_IN_FILE} This browser keeps the dice.` : KEPT_HERE}</p>
      <div class="row end">
        <Button kind="primary" onClick={closeDialog}>
          Close
        </Button>
      </div>
    </div>,
  );
}

function save(table: Table) {
  const name = table.played.title.replace(/[^\p{L}\p{N}]+/gu, "-");
  download({ name: `${name}-table.json`, media: "application/json", bytes: new TextEncoder().encode(table.save()) });
}

function clear(table: Table) {
  table.clear();
  notify("All marks, notes and texts of this battle are cleared, and it is turn 1 again.", "done", {
    label: "Undo",
    run: table.undo,
  });
}

// How the units are shown, for all tables of this browser.
interface PlayView {
  marks: "" | "whole" | "large"; // "" if the size of the marks decides
  isSingle: boolean; // one unit at a time
  smaller?: number; // columns more than usual; negative for larger records
}
// Returns the width of a box in pixels.
function useWidth(box: { current: HTMLElement | null }) {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth),
      observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return width;
}

// The notes on differences from the rulebook are at the foot of the printed pages: these are drawn when somebody asks.
function useMarkNotes(what: string): MarkNotes {
  const [pages, setPages] = useState<string[] | null>(null),
    control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  return {
    of: sheet => pages && findNotes(sheet.svg, pages),
    load() {
      if (control.current) return;
      control.current = new AbortController();
      const drawn: string[] = [],
        each = (part: PackPart) => void drawn.push(...part.pages.map(({ svg }) => svg));
      stream("preview_pack", { what }, each, control.current.signal).then(
        () => setPages(drawn),
        () => {
          control.current = null; // another press tries again
        },
      );
    },
  };
}

interface TableProps {
  table: Table;
  state: TableState;
  line: string;
  head: (tools: Children) => Children; // the head of the view, with the tools of the table
}
function TableView({ table, state, line, head }: TableProps) {
  const { played } = table,
    what = played.file;
  const [chosen, setCurrent] = useState("");
  const [showsDice, setShowsDice] = useState(false);
  const [view, setView] = useStored<PlayView>(VIEW, { marks: "", isSingle: false });
  const tools = useRef<HTMLDivElement>(null),
    records = useRef<HTMLDivElement>(null);
  const width = useWidth(records);
  useEffect(() => {
    if (!showsDice) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("dialog, .menu, [type=search]")) return;
      if (document.activeElement?.closest(".dice-place"))
        tools.current?.querySelector<HTMLElement>("[aria-pressed]")?.focus();
      setShowsDice(false);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [showsDice]);
  const isNarrow = useNarrow(),
    isStrip = useMedia("(max-width: 1000px)"); // the index stands above the records
  const [hasHint, setHint] = useState(() => !readStored(localStorage, HINT));
  const closeHint = () => {
    writeStored(localStorage, HINT, "closed");
    setHint(false);
  };
  const notes = useMarkNotes(what);
  const units = listTableUnits(played, state.states),
    byKey = new Map(units.map(unit => [unit.key, unit])),
    lost = units.filter(unit => unit.destroyed).length;
  // On a narrow screen, a unit that is destroyed or untouched is one line until somebody opens it.
  const sheetOf = (key: string) => played.sheets.findIndex(sheet => sheet.units.includes(key));
  const [opened, setOpened] = useState<ReadonlySet<number>>(() => {
    const damaged = units.filter(unit => healthOf(unit) === "damaged");
    return new Set(damaged.length ? damaged.map(unit => sheetOf(unit.key)) : [0]);
  });
  const open = (number: number, isOpen = true) =>
    setOpened(before => new Set(isOpen ? [...before, number] : [...before].filter(one => one !== number)));
  const drawn = useGradual(played.sheets.length, Boolean(line)),
    { groups, others } = useMemo(() => groupCards(played.sheets, played.units), [played]),
    order = useMemo(() => listInOrder(played.units), [played]);
  const single = useMemo(() => groups.map(group => ({ ...group, cards: group.cards.flatMap(splitCard) })), [groups]);
  const hasMarks = groups.some(({ cards }) => cards.some(({ sheet }) => sheet.marks.length)),
    isSingle = view.isSingle && !isNarrow && units.length > 1,
    isLarge = isNarrow || !view.marks ? null : view.marks === "large",
    looksLarge = isLarge ?? (!isNarrow && IS_TOUCH()),
    current = chosen || order[0] || "";
  const shown = looksLarge && !isNarrow ? single : groups, // rows of large marks have a card for each unit
    columnsOf = ({ cards }: CardGroup) => {
      const whole = cards.map(card => card.sheet).filter(sheet => !looksLarge || !sheet.marks.length),
        hasRows = whole.length < cards.length,
        [usual, least] = IS_TOUCH() ? [FINGER_SIZES, FINGER_SIZES] : [POINTER_SIZES, SMALLEST_SIZES],
        count = (rows: number, sizes: RecordSizes) =>
          countRecordColumns(width, Math.max(hasRows ? rows : 0, whole.length ? leastWidth(whole, sizes) : 0), GAP);
      return isNarrow
        ? { usual: 1, most: 1 }
        : { usual: count(LARGE_CARD, usual), most: count(LEAST_LARGE_CARD, least) };
    },
    ranges = shown.map(columnsOf),
    smallest = Math.max(0, ...ranges.map(({ usual, most }) => most - usual)),
    largest = Math.min(0, ...ranges.map(({ usual }) => 1 - usual)),
    smaller = Math.min(Math.max(view.smaller ?? 0, largest), smallest);
  const choose = (key: string) => {
    setCurrent(key);
    open(sheetOf(key));
    setTimeout(() => (isSingle ? scrollTo(0, 0) : scrollToUnit(key))); // when it is open
  };
  // Goes to the unit before or after the current one. Units of one record are one step.
  const step = (by: 1 | -1) => {
    const stops = order.filter(
        (key, number) => sheetOf(key) < 0 || order.findIndex(one => sheetOf(one) === sheetOf(key)) === number,
      ),
      now = stops.findIndex(key => key === current || (sheetOf(key) >= 0 && sheetOf(key) === sheetOf(current))),
      next = stops[(now + by + stops.length) % stops.length];
    if (next) choose(next);
  };
  const actions = useRef({ step, isSingle });
  actions.current = { step, isSingle };
  useEffect(() => {
    const first = line && units.find(unit => unit.line === Number(line));
    if (first) setTimeout(() => choose(first.key));
    const key = (event: KeyboardEvent) => {
      const isText =
        event.target instanceof Element && event.target.matches("input:not([type=checkbox]), textarea, select");
      if (isText || event.defaultPrevented || document.querySelector("dialog[open], [role=menu]")) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as 1 | -1 | undefined;
      if (by && actions.current.isSingle && !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)) {
        event.preventDefault();
        actions.current.step(by);
      }
      if (!(event.ctrlKey || event.metaKey)) return;
      const name = event.key.toLowerCase();
      if (name !== "z" && name !== "y") return;
      event.preventDefault();
      if (name === "y" || event.shiftKey) table.redo();
      else table.undo();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  // The current unit is the one in view: the unit that was chosen, as long as all of its card is in view.
  useEffect(() => {
    if (isSingle) return;
    let isWaiting = false;
    const find = () => {
      isWaiting = false;
      const cards = [...(records.current?.querySelectorAll<HTMLElement>("[data-units]") ?? [])],
        upper = Math.max(
          0,
          ...[...document.querySelectorAll(".view-head, .unit-index")].flatMap(one => {
            const { bottom, height } = one.getBoundingClientRect();
            return height < 120 && bottom < 200 ? [bottom] : [];
          }),
        ),
        keysOf = (card: HTMLElement) => JSON.parse(card.dataset.units ?? "[]") as string[];
      const seen = (card: HTMLElement) => {
        const { top, bottom } = card.getBoundingClientRect();
        return top > upper - 20 && bottom < innerHeight + 20;
      };
      setCurrent(now => {
        const own = cards.find(card => keysOf(card).includes(now));
        if (own && seen(own)) return now;
        const next = cards.find(card => card.getBoundingClientRect().bottom > upper + innerHeight / 5);
        return next && next !== own ? (keysOf(next)[0] ?? now) : now;
      });
    };
    const scrolled = () => {
      if (!isWaiting) requestAnimationFrame(find);
      isWaiting = true;
    };
    addEventListener("scroll", scrolled, { passive: true });
    return () => removeEventListener("scroll", scrolled);
  }, [isSingle]);
  // A swipe over the records goes to another unit, except where something else moves to the side.
  const touch = useRef<{ x: number; y: number } | null>(null);
  const beginTouch = (event: TouchEvent) => {
    const [finger] = event.touches,
      isOwn =
        event.target instanceof Element &&
        !event.target.closest(".record-table, .writing-line.long, .zoomed, input[type=text]");
    touch.current = finger && event.touches.length === 1 && isOwn ? { x: finger.clientX, y: finger.clientY } : null;
  };
  const endTouch = (event: TouchEvent) => {
    const [finger] = event.changedTouches,
      from = touch.current;
    touch.current = null;
    if (!finger || !from || (visualViewport?.scale ?? 1) > 1.05) return;
    const across = finger.clientX - from.x;
    if (Math.abs(across) > Math.max(SWIPE, 2 * Math.abs(finger.clientY - from.y))) step(across < 0 ? 1 : -1);
  };

  const without = units.filter(unit => others.has(unit.key) && (!isSingle || unit.key === current));
  const hasOurs = useMemo(() => listMarks(played.sheets.map(sheet => sheet.svg)).includes("†"), [played]);
  const hasSides = new Set(units.map(unit => unit.side)).size > 1;
  const ofCurrent = new Set(played.sheets[sheetOf(current)]?.units ?? [current]); // the units of one record
  const card = ({ sheet, number, units: keys, isPart }: RecordCard) => {
    const label = sheet.units.join(", ") || played.title,
      isLost = sheet.units.length > 0 && sheet.units.every(key => byKey.get(key)?.destroyed);
    const fold = isNarrow && keys.length ? () => open(number, false) : undefined,
      ratio = sheet.width / sheet.height;
    const about = {
      key: isPart ? `${number} ${label}` : number,
      "aria-label": label,
      "data-units": JSON.stringify(keys.length ? keys : sheet.units),
      style: { "--ratio-of-record": ratio, "--most": `${Math.round(sheet.width * 2.2)}px` },
    };
    if (fold && !opened.has(number))
      return (
        <section {...about} class={`unit-card folded-unit${isLost ? " lost" : ""}`}>
          <button type="button" aria-expanded={false} onClick={() => open(number)}>
            {keys.map(key => {
              const unit = byKey.get(key);
              return (
                unit && (
                  <span key={key} class={healthOf(unit)}>
                    <b id={`unit ${key}`}>{shortName(unit)}</b>
                    <small>{describeState(unit)}</small>
                  </span>
                )
              );
            })}
            <Icon name="down" />
          </button>
        </section>
      );
    return (
      <section {...about} class={`unit-card${isLost ? " lost" : ""}${keys.length === 1 ? " of-one" : ""}`}>
        <RecordSheet
          table={table}
          sheet={sheet}
          state={state}
          units={keys.flatMap(key => byKey.get(key) ?? [])}
          label={label}
          isLarge={isLarge}
          notes={isPart ? undefined : notes}
          onFold={fold}
        />
      </section>
    );
  };
  const hint = hasHint && hasMarks && (
    <p class="mark-hint">
      <span>{IS_TOUCH() ? "Tap" : "Click"} a mark to fill it</span>
      <Button kind="quiet" onClick={() => showMarkingHelp(table)}>
        {MARKING_HELP}
      </Button>
      <Button kind="quiet" icon="close" label="Do not show this again" onClick={closeHint} />
    </p>
  );
  return (
    <>
      {head(
        <div class="table-bar" role="toolbar" aria-label="Table" ref={tools}>
          <TurnCounter turn={readTurn(state.texts)} onChange={table.goToTurn} />
          <Button icon="dice" pressed={showsDice} onClick={() => setShowsDice(!showsDice)}>
            Dice
          </Button>
          <Button kind="quiet" icon="undo" label="Undo" disabled={!state.undoable} onClick={table.undo} />
          <Button kind="quiet" icon="redo" label="Redo" disabled={!state.redoable} onClick={table.redo} />
          <span class="tally">
            {units.length - lost} of {units.length} {units.length === 1 ? "unit" : "units"} left
          </span>
          {!isNarrow && hasMarks && (
            <Switch
              label="Marks"
              value={looksLarge ? "large" : "whole"}
              choices={[
                ["whole", "Whole record"],
                ["large", "Large marks"],
              ]}
              onChange={marks => setView({ ...view, marks: marks === "large" ? "large" : "whole" })}
            />
          )}
          {!isNarrow && !isSingle && (
            <span class="record-size" role="group" aria-label="Size of the records">
              <Button
                kind="quiet"
                icon="minus"
                label="Smaller records"
                disabled={smaller >= smallest}
                onClick={() => setView({ ...view, smaller: smaller + 1 })}
              />
              <Button
                kind="quiet"
                icon="add"
                label="Larger records"
                disabled={smaller <= largest}
                onClick={() => setView({ ...view, smaller: smaller - 1 })}
              />
            </span>
          )}
          {!isNarrow && units.length > 1 && (
            <span class="single">
              {isSingle && <Button kind="quiet" icon="previous" label="Unit before" onClick={() => step(-1)} />}
              <Button pressed={isSingle} onClick={() => setView({ ...view, isSingle: !isSingle })}>
                One at a time
              </Button>
              {isSingle && <Button kind="quiet" icon="open" label="Next unit" onClick={() => step(1)} />}
            </span>
          )}
        </div>,
      )}
      <div class={`play${isSingle ? " of-single" : ""}`}>
        {showsDice && (
          <div class="dice-place">
            <Dice what={what} />
          </div>
        )}
        <aside>
          <UnitIndex units={units} current={current} onChoose={choose} />
          {!isStrip && hint}
        </aside>
        <div class="unit-records" ref={records} onTouchStart={beginTouch} onTouchEnd={endTouch}>
          {state.error && (
            <>
              <Problem>{state.error}</Problem>
              <Button onClick={table.retry}>Try again</Button>
            </>
          )}
          {isStrip && hint}
          {shown.map((group, number) => {
            const { side, cards } = group;
            const ready = cards.filter(one =>
              isSingle ? one.sheet.units.some(key => ofCurrent.has(key)) : one.number < drawn,
            );
            const { usual, most } = columnsOf(group),
              columns = isSingle && ready.length < 2 ? 1 : changeColumns(usual, most, isSingle ? 0 : smaller);
            return (
              ready.length > 0 && (
                <section key={number} class="unit-group" aria-label={side || undefined}>
                  {hasSides && side && !isSingle && <h2>{side}</h2>}
                  <div class={`unit-cards${looksLarge && !isNarrow ? " with-rows" : ""}`}>
                    {fillColumns(ready.length, shown.length > 1 ? columns : Math.min(columns, ready.length)).map(
                      (numbers, column) => (
                        <div class="unit-column" key={column}>
                          {numbers.map(one => ready[one] && card(ready[one]))}
                        </div>
                      ),
                    )}
                  </div>
                </section>
              )
            );
          })}
          {without.length > 0 && (
            <section class="unit-group" aria-label="Units without a record of their own">
              {[...new Set(without.map(unit => unit.side))].map(side => (
                <Fragment key={side}>
                  {hasSides && side && <h2>{side}</h2>}
                  <div class="unit-card">
                    {without
                      .filter(unit => unit.side === side)
                      .map(unit => (
                        <UnitHead key={unit.key} unit={unit} table={table} />
                      ))}
                  </div>
                </Fragment>
              ))}
            </section>
          )}
          {hasOurs && <p class="mark-legend">{explainMarks(["†"], played.legend).join(" ")}</p>}
          {!groups.length && (
            <EmptyState title="Nothing to mark">
              The record sheets of this game have no marks. Notes, the turn and dice work all the same.
            </EmptyState>
          )}
        </div>
      </div>
    </>
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
  const isNarrow = useNarrow();
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
  const links = (
    <>
      {inFile && (
        <MenuItem icon="edit" href={home}>
          Change the fleet
        </MenuItem>
      )}
      <MenuItem icon="sheet" href={packAddress(what)}>
        See the pages
      </MenuItem>
    </>
  );
  const head = (tools?: Children) => (
    <ViewHead
      crumbs={crumbs}
      title={title}
      steps={tools}
      state={
        state && (
          <span title={inFile ? KEPT_IN_FILE : KEPT_HERE}>
            {state.error
              ? "Not saved"
              : state.saving
                ? "Saving ..."
                : inFile
                  ? "Saved in the fleet"
                  : "Saved in this browser"}
          </span>
        )
      }
      actions={
        <PrintActions
          isPrimary={false}
          isBare={!isNarrow}
          wanted={{ what, marks: table?.listMarks() }}
          problem={error ? "Correct the file first." : ""}
          items={
            <>
              {links}
              {table && (
                <>
                  {!inFile && (
                    <MenuItem icon="send_out" onClick={() => save(table)}>
                      Save the table in a file
                    </MenuItem>
                  )}
                  <MenuItem icon="take_in" onClick={() => input.current?.click()}>
                    {inFile ? "Take marks and notes from a tablet" : "Take a saved table, or marks from a tablet"}
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
              )}
            </>
          }
        />
      }
    />
  );
  return (
    <>
      {!(table && state && !error) && head()}
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
        <TableView table={table} state={state} line={line} head={head} />
      ) : (
        <Skeleton lines={6} />
      )}
    </>
  );
};
