// The texts in the writing spaces of sheets: the browser keeps them, by the keys of the spaces.

import { readStoredJson, writeStored } from "../browser/storage.ts";

const nameOfTexts = (what: string) => `blanks ${what}`; // an older term for writing spaces: browsers have texts by this name
export const readTexts = (what: string) => readStoredJson<Record<string, string>>(localStorage, nameOfTexts(what), {});
// Keeps texts beside those of other windows; an empty text removes one. Returns all texts.
export function keepTexts(what: string, texts: Readonly<Record<string, string>>) {
  const kept = Object.fromEntries(Object.entries({ ...readTexts(what), ...texts }).filter(([, words]) => words));
  writeStored(localStorage, nameOfTexts(what), JSON.stringify(kept));
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
