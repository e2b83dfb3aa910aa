// Actions on an item of a list or an entry of a block: move, drag, rename, duplicate, remove.

import { useRef } from "preact/hooks";
import { type Editing, keysOf } from "../model/editing.ts";
import { freeKey } from "../model/new_values.ts";
import { removalOf } from "../model/schema.ts";
import type { Edit, ValuePath } from "../types.ts";
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

// A handle that drags an item to another place of its list; the buttons beside it do the same by keys.
export function DragHandle({ editing, path }: { editing: Editing; path: ValuePath }) {
  const from = Number(path.at(-1)),
    drag = useRef<{ rows: HTMLElement[]; to: number } | null>(null);
  const mark = (to: number) => {
    for (const [number, row] of drag.current?.rows.entries() ?? [])
      row.classList.toggle(to < from ? "drop-above" : "drop-below", number === to && to !== from);
  };
  const end = (isDropped: boolean) => {
    if (!drag.current) return;
    const { rows, to } = drag.current;
    for (const row of rows) row.classList.remove("drop-above", "drop-below");
    drag.current = null;
    if (isDropped && to !== from) void editing.handle.arrange(() => [{ do: "move", path, to }]);
  };
  return (
    <span
      class="drag-handle"
      aria-hidden="true"
      title="Drag to another place"
      onPointerDown={event => {
        const list = event.currentTarget.closest(".list, tbody");
        if (event.button || !list || editing.state.arranging) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = {
          rows: [...list.children].filter((one): one is HTMLElement => one.matches(".nested, tr")),
          to: from,
        };
      }}
      onPointerMove={event => {
        if (!drag.current) return;
        const { rows } = drag.current,
          below = rows.filter(
            (row, number) => number !== from && row.getBoundingClientRect().top + row.offsetHeight / 2 < event.clientY,
          ).length;
        for (const row of rows) row.classList.remove("drop-above", "drop-below");
        drag.current.to = below;
        mark(below);
      }}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    />
  );
}
