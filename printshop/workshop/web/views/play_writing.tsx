// The writing spaces of a unit as fields, for a view that does not show its record.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Table, TableState } from "../model/playing.ts";
import { groupSpaces, LONGEST_TEXT, nameSpace, readTurn } from "../model/writing_spaces.ts";
import type { WritingSpace } from "../types.ts";

const MOST_IN_LINES = 14; // fields of a group; more fields are one line that scrolls

interface WritingProps {
  table: Table;
  state: TableState;
  spaces: readonly WritingSpace[];
}
// The fields have the same texts as the spaces on the record. A long line begins at the field of the turn.
export function WritingRows({ table, state, spaces }: WritingProps) {
  const box = useRef<HTMLDivElement>(null),
    turn = readTurn(state.texts);
  useLayoutEffect(() => {
    for (const line of box.current?.querySelectorAll<HTMLElement>(".writing-line.long") ?? []) {
      const field = line.querySelector<HTMLElement>(`[data-name="${turn}"]`);
      if (field) line.scrollLeft = field.offsetLeft - line.offsetLeft - field.offsetWidth;
    }
  }, [turn]);
  if (!spaces.length) return null;
  return (
    <div class="writing-rows" ref={box}>
      {groupSpaces(spaces).map(({ title, fields }, number) => (
        <div
          class={`writing-group${title ? "" : " wide"}`}
          key={`${number} ${title}`}
          role="group"
          aria-label={title || undefined}
        >
          {title && <b>{title}</b>}
          <div class={`writing-line${fields.length > MOST_IN_LINES ? " long" : ""}`}>
            {fields.map(({ space, name }) => (
              <label
                class="writing-field"
                key={space.key}
                data-name={name}
                style={{ flexGrow: space.at[2], "--letters": name.length }}
              >
                <small>{name}</small>
                <input
                  type="text"
                  maxLength={LONGEST_TEXT}
                  autocomplete="off"
                  aria-label={nameSpace(space)}
                  value={state.texts[space.key] ?? ""}
                  onInput={event => table.write(space.key, event.currentTarget.value)}
                />
              </label>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
