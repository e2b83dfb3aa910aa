// A unit type without a record sheet or a counter: a button for each missing part.

import { useEffect, useState } from "preact/hooks";
import { call } from "../browser/client.ts";
import { editAsStep } from "../model/file_steps.ts";
import { freeKey, keyFrom } from "../model/new_values.ts";
import { readAgain } from "../components/library.tsx";
import { attempt, notify } from "../browser/notices.ts";
import type { GameContents, GameFields } from "../types.ts";
import { Button } from "../components/ui.tsx";
import { FIRST_VALUES, homeOf } from "./new_parts.ts";
import { capitalize } from "../words.ts";

type UnitType = GameFields["types"][number];

const titleOf = ({ name }: UnitType) => capitalize(name);

async function makeForm(game: GameContents, type: UnitType) {
  await call("create_entry", { game: game.name, entry: { section: "form", title: titleOf(type), kind: type.key } });
}
async function makeCounter(game: GameContents, type: UnitType) {
  const [file, base] = homeOf(game, "counters"),
    key = freeKey(new Set(game.parts.counters.map(part => part.key)), keyFrom(titleOf(type))),
    value = { title: titleOf(type), ...FIRST_VALUES.counters("", { kinds: { [type.key]: type.name } }) };
  await editAsStep(file, [{ do: "add", path: base, key, value: { data: value } }]);
}

export function TypePrints({ game, type, onMade }: { game: GameContents; type: UnitType; onMade?: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [isMade, setMade] = useState(false); // the game is not read again yet
  useEffect(() => setMade(false), [type.prints.join()]);
  const missing = [
    ...(type.prints.includes("records") || type.prints.includes("cards")
      ? []
      : [{ words: "a record sheet", make: makeForm }]),
    ...(type.prints.includes("counters") ? [] : [{ words: "a counter", make: makeCounter }]),
  ];
  if (!missing.length || isMade) return null;
  const words = missing.map(one => one.words).join(" and ");
  const make = () =>
    attempt(async () => {
      setBusy(true);
      try {
        for (const one of missing) await one.make(game, type);
        setMade(true);
        notify(`There is ${words} for each ${type.name} now.`);
      } finally {
        setBusy(false);
        readAgain();
        onMade?.();
      }
    });
  return (
    <div class="message warning type-prints" role="status">
      <span>
        No {type.name} has {words.replace(" and ", " or ")} yet.
      </span>
      <Button icon="add" disabled={isBusy} onClick={make}>{`Make ${words}`}</Button>
    </div>
  );
}
