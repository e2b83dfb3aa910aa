// The turn, and dice, which the browser keeps for each game at the table.

import { useState } from "preact/hooks";
import { readStoredJson, writeStored } from "../browser/storage.ts";
import { Button, Stepper } from "../components/ui.tsx";

const SIDES = [4, 6, 8, 10, 12, 20],
  MOST_DICE = 20,
  WIDE_ROLL = 6, // more results may need a scroll bar
  MOST_ROLLS = 12;

// Returns a fair number from 1 to `sides`.
function roll(sides: number): number {
  const limit = Math.floor(256 / sides) * sides, // a byte above it would favour low numbers
    [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
  return byte < limit ? (byte % sides) + 1 : roll(sides);
}

interface Roll {
  id: number;
  dice: string; // 2d6
  results: number[];
}
const total = ({ results }: Roll) => results.reduce((sum, one) => sum + one, 0);
const inWords = (one: Roll) =>
  `${one.dice}: ${one.results.join(" + ")}${one.results.length > 1 ? ` = ${total(one)}` : ""}`;

export function useStored<T>(name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => readStoredJson(localStorage, name, first));
  const set = (now: T) => {
    setValue(now);
    writeStored(localStorage, name, JSON.stringify(now));
  };
  return [value, set];
}

export function TurnCounter({ turn, onChange }: { turn: number; onChange: (turn: number) => void }) {
  return (
    <span class="turn">
      <span aria-hidden="true">Turn</span>
      <Stepper value={turn} low={0} high={99} label="Turn" onChange={onChange} />
    </span>
  );
}

// Buttons for all dice, and the last rolls.
export function Dice({ what }: { what: string }) {
  const [rolls, setRolls] = useStored<Roll[]>(`rolls ${what}`, []);
  const [count, setCount] = useStored(`dice ${what}`, 1);
  const throwDice = (number: number, sides: number) => {
    const results = Array.from({ length: number }, () => roll(sides));
    setRolls(
      [{ id: (rolls[0]?.id ?? 0) + 1, dice: `${number > 1 ? number : ""}d${sides}`, results }, ...rolls].slice(
        0,
        MOST_ROLLS,
      ),
    );
  };
  const [last, ...older] = rolls;
  return (
    <section class="dice" aria-label="Dice">
      <div class="row">
        <Stepper value={count} low={1} high={MOST_DICE} label="Number of dice" onChange={setCount} />
        <span aria-hidden="true">{count > 1 ? "dice" : "die"}</span>
        <span class="dice-buttons">
          {SIDES.map(sides => (
            <Button
              key={sides}
              label={`Roll ${count > 1 ? `${count} ` : ""}d${sides}`}
              onClick={() => throwDice(count, sides)}
            >
              d{sides}
            </Button>
          ))}
          {count !== 2 && (
            <Button label="Roll 2d6" onClick={() => throwDice(2, 6)}>
              2d6
            </Button>
          )}
        </span>
      </div>
      <div class="dice-results">
        <p class="last-roll" role="status" tabIndex={last && last.results.length > WIDE_ROLL ? 0 : undefined}>
          {last ? (
            <>
              <span>{last.dice}</span>
              <b class="total" key={last.id}>
                {total(last)}
              </b>
              {last.results.length > 1 && (
                <span class="results">
                  {last.results.map((one, number) => (
                    <b key={`${last.id} ${number}`}>{one}</b>
                  ))}
                </span>
              )}
            </>
          ) : (
            <small>Choose how many dice, then press a die.</small>
          )}
        </p>
      </div>
      <Button
        kind="quiet"
        icon="remove"
        label="Clear the rolls"
        disabled={!rolls.length}
        onClick={() => setRolls([])}
      />
      {older.length > 0 && (
        <ol class="rolls" aria-label="Rolls before" tabIndex={0}>
          {older.map(one => (
            <li key={one.id}>{inWords(one)}</li>
          ))}
        </ol>
      )}
    </section>
  );
}
