// The units of a game: on a wide screen a table, on a narrow one a list.

import { useRef } from "preact/hooks";
import { addToFleet, deleteUnit, newUnit } from "../components/dialogs.tsx";
import { chooseLabels, FieldLine, LabelKey, type UnitField } from "../components/field_line.tsx";
import { Menu, MenuItem } from "../components/ui.tsx";
import { unitAddress } from "../browser/routes.ts";
import { ROW_LINK } from "../browser/row_link.ts";
import { type UnitColumn, findCost, MOST_ROWS, type Order, type Row, SIDE, UNKNOWN } from "../model/unit_rows.ts";
import { UnitPicture } from "../components/unit_picture.tsx";
import type { GameContents, UnitPictures } from "../types.ts";
import { LISTED_FIELDS } from "./picker.tsx";
import { printLink } from "./print.tsx";
import { MOST_COMPARED, useEdges } from "./unit_comparison.tsx";

const BESIDE = 93, // pixels beside the fields of a unit on a phone
  LETTER = 5.9; // pixels: the mean width of a letter of the fields, found by trying

// What the table and the list show: the rows that fit the filters, of all rows.
export interface ListedUnits {
  game: GameContents;
  rows: readonly Row[];
  found: readonly Row[];
  columns: readonly UnitColumn[];
  hasSides: boolean;
  art: UnitPictures | undefined;
  chosen: readonly string[]; // units to compare
  onChoose: (name: string) => void;
}
const areMixed = (rows: readonly Row[]) => rows.some(row => row.file) && rows.some(row => !row.file); // own units among those of printshop
const canChoose = (chosen: readonly string[], name: string) => chosen.includes(name) || chosen.length < MOST_COMPARED;

function CompareTick({ name, chosen, onChoose }: { name: string } & Pick<ListedUnits, "chosen" | "onChoose">) {
  return (
    <input
      type="checkbox"
      aria-label={`Compare ${name}`}
      checked={chosen.includes(name)}
      disabled={!canChoose(chosen, name)}
      onChange={() => onChoose(name)}
    />
  );
}
// The picture of a unit. Without one, its place is free; in a game without pictures, there is no place.
function RowPicture({ name, art }: { name: string; art: UnitPictures | undefined }) {
  if (!art || !Object.keys(art.pictures).length) return null;
  return (
    <span class="row-picture">
      <UnitPicture art={art} unit={name} isLazy />
    </span>
  );
}
interface RowActionsProps extends Pick<ListedUnits, "game" | "chosen"> {
  row: Row;
  onChoose?: ListedUnits["onChoose"]; // for a list without ticks
}
function RowActions({ game, row, chosen, onChoose }: RowActionsProps) {
  return (
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
      {onChoose && (
        <MenuItem icon="table" disabled={!canChoose(chosen, row.name)} onClick={() => onChoose(row.name)}>
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
}

const shortCost = (head: string) => (/^points?$/i.test(head) ? "pts" : head.toLowerCase());
// Each unit in two lines: its name, and its first fields with short labels.
export function NarrowUnitList({ isChoosing, ...units }: ListedUnits & { isChoosing: boolean }) {
  const { game, rows, found, columns, hasSides, art, chosen, onChoose } = units,
    cost = findCost(columns),
    isMixed = areMixed(rows);
  const listFields = (row: Row): UnitField[] => [
    ...(hasSides && row.side ? [["", row.side] as const] : []), // a colour alone says nothing to some people
    ...columns
      .filter(column => column !== cost && row.cells[column.number] && row.cells[column.number] !== UNKNOWN)
      .slice(0, LISTED_FIELDS)
      .map(({ number, head: label, isNumber }): UnitField => {
        const cell = row.cells[number] ?? "";
        return [isNumber || /\d/.test(cell) ? label : "", cell];
      }),
  ];
  const labels = chooseLabels(rows.map(listFields), (innerWidth - BESIDE) / LETTER);
  return (
    <>
      <LabelKey labels={labels} />
      <ul class="unit-rows">
        {found.slice(0, MOST_ROWS).map(row => (
          <li key={row.name} class={chosen.includes(row.name) ? "chosen" : ""} {...ROW_LINK}>
            <RowPicture name={row.name} art={art} />
            <a
              href={unitAddress(game.name, row.name)}
              onClick={event => {
                if (!isChoosing) return;
                event.preventDefault(); // while units are chosen to compare, a tap chooses one more
                if (canChoose(chosen, row.name)) onChoose(row.name);
              }}
            >
              <b>
                {hasSides && row.side && <i class="dot" style={{ background: game.colors[row.side] }} />}
                {row.name}
                {isMixed && row.file && <span class="chip">yours</span>}
              </b>
              {cost && row.cells[cost.number] && row.cells[cost.number] !== UNKNOWN && (
                <b class="row-cost" title={cost.head}>
                  {row.cells[cost.number]} <small>{shortCost(cost.head)}</small>
                </b>
              )}
              <small>
                {row.isBlank ? (
                  [hasSides && row.side, "Values unknown"].filter(Boolean).join(" · ")
                ) : (
                  <FieldLine fields={listFields(row)} labels={labels} />
                )}
              </small>
            </a>
            {isChoosing ? (
              <label class="check choose-row">
                <CompareTick name={row.name} chosen={chosen} onChoose={onChoose} />
              </label>
            ) : (
              <RowActions game={game} row={row} chosen={chosen} onChoose={onChoose} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface WideUnitTableProps extends ListedUnits {
  order: Order;
  onOrder: (order: Order) => void;
}
// Each unit in a row of a table, with a column for each field.
export function WideUnitTable({ order, onOrder, ...units }: WideUnitTableProps) {
  const { game, rows, found, columns, hasSides, art, chosen, onChoose } = units,
    isMixed = areMixed(rows),
    firstOther = found.some(row => !row.isOther) ? found.find(row => row.isOther) : undefined;
  const table = useRef<HTMLDivElement>(null);
  useEdges(table);
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
        onClick={() => onOrder({ column, down: order?.column === column && !order.down })}
      >
        {label}
      </button>
    </th>
  );
  return (
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
            <tr key={row.name} class={row.isBlank ? "blank" : ""} {...ROW_LINK}>
              <td class="tick" data-apart="">
                <label>
                  <CompareTick name={row.name} chosen={chosen} onChoose={onChoose} />
                </label>
              </td>
              <th scope="row" class="pinned">
                <RowPicture name={row.name} art={art} />
                <a class="long-name" href={unitAddress(game.name, row.name)} title={row.name}>
                  {row.name}
                </a>
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
              {columns.map(({ number, isNumber, isWordy }) => {
                const cell = row.cells[number] ?? "";
                return (
                  <td key={number} title={cell === UNKNOWN ? "Not known" : cell} class={isNumber ? "number" : ""}>
                    {isWordy ? <span class="words">{cell}</span> : cell}
                  </td>
                );
              })}
              <td class="more" data-apart="">
                <RowActions game={game} row={row} chosen={chosen} />
              </td>
            </tr>,
          ])}
        </tbody>
      </table>
    </div>
  );
}
