// The corrections of problems that have one.

import type { Editing } from "../model/editing.ts";
import type { DocumentProblem } from "../types.ts";
import { Button } from "../components/ui.tsx";

// A button for the best correction of each problem. A conflict with another program is settled first.
export function FixButtons({
  editing: { handle, state },
  problems,
}: {
  editing: Pick<Editing, "handle" | "state">;
  problems: readonly DocumentProblem[];
}) {
  const fixes = state.conflict ? [] : problems.flatMap(one => one.corrections.slice(0, 1));
  return (
    <>
      {fixes.map(({ words, edits }) => (
        <Button kind="quiet" icon="done" key={words} onClick={() => handle.edit(edits)}>
          {words}
        </Button>
      ))}
    </>
  );
}
