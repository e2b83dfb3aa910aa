// The corrections of problems that have one.

import type { Editing } from "../model/editing.ts";
import { findFix } from "../model/problem_fixes.ts";
import type { DocumentProblem } from "../types.ts";
import { Button } from "../components/ui.tsx";

// A button for each correction. A conflict with another program is settled first.
export function FixButtons({
  editing: { handle, state },
  problems,
}: {
  editing: Pick<Editing, "handle" | "state">;
  problems: readonly DocumentProblem[];
}) {
  const fixes = state.conflict ? [] : problems.flatMap(one => findFix(state.document.tree, one) ?? []);
  return (
    <>
      {fixes.map(fix => (
        <Button kind="quiet" icon="done" key={fix.words} onClick={() => handle.edit(fix.edits)}>
          {fix.words}
        </Button>
      ))}
    </>
  );
}
