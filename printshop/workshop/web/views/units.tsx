// The units of a game as a table, on a narrow screen as a list: search, filters, order, and the comparison of a few units.

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { counted } from "../counting.ts";
import { addToFleet, deleteUnit, newUnit } from "../components/dialogs.tsx";
import { chooseLabels, FigureLine, LabelKey, type UnitFigure } from "../components/figure_line.tsx";
import { messageOf } from "../browser/notices.ts";
import { helpAddress, unitAddress } from "../browser/routes.ts";
import { readStoredJson, writeStored } from "../browser/storage.ts";
import type { GameContents, UnitFact } from "../types.ts";
import {
  Button,
  Checkbox,
  Chip,
  type Choice,
  closeDialog,
  EmptyState,
  Field,
  LinkButton,
  Menu,
  MenuItem,
  PageImage,
  Problem,
  Select,
  Sheet,
  showDialog,
  Skeleton,
  Switch,
  useCover,
  useNarrow,
  usePromise,
} from "../components/ui.tsx";
import { FIGURES } from "./picker.tsx";
import { printLink } from "./print.tsx";

const UNKNOWN = "?",
  NUMBER = /^[\d.,?\u2212-]*$/,
  COST = /^points?$|^point value$|cost|price/i, // the heading of the column of points
  MOST_ROWS = 500, // that are shown at once
  MOST_CHIPS = 12,
  LEAST_REPEATS = 3, // of a word of a filter, on average
  MOST_COMPARED = 6,
  BESIDE = 93, // pixels beside the figures of a unit on a phone
  LETTER = 5.9, // pixels: the mean width of a letter of the figures, found by trying
  FEW = 6, // units, which need no filter on a narrow screen
  LONG_CELL = 18; // letters: a column of longer cells cuts them

interface Row {
  name: string;
  side: string;
  kind: string;
  file: string;
  cells: string[]; // the name, then the columns of the game
  isBlank: boolean; // nothing is known of it
  isOther: boolean; // it has no value in the first columns: smoke, a ladder
}
const readRows = (game: GameContents): Row[] =>
  game.units.map(({ name, side, kind, file, cells }) => ({
    name,
    side,
    kind: game.kinds[kind] ?? kind,
    file,
    cells: [name, ...cells],
    isBlank: cells.includes(UNKNOWN) && cells.every(cell => !cell || cell === UNKNOWN),
    isOther: game.columns.every(({ first }, number) => !first || !cells[number] || cells[number] === "0"),
  }));

const shortCost = (head: string) => (/^points?$/i.test(head) ? "pts" : head.toLowerCase());

const SIDE = -1; // the column of the side
const cellOf = (row: Row, column: number) => (column === SIDE ? row.side : (row.cells[column] ?? ""));
const rankOf = (row: Row) => (row.isOther ? 2 : Number(row.isBlank)); // the last ones have no values
function compareRows(one: Row, other: Row, column: number, down: boolean) {
  if (rankOf(one) !== rankOf(other)) return rankOf(one) - rankOf(other);
  const [here = "", there = ""] = [one, other]
    .map(row => cellOf(row, column))
    .map(cell => (cell === UNKNOWN ? "" : cell));
  if (!here || !there) return Number(!here) - Number(!there); // an empty cell comes last
  return here.localeCompare(there, undefined, { numeric: true }) * (down ? -1 : 1);
}

// Returns the second column (after the side) that filters the units: a column of few different words, each of several units.
function findTypeColumn(game: GameContents, rows: Row[]) {
  const column = game.columns.findIndex(({ first }, number) => {
    const values = new Set(rows.map(row => row.cells[number + 1]).filter(cell => cell && cell !== UNKNOWN));
    return (
      first &&
      values.size > 1 &&
      values.size <= MOST_CHIPS &&
      ![...values].some(value => /\d/.test(value ?? "")) &&
      values.size <= rows.length / LEAST_REPEATS
    );
  });
  return column < 0 ? 0 : column + 1;
}

const WORDS = "words for units",
  SIDES = "sides of units",
  TYPES = "types of units",
  ORDER = "order of units",
  COLUMNS = "columns of units",
  CHOSEN = "units to compare"; // names of stored states
type Order = { column: number; down: boolean } | null;
function readState<T>(name: string, game: string, first: T): T {
  const stored = readStoredJson(sessionStorage, name, { game: "", value: first });
  return stored.game === game ? stored.value : first;
}
// A state that outlives the view: when you come back from a unit, filters, order, columns and ticks are the same. Another game has
// none of them.
function useStoredState<T>(name: string, game: string, first: T) {
  const [value, setValue] = useState<T>(() => readState(name, game, first));
  const set = (now: T) => {
    writeStored(sessionStorage, name, JSON.stringify({ game, value: now }));
    setValue(now);
  };
  return [value, set] as const;
}

const typeOf = (row: Row, typeColumn: number) => (typeColumn ? (row.cells[typeColumn] ?? "") : row.kind);
// The rows of the list: filtered, in its order. Units without values come last.
function filterRows(rows: Row[], typeColumn: number, words: string, sides: string[], types: string[], order: Order) {
  const lower = words.toLowerCase();
  return rows
    .filter(
      row =>
        (!sides.length || sides.includes(row.side)) &&
        (!types.length || types.includes(typeOf(row, typeColumn))) &&
        (!words || [...row.cells, row.side, row.kind].some(cell => cell.toLowerCase().includes(lower))),
    )
    .sort((one, other) => (order ? compareRows(one, other, order.column, order.down) : rankOf(one) - rankOf(other)));
}
// Returns the names of the units of a game as the list has them; all of them if the filters leave out the unit.
export function listNames(game: GameContents, unit: string) {
  const rows = readRows(game),
    column = findTypeColumn(game, rows),
    order = readState<Order>(ORDER, game.name, null);
  const filtered = filterRows(
    rows,
    column,
    readState(WORDS, game.name, ""),
    readState<string[]>(SIDES, game.name, []),
    readState<string[]>(TYPES, game.name, []),
    order,
  );
  return (filtered.some(row => row.name === unit) ? filtered : filterRows(rows, column, "", [], [], order)).map(
    row => row.name,
  );
}

export function UnitTable({ game }: { game: GameContents }) {
  const rows = useMemo(() => readRows(game), [game]);
  const typeColumn = useMemo(() => findTypeColumn(game, rows), [rows]);
  const [words, setWords] = useStoredState(WORDS, game.name, ""),
    [sides, setSides] = useStoredState<string[]>(SIDES, game.name, []),
    [types, setTypes] = useStoredState<string[]>(TYPES, game.name, []),
    [order, setOrder] = useStoredState<Order>(ORDER, game.name, null);
  const [all, setAll] = useStoredState(COLUMNS, game.name, false),
    [ticked, setChosen] = useStoredState<string[]>(CHOSEN, game.name, []),
    chosen = ticked.filter(name => rows.some(row => row.name === name)); // a unit may have another name now
  const [isComparing, setComparing] = useState(false), // on a narrow screen, a tap chooses a unit
    [isFiltering, setFiltering] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  useEdges(table);
  const isNarrow = useNarrow(),
    isChoosing = isComparing || chosen.length > 0;
  useCover(isNarrow && isChoosing);
  const { value: art } = useUnitPictures(game);
  if (!rows.length)
    return (
      <EmptyState
        title="No unit yet"
        actions={
          <>
            <Button icon="add" onClick={() => newUnit(game)}>
              New unit
            </Button>
            <LinkButton kind="quiet" icon="help" href={helpAddress("unit")}>
              How to make a unit
            </LinkButton>
          </>
        }
      >
        A unit is a ship, a tank, a hero: everything with a record and a counter.
      </EmptyState>
    );
  const allColumns = game.columns
    .map((column, number) => ({
      ...column,
      number: number + 1,
      isNumber: rows.every(row => NUMBER.test(row.cells[number + 1] ?? "")),
    }))
    .filter(({ number, head: label }) =>
      rows.some(row => row.cells[number] && !(COST.test(label) && row.cells[number] === "0")),
    ); // a game without points has no column for them
  const columns = allColumns.filter(({ first }) => first || all),
    wordy = new Set(
      columns
        .filter(({ number }) => rows.some(row => (row.cells[number]?.length ?? 0) > LONG_CELL))
        .map(({ number }) => number),
    ),
    cost = allColumns.find(({ head: label, isNumber }) => isNumber && COST.test(label));
  const listFigures = (row: Row) =>
    allColumns
      .filter(column => column !== cost && row.cells[column.number] && row.cells[column.number] !== UNKNOWN)
      .slice(0, FIGURES)
      .map(({ number, head: label, isNumber }): UnitFigure => {
        const cell = row.cells[number] ?? "";
        return [isNumber || /\d/.test(cell) ? label : "", cell];
      });
  const labels = isNarrow
    ? chooseLabels(rows.map(listFigures), (innerWidth - BESIDE) / LETTER)
    : new Map<string, string>();
  const isMixed = rows.some(row => row.file) && rows.some(row => !row.file); // own units among those of printshop
  const hasSides = new Set(rows.map(row => row.side)).size > 1;
  const sideNames = Object.keys(game.colors).filter(side => rows.some(row => row.side === side)),
    typeNames = [...new Set(rows.map(row => typeOf(row, typeColumn)).filter(type => type && type !== UNKNOWN))].sort();
  const found = filterRows(rows, typeColumn, words, sides, types, order);
  const stopOrStart = () => {
    setComparing(!isChoosing);
    setChosen([]);
  };
  const blanks = found.filter(row => row.isBlank).length; // they are the last ones
  const toggle = (list: string[], value: string) =>
    list.includes(value) ? list.filter(one => one !== value) : [...list, value];
  const head = (column: number, label: string, description: string, style = "") => (
    <th
      scope="col"
      key={column}
      title={description}
      class={style}
      aria-sort={order?.column === column ? (order.down ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        style={{ minWidth: `${label.length / 2 + 1}ch` }} // it has two lines, not more
        onClick={() => setOrder({ column, down: order?.column === column && !order.down })}
      >
        {label}
      </button>
    </th>
  );
  const hasArt = Object.keys(art?.pictures ?? {}).length > 0;
  const firstOther = found.some(row => !row.isOther) ? found.find(row => row.isOther) : undefined;
  const unknown = found.some(row => row.cells.includes(UNKNOWN));
  const active = sides.length + types.length + Number(Boolean(order));
  const clear = () => {
    setWords("");
    setSides([]);
    setTypes([]);
  };
  const filters = (
    <>
      {hasSides && sideNames.length <= MOST_CHIPS && (
        <div class="row" role="group" aria-label="Sides">
          {sideNames.map(side => (
            <Chip
              key={side}
              color={game.colors[side]}
              pressed={sides.includes(side)}
              onClick={() => setSides(toggle(sides, side))}
            >
              {side}
            </Chip>
          ))}
        </div>
      )}
      {typeNames.length > 1 && typeNames.length <= MOST_CHIPS && (
        <div class="row" role="group" aria-label="Types">
          {typeNames.map(type => (
            <Chip key={type} pressed={types.includes(type)} onClick={() => setTypes(toggle(types, type))}>
              {type}
            </Chip>
          ))}
        </div>
      )}
    </>
  );
  const actions = (row: Row) => (
    <Menu label={`Actions for ${row.name}`} icon="more" kind="quiet" hideLabel align="end">
      <MenuItem icon="open" href={unitAddress(game.name, row.name)}>
        Look at it
      </MenuItem>
      <MenuItem icon="copy" onClick={() => newUnit(game, row.name)}>
        Make my own copy
      </MenuItem>
      <MenuItem icon="fleet" onClick={() => addToFleet(game, row.name, row.file, row.side)}>
        Add to a fleet
      </MenuItem>
      <MenuItem icon="print" {...printLink({ what: game.name, unit: row.name })}>
        Print its record
      </MenuItem>
      {isNarrow && (
        <MenuItem
          icon="table"
          disabled={!chosen.includes(row.name) && chosen.length === MOST_COMPARED}
          onClick={() => setChosen(toggle(chosen, row.name))}
        >
          {chosen.includes(row.name) ? "Leave out of the comparison" : "Choose to compare"}
        </MenuItem>
      )}
      {row.file && (
        <MenuItem icon="remove" danger onClick={() => deleteUnit(row.file, row.name)}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
  return (
    <div class="stack">
      <div class="filters">
        <input
          class="plain-input"
          type="search"
          aria-label="Search the units"
          placeholder="Search the units"
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
        {!isNarrow && filters}
        {isNarrow && rows.length >= FEW && (
          <Button icon="settings" label="Filter and sort" pressed={Boolean(active)} onClick={() => setFiltering(true)}>
            {active || null}
          </Button>
        )}
        {isNarrow && rows.length > 1 && (
          <Button icon="table" pressed={isChoosing} onClick={stopOrStart}>
            Compare
          </Button>
        )}
      </div>
      <div class="spread unit-count">
        <span role="status">
          {found.length < rows.length && `${found.length} of `}
          {counted(rows.length, "unit")}
          {found.length > MOST_ROWS && `; the first ${MOST_ROWS} are shown`}
          {blanks > 0 && blanks < found.length && `, the last ${blanks} without known values`}
          {(words || sides.length + types.length > 0) && (
            <Button kind="quiet" icon="close" onClick={clear}>
              Clear filters
            </Button>
          )}
        </span>
        {!isNarrow && (
          <div class="row">
            {game.columns.some(column => !column.first) && (
              <Checkbox checked={all} onChange={setAll}>
                All columns
              </Checkbox>
            )}
            <Button disabled={chosen.length < 2} onClick={() => compareUnits(game, chosen)}>
              {chosen.length < 2 ? `Compare: tick 2 to ${MOST_COMPARED} units` : `Compare ${chosen.length} units`}
            </Button>
          </div>
        )}
      </div>
      {isNarrow && isChoosing && (
        <div class="compare-bar">
          <Button kind="quiet" icon="close" label="Compare no units" onClick={stopOrStart} />
          <Button kind="primary" disabled={chosen.length < 2} onClick={() => compareUnits(game, chosen)}>
            {chosen.length < 2 ? `Tick 2 to ${MOST_COMPARED} units` : `Compare ${chosen.length} units`}
          </Button>
        </div>
      )}
      {isNarrow && isFiltering && (
        <Sheet title={`${found.length} of ${counted(rows.length, "unit")}`} onClose={() => setFiltering(false)}>
          {filters}
          <div class="row">
            <Field label="Order">
              {props => (
                <Select
                  props={props}
                  value={order ? String(order.column) : ""}
                  choices={[
                    ["", "As in the game"],
                    ["0", "Name"],
                    ...(hasSides ? [[String(SIDE), "Side"] as Choice] : []),
                    ...allColumns.map(({ number, head: label }): Choice => [String(number), label]),
                  ]}
                  onChange={column => setOrder(column ? { column: Number(column), down: order?.down ?? false } : null)}
                />
              )}
            </Field>
            <Switch
              label="Direction"
              value={order?.down ? "down" : "up"}
              choices={[
                ["up", "Up"],
                ["down", "Down"],
              ]}
              onChange={way => setOrder({ column: order?.column ?? 0, down: way === "down" })}
            />
          </div>
        </Sheet>
      )}
      <LabelKey labels={labels} />
      {found.length && isNarrow ? (
        <ul class="unit-rows">
          {found.slice(0, MOST_ROWS).map(row => (
            <li key={row.name} class={chosen.includes(row.name) ? "chosen" : ""}>
              {hasArt && (
                <span class="row-picture">
                  {art?.units[row.name] && <img src={art.pictures[art.units[row.name] ?? ""]} alt="" loading="lazy" />}
                </span>
              )}
              <a
                href={unitAddress(game.name, row.name)}
                onClick={event => {
                  if (!isChoosing) return;
                  event.preventDefault(); // while units are chosen to compare, a tap chooses one more
                  if (chosen.includes(row.name) || chosen.length < MOST_COMPARED) setChosen(toggle(chosen, row.name));
                }}
              >
                <b>
                  {hasSides && row.side && (
                    <i
                      class="dot"
                      role="img"
                      aria-label={row.side}
                      title={row.side}
                      style={{ background: game.colors[row.side] }}
                    />
                  )}
                  {row.name}
                  {isMixed && row.file && <span class="chip">yours</span>}
                </b>
                {cost && row.cells[cost.number] && row.cells[cost.number] !== UNKNOWN && (
                  <b class="row-cost" title={cost.head}>
                    {row.cells[cost.number]} <small>{shortCost(cost.head)}</small>
                  </b>
                )}
                <small>
                  {row.isBlank ? "Values unknown" : <FigureLine figures={listFigures(row)} labels={labels} />}
                </small>
              </a>
              {isChoosing ? (
                <label class="check choose-row">
                  <input
                    type="checkbox"
                    aria-label={`Compare ${row.name}`}
                    checked={chosen.includes(row.name)}
                    disabled={!chosen.includes(row.name) && chosen.length === MOST_COMPARED}
                    onChange={() => setChosen(toggle(chosen, row.name))}
                  />
                </label>
              ) : (
                actions(row)
              )}
            </li>
          ))}
        </ul>
      ) : found.length ? (
        <div class="table-box whole" role="region" aria-label="Units" tabIndex={0} ref={table}>
          <table class="units">
            <thead>
              <tr>
                <th class="tick">
                  <span class="unseen">Compare</span>
                </th>
                {head(0, "Name", "Name", "pinned")}
                {hasSides && head(SIDE, "Side", "Side")}
                {columns.map(({ number, head: label, description, isNumber }) =>
                  head(number, label, description, isNumber ? "number" : ""),
                )}
                <th class="more">
                  <span class="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, MOST_ROWS).flatMap(row => [
                row === firstOther && (
                  <tr key="others" class="others">
                    <th colSpan={columns.length + 3 + Number(hasSides)}>Other pieces</th>
                  </tr>
                ),
                <tr key={row.name} class={row.isBlank ? "blank" : ""}>
                  <td class="tick">
                    <label>
                      <input
                        type="checkbox"
                        aria-label={`Compare ${row.name}`}
                        checked={chosen.includes(row.name)}
                        disabled={!chosen.includes(row.name) && chosen.length === MOST_COMPARED}
                        onChange={() => setChosen(toggle(chosen, row.name))}
                      />
                    </label>
                  </td>
                  <th scope="row" class="pinned">
                    {hasArt && (
                      <span class="row-picture">
                        {art?.units[row.name] && (
                          <img src={art.pictures[art.units[row.name] ?? ""]} alt="" loading="lazy" />
                        )}
                      </span>
                    )}
                    <a href={unitAddress(game.name, row.name)}>{row.name}</a>
                    {isMixed && row.file && <span class="chip">yours</span>}
                  </th>
                  {hasSides && (
                    <td>
                      <span class="side">
                        {row.side && <i class="dot" style={{ background: game.colors[row.side] }} />}
                        {row.side}
                      </span>
                    </td>
                  )}
                  {columns.map(({ number, isNumber }) => {
                    const cell = row.cells[number] ?? "";
                    return (
                      <td key={number} title={cell === UNKNOWN ? "Not known" : cell} class={isNumber ? "number" : ""}>
                        {wordy.has(number) ? <span class="words">{cell}</span> : cell}
                      </td>
                    );
                  })}
                  <td class="more">{actions(row)}</td>
                </tr>,
              ])}
            </tbody>
          </table>
        </div>
      ) : (
        <EmptyState title="No unit fits" actions={<Button onClick={clear}>Show all units</Button>}>
          Use fewer filters, or another word.
        </EmptyState>
      )}
      {unknown && !isNarrow && (
        <p class="quiet">? stands for a value that is not known. It is printed as a space to fill in.</p>
      )}
    </div>
  );
}

// Marks the edges of a box beyond which there is more to scroll to, with the classes `more-before` and `more-after`. A box that shows
// all of its width has the class `fits`; `--height` is the height of the box.
function useEdges(box: { current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const now = box.current;
    if (!now) return;
    const mark = () => {
      now.classList.toggle("fits", now.scrollWidth <= now.clientWidth);
      now.style.setProperty("--height", `${now.offsetHeight}px`);
      now.classList.toggle("more-before", now.scrollLeft > 1);
      now.classList.toggle("more-after", now.scrollLeft + now.clientWidth < now.scrollWidth - 1);
    };
    mark();
    now.addEventListener("scroll", mark, { passive: true });
    addEventListener("resize", mark);
    return () => {
      now.removeEventListener("scroll", mark);
      removeEventListener("resize", mark);
    };
  });
}

// Returns the labels of the values of some units in the order of the game. Values that the game calculates come last.
function listLabels(units: readonly UnitFact[][]) {
  const order: UnitFact[] = [];
  for (const facts of units)
    facts.forEach((fact, number) => {
      if (order.some(one => one.label === fact.label)) return;
      const before = order.findIndex(one => one.label === facts[number - 1]?.label); // a value that other units lack
      order.splice(before + 1, 0, fact);
    });
  return order.sort((one, other) => Number(one.derived) - Number(other.derived)).map(one => one.label);
}

// The pictures of the units of a game.
export const useUnitPictures = (game: GameContents | undefined) =>
  usePromise(async () => game && call("list_unit_pictures", { game: game.name }), [game]);

// Shows units side by side: their drawings, and a table of their values. No value is marked as better: only the game knows.
function compareUnits(game: GameContents, names: string[]) {
  function Comparison() {
    const isNarrow = useNarrow(),
      box = useRef<HTMLDivElement>(null);
    useEdges(box);
    const [onlyDifferences, setOnlyDifferences] = useState(false);
    const { value, error } = usePromise(async () => {
      const units = [];
      for (const unit of names) units.push(await call("draw_unit", { game: game.name, unit }));
      return units;
    }, []);
    const { value: art } = useUnitPictures(game); // the list behind the dialog may still wait for them
    const labels = listLabels(value?.map(unit => unit.facts) ?? []);
    const lines = labels.map(label => {
      const cells = value?.map(unit => unit.facts.find(fact => fact.label === label)?.value ?? "") ?? [];
      return { label, cells, differs: new Set(cells).size > 1 };
    });
    const hasArt = names.some(name => art?.units[name]);
    return (
      <div class="dialog wide-dialog compare-dialog" style={{ "--units": Math.max(3, names.length) }}>
        <div class="spread dialog-head">
          <h2>Compare {names.length} units</h2>
          <small class="compare-legend">
            <i class="bar" /> The units differ
          </small>
          <Checkbox checked={onlyDifferences} onChange={setOnlyDifferences}>
            Only differences
          </Checkbox>
          <Button kind="quiet" icon="close" label="Close" onClick={closeDialog} />
        </div>
        {Boolean(error) && <Problem>{messageOf(error)}</Problem>}
        {!value && !error && <Skeleton lines={6} />}
        {value && (
          <div class="table-box" role="region" aria-label="Comparison" tabIndex={0} ref={box}>
            <table class="comparison">
              <thead>
                <tr>
                  <td />
                  {value.map(unit => (
                    <th scope="col" key={unit.unit}>
                      {hasArt ? (
                        <span class="compared-picture">
                          {art?.units[unit.unit] && <img src={art.pictures[art.units[unit.unit] ?? ""]} alt="" />}
                        </span>
                      ) : (
                        unit.pages[0] &&
                        !isNarrow && <PageImage svg={unit.pages[0]} alt={`${unit.product} of ${unit.unit}`} />
                      )}
                      <a href={unitAddress(game.name, unit.unit)} onClick={closeDialog}>
                        {unit.unit}
                      </a>
                      <small>{unit.side}</small>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines
                  .filter(line => line.differs || !onlyDifferences)
                  .map(({ label, cells, differs }) => (
                    <tr key={label} class={differs ? "differs" : "same"}>
                      <th scope="row">{label}</th>
                      {cells.map((cell, number) => (
                        <td key={number}>
                          {cell && cell !== "–" ? (
                            cell.replaceAll("–", "\u2060–\u2060")
                          ) : (
                            <span class="soft">none</span>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    );
  }
  showDialog(<Comparison />);
}
