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
