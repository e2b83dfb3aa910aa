// A handle by which an entry of a list is dragged to another place. The arrow keys move the entry by one place.

import { useRef } from "preact/hooks";
import { placeBetween } from "../model/drag_places.ts";

const EDGE = 90, // pixels at the edges of the window, where the page scrolls
  STEP = 12, // pixels of it for each move of the pointer
  ENTRY = ".nested, tr, [data-sort]"; // of a list that is sorted by dragging

function listEntries(handle: HTMLElement) {
  const list = handle.closest(ENTRY)?.parentElement;
  return [...(list?.children ?? [])].filter((one): one is HTMLElement => one.matches(ENTRY));
}
interface Props {
  from: number; // the place of the entry
  disabled?: boolean;
  label?: string; // if no other control moves the entry
  onMove: (to: number) => unknown;
}
// The handle stands in its entry, and the entries in their list, one below the other.
export function DragHandle({ from, disabled, label, onMove }: Props) {
  const drag = useRef<{ entries: HTMLElement[]; to: number } | null>(null);
  const mark = (entries: readonly HTMLElement[], to: number) => {
    for (const [number, entry] of entries.entries()) {
      entry.classList.toggle("drop-above", number === to && to < from);
      entry.classList.toggle("drop-below", number === to && to > from);
    }
  };
  const end = (isDropped: boolean) => {
    if (!drag.current) return;
    const { entries, to } = drag.current;
    drag.current = null;
    mark(entries, from);
    if (isDropped && to !== from) void onMove(to);
  };
  return (
    <span
      class="drag-handle"
      {...(label
        ? { role: "button", tabIndex: 0, "aria-label": label, "aria-description": "Arrow keys move it" }
        : { "aria-hidden": true })}
      title="Drag to another place"
      onKeyDown={event => {
        if (event.key === "Escape") end(false);
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!step || disabled) return;
        event.preventDefault();
        const entries = listEntries(event.currentTarget),
          to = from + step;
        if (to < 0 || to >= entries.length) return;
        void Promise.resolve(onMove(to)).then(() => entries[to]?.querySelector<HTMLElement>(".drag-handle")?.focus());
      }}
      onPointerDown={event => {
        if (event.button || disabled) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { entries: listEntries(event.currentTarget), to: from };
      }}
      onPointerMove={event => {
        if (!drag.current) return;
        const { entries } = drag.current,
          middles = entries.map(entry => {
            const { top, height } = entry.getBoundingClientRect();
            return top + height / 2;
          });
        if (event.clientY < EDGE) scrollBy(0, -STEP);
        if (event.clientY > innerHeight - EDGE) scrollBy(0, STEP);
        drag.current.to = placeBetween(middles, from, event.clientY);
        mark(entries, drag.current.to);
      }}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    />
  );
}
