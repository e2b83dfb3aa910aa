// The forces of a battle: their units, their points, and how these compare.

import { useState } from "preact/hooks";
import { type Answer, call } from "../browser/client.ts";
import { attempt, notify } from "../browser/notices.ts";
import { fileAddressOf, gameAddress } from "../browser/routes.ts";
import { Icon } from "../components/icons.tsx";
import {
  Button,
  Field,
  FormDialog,
  LinkButton,
  Menu,
  MenuItem,
  Select,
  Stepper,
  showDialog,
} from "../components/ui.tsx";
import { counted } from "../words.ts";
import { Block, EntryBlock } from "../editor/block.tsx";
import { textAt, valueAt } from "../model/document.ts";
import { type Editing, pathKey, problemsAt, wordsOf } from "../model/editing.ts";
import { countUnits, type FleetLine, formatPoints, isRule, namesOfUnits, readLine } from "../model/fleet_lines.ts";
import { useLines } from "../model/lines.ts";
import { labelOf, removalOf, schemaAt } from "../model/schema.ts";
import type { Edit, Tree, UnitList, ValuePath } from "../types.ts";
import { Damage, NamesInput } from "./fleet.tsx";
import { describe, hasPoints, Picker, UnitThumbnail } from "./picker.tsx";

const USUAL_BALANCE = 10, // percent by which the points of forces differ at most
  MOST_COPIES = 99,
  FIRST_UNITS = 3; // of a side that comes in
export type Fleets = Answer<"describe_context">;

export interface BattleProps {
  editing: Editing;
  base: ValuePath; // of the battle
}

const each = (list: UnitList | undefined, unit: string) => list?.units.find(one => one.name === unit)?.points ?? "";
// Returns the points of some lines, or null if those of a unit are not known.
export function pointsOf(list: UnitList | undefined, lines: FleetLine[]): number | null {
  const points = lines.map(line => [each(list, line.unit), line.count] as const);
  return points.some(([one]) => one === "") ? null : points.reduce((sum, [one, count]) => sum + Number(one) * count, 0);
}
// Returns the edit by which the points that a force states follow its units.
const followPoints =
  (tree: Tree | null, force: ValuePath, list: UnitList | undefined) =>
  (lines: FleetLine[]): Edit[] => {
    const points = pointsOf(list, lines);
    return valueAt(tree, [...force, "points"]) && points !== null
      ? [{ do: "set", path: [...force, "points"], value: { yaml: formatPoints(points) } }]
      : [];
  };

// Returns the units with which a side begins: those with points come first.
function firstUnits(list: UnitList | undefined, side: string): string[] {
  const units = list?.units.filter(one => !one.file && (one.side === side || !one.side)) ?? [];
  return [...units.filter(one => one.points), ...units.filter(one => !one.points)]
    .slice(0, FIRST_UNITS)
    .map(one => one.name);
}

// A force with the points of its lines, if they are known.
export interface ForceTotal {
  side: string;
  points: number;
  count: number; // of lines
}
interface ForceProps extends BattleProps {
  name: string;
  side: string;
  list: UnitList | undefined;
}
export function ForcePanel({
  editing,
  base,
  name,
  side,
  list,
  fleets,
  count,
  isPicking,
  onPick,
}: ForceProps & { fleets: Fleets | undefined; count: number; isPicking: boolean; onPick: () => void }) {
  const { handle, state, root } = editing,
    { tree } = state.document,
    force: ValuePath = [...base, "forces", side],
    path: ValuePath = [...force, "units"],
    units = valueAt(tree, path),
    follow = followPoints(tree, force, list),
    known = namesOfUnits(list),
    { items, lines, change, arrange } = useLines(editing, path, known, follow);
  const [named, setNamed] = useState<string[]>([]); // units whose inputs for names and damage are open
  const sideName = list?.sides[side] ?? labelOf(side), // until the names are known
    schema = schemaAt(root, tree, force),
    sides = valueAt(tree, [...base, "forces"])?.entries?.map(([key]) => key) ?? [];
  const free = Object.entries(list?.sides ?? {}).filter(([key]) => key === side || !sides.includes(key));
  const total = pointsOf(list, lines),
    least =
      pointsOf(
        list,
        lines.filter(line => each(list, line.unit)),
      ) ?? 0; // without units whose points are not known
  const remove = (number: number) =>
    arrange(
      () => [removalOf(root, handle.state().document.tree, [...path, number])],
      now => now.filter((_, one) => one !== number),
    );
  // Another side takes the place, with its first units.
  function changeSide(to: string) {
    const first = firstUnits(list, to),
      at: ValuePath = [...base, "forces", to];
    const edits: Edit[] = [
      { do: "rename", path: force, to },
      { do: "set", path: [...at, "units"], value: first.length ? { data: first } : null },
    ];
    if (valueAt(tree, [...force, "points"])) {
      const points = pointsOf(
        list,
        first.map(name => readLine({ text: name }, namesOfUnits(list))),
      );
      edits.push({
        do: "set",
        path: [...at, "points"],
        value: points === null || !first.length ? null : { yaml: formatPoints(points) },
      });
    }
    if (valueAt(tree, [...force, "allies"])) edits.push({ do: "set", path: [...at, "allies"], value: null });
    handle.edit(edits);
  }
  const isStatedRight =
    lines.length > 0 && total !== null && textAt(tree, [...force, "points"]) === formatPoints(total);
  const isChosenByPlayer = !units || (units.text === "" && units.plain);
  return (
    <fieldset class="panel force" aria-label={sideName} data-path={pathKey(force)}>
      <legend>
        <span class="force-head">
          <i class="dot" style={{ background: list?.colors[side] ?? "transparent" }} />
          {free.length > 1 ? (
            <Select label={`Side in the place of ${sideName}`} value={side} choices={free} onChange={changeSide} />
          ) : (
            <b>{sideName}</b>
          )}
          <span class="force-points" role="status">
            {total && lines.length ? (
              <b>{counted(formatPoints(total), "point")}</b>
            ) : list && hasPoints(list) && lines.length ? (
              <small>{least ? `at least ${counted(formatPoints(least), "point")}` : "points not known"}</small>
            ) : null}
          </span>
          <Menu label={`More for ${sideName}`} icon="more" kind="quiet" hideLabel align="end">
            <MenuItem
              icon="remove"
              danger
              disabled={count < 2 || state.arranging}
              onClick={() => handle.edit([{ do: "remove", path: force }])}
            >
              Remove this force
            </MenuItem>
          </Menu>
        </span>
      </legend>
      {units?.entries || units?.fixed ? (
        <Block editing={editing} path={path} schema={schemaAt(root, tree, path)} />
      ) : (
        <ul class="force-lines">
          {lines.map((line, number) => {
            const item = items[number] ?? { text: line.unit }, // a line that the file does not have yet
              at = [...path, number],
              problems = wordsOf(problemsAt(state, at, true));
            if (!line.count) return null;
            const unit = list?.units.find(one => one.name === line.unit),
              points = unit?.points && list && hasPoints(list) ? formatPoints(Number(unit.points) * line.count) : "",
              rule = isRule(item, known);
            return (
              <li key={number} class={problems ? "faulty" : ""} inert={!items[number]}>
                <UnitThumbnail list={list} unit={unit} />
                <span class="force-unit">
                  <b>{rule ? "Units by a rule" : line.unit}</b>
                  {unit?.broken && (
                    <small class="problem">
                      This unit has a problem. <a href={fileAddressOf(unit.broken)}>Go there</a>
                    </small>
                  )}
                  {rule && item.entries ? (
                    <small>{item.entries.map(([key, one]) => `${key} ${one.text ?? "…"}`).join(", ")}</small>
                  ) : (
                    !unit?.broken && (
                      <small>
                        {unit && list
                          ? describe(unit, list, 2).replaceAll(" ", "\u00a0").replaceAll("\u00a0·\u00a0", " · ")
                          : "\u00a0"}
                      </small>
                    )
                  )}
                </span>
                {!rule && (
                  <Stepper
                    label={`Number of ${line.unit}`}
                    value={line.count}
                    low={1}
                    high={MOST_COPIES}
                    props={{ "aria-invalid": Boolean(problems), "data-path": pathKey(at) }}
                    onChange={now => change(number, { count: now, names: line.names.slice(0, now) })}
                  />
                )}
                <span class="line-points">{points || (rule || (list && !hasPoints(list)) ? "" : "–")}</span>
                <Menu label={`More for ${line.unit}`} icon="more" kind="quiet" hideLabel align="end">
                  {!rule && (
                    <MenuItem
                      icon="edit"
                      hint="A name stands on its record and counter"
                      onClick={() => setNamed([...named, line.unit])}
                    >
                      Name, damage and notes
                    </MenuItem>
                  )}
                  <MenuItem
                    icon="remove"
                    danger
                    hint="You can undo this"
                    disabled={state.arranging}
                    onClick={() => remove(number)}
                  >
                    Remove
                  </MenuItem>
                </Menu>
                {!rule &&
                  (line.names.length > 0 ||
                    Object.keys(line.damage).length > 0 ||
                    line.notes ||
                    named.includes(line.unit)) && (
                    <span class="force-names">
                      <NamesInput
                        names={line.names}
                        count={line.count}
                        unit={line.unit}
                        isSaving={state.saving}
                        hasProblem={Boolean(problems)}
                        onInput={names => change(number, { names, count: Math.max(line.count, names.length) })}
                      />
                      <Damage
                        line={line}
                        tracks={unit?.tracks ?? {}}
                        noun={unit?.noun ?? "unit"}
                        hasProblem={Boolean(problems)}
                        onChange={damage => change(number, { damage })}
                        onNotes={notes => change(number, { notes })}
                      />
                      <input
                        class="plain-input line-notes"
                        type="text"
                        placeholder="Notes"
                        autocomplete="off"
                        aria-label={`Notes of ${line.unit}`}
                        value={line.notes}
                        onInput={event => change(number, { notes: event.currentTarget.value })}
                      />
                    </span>
                  )}
                {problems && <small class="problem">{problems}</small>}
              </li>
            );
          })}
        </ul>
      )}
      {isChosenByPlayer && (
        <p class="soft">
          No units: the player chooses them
          {textAt(tree, [...force, "points"]) ? ` for ${counted(textAt(tree, [...force, "points"]), "point")}` : ""}.
          Add units to say who fights.
        </p>
      )}
      {!units?.entries && (
        <div class="row">
          <Button icon="add" pressed={isPicking} onClick={onPick}>
            Add units
          </Button>
          {fleets && !fleets.fleets.some(one => one.game === fleets.game) ? (
            <LinkButton icon="fleet" href={gameAddress(fleets.game, "fleets")}>
              New fleet
            </LinkButton>
          ) : (
            <Button
              icon="fleet"
              disabled={!fleets}
              onClick={() => fleets && chooseFleet(editing, name, side, sideName, fleets)}
            >
              Use a fleet
            </Button>
          )}
        </div>
      )}
      <EntryBlock
        editing={editing}
        path={force}
        schema={schema}
        layout={{
          of: sideName,
          first: valueAt(tree, [...force, "reinforcements"]) ? ["reinforcements"] : [],
          hidden: ["units", ...(isStatedRight ? ["points"] : [])],
          labels: {
            points: "Points, as stated",
            limit: "Limit of points",
            start: "At the start",
            notes: "Notes below the list",
          },
          hints: { points: "They are checked, and follow the units" },
        }}
      />
    </fieldset>
  );
}

export function ForcePicker({
  editing,
  base,
  side,
  list,
  totals,
}: ForceProps & { list: UnitList; totals: ForceTotal[] }) {
  const { tree } = editing.state.document,
    force: ValuePath = [...base, "forces", side],
    path: ValuePath = [...force, "units"],
    { lines, step } = useLines(editing, path, namesOfUnits(list), followPoints(tree, force, list));
  const counts = countUnits(lines);
  const sides = [
    side,
    ...(valueAt(tree, [...force, "allies"])?.items?.map(one => one.text ?? "") ?? [textAt(tree, [...force, "allies"])]),
  ].filter(Boolean);
  const own = pointsOf(list, lines),
    { limit, isLimited } = limitOf(tree, force, side, totals);
  return (
    <Picker
      list={list}
      sides={sides}
      counts={counts}
      left={limit && own !== null && (isLimited || own < limit) ? limit - own : null}
      onStep={(unit, by) => void attempt(() => step(unit, by))}
      place="force"
    />
  );
}

// Returns the limit of a force. Without one, the points of the strongest other force are a guide.
function limitOf(tree: Tree | null, force: ValuePath, side: string, totals: ForceTotal[]) {
  const stated = Number(textAt(tree, [...force, "limit"])),
    isLimited = stated > 0;
  return {
    isLimited,
    limit: isLimited ? stated : Math.max(0, ...totals.filter(one => one.side !== side).map(one => one.points)),
  };
}

// The points of a force while its units are chosen.
export function ForceStatus({
  editing,
  base,
  side,
  list,
  totals,
}: BattleProps & { side: string; list: UnitList; totals: ForceTotal[] }) {
  const { tree } = editing.state.document,
    own = totals.find(one => one.side === side),
    { limit, isLimited } = limitOf(tree, [...base, "forces", side], side, totals);
  return (
    <p role="status">
      {hasPoints(list) && <b>{own ? counted(formatPoints(own.points), "point") : "Points not known"}</b>}
      {limit > 0 &&
        own &&
        (isLimited ? ` of ${formatPoints(limit)}, the limit` : `; the other side has ${formatPoints(limit)}`)}
    </p>
  );
}

// Which force is stronger, by how many points, and whether this is fair. The line has its place before that is known.
export function Balance({
  editing: { state },
  base,
  list,
  totals,
}: BattleProps & { list?: UnitList; totals: ForceTotal[] }) {
  const known = totals.filter(one => one.count).sort((one, other) => one.points - other.points),
    [least, most] = [known[0], known.at(-1)];
  if (!least || !most || known.length < 2 || !most.points) return <p class="balance" role="status" />; // nor in a game without points
  const apart = most.points - least.points,
    share = Math.round((100 * apart) / Math.max(1, least.points)),
    limit = Number.parseFloat(
      textAt(state.document.tree, [...base, "balance"]) || textAt(state.document.tree, [...base, "balance", "limit"]),
    ),
    isOver = share > (Number.isNaN(limit) ? USUAL_BALANCE : limit),
    nameOf = ({ side }: ForceTotal) => list?.sides[side] ?? labelOf(side);
  return (
    <p class={`balance${isOver ? " over" : ""}`} role="status">
      {isOver && <Icon name="warning" />}
      {apart
        ? `${nameOf(most)} is stronger${known.length > 2 ? ` than ${nameOf(least)}` : ""} by ${counted(formatPoints(apart), "point")} (${share}\u00a0%). ${
            Number.isNaN(limit)
              ? `Up to ${USUAL_BALANCE}\u00a0% is usual.`
              : `This battle allows up to ${limit}\u00a0%.`
          }`
        : "The forces cost the same."}
    </p>
  );
}

export function AddForce({ editing, base, list, forces }: BattleProps & { list: UnitList; forces: string[] }) {
  const free = Object.entries(list.sides).filter(([key]) => !forces.includes(key));
  const add = (side: string) => {
    const units = firstUnits(list, side);
    editing.handle.edit([
      { do: "add", path: [...base, "forces"], key: side, value: { data: units.length ? { units } : { points: 100 } } },
    ]);
  };
  return (
    <Menu label="Add a force" icon="add" kind="quiet">
      {free.map(([key, words]) => (
        <MenuItem key={key} onClick={() => add(key)}>
          {words}
        </MenuItem>
      ))}
    </Menu>
  );
}

// Asks for a fleet whose units fight in a force.
export function chooseFleet({ handle }: Editing, key: string, side: string, sideName: string, around: Fleets) {
  const { file } = handle,
    fleets = around.fleets
      .filter(one => one.game === around.game)
      .sort((one, other) => Number(other.side === side) - Number(one.side === side));
  function UseFleet() {
    const [fleet, setFleet] = useState(fleets[0]?.file ?? ""),
      chosen = fleets.find(one => one.file === fleet);
    const take = async () => {
      let taken: Answer<"take_fleet"> | undefined;
      await handle.change(async stamp => {
        taken = await call("take_fleet", { file, stamp, key, side, fleet });
      });
      if (taken)
        notify(
          `${sideName} has the units of ${taken.title} (${counted(taken.points, "point")}).${taken.destroyed.length ? ` Left out: ${taken.destroyed.join(", ")}, destroyed.` : ""}`,
          "done",
          { label: "Undo", run: handle.undo },
        );
    };
    return (
      <FormDialog title={`Use a fleet for ${sideName}`} verb="Use the fleet" onSubmit={take}>
        <Field label="Fleet" wide>
          {props => (
            <Select
              props={props}
              value={fleet}
              choices={fleets.map(
                one => [one.file, `${one.title} (${counted(one.points, "point")})`] as [string, string],
              )}
              onChange={setFleet}
            />
          )}
        </Field>
        {chosen && (
          <p class="taken-fleet">
            <b>{counted(chosen.points, "point")}</b>, {counted(chosen.units, "unit")}: {chosen.unit_names.join(", ")}
          </p>
        )}
        <p>
          Its units replace the units of this force. Their names, damage, notes and values that differ from the game
          come along. Destroyed units are left out. The title, the limit and the notes of the whole fleet stay in the
          fleet.
        </p>
      </FormDialog>
    );
  }
  showDialog(<UseFleet />);
}
