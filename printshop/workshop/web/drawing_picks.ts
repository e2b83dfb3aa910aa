// Clicks on a drawing: the words at a point, and the value of the file that they come from.

import { createContext } from "preact";
import type { Tree, ValuePath } from "./types.ts";

const SLACK = 5, // pixels round the words at a point
  NEAR = 70, // pixels: words without a value of their own stand for the nearest words that have one
  LEAST_PART = 4; // letters of words that are a part of a text

// Finds the value that words of a drawing come from, and opens it.
export interface Picks {
  find: (words: string) => ValuePath | null;
  open: (path: ValuePath) => void;
}
export const PicksContext = createContext<Picks | null>(null);

// Returns the value at a point of a drawing, null if the drawing does not name one.
export function pickAt(drawing: ParentNode, x: number, y: number, picks: Picks): ValuePath | null {
  const near: { distance: number; words: string }[] = [];
  for (const one of drawing.querySelectorAll("[aria-label]")) {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const distance = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0));
    if (width && distance < NEAR) near.push({ distance, words: one.getAttribute("aria-label") ?? "" });
  }
  near.sort((one, other) => one.distance - other.distance);
  if (!near[0] || near[0].distance > SLACK) return null;
  for (const { words } of near) {
    const found = picks.find(words);
    if (found) return found;
  }
  return null;
}

const plain = (text: string) =>
  text
    .replace(/[*_†‡§¶]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

// Returns a function that finds the value with some words, among the values of a block. Of several values with the same
// words none is found; a text is found by a part of it, and a value by its label.
export function makeFinder(block: Tree | undefined, base: ValuePath, labelAt: (path: ValuePath) => string): Picks["find"] {
  const exact = new Map<string, ValuePath | null>(),
    labels = new Map<string, ValuePath>(),
    texts: { text: string; path: ValuePath }[] = [];
  const add = (tree: Tree, path: ValuePath) => {
    if (tree.text) {
      const text = plain(tree.text);
      exact.set(text, exact.has(text) ? null : path);
      texts.push({ text, path });
      const label = typeof path.at(-1) === "string" ? plain(labelAt(path)) : "";
      if (label && !labels.has(label)) labels.set(label, path);
    }
    tree.items?.forEach((one, number) => add(one, [...path, number]));
    for (const [key, one] of tree.entries ?? []) add(one, [...path, key]);
  };
  if (block) add(block, base);
  return words => {
    const wanted = plain(words);
    if (!wanted) return null;
    const found = exact.get(wanted) ?? labels.get(wanted);
    if (found) return found;
    const isPart = (text: string) => text.length >= LEAST_PART && (text === wanted || text.includes(wanted) || wanted.includes(text));
    return (wanted.length >= LEAST_PART && texts.find(one => isPart(one.text))?.path) || null;
  };
}
