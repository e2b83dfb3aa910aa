// The choice of units for a fleet or a battle: search, filters, fields, points, and a button to add each.

import { useMemo, useState } from "preact/hooks";
import { counted } from "../words.ts";
import { chooseLabels, FieldLine, LabelKey, type UnitField, writeFields } from "../components/field_line.tsx";
import { UnitPicture } from "../components/unit_picture.tsx";
import type { ListedUnit, UnitList } from "../types.ts";
import { formatPoints } from "../model/fleet_lines.ts";
import { Button, Chip, type Choice, EmptyState, Select, Stepper, useNarrow } from "../components/ui.tsx";
import { lookAtUnit } from "./unit_look.tsx";

const MOST_SHOWN = 60, // units before the rest is folded
  MOST_COPIES = 1000,
  LETTERS = 24, // in a line of fields on a phone
  MOST_TYPES = 12, // values of the first column by which units are filtered
  ORDERS_BY_POINTS: Choice[] = [
    ["points", "Cheapest first"],
    ["-points", "Dearest first"],
  ];

interface PickerProps {
  list: UnitList;
  sides: readonly string[]; // that are shown first; all if it is empty
  counts: ReadonlyMap<string, number>; // units that were chosen, by name
  left: number | null; // points below the limit
  onStep: (unit: ListedUnit, by: number) => void;
  place?: string; // to which units are added
}
// False for a game without points.
export const hasPoints = (list: UnitList) => list.units.some(unit => Number(unit.points) > 0);
const pointsOf = (unit: ListedUnit) => Number(unit.points || Number.POSITIVE_INFINITY);

export function Picker({ list, sides, counts, left, onStep, place = "fleet" }: PickerProps) {
  const { units, columns } = list;
  const [words, setWords] = useState(""),
    [chosenSide, setSide] = useState<string | null>(null),
    [type, setType] = useState(""),
    [order, setOrder] = useState("game"),
    [all, setAll] = useState(false);
  const side = chosenSide ?? (sides.length ? "fleet" : "");
  // The side of a unit with a problem is not known: it is shown among all units, or when it is searched for.
  const fits = (unit: ListedUnit) =>
    !side ||
    (unit.broken ? words !== "" : !unit.side || (side === "fleet" ? sides.includes(unit.side) : unit.side === side));
  const types = [...new Set(units.filter(fits).flatMap(unit => unit.cells[0] || []))];
  const isTyped = types.length > 1 && types.length <= MOST_TYPES && !types.every(one => /^\d+$/.test(one));
  const found = units.filter(
    unit =>
      fits(unit) &&
      (!isTyped || !type || unit.cells[0] === type) &&
      [unit.name, ...unit.cells].some(cell => cell.toLowerCase().includes(words.toLowerCase())),
  );
  if (order === "game") found.sort((one, other) => Number(Boolean(other.own)) - Number(Boolean(one.own))); // your own units first
  if (order === "name") found.sort((one, other) => one.name.localeCompare(other.name));
  if (order !== "name" && order !== "game")
    found.sort((one, other) => (pointsOf(one) - pointsOf(other)) * (order === "points" ? 1 : -1) || 0);
  found.sort((one, other) => Number(Boolean(one.broken)) - Number(Boolean(other.broken)));
  const shown = all ? found : found.slice(0, MOST_SHOWN);
  const isOverLimit = (unit: ListedUnit) => left !== null && unit.points !== "" && Number(unit.points) > left,
    over = found.filter(isOverLimit).length;
  const isNarrow = useNarrow();
  const labels = useMemo(
    () =>
      chooseLabels(
        units.map(unit => listFields(unit, list, LISTED_FIELDS).filter(([label]) => label)),
        isNarrow ? LETTERS : Number.POSITIVE_INFINITY,
      ),
    [list, isNarrow],
  );
  const sideNames = Object.entries(list.sides),
    isPriced = hasPoints(list);
  return (
    <section class="picker" aria-label="Units to add">
      <div class="picker-search">
        <input
          class="plain-input"
          type="search"
          aria-label="Search for a unit"
          placeholder={`Search ${counted(units.length, "unit")}`}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
        />
        <span class="toolbar">
          <Select
            label="Order of the units"
            value={order}
            onChange={setOrder}
            choices={[["game", "As in the game"], ["name", "By name"], ...(isPriced ? ORDERS_BY_POINTS : [])]}
          />
        </span>
        {isTyped && (
          <span class="toolbar">
            <Select
              label={columns[0] ?? "Type"}
              value={type}
              onChange={setType}
              choices={[
                ["", `Every ${(columns[0] ?? "type").toLowerCase()}`],
                ...types.sort().map(one => [one, one === "?" ? "Unknown" : one] as [string, string]),
              ]}
            />
          </span>
        )}
      </div>
      {sideNames.length > 1 && (
        <div class="row" role="group" aria-label="Side">
          {sides.length > 1 && (
            <Chip pressed={side === "fleet"} onClick={() => setSide("fleet")}>
              Sides of the {place}
            </Chip>
          )}
          {sideNames.map(([key, name]) => {
            const isOn = side === key || (side === "fleet" && sides.length === 1 && sides[0] === key);
            return (
              <Chip key={key} color={list.colors[key]} pressed={isOn} onClick={() => setSide(isOn ? "" : key)}>
                {name}
              </Chip>
            );
          })}
        </div>
      )}
      {left !== null && (
        <small class="over-limit" role="status">
          {left <= 0
            ? "No points are left."
            : `${counted(formatPoints(left), "point")} left.${over ? ` ${counted(over, "unit costs", "units cost")} more (pale).` : ""}`}
        </small>
      )}
      <LabelKey labels={labels} />
      <ul class="choices">
        {shown.map(unit => {
          const count = counts.get(unit.name) ?? 0,
            isOver = isOverLimit(unit);
          return (
            <li key={`${unit.file}${unit.name}`}>
              <button
                type="button"
                class="choice-look"
                aria-label={`Look at ${unit.name}`}
                title="Look at its record"
                disabled={Boolean(unit.broken)}
                onClick={() => lookAtUnit(list.game, unit, () => onStep(unit, 1), place)}
              >
                <UnitThumbnail list={list} unit={unit} />
              </button>
              <span class="choice-name">
                <b class="long-name" title={unit.name}>
                  {unit.name}
                </b>
                {unit.own && <small class="chip">yours</small>}
                {unit.broken ? (
                  <small class="problem">This unit has a problem</small>
                ) : (
                  <small class="choice-cells" title={describe(unit, list)}>
                    <ChoiceFields fields={listFields(unit, list, LISTED_FIELDS)} labels={labels} />
                  </small>
                )}
              </span>
              {isPriced && (
                <span
                  class={`choice-points${isOver ? " over" : ""}`}
                  title={isOver ? "More than the points that are left" : undefined}
                >
                  {unit.points === "" ? <small>no points</small> : unit.points}
                </span>
              )}
              {count > 0 ? (
                <Stepper
                  label={`${unit.name} in the ${place}`}
                  value={count}
                  high={MOST_COPIES}
                  onChange={now => onStep(unit, now - count)}
                />
              ) : (
                <span class="stepper">
                  <button
                    type="button"
                    aria-label={`Add ${unit.name}`}
                    disabled={Boolean(unit.broken)}
                    onClick={() => onStep(unit, 1)}
                  >
                    +
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {found.length > shown.length && (
        <Button kind="quiet" onClick={() => setAll(true)}>{`Show all ${found.length}`}</Button>
      )}
      {!found.length && (
        <EmptyState
          title="No unit fits"
          actions={
            <Button
              onClick={() => {
                setWords("");
                setType("");
                setSide("");
              }}
            >
              Show all units
            </Button>
          }
        >
          {words ? `No unit has "${words}".` : "Choose another side or type."}
        </EmptyState>
      )}
    </section>
  );
}

// The type of a unit and its fields: in two lines where they do not fit into one.
function ChoiceFields({ fields, labels }: Parameters<typeof FieldLine>[0]) {
  const isTyped = fields[0]?.[0] === "";
  return (
    <>
      {isTyped && <span>{fields[0]?.[1]}</span>}
      {fields.length > Number(isTyped) && (
        <span>
          <FieldLine fields={isTyped ? fields.slice(1) : fields} labels={labels} />
        </span>
      )}
    </>
  );
}

export const LISTED_FIELDS = 4; // of a unit in a list: its type and its first three values
// The first fields of a unit, without those that say nothing of any unit.
const listFields = (unit: ListedUnit, { columns, units }: UnitList, most = columns.length): UnitField[] =>
  columns
    .map((column, number) => [column, unit.cells[number] ?? "", number] as const)
    .filter(([, , number]) => units.some(one => !["", "0", "?"].includes(one.cells[number] ?? "")))
    .slice(0, most)
    .filter(([, cell]) => cell && cell !== "?")
    .map(([column, cell, number]) => [number || /^\d+$/.test(cell) ? column : "", cell]);
export const describe = (unit: ListedUnit, list: UnitList, most?: number) => writeFields(listFields(unit, list, most));

// The picture of a unit, or a token with its initial in the colour of its side.
export const UnitThumbnail = ({ list, unit }: { list: UnitList | undefined; unit: ListedUnit | undefined }) => {
  const name = unit?.name ?? "";
  return (
    <span class="unit-picture" aria-hidden="true">
      {list?.art.units[name] !== undefined ? (
        <UnitPicture art={list.art} unit={name} isLazy />
      ) : (
        list && (
          <span class="token" style={{ borderColor: list.colors[unit?.side ?? ""] }}>
            {unit?.name.slice(0, 1).toUpperCase() ?? "?"}
          </span>
        )
      )}
    </span>
  );
};
