// Actions on an item of a list or an entry of a block: move, drag, rename, duplicate, remove.

import { type Editing, keysOf } from "../model/editing.ts";
import { freeKey } from "../model/new_values.ts";
import { removalOf } from "../model/schema.ts";
import type { Edit, ValuePath } from "../types.ts";
import { DragHandle } from "../components/drag_handle.tsx";
import { Button, Menu, MenuItem } from "../components/ui.tsx";

// Actions on an item of a list or an entry of a block.
export function ItemActions({
  editing,
  path,
  what,
  count = 0,
  onRename,
}: {
  editing: Editing;
  path: ValuePath;
  what: string;
  count?: number;
  onRename?: () => void;
}) {
  const last = path.at(-1),
    { handle, state, root } = editing,
    busy = state.arranging;
  const arrange = (edit: Edit) => void handle.arrange(() => [edit]);
  const number = typeof last === "number" ? last : -1;
  return (
    <span class="item-actions">
      {count === 1 && number >= 0 && <span class="no-moves" /> /* the input keeps its width when there are more */}
      {count > 1 && (
        <>
          <Button
            kind="quiet"
            icon="up"
            label={`Move ${what} up`}
            disabled={busy || number === 0}
            onClick={() => arrange({ do: "move", path, to: number - 1 })}
          />
          <Button
            kind="quiet"
            icon="down"
            label={`Move ${what} down`}
            disabled={busy || number === count - 1}
            onClick={() => arrange({ do: "move", path, to: number + 1 })}
          />
        </>
      )}
      <Menu label={`More for ${what}`} icon="more" kind="quiet" hideLabel align="end">
        {onRename && (
          <MenuItem icon="edit" onClick={onRename}>
            Rename
          </MenuItem>
        )}
        <MenuItem
          icon="copy"
          disabled={busy}
          onClick={() =>
            arrange({
              do: "copy",
              path,
              ...(number < 0 ? { to: freeKey(keysOf(editing, path.slice(0, -1)), String(last)) } : {}),
            })
          }
        >
          Duplicate
        </MenuItem>
        <MenuItem
          icon="remove"
          danger
          disabled={busy}
          onClick={() => void handle.arrange(() => [removalOf(root, handle.state().document.tree, path)])}
        >
          Remove
        </MenuItem>
      </Menu>
    </span>
  );
}

// A handle that drags an item of a list of the file to another place; the buttons beside it do the same by keys.
export const ItemHandle = ({ editing, path }: { editing: Editing; path: ValuePath }) => (
  <DragHandle
    from={Number(path.at(-1))}
    disabled={editing.state.arranging}
    onMove={to => editing.handle.arrange(() => [{ do: "move", path, to }])}
  />
);
