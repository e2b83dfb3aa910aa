// Search by words: how well an entry fits a typed text.

export const splitWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

export interface SearchIndex {
  name: string;
  places: string[][]; // the words of each place and of those before it
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
// Returns the function that ranks entries for a typed text: NOT_FOUND if words are missing.
export function rankFor(text: string) {
  const parts = partsOf(text),
    typed = splitWords(text).join(" ");
  return ({ name, places }: SearchIndex) => {
    if (!parts.length) return NOT_FOUND;
    if (name === typed) return EXACT;
    if (name.startsWith(typed)) return EXACT - 1;
    const last = places.findIndex(there => parts.every(part => there.some(word => word.startsWith(part))));
    return last < 0 ? NOT_FOUND : EXACT - 2 - last;
  };
}

// Returns the entries that were found, the best first: those with the words in their contents only if there are no others.
export function bestOf<One extends { rank: number }>(all: readonly One[]) {
  const found = all.filter(one => one.rank > NOT_FOUND),
    best = found.filter(one => one.rank > IN_CONTENTS);
  return (best.length ? best : found).sort((one, other) => other.rank - one.rank);
}
