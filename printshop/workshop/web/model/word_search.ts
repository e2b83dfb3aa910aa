// Search by words: how well an entry fits a typed text.

import { isMeant } from "./spelling.ts";

export const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

export interface SearchIndex {
  name: string;
  places: string[][]; // the words of each place
  facts?: string[][]; // the words of values with their names, such as hull 19
}
// Returns the words of an entry for the search. `kind` is that of "map", which finds all maps; `words` are other words for
// the same thing; `contents` has common words.
export const makeIndex = (title: string, kind = "", words = "", contents = ""): SearchIndex => ({
  name: splitWords(title).join(" "),
  places: [title, kind, words, contents].map(splitWords),
});

// Words that say nothing in a phrase such as "how do I print my fleet".
const EMPTY_WORDS = new Set(
  `a am an and are at be been by can could d did do does for from get got had has have help how i if in into is it its ll m may me
  must my of on or our please s shall should so t that the their them then there these they this those to too up us ve want was
  we were what when which who why will with would you your`.split(/\s+/),
);
// Returns the beginning that the forms of a word have in common: scale, scaling; cut, cutting.
function stemOf(word: string) {
  const plain = word
    .replace(/(?<=..)ies$/, "y")
    .replace(/(?<=..[^s])s$/, "")
    .replace(/(?<=...)ing$|(?<=..[^e])ed$/, "");
  return plain === word ? word.replace(/(?<=....)e$/, "") : plain.replace(/(?<=..)([^aeiou])\1$/, "$1");
}

// Returns the beginnings of words that a typed text asks for.
export function partsOf(text: string) {
  const all = splitWords(text),
    full = all.filter(word => !EMPTY_WORDS.has(word));
  return [...new Set((full.length ? full : all).map(stemOf))];
}

// How much a word counts in each place: in the title, in the kind, among the other words, in the contents.
const SHARES = [1, 0.9, 0.8, 0.5],
  CONTENTS = SHARES.length - 1,
  IN_FACT = 0.85,
  WRONG = 0.6; // of the share of the right word
const NOT_FOUND = 0;
const EXACT = 4,
  START = 3,
  FULL = 1; // an entry with all words has this, and the mean share of its words; others have less
const NEARLY_BEST = 0.7; // of the rank of the best entry, without which one with some of the words is not shown
const LEAST_WRONG = 4; // letters of a word with a wrong letter

const writeSimply = (word: string) => word.replace(/(.)\1/gu, "$1"); // doubled letters are a common fault
const isNearly = (part: string, word: string) =>
  word.length >= LEAST_WRONG && isMeant(writeSimply(part), writeSimply(word));

// Returns the share of each part of a typed text in an entry, 0 if it is not there. If it is `loose`, words may have wrong
// letters.
function findShares(parts: readonly string[], { places, facts = [] }: SearchIndex, loose: boolean) {
  const isFact = (name = "", value = "") =>
    /\d/.test(value) &&
    facts.some(words => words.includes(value) && words.some(word => word !== value && word.startsWith(name)));
  return parts.map((part, at) => {
    if (facts.length && at > 0 && isFact(parts[at - 1], part)) return IN_FACT;
    if (facts.length && isFact(part, parts[at + 1])) return IN_FACT;
    const place = places.findIndex(words => words.some(word => word.startsWith(part)));
    if (place >= 0) return SHARES[place] ?? 0;
    const nearly = loose
      ? places.findIndex((words, of) => of < CONTENTS && words.some(word => isNearly(part, word)))
      : -1;
    return nearly < 0 ? 0 : WRONG * (SHARES[nearly] ?? 0);
  });
}

// Ranks all entries for a typed text, by the words that they have; a rare word counts more than a common one. If no entry has
// all words, those with nearly these words count, too.
export function rankAll<One>(text: string, all: readonly One[], indexOf: (one: One) => SearchIndex) {
  const parts = partsOf(text),
    typed = splitWords(text).join(" "),
    indexes = all.map(indexOf);
  const listShares = (loose: boolean) => indexes.map(index => findShares(parts, index, loose)),
    isFull = (shares: readonly number[]) => shares.every(share => share > 0);
  let shares = listShares(false);
  if (!shares.some(isFull)) shares = listShares(true);
  const weights = parts.map((_, at) => Math.log(1 + all.length / (1 + shares.filter(one => one[at]).length))),
    total = weights.reduce((sum, weight) => sum + weight, 0);
  return all.map((one, number) => {
    const { name = "" } = indexes[number] ?? {},
      here = shares[number] ?? [],
      mean = here.reduce((sum, share, at) => sum + share * (weights[at] ?? 0), 0) / total;
    const rank = !parts.length
      ? NOT_FOUND
      : name === typed
        ? EXACT
        : name.startsWith(typed)
          ? START
          : mean + (isFull(here) && mean > (SHARES[CONTENTS] ?? 0) ? FULL : 0);
    return { one, rank };
  });
}

interface Ranked {
  rank: number;
}
// Returns the entries that are shown, the best first. One without some of the words, or with all of them in its contents,
// is shown only if there is no better one, and if its rank is near that of the best.
export function bestOf<One extends Ranked>(all: readonly One[]) {
  const best = all.reduce((most, { rank }) => Math.max(most, rank), NOT_FOUND),
    least = best > FULL ? FULL : best * NEARLY_BEST;
  return all.filter(one => one.rank > NOT_FOUND && one.rank >= least).sort((one, other) => other.rank - one.rank);
}
