// The values of a file that all words of some pages come from. The words of a page are in the order in which they are drawn:
// a paragraph is drawn line by line, and a line with even spaces is drawn word by word.

import { isWithin } from "./tree.ts";
import type { Tree, ValuePath } from "../types.ts";

// Words that are drawn for a value: its text, or a heading.
export interface KnownWords {
  words: string;
  path: ValuePath;
}
// The value of each label of a page, null for words of the program.
export type PlacedWords = readonly (ValuePath | null)[];

const LEAST_PART = 10, // letters: fewer of a longer text can stand anywhere
  LEAST_TEXT = 3; // letters of a whole text

const ENTITY = /&#?\w+;/g,
  NO_LETTER = /[^\p{L}\p{N}]+/gu;
const lettersOf = (text: string) => text.replace(ENTITY, "").replaceAll("×", "x").replace(NO_LETTER, "").toLowerCase();

// Returns the labels of an SVG drawing, in the order of its elements.
export const labelsOf = (svg: string) => [...svg.matchAll(/ aria-label="([^"]*)"/g)].map(([, words = ""]) => words);

// Returns the texts of a block with their paths: the paragraphs of a text one by one, and keys that a designer wrote. A word
// within the block such as `port` or `hull_vp` is a name for the program, which is drawn for other reasons.
export function listTexts(tree: Tree | undefined, path: ValuePath, depth = 0): KnownWords[] {
  const isName = (text: string) => /^[a-z][a-z\d_]*$/.test(text);
  return [
    ...(tree?.text && (depth < 2 || !isName(tree.text)) ? tree.text.split(/\n\s*\n/) : []).map(words => ({
      words,
      path,
    })),
    ...(tree?.items ?? []).flatMap((one, number) => listTexts(one, [...path, number], depth + 1)),
    ...(tree?.entries ?? []).flatMap(([key, one]) => [
      ...(isName(key) ? [] : [{ words: key, path: [...path, key] }]),
      ...listTexts(one, [...path, key], depth + 1),
    ]),
  ];
}

// Finds the value of each label. Labels that follow one another are joined as long as they are in the same text. Of values
// with the same words, the one that is used least is taken, the first of them at first.
export function placeWords(pages: readonly (readonly string[])[], known: readonly KnownWords[]): PlacedWords[] {
  const values = known
    .map(({ words, path }) => ({ letters: lettersOf(words), path, uses: 0 }))
    .filter(one => one.letters.length >= LEAST_TEXT);
  return pages.map(labels => {
    const drawn = labels.map(lettersOf),
      places: (ValuePath | null)[] = labels.map(() => null);
    for (let start = 0; start < drawn.length; start++) {
      const first = drawn[start];
      if (!first) continue;
      let best: { value: (typeof values)[number]; end: number; length: number } | null = null;
      for (const value of values) {
        if (!value.letters.includes(first)) {
          const isNumbered = first.startsWith(value.letters) && /^\d+$/.test(first.slice(value.letters.length)); // Volga-2
          if (isNumbered && !best) best = { value, end: start + 1, length: value.letters.length };
          continue;
        }
        let joined = first,
          end = start + 1;
        while (end < drawn.length && value.letters.includes(joined + drawn[end])) joined += drawn[end++];
        if (joined !== value.letters && joined.length < LEAST_PART) continue;
        if (!best || joined.length > best.length || (joined.length === best.length && value.uses < best.value.uses))
          best = { value, end, length: joined.length };
      }
      if (!best) continue;
      best.value.uses++;
      places.fill(best.value.path, start, best.end);
      start = best.end - 1;
    }
    return places;
  });
}

// Returns the first labels of a value on a page, without the other words between them; the value around it if it is not
// drawn itself. `base` is the path of the block that is drawn.
export function findDrawn(pages: readonly PlacedWords[], path: ValuePath, base: ValuePath) {
  for (let wanted = path; wanted.length > base.length; wanted = wanted.slice(0, -1))
    for (const [page, places] of pages.entries()) {
      const first = places.findIndex(one => one && isWithin(one, wanted));
      if (first < 0) continue;
      const labels: number[] = [];
      for (let number = first; number < places.length; number++) {
        const place = places[number];
        if (place && !isWithin(place, wanted)) break;
        if (place) labels.push(number);
      }
      return { page, labels };
    }
  return null;
}
