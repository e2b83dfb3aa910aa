// A fleet, or both sides of a battle, at the table: records to mark, an index of the units, the turn and dice.

import { Fragment } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { Icon } from "../components/icons.tsx";
import { attempt, notify } from "../browser/notices.ts";
import { MarkLegend } from "../components/page_viewer.tsx";
import { openTable, readMarksFile, type Table, type TableState } from "../model/playing.ts";
import { groupCards, type RecordCard } from "../model/record_cards.ts";
import { describeState, healthOf, listTableUnits, shortName } from "../model/table_units.ts";
import { fleetAddress, gameAddress, packAddress, playAddress } from "../browser/routes.ts";
import { FailureMessage, nameMissing, type ViewComponent, ViewHead } from "../components/shell.tsx";
import { readStored, writeStored } from "../browser/storage.ts";
import {
  Button,
  closeDialog,
  EmptyState,
  LinkButton,
  MenuItem,
  Problem,
  showDialog,
  Skeleton,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { Dice, TurnCounter } from "./dice.tsx";
import { UnitHead, UnitTools } from "./play_heads.tsx";
import { UnitIndex } from "./play_index.tsx";
import { RecordSheet } from "./play_record.tsx";
import { PrintActions } from "./print.tsx";

const PIXELS_A_POINT = 1.34, // of a record in a column
  HINT = "hint on marks"; // the name of its stored state

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
          ? "Marks and notes are kept in the fleet and are printed with it. This browser keeps the text in writing spaces, the turn and the dice."
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
  notify("All marks, notes and texts of this battle are cleared.", "done", { label: "Undo", run: table.undo });
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
  const choose = (key: string) => {
    setCurrent(key);
    open(sheetOf(key));
    setTimeout(() => scrollToUnit(key)); // when it is open
  };
  useEffect(() => {
    const first = line && units.find(unit => unit.line === Number(line));
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
  const drawn = useGradual(played.sheets.length, Boolean(line)),
    { groups, others } = useMemo(() => groupCards(played.sheets, played.units), [played]),
    without = units.filter(unit => others.has(unit.key));
  const drawings = useMemo(() => played.sheets.map(sheet => sheet.svg), [played]);
  const hasSides = new Set(units.map(unit => unit.side)).size > 1;
  const card = ({ sheet, number, units: keys }: RecordCard) => {
    const label = sheet.units.join(", ") || played.title,
      isLost = sheet.units.length > 0 && sheet.units.every(key => byKey.get(key)?.destroyed);
    const fold = isNarrow && keys.length ? () => open(number, false) : undefined;
    if (fold && !opened.has(number))
      return (
        <section class={`unit-card folded-unit${isLost ? " lost" : ""}`} key={number} aria-label={label}>
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
      <section
        class={`unit-card${isLost ? " lost" : ""}${keys.length === 1 ? " of-one" : ""}`}
        key={number}
        aria-label={label}
      >
        <RecordSheet
          table={table}
          sheet={sheet}
          state={state}
          units={keys.flatMap(key => byKey.get(key) ?? [])}
          label={label}
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
          {units.length - lost} of {units.length} {units.length === 1 ? "unit" : "units"} left
        </span>
        {showsDice && (
          <div class="dice-place">
            <Dice what={what} />
          </div>
        )}
      </div>
      <aside>
        <UnitIndex units={units} current={current} onChoose={choose} />
      </aside>
      <div class="unit-records" ref={records}>
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
        {groups.map(({ side, width, cards }, number) => {
          const ready = cards.filter(one => one.number < drawn);
          return (
            ready.length > 0 && (
              <section key={number} class="unit-group" aria-label={side || undefined}>
                {hasSides && side && <h2>{side}</h2>}
                <div
                  class="unit-cards"
                  style={{
                    "--least": `${Math.round(width * PIXELS_A_POINT)}px`,
                    "--most": `${Math.round(width * 2.2)}px`,
                  }}
                >
                  {ready.map(card)}
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
                      <Fragment key={unit.key}>
                        <UnitHead unit={unit} table={table} />
                        {isNarrow && <UnitTools unit={unit} table={table} />}
                      </Fragment>
                    ))}
                </div>
              </Fragment>
            ))}
          </section>
        )}
        <MarkLegend drawings={drawings} ours={played.legend} />
        {!groups.length && (
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
