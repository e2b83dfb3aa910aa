// The lines of a fleet or of a force in an editor.

import { useRef, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { type DocumentHandle, valueAt } from "./document.ts";
import { pathKey, type Editing } from "./editing.ts";
import { editLine, type FleetLine, readLine, type UnitNames } from "./fleet_lines.ts";
import type { Edit, Tree, ValuePath } from "../types.ts";

// The lines of a list as they are typed: a change that the file does not have yet is kept here. `follow` returns edits
// that other lines bring with them. `units` are the units of the game.
export function useLines(
  { handle, state }: Editing,
  path: ValuePath,
  units: UnitNames,
  follow: (lines: FleetLine[]) => Edit[] = () => [],
) {
  const items = valueAt(state.document.tree, path)?.items ?? [],
    typed = useRef(new Map<number, FleetLine>());
  if (!state.saving) typed.current.clear();
  const lines = items.map((tree, number) => typed.current.get(number) ?? readLine(tree, units));
  const [, redraw] = useState(0);
  function change(number: number, part: Partial<FleetLine>) {
    const tree = items[number],
      line = lines[number];
    if (!tree || !line) return;
    const now = { ...line, ...part };
    typed.current.set(number, now);
    redraw(turn => turn + 1);
    const edits = editLine(tree, [...path, number], now, units);
    if (edits.length)
      handle.edit(
        [...edits, ...follow(lines.map((one, place) => (place === number ? now : one)))],
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
  return { items, lines, change, arrange };
}

// Returns the edits by which a fleet or battle can have the units of an own file.
export async function joinFile(handle: DocumentHandle, of: string): Promise<Edit[]> {
  await handle.settle();
  const { edits } = await call("join_file", { file: handle.file, of });
  return edits as Edit[];
}
