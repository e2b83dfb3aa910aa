// The texts of a table, by their keys: those in the writing spaces of its sheets, and the turn.

import { readStoredJson, removeStored, writeStored } from "../browser/storage.ts";
import type { PlayUnit, WritingSpace } from "../types.ts";

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

// --- the names of the spaces

export const LONGEST_TEXT = 60; // letters in a writing space
const BEFORE_NAME = ": "; // the label of a space in a group: "Momentum: T1"
const nameOf = ({ key, label }: WritingSpace) => label || `Space ${key.slice(key.lastIndexOf("/") + 1)}`;
// Returns the name of a space, with the name of its unit.
export const nameSpace = (space: WritingSpace) => `${space.unit}, ${nameOf(space)}`;

export interface SpaceGroup {
  title: string; // "" for spaces of their own, such as notes
  fields: { space: WritingSpace; name: string }[];
}
// Returns the spaces in the order of the record: neighbours are one group if the words before their names are the same.
export function groupSpaces(spaces: readonly WritingSpace[]): SpaceGroup[] {
  const groups: SpaceGroup[] = [];
  for (const space of spaces) {
    const label = nameOf(space),
      end = label.indexOf(BEFORE_NAME),
      title = end < 0 ? "" : label.slice(0, end),
      field = { space, name: end < 0 ? label : label.slice(end + BEFORE_NAME.length) },
      last = groups.at(-1);
    if (last?.title === title) last.fields.push(field);
    else groups.push({ title, fields: [field] });
  }
  return groups;
}

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
