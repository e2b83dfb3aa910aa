// The units of a game: search, filters, order, and the choice of a few units to compare.

import { useMemo, useState } from "preact/hooks";
import { counted } from "../words.ts";
import { newUnit } from "../components/dialogs.tsx";
import { describeFile } from "../components/library.tsx";
import { helpAddress, tableAddressOf } from "../browser/routes.ts";
import {
  CHOSEN,
  COLUMNS,
  describeCount,
  type UnitColumn,
  filterRows,
  findCost,
  findTypeColumn,
  headsOf,
  listColumns,
  MOST_CHIPS,
  ORDER,
  type Order,
  type Row,
  readRows,
  SIDE,
  SIDES,
  TYPES,
  typeOf,
  UNKNOWN,
  useStoredState,
  WORDS,
} from "../model/unit_rows.ts";
import type { GameContents } from "../types.ts";
import {
  Button,
  Checkbox,
  Chip,
  type Choice,
  EmptyState,
  Field,
  LinkButton,
  Menu,
  MenuItem,
  Select,
  Sheet,
  Switch,
  useCover,
  useNarrow,
} from "../components/ui.tsx";
import { compareUnits, MOST_COMPARED, useUnitPictures } from "./unit_comparison.tsx";
import { type ListedUnits, NarrowUnitList, WideUnitTable } from "./unit_list.tsx";

const FEW = 6; // units, which need no filter on a narrow screen
const toggle = (list: readonly string[], value: string) =>
  list.includes(value) ? list.filter(one => one !== value) : [...list, value];

// The filters of the units of a game, which outlive the view.
function useFilters(game: GameContents, rows: Row[]) {
  const typeColumn = useMemo(() => findTypeColumn(game, rows), [rows]);
  const [words, setWords] = useStoredState(WORDS, game.name, ""),
    [sides, setSides] = useStoredState<string[]>(SIDES, game.name, []),
    [types, setTypes] = useStoredState<string[]>(TYPES, game.name, []),
    [order, setOrder] = useStoredState<Order>(ORDER, game.name, null);
  const clear = () => {
    setWords("");
    setSides([]);
    setTypes([]);
  };
  return {
    words,
    setWords,
    sides,
    setSides,
    types,
    setTypes,
    order,
    setOrder,
    clear,
    sideNames: Object.keys(game.colors).filter(side => rows.some(row => row.side === side)),
    typeNames: [...new Set(rows.map(row => typeOf(row, typeColumn)).filter(type => type && type !== UNKNOWN))].sort(),
    hasSides: new Set(rows.map(row => row.side)).size > 1,
    isFiltered: Boolean(words) || sides.length + types.length > 0,
    found: filterRows(rows, typeColumn, words, sides, types, order, headsOf(game)),
  };
}
type Filters = ReturnType<typeof useFilters>;

// `faulty` is the number of units that cannot be shown because of a problem.
export function UnitTable({ game, faulty }: { game: GameContents; faulty: number }) {
  const rows = useMemo(() => readRows(game), [game]),
    filters = useFilters(game, rows);
  const [all, setAll] = useStoredState(COLUMNS, game.name, false),
    [ticked, setChosen] = useStoredState<string[]>(CHOSEN, game.name, []),
    chosen = ticked.filter(name => rows.some(row => row.name === name)); // a unit may have another name now
  const [isComparing, setComparing] = useState(false), // on a narrow screen, a tap chooses a unit
    [isFiltering, setFiltering] = useState(false),
    [showsBlanks, setShowsBlanks] = useState(false);
  const isNarrow = useNarrow(),
    isChoosing = isComparing || chosen.length > 0;
  useCover(isNarrow && isChoosing);
  const { value: art } = useUnitPictures(game);
  const columns = useMemo(() => listColumns(game, rows), [rows]);
  if (!rows.length) return <NoUnits game={game} />;
  const { words, setWords, sides, types, order, setOrder, hasSides, found, clear } = filters,
    active = sides.length + types.length + Number(Boolean(order)),
    example = columns.find(column => column.isNumber && column !== findCost(columns))?.head.toLowerCase(),
    blanks = found.filter(row => row.isBlank),
    canFold = blanks.length > 0 && blanks.length < found.length,
    files = [...new Set(rows.flatMap(row => row.file || []))].sort(),
    hasUnknown = found.some(row => row.cells.includes(UNKNOWN));
  const stopOrStart = () => {
    setComparing(!isChoosing);
    setChosen([]);
  };
  const compareButton = (kind: "primary" | undefined, verb: string) => (
    <Button kind={kind} disabled={chosen.length < 2} onClick={() => compareUnits(game, chosen)}>
      {chosen.length < 2 ? `${verb} 2 to ${MOST_COMPARED} units` : `Compare ${chosen.length} units`}
    </Button>
  );
  const listed: ListedUnits = {
    game,
    rows,
    found: canFold && !showsBlanks ? found.filter(row => !row.isBlank) : found,
    columns: isNarrow ? columns : columns.filter(({ first }) => first || all),
    hasSides,
    art,
    chosen,
    onChoose: name => setChosen(toggle(chosen, name)),
  };
  return (
    <div class="stack">
      <div class="filters">
        <input
          class="plain-input"
          type="search"
          aria-label="Search the units"
          placeholder={example ? `Search${isNarrow ? "" : " the units"}, or ${example} > 5` : "Search the units"}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
        {!isNarrow && <FilterChips game={game} filters={filters} />}
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
        <FoundCount rows={rows} faulty={faulty} filters={filters} isFolded={canFold && !showsBlanks} />
        {!isNarrow && (
          <div class="row">
            {game.columns.some(column => !column.first) && (
              <Checkbox checked={all} onChange={setAll}>
                All columns
              </Checkbox>
            )}
            <TableButton files={files} />
            {compareButton(undefined, "Compare: tick")}
          </div>
        )}
        {isNarrow && !isChoosing && <TableButton files={files} />}
      </div>
      {isNarrow && isChoosing && (
        <div class="compare-bar">
          <Button kind="quiet" icon="close" label="Compare no units" onClick={stopOrStart} />
          {compareButton("primary", "Tick")}
        </div>
      )}
      {isNarrow && isFiltering && (
        <Sheet
          title="Filters"
          note={<small>{`${found.length} of ${counted(rows.length, "unit")}`}</small>}
          done="Done"
          onClose={() => setFiltering(false)}
        >
          <FilterChips game={game} filters={filters} />
          <OrderFields filters={filters} columns={columns} />
        </Sheet>
      )}
      {!found.length ? (
        <EmptyState title="No unit fits" actions={<Button onClick={clear}>Show all units</Button>}>
          Use fewer filters, or another word.
        </EmptyState>
      ) : isNarrow ? (
        <NarrowUnitList {...listed} isChoosing={isChoosing} />
      ) : (
        <WideUnitTable {...listed} order={order} onOrder={setOrder} />
      )}
      {canFold && (
        <Button kind="quiet" icon={showsBlanks ? "up" : "down"} onClick={() => setShowsBlanks(!showsBlanks)}>
          {showsBlanks ? "Hide the units without values" : `${counted(blanks.length, "unit")} without values`}
        </Button>
      )}
      {hasUnknown && !isNarrow && (
        <p class="quiet">? stands for a value that is not known. It is printed as a space to fill in.</p>
      )}
    </div>
  );
}

// Opens the units of a file of the user as a table.
const TableButton = ({ files }: { files: readonly string[] }) =>
  files.length > 1 ? (
    <Menu label="Edit as a table" icon="table" kind="quiet" align="end">
      {files.map(file => (
        <MenuItem key={file} href={tableAddressOf(file)}>
          {describeFile(file)}
        </MenuItem>
      ))}
    </Menu>
  ) : (
    files[0] !== undefined && (
      <LinkButton kind="quiet" icon="table" href={tableAddressOf(files[0])}>
        Edit as a table
      </LinkButton>
    )
  );

const NoUnits = ({ game }: { game: GameContents }) => (
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

// The number of units that fit the filters. Units without values are counted apart if the list folds them.
interface FoundCountProps {
  rows: readonly Row[];
  faulty: number;
  filters: Filters;
  isFolded: boolean;
}
function FoundCount({ rows, faulty, filters, isFolded }: FoundCountProps) {
  const { found, isFiltered, clear } = filters;
  return (
    <span role="status">
      <span>{describeCount(rows, found, isFolded, faulty)}</span>
      {isFiltered && (
        <Button kind="quiet" icon="close" onClick={clear}>
          Clear filters
        </Button>
      )}
    </span>
  );
}

// The sides and the types of units, each on or off.
function FilterChips({ game, filters }: { game: GameContents; filters: Filters }) {
  const { sideNames, typeNames, sides, setSides, types, setTypes, hasSides } = filters;
  return (
    <>
      {hasSides && sideNames.length <= MOST_CHIPS && (
        <div class="row" role="group" aria-label="Sides">
          <b class="filter-head">Side</b>
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
          <b class="filter-head">Type</b>
          {typeNames.map(type => (
            <Chip key={type} pressed={types.includes(type)} onClick={() => setTypes(toggle(types, type))}>
              {type}
            </Chip>
          ))}
        </div>
      )}
    </>
  );
}

// The order of the units, where no heading can be pressed.
function OrderFields({ filters, columns }: { filters: Filters; columns: readonly UnitColumn[] }) {
  const { order, setOrder, hasSides } = filters;
  return (
    <div class="row unit-order">
      <Field label="Order">
        {props => (
          <Select
            props={props}
            value={order ? String(order.column) : ""}
            choices={[
              ["", "As in the game"],
              ["0", "Name"],
              ...(hasSides ? [[String(SIDE), "Side"] as Choice] : []),
              ...columns.map(({ number, head }): Choice => [String(number), head]),
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
  );
}
