// The index of the units at the table.

import { useState } from "preact/hooks";
import { describeState, healthOf, shortName, type TableUnit } from "../model/table_units.ts";
import { useNarrow } from "../components/ui.tsx";

const FEW_UNITS = 8; // on a narrow screen, they need no search

export function UnitIndex({
  units,
  current,
  onChoose,
}: {
  units: TableUnit[];
  current: string;
  onChoose: (key: string) => void;
}) {
  const [words, setWords] = useState(""),
    isNarrow = useNarrow(),
    isSearched = !isNarrow || units.length > FEW_UNITS,
    left = units.filter(unit => !unit.destroyed).length;
  const wanted = words.trim().toLowerCase(),
    found = units.filter(unit => unit.key.toLowerCase().includes(wanted)),
    sides = [...new Set(found.map(unit => unit.side))],
    manySides = new Set(units.map(unit => unit.side)).size > 1;
  const submit = (event: Event) => {
    event.preventDefault();
    if (found[0]) onChoose(found[0].key);
  };
  return (
    <nav class="unit-index" aria-label="Units">
      {isSearched && (
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
              .map(unit => {
                const health = healthOf(unit);
                return (
                  <li key={unit.key}>
                    <button
                      type="button"
                      class={health}
                      aria-current={unit.key === current ? "true" : undefined}
                      onClick={() => onChoose(unit.key)}
                    >
                      <i class={`health ${health}`} aria-hidden="true" />
                      <span>
                        <b>{shortName(unit)}</b>
                        <small>{describeState(unit)}</small>
                      </span>
                    </button>
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
      {isNarrow && left < units.length && (
        <p class="nothing">
          {left} of {units.length} units left
        </p>
      )}
      {!found.length && <p class="nothing">No unit has "{words}" in its name.</p>}
    </nav>
  );
}
