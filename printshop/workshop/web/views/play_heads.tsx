// The names, states and notes of units above their records, and a menu for a note and for a unit that is destroyed.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Table } from "../model/playing.ts";
import {
  describeShortly,
  describeState,
  healthOf,
  mayBeDestroyed,
  shortName,
  type TableUnit,
} from "../model/table_units.ts";
import { notesOf } from "../model/unit_states.ts";
import { Button, Menu, MenuItem, useDraft } from "../components/ui.tsx";

const LONGEST_NOTE = 300; // letters

interface HeadProps {
  unit: TableUnit;
  table: Table;
}
// The notes of a unit. Most records have lines for notes, too: a unit without notes has no input until the menu opens it.
function Notes({ unit, table, isOpened, onLeave }: HeadProps & { isOpened: boolean; onLeave: () => void }) {
  const [text, change, leave] = useDraft(notesOf(unit.state), words => table.note(unit.key, words.trim())),
    input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpened) input.current?.focus();
  }, [isOpened]);
  if (!isOpened && !text) return null;
  return (
    <input
      ref={input}
      class="plain-input unit-note"
      type="text"
      placeholder={`Note on ${shortName(unit)}`}
      autocomplete="off"
      maxLength={LONGEST_NOTE}
      aria-label={`${unit.key}: notes`}
      value={text}
      onInput={event => change(event.currentTarget.value)}
      onBlur={() => {
        leave();
        onLeave();
      }}
    />
  );
}

// The name and the state of a unit, its menu, and its notes below.
export function UnitHead({
  unit,
  table,
  onDestroy,
  onFold,
  isShort,
  children,
}: HeadProps & {
  onDestroy?: () => void;
  onFold?: () => void;
  isShort?: boolean;
  children?: preact.ComponentChildren;
}) {
  const [isNoted, setNoted] = useState(false);
  const destroy = () => {
    table.destroy(unit.key, !unit.destroyed);
    if (!unit.destroyed) onDestroy?.();
  };
  return (
    <>
      <div class={`unit-head ${healthOf(unit)}`}>
        <h3 tabIndex={-1} id={`unit ${unit.key}`}>
          {shortName(unit)}
        </h3>
        <span class="unit-damage" title={describeState(unit)}>
          {isShort ? describeShortly(unit) : describeState(unit)}
        </span>
        {children}
        {mayBeDestroyed(unit) && (
          <Button label={`${unit.key}: mark destroyed`} onClick={destroy}>
            Mark destroyed
          </Button>
        )}
        <Menu label={`More for ${unit.key}`} icon="more" hideLabel kind="quiet" align="end">
          <MenuItem icon="edit" onClick={() => setTimeout(() => setNoted(true))}>
            {notesOf(unit.state) ? "Change the note" : "Add a note"}
          </MenuItem>
          <MenuItem icon={unit.destroyed ? "undo" : "close"} onClick={destroy}>
            {unit.destroyed ? "Not destroyed" : "Mark destroyed"}
          </MenuItem>
        </Menu>
        {onFold && <Button kind="quiet" icon="up" label={`Fold ${unit.key}`} onClick={onFold} />}
      </div>
      <Notes unit={unit} table={table} isOpened={isNoted} onLeave={() => setNoted(false)} />
    </>
  );
}
