// The index of the units at the table: a list beside the records, or a strip above them on a narrow screen.

import { useEffect, useRef, useState } from "preact/hooks";
import { countHull, describeState, healthOf, shortName, type TableUnit } from "../model/table_units.ts";
import { useMedia } from "../components/ui.tsx";

const FEW_UNITS = 12; // they need no search

// The share of a hull that is left. A unit without marks has no bar.
function HullBar({ unit }: { unit: TableUnit }) {
  const { left, of } = countHull(unit);
  return (
    <span class="hull" aria-hidden="true">
      {of > 0 && (
        <i class="hull-bar">
          <i style={{ width: `${(100 * left) / of}%` }} />
        </i>
      )}
      <small>{unit.destroyed ? "destroyed" : of > 0 ? `${left}/${of}` : ""}</small>
    </span>
  );
}

export function UnitIndex({
  units,
  current,
  onChoose,
}: {
  units: TableUnit[];
  current: string; // the key of the unit in view
  onChoose: (key: string) => void;
}) {
  const [words, setWords] = useState(""),
    isStrip = useMedia("(max-width: 1000px)"),
    box = useRef<HTMLElement>(null);
  const wanted = words.trim().toLowerCase(),
    found = units.filter(unit => unit.key.toLowerCase().includes(wanted)),
    sides = [...new Set(found.map(unit => unit.side))],
    manySides = new Set(units.map(unit => unit.side)).size > 1;
  const submit = (event: Event) => {
    event.preventDefault();
    if (found[0]) onChoose(found[0].key);
  };
  // The current unit comes into view in the index; the page is not scrolled.
  useEffect(() => {
    const index = box.current,
      button = index?.querySelector("[aria-current]")?.getBoundingClientRect();
    if (!index || !button) return;
    const around = index.getBoundingClientRect();
    if (isStrip) index.scrollLeft += (button.left + button.right - around.left - around.right) / 2;
    else index.scrollTop += Math.max(0, button.bottom - around.bottom) || Math.min(0, button.top - around.top);
  }, [current, isStrip]);
  return (
    <nav class="unit-index" aria-label="Units" ref={box}>
      {units.length > FEW_UNITS && (
        <form role="search" onSubmit={submit}>
          <input
            class="plain-input"
            type="search"
            placeholder="Find a unit"
            aria-label="Find a unit"
            value={words}
            onInput={event => setWords(event.currentTarget.value)}
          />
        </form>
      )}
      {sides.map(side => (
        <div key={side}>
          {manySides && side && <h2>{side}</h2>}
          <ul>
            {found
              .filter(unit => unit.side === side)
              .map(unit => (
                <li key={unit.key}>
                  <button
                    type="button"
                    class={healthOf(unit)}
                    aria-current={unit.key === current ? "true" : undefined}
                    aria-label={`${shortName(unit)}: ${describeState(unit)}`}
                    title={describeState(unit)}
                    onClick={() => onChoose(unit.key)}
                  >
                    <b>{shortName(unit)}</b>
                    <HullBar unit={unit} />
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {!found.length && <p class="nothing">No unit has "{words}" in its name.</p>}
    </nav>
  );
}
