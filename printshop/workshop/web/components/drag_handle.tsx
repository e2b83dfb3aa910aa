// A handle at the left of a row, by which the row is dragged to another place of its list. The arrow keys move it, too.

import { useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { placeBetween } from "../model/drag_places.ts";

const EDGE = 90, // pixels at the edges of the window, where the page scrolls
  STEP = 12; // pixels of it for each move of the pointer

interface Props {
  label: string;
  number: number; // of the row
  count: number; // of rows that can be moved
  onMove: (to: number) => Promise<unknown>;
}
// The handle stands in its row, and the rows in their list, one below the other.
export function DragHandle({ label, number, count, onMove }: Props) {
  const drag = useRef<{ y: number; to: number } | null>(null);
  const rowOf = (handle: HTMLElement) => handle.parentElement as HTMLElement,
    rowsOf = (handle: HTMLElement) =>
      [...(rowOf(handle).parentElement?.children ?? [])].filter(row => row.querySelector(":scope > .drag-handle"));
  const mark = (rows: Element[], to: number) => {
    for (const [at, row] of rows.entries()) {
      row.classList.toggle("drop-before", at === to && to < number);
      row.classList.toggle("drop-after", at === to && to > number);
    }
  };
  const finish = (handle: HTMLElement, isDropped: boolean) => {
    const to = drag.current?.to,
      rows = rowsOf(handle);
    drag.current = null;
    const clear = () => {
      rowOf(handle).classList.remove("dragged");
      mark(rows, -1);
    };
    if (isDropped && to !== undefined && to !== number) void onMove(to).finally(clear);
    else clear();
  };
  return (
    <button
      type="button"
      class="drag-handle"
      aria-label={label}
      title="Drag to move, or press an arrow key"
      disabled={count < 2}
      onPointerDown={event => {
        if (event.button) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { y: event.clientY, to: number };
      }}
      onPointerMove={event => {
        if (!drag.current) return;
        const handle = event.currentTarget,
          rows = rowsOf(handle),
          middles = rows.map(row => {
            const { top, height } = row.getBoundingClientRect();
            return top + height / 2;
          });
        if (event.clientY < EDGE) scrollBy(0, -STEP);
        if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP);
        drag.current.to = placeBetween(middles, number, event.clientY);
        rowOf(handle).classList.add("dragged");
        mark(rows, drag.current.to);
      }}
      onPointerUp={event => finish(event.currentTarget, true)}
      onPointerCancel={event => finish(event.currentTarget, false)}
      onKeyDown={event => {
        if (event.key === "Escape") finish(event.currentTarget, false);
        const to = number + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
        if (to === number || to < 0 || to >= count) return;
        event.preventDefault();
        const rows = rowsOf(event.currentTarget);
        void onMove(to).then(() => rows[to]?.querySelector<HTMLElement>(":scope > .drag-handle")?.focus());
      }}
    >
      <Icon name="grip" />
    </button>
  );
}
