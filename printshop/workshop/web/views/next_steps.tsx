// The next steps with a game that was made from an example: a list with ticks, until it is closed.

import { useState } from "preact/hooks";
import { newUnit } from "../components/dialogs.tsx";
import { Icon } from "../components/icons.tsx";
import { useGames } from "../components/library.tsx";
import { listOwnFiles } from "../model/own_files.ts";
import { fileAddressOf, formAddress, gameAddress, packAddress } from "../browser/routes.ts";
import { readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import type { GameContents } from "../types.ts";
import { Button, type Children } from "../components/ui.tsx";

interface Steps {
  time: number; // seconds: when the game was made
  units: number; // that it had then
  printed: boolean;
  folded?: boolean;
}
const REST = 2; // seconds in which the files of a new game are written
const nameOf = (game: string) => `steps of ${game}`,
  readSteps = (game: string) => readStoredJson<Steps | null>(localStorage, nameOf(game), null);
export const startSteps = (game: string, units: number) =>
  writeStored(
    localStorage,
    nameOf(game),
    JSON.stringify({ time: Date.now() / 1000, units, printed: false } satisfies Steps),
  );

export function NextSteps({ game }: { game: GameContents }) {
  const [steps, setSteps] = useState(() => readSteps(game.name)),
    { games } = useGames();
  if (!steps) return null;
  const close = () => {
    removeStored(localStorage, nameOf(game.name));
    setSteps(null);
  };
  const [kind = ""] = Object.keys(game.kinds),
    [form] = game.parts.forms.filter(part => part.file),
    battle = games && listOwnFiles(games).find(entry => entry.kind === "battle" && entry.game === game.name)?.pack,
    hasChanged = (file: string) => (games?.changed?.[file] ?? 0) > steps.time + REST;
  const main = `${game.name}/game.yaml`;
  const change = (part: Partial<Steps>) => {
    const now = { ...steps, ...part };
    writeStored(localStorage, nameOf(game.name), JSON.stringify(now));
    setSteps(now);
  };
  const step = (number: number, isDone: boolean, title: Children, hint: string) => (
    <li class={isDone ? "done" : ""}>
      <span class="step-mark" role="img" aria-label={isDone ? "Done" : `Step ${number}`}>
        {isDone ? <Icon name="done" /> : number}
      </span>
      <span>
        {title}
        <small>{hint}</small>
      </span>
    </li>
  );
  return (
    <section class="panel next-steps" aria-labelledby="next-steps">
      <div class="spread">
        <h2 id="next-steps">Next steps with your game</h2>
        <span>
          <Button
            kind="quiet"
            icon={steps.folded ? "down" : "up"}
            label={steps.folded ? "Unfold the next steps" : "Fold the next steps"}
            onClick={() => change({ folded: !steps.folded })}
          />
          <Button kind="quiet" icon="close" label="Close the next steps" onClick={close} />
        </span>
      </div>
      <ol hidden={steps.folded}>
        {step(
          1,
          hasChanged(main),
          <a href={fileAddressOf(main, ["unit_types", kind])}>Change the unit type</a>,
          "Which values a unit has",
        )}
        {step(
          2,
          game.units.length > steps.units,
          <button type="button" class="link" onClick={() => newUnit(game)}>
            Make a unit
          </button>,
          "Its name, its side and its values",
        )}
        {form &&
          step(
            3,
            hasChanged(form.file),
            <a href={formAddress(form.file, form.key)}>Change the record sheet</a>,
            "What is printed for each unit",
          )}
        {step(
          form ? 4 : 3,
          steps.printed,
          <a
            href={battle ? packAddress(battle) : gameAddress(game.name, "battles")}
            onClick={() => change({ printed: true })}
          >
            Print it
          </a>,
          "The records, the counters and the first battle",
        )}
      </ol>
    </section>
  );
}
