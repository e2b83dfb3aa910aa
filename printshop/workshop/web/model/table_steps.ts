// The steps of undo of a table, stored in the session of the browser.

import { readStoredJson, writeStored } from "../browser/storage.ts";
import type { Direction } from "./undo_steps.ts";
import { type TableChange, targetOf } from "./unit_states.ts";

type Step = { from: TableChange; to: TableChange }[]; // they are undone together
const MOST_STEPS = 200;

export function openTableSteps(what: string) {
  const storeName = `undo play ${what}`;
  const steps = readStoredJson<Record<"past" | "future", Step[]>>(sessionStorage, storeName, { past: [], future: [] });
  const { past, future } = steps,
    store = () => writeStored(sessionStorage, storeName, JSON.stringify(steps));
  return {
    has: (direction: Direction) => (direction === "undo" ? past : future).length > 0,
    // Adds a step. A text that is typed is one step with the text before it.
    add(step: Step, isTyped: boolean) {
      const last = past.at(-1),
        [change] = step;
      if (
        isTyped &&
        last?.[0] &&
        last.length === 1 &&
        change &&
        !future.length &&
        targetOf(last[0].to) === targetOf(change.to)
      )
        last[0].to = change.to;
      else past.push(step);
      past.splice(0, past.length - MOST_STEPS);
      future.length = 0;
      store();
    },
    // Takes the last step, and returns its changes.
    take(direction: Direction): TableChange[] {
      const [from, to] = direction === "undo" ? [past, future] : [future, past],
        last = from.pop();
      if (!last) return [];
      to.push(last);
      store();
      return last.map(change => (direction === "undo" ? change.from : change.to));
    },
  };
}
