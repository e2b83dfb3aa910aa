// The names, states and notes of units above and below their records, and the button that marks a unit as destroyed.

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
import { Button, useDraft, useNarrow } from "../components/ui.tsx";

const LONGEST_NOTE = 300; // letters

// A button opens the input of a unit without notes: most records have lines for notes, too.
function Notes({ unit, table }: { unit: TableUnit; table: Table }) {
  const [text, change, leave] = useDraft(notesOf(unit.state), words => table.note(unit.key, words.trim()));
  const [isOpen, setOpen] = useState(false),
    opened = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isOpen) opened.current?.focus();
  }, [isOpen]);
  if (!isOpen && !text)
    return (
      <Button kind="quiet" icon="edit" label={`${unit.key}: notes`} onClick={() => setOpen(true)}>
        Add a note
      </Button>
    );
  return (
    <input
      ref={opened}
      class="plain-input"
      type="text"
      placeholder="Notes"
      autocomplete="off"
      maxLength={LONGEST_NOTE}
      aria-label={`${unit.key}: notes`}
      value={text}
      onInput={event => change(event.currentTarget.value)}
      onBlur={leave}
    />
  );
}

interface HeadProps {
  unit: TableUnit;
  table: Table;
  onDestroy?: () => void;
}
// The notes of a unit, and the button that marks it as destroyed.
const UnitActions = ({ unit, table, onDestroy }: HeadProps) => (
  <>
    <Notes unit={unit} table={table} />
    <Button
      kind={mayBeDestroyed(unit) ? undefined : "quiet"}
      icon={unit.destroyed ? "undo" : undefined}
      label={`${unit.key}: ${unit.destroyed ? "not destroyed" : "mark destroyed"}`}
      onClick={() => {
        table.destroy(unit.key, !unit.destroyed);
        if (!unit.destroyed) onDestroy?.();
      }}
    >
      {unit.destroyed ? "Not destroyed" : "Mark destroyed"}
    </Button>
  </>
);
// On a narrow screen, they stand below the marks of the unit.
export const UnitTools = (props: HeadProps) => (
  <div class="unit-tools">
    <UnitActions {...props} />
  </div>
);

// The name and the state of a unit, above its record.
export function UnitHead({
  onFold,
  isShort,
  children,
  ...props
}: HeadProps & { onFold?: () => void; isShort?: boolean; children?: preact.ComponentChildren }) {
  const { unit } = props,
    isNarrow = useNarrow();
  return (
    <div class={`unit-head ${healthOf(unit)}`}>
      <h3 tabIndex={-1} id={`unit ${unit.key}`}>
        {shortName(unit)}
      </h3>
      <span class="unit-damage" title={describeState(unit)}>
        {isShort ? describeShortly(unit) : describeState(unit)}
      </span>
      {children}
      {onFold && <Button kind="quiet" icon="up" label={`Fold ${unit.key}`} onClick={onFold} />}
      {!isNarrow && <UnitActions {...props} />}
    </div>
  );
}
