// Search by words: how well an entry fits a typed text.

import { isMeant } from "./spelling.ts";

export const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

export interface SearchIndex {
  name: string;
  places: string[][]; // the words of each place and of those before it
  facts?: string[][]; // the words of values with their names, such as hull 19
}
// Returns the words of an entry for the search. `kind` is that of "map", which finds all maps; `words` are other words for
// the same thing; `contents` has common words.
export function makeIndex(title: string, kind = "", words = "", contents = ""): SearchIndex {
  const all = [title, kind, words, contents];
  return {
    name: splitWords(title).join(" "),
    places: all.map((_, place) => splitWords(all.slice(0, place + 1).join(" "))),
  };
}

// Words that say nothing in a phrase such as "how do I print my fleet".
const EMPTY_WORDS = new Set(
  "a an and at can do does for from how i in into is it me my of on or the to what with".split(" "),
);
const stemOf = (word: string) => word.replace(/(?<=..[^s])s$|(?<=...)ing$/, "");

// Returns the beginnings of words that a typed text asks for.
export function partsOf(text: string) {
  const all = splitWords(text),
    full = all.filter(word => !EMPTY_WORDS.has(word));
  return (full.length ? full : all).map(stemOf);
}

// Ranks, the best first: the title itself, its beginning, words of the title, of the kind, other words, the contents.
export const NOT_FOUND = -1;
const IN_CONTENTS = 0;
const EXACT = 5;
// Returns the words of a text that stand in no fact: "hull 19" is found as a whole.
function withoutFacts(parts: readonly string[], facts: readonly string[][]) {
  const inFact = (name: string, value: string) =>
    facts.some(words => words.includes(value) && words.some(word => word !== value && word.startsWith(name)));
  const isValue = (at: number) => at > 0 && /\d/.test(parts[at] ?? "") && inFact(parts[at - 1] ?? "", parts[at] ?? "");
  return parts.filter((_, at) => !isValue(at) && !isValue(at + 1));
}
// Returns the function that ranks entries for a typed text: NOT_FOUND if words are missing. If it is `loose`, words may
// have wrong letters.
export function rankFor(text: string, loose = false) {
  const parts = partsOf(text),
    typed = splitWords(text).join(" ");
  const isIn = (words: readonly string[], part: string) =>
    words.some(word => word.startsWith(part) || (loose && isMeant(part, word)));
  return ({ name, places, facts = [] }: SearchIndex) => {
    if (!parts.length) return NOT_FOUND;
    if (name === typed) return EXACT;
    if (name.startsWith(typed)) return EXACT - 1;
    const open = facts.length ? withoutFacts(parts, facts) : parts,
      last = places.findIndex(there => open.every(part => isIn(there, part)));
    return last < 0 ? NOT_FOUND : EXACT - 2 - last - Number(open.length < parts.length && last === 0);
  };
}
// Ranks all entries for a typed text; if none has its words, those with nearly these words.
export function rankAll<One>(text: string, all: readonly One[], indexOf: (one: One) => SearchIndex) {
  const rank = (loose: boolean) => {
    const rankOf = rankFor(text, loose);
    return all.map(one => ({ one, rank: rankOf(indexOf(one)) }));
  };
  const exact = rank(false);
  return exact.some(one => one.rank > NOT_FOUND) ? exact : rank(true);
}

// Returns the entries that were found, the best first: those with the words in their contents only if there are no others.
export function bestOf<One extends { rank: number }>(all: readonly One[]) {
  const found = all.filter(one => one.rank > NOT_FOUND),
    best = found.filter(one => one.rank > IN_CONTENTS);
  return (best.length ? best : found).sort((one, other) => other.rank - one.rank);
}
