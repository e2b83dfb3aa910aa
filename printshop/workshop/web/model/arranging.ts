// Entries that are added, moved or removed: one arrangement after the other, because each one changes the numbers of
// the entries.

import type { Edit } from "../types.ts";

// Returns a function for arrangements. `makeChange` makes the edits and returns whether the file has them. `update` gets
// whether an arrangement waits.
export function createArranger(
  makeChange: (make: () => Edit[]) => Promise<boolean>,
  update: (isArranging: boolean) => void,
) {
  let last: Promise<unknown> = Promise.resolve(),
    waiting = 0;

  // Makes edits on the file as it is then. A second press before that does nothing, or is carried out next if it is
  // repeatable, as that of an Add button. Returns whether the file has the change.
  return function arrange(make: () => Edit[], isRepeatable = false): Promise<boolean> {
    if (waiting && !isRepeatable) return last.then(() => false);
    const mine = last.then(async () => {
      try {
        return await makeChange(make);
      } finally {
        waiting--;
        update(waiting > 0);
      }
    });
    last = mine.catch(() => false);
    waiting++;
    update(true);
    return mine;
  };
}
