// The lines of a fleet or of a force in an editor.

import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { type DocumentHandle, valueAt } from "./document.ts";
import { pathKey, type Editing } from "./editing.ts";
import { editLine, editSteps, type FleetLine, readLine, stepLines, type UnitNames } from "./fleet_lines.ts";
import { removalOf } from "./schema.ts";
import { countSteps, type StepCounter } from "./unit_steps.ts";
import type { Edit, ListedUnit, Tree, ValuePath } from "../types.ts";

// The steps of each list of units of an open file, for all parts of the page that show the list.
interface Steps extends StepCounter {
  shownBy: Set<() => void>;
  units: UnitNames;
  follow: (lines: FleetLine[]) => Edit[];
}
const stepsOfFiles = new WeakMap<DocumentHandle, Map<string, Steps>>();

function findSteps({ handle, root }: Editing, path: ValuePath): Steps {
  const ofFile = stepsOfFiles.get(handle) ?? new Map<string, Steps>(),
    present = ofFile.get(pathKey(path));
  stepsOfFiles.set(handle, ofFile);
  if (present) return present;
  const shownBy: Steps["shownBy"] = new Set(),
    counter = countSteps(
      take =>
        handle.arrange(() => {
          const { tree, stamp } = handle.state().document,
            { units } = steps,
            items = valueAt(tree, path)?.items ?? [],
            taken = take(stamp),
            lines = stepLines(
              items.map(one => readLine(one, units)),
              taken,
            ).filter(line => line.count),
            edits = editSteps(items, taken, path, removalOf(root, tree, [...path, 0], true), units);
          return edits.length ? [...edits, ...steps.follow(lines)] : [];
        }, true),
      () => {
        for (const redraw of shownBy) redraw();
      },
    ),
    steps: Steps = { ...counter, shownBy, units: new Set(), follow: () => [] };
  ofFile.set(pathKey(path), steps);
  handle.collected.add(counter.flush);
  return steps;
}

// Returns a function for the lines of any list of the file, with the presses that are not saved yet.
export function useWaitingLines(editing: Editing, paths: readonly ValuePath[], units: UnitNames) {
  const { handle, state } = editing,
    { tree, stamp } = state.document,
    [, redraw] = useState(0);
  useEffect(() => {
    const again = () => redraw(turn => turn + 1),
      all = paths.map(path => findSteps(editing, path));
    for (const one of all) one.shownBy.add(again);
    return () => {
      for (const one of all) one.shownBy.delete(again);
    };
  }, [handle, JSON.stringify(paths)]);
  return (path: ValuePath) =>
    stepLines(
      (valueAt(tree, path)?.items ?? []).map(item => readLine(item, units)),
      findSteps(editing, path).missing(stamp),
    ).filter(line => line.count);
}

// Redraws with each press of a button for one more or one less of a unit of the file.
function useRedraw(steps: Steps) {
  const [, redraw] = useState(0);
  const again = () => redraw(turn => turn + 1);
  useEffect(() => {
    steps.shownBy.add(again);
    return () => void steps.shownBy.delete(again);
  }, [steps]);
  return again;
}

// The lines of a list as they are typed: a change that the file does not have yet is kept here. `follow` returns edits
// that other lines bring with them. `units` are the units of the game. A line that is about to go has the number 0; lines that are
// about to come stand below the entries of the file.
export function useLines(
  editing: Editing,
  path: ValuePath,
  units: UnitNames,
  follow: (lines: FleetLine[]) => Edit[] = () => [],
) {
  const { handle, state } = editing,
    { tree, stamp } = state.document,
    items = valueAt(tree, path)?.items ?? [],
    typed = useRef(new Map<number, FleetLine>()),
    steps = findSteps(editing, path),
    redraw = useRedraw(steps);
  Object.assign(steps, { units, follow });
  if (!state.saving) typed.current.clear();
  const saved = items.map(item => readLine(item, units)),
    own = saved.map((line, number) => typed.current.get(number) ?? line),
    lines = stepLines(own, steps.missing(stamp));
  function change(number: number, part: Partial<FleetLine>) {
    const item = items[number],
      line = own[number];
    if (!item || !line) return;
    const waiting = (lines[number]?.count ?? line.count) - line.count, // they are sent with the other steps
      now = { ...line, ...part, ...(part.count === undefined ? {} : { count: part.count - waiting }) };
    typed.current.set(number, now);
    redraw();
    const edits = editLine(item, [...path, number], now, units);
    if (edits.length)
      handle.edit(
        [...edits, ...follow(own.map((one, place) => (place === number ? now : one)))],
        `line ${pathKey(path)} ${number}`,
      );
  }
  // Adds, moves or removes lines. `after` returns the lines as they are then.
  const arrange = (
    make: (items: Tree[]) => Edit[],
    after?: (lines: FleetLine[]) => FleetLine[],
    isRepeatable = false,
  ) =>
    handle.arrange(() => {
      const now = valueAt(handle.state().document.tree, path)?.items ?? [];
      return [...make(now), ...(after ? follow(after(now.map(item => readLine(item, units)))) : [])];
    }, isRepeatable);
  // One more or one less of a unit. A unit of an own file brings this file with it.
  async function step(unit: ListedUnit, by: number) {
    if (unit.file && by > 0) {
      const joined = await joinFile(handle, unit.file);
      if (joined.length) await handle.arrange(() => joined, true);
    }
    steps.add(unit.name, by);
  }
  return { items, saved, lines, change, arrange, step };
}

// Returns the edits by which a fleet or battle can have the units of an own file.
export async function joinFile(handle: DocumentHandle, of: string): Promise<Edit[]> {
  await handle.settle();
  const { edits } = await call("join_file", { file: handle.file, of });
  return edits as Edit[];
}
