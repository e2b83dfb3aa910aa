// Presses of the buttons for one more and one less: the page shows each at once, and sends them together.

import type { UnitSteps } from "./fleet_lines.ts";

const PAUSE = 250; // ms after the last press

interface Sent {
  steps: UnitSteps;
  stamp: string; // of the text to which they were sent
}
export type StepCounter = ReturnType<typeof countSteps>;

// Collects the steps of a list of units. `send` makes them on the file; it gets a function that takes the steps for a text
// with a stamp. `changed` is called after each change of what waits.
export function countSteps(
  send: (take: (stamp: string) => UnitSteps) => Promise<unknown>,
  changed: () => void,
  pause = PAUSE,
) {
  let waiting = new Map<string, number>(),
    sent: Sent | null = null,
    timer: ReturnType<typeof setTimeout> | undefined,
    last: Promise<unknown> = Promise.resolve();
  const join = (...all: UnitSteps[]) => {
    const sums = new Map<string, number>();
    for (const [unit, by] of all.flatMap(one => [...one])) sums.set(unit, (sums.get(unit) ?? 0) + by);
    return sums;
  };
  function flush() {
    clearTimeout(timer);
    if (!waiting.size) return last;
    last = last.then(async () => {
      if (!waiting.size) return;
      try {
        await send(stamp => {
          const steps = waiting;
          sent = { steps, stamp };
          waiting = new Map();
          return steps;
        });
      } finally {
        sent = null;
        changed();
      }
    });
    return last;
  }
  return {
    add(unit: string, by: number) {
      waiting = join(waiting, new Map([[unit, by]]));
      clearTimeout(timer);
      timer = setTimeout(() => void flush().catch(() => {}), pause);
      changed();
    },
    flush,
    // Returns the steps that a text with a stamp does not have yet.
    missing: (stamp: string): UnitSteps => join(sent?.stamp === stamp ? sent.steps : new Map(), waiting),
  };
}
