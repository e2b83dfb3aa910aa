// A list of dice: a chip for each common die, and an input for another one.

import { useState } from "preact/hooks";
import { valueAt } from "../model/document.ts";
import { COMMON_DICE, readDie, toggleDie } from "../model/dice.ts";
import type { Editing } from "../model/editing.ts";
import type { Tree, ValuePath } from "../types.ts";
import { Chip } from "../components/ui.tsx";

// Whether a list has nothing but dice.
export const isDiceList = (path: ValuePath, tree: Tree | undefined) =>
  path.at(-1) === "dice" && (tree?.items ?? []).every(one => readDie(one.text ?? "") === one.text);

export function DiceInput({ editing: { handle, state }, path }: { editing: Editing; path: ValuePath }) {
  const [typed, setTyped] = useState("");
  const dice = (valueAt(state.document.tree, path)?.items ?? []).map(one => one.text ?? ""),
    others = dice.filter(one => !COMMON_DICE.includes(one));
  const toggle = (die: string) => {
    const now = toggleDie(dice, die);
    handle.edit([{ do: "set", path, value: now.length ? { data: now } : null }]);
  };
  return (
    <div class="row dice-chips" role="group" aria-label="Dice">
      {[...COMMON_DICE, ...others].map(die => (
        <Chip key={die} pressed={dice.includes(die)} onClick={() => toggle(die)}>
          {die}
        </Chip>
      ))}
      <input
        class="plain-input"
        type="text"
        aria-label="Another die"
        placeholder="Another, such as d100"
        maxLength={5}
        value={typed}
        onInput={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => event.key === "Enter" && event.currentTarget.blur()}
        onBlur={() => {
          const die = readDie(typed);
          if (die && !dice.includes(die)) toggle(die);
          if (die || !typed.trim()) setTyped("");
        }}
      />
    </div>
  );
}
