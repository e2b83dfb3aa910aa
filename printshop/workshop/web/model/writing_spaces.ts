// The texts of a table, by their keys: those in the writing spaces of its sheets, and the turn.

import { readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import type { PlayUnit } from "../types.ts";

export type Texts = Readonly<Record<string, string>>;
export const TURN = "turn"; // the key of the turn; turn 1 has no text
const FIRST_TURN = 1;
export const readTurn = (texts: Texts) => Number(texts[TURN] ?? FIRST_TURN);
export const writeTurn = (turn: number) => (turn === FIRST_TURN ? "" : String(turn));

const keyOf = (unit: string, number: string) => `${unit}/note/${number}`;
// Returns the texts of units and the turn by their keys, as a file has them.
export const joinTexts = (units: readonly PlayUnit[], turn: number) =>
  withTexts(
    { [TURN]: writeTurn(turn) },
    Object.fromEntries(
      units.flatMap(({ key, writing }) =>
        Object.entries(writing).map(([number, words]) => [keyOf(key, number), words]),
      ),
    ),
  );
// Returns the texts of one unit by the numbers of its writing spaces.
export const textsOfUnit = (unit: string, texts: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, words]) =>
      key.startsWith(keyOf(unit, "")) ? [[key.slice(keyOf(unit, "").length), words]] : [],
    ),
  );
// Returns the changes after which units have the wanted texts.
export const listTextChanges = (texts: Texts, units: readonly Pick<PlayUnit, "key" | "writing">[]) =>
  units.flatMap(({ key, writing }) => {
    const now = textsOfUnit(key, texts);
    return Object.keys({ ...now, ...writing })
      .filter(number => (now[number] ?? "") !== (writing[number] ?? ""))
      .map(number => ({ blank: keyOf(key, number), words: writing[number] ?? "" }));
  });
// Returns texts with others in their place; an empty text removes one.
export const withTexts = (texts: Texts, others: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...texts, ...others }).filter(([, words]) => words));

// --- the texts that the browser keeps

const nameOfTexts = (what: string) => `blanks ${what}`, // an older term for writing spaces: browsers have texts by this name
  nameOfTurn = (what: string) => `turn ${what}`; // an earlier version stored the turn alone
export function readTexts(what: string): Texts {
  const turn = readStoredJson(localStorage, nameOfTurn(what), FIRST_TURN);
  return withTexts({ [TURN]: writeTurn(turn) }, readStoredJson<Texts>(localStorage, nameOfTexts(what), {}));
}
// Keeps texts beside those of other windows. Returns all texts.
export function keepTexts(what: string, texts: Texts) {
  const kept = withTexts(readTexts(what), texts);
  writeStored(localStorage, nameOfTexts(what), JSON.stringify(kept));
  removeStored(localStorage, nameOfTurn(what));
  return kept;
}

const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ .,:;'’!|ijlrtfI()[\]]/, 0.38],
  [/[mwMW@%&—]/, 1],
  [/[A-Z0-9]/, 0.72],
];
const USUAL_WIDTH = 0.61; // of a letter, as a share of the size of the type
// Returns the size of the type in which a text fits the width of its space: at most the largest one.
export function fitText(words: string, largest: number, width: number) {
  const letters = [...words].map(letter => WIDTHS.find(([kind]) => kind.test(letter))?.[1] ?? USUAL_WIDTH);
  return Math.min(largest, width / letters.reduce((sum, share) => sum + share, 0));
}
