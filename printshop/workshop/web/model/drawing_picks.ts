// Clicks on a drawing: the words at a point, and the value of the file that they come from.

import { createContext } from "preact";
import type { PlacedWords } from "./drawn_words.ts";
import { textAt, valueAt } from "./tree.ts";
import type { Tree, ValuePath } from "../types.ts";

const SLACK = 5, // pixels round the words at a point
  NEAR = 70, // pixels: words without a value of their own stand for the nearest words that have one
  NEAR_BLOCK = 120, // pixels, in a drawing in which every block opens a value: a picture stands for the words beside it
  MOST_LAYERS = 16, // of a face
  LEAST_PART = 4; // letters of words that are a part of a text

// The kind of a layer of a counter or a marker.
export type LayerKind = "colour" | "text" | "picture";

// A part of a piece: a layer that was drawn. `words` are those of a text.
export interface DrawnPart {
  kind: LayerKind;
  words: string;
}

// Finds the value that words of a drawing come from, and opens it.
export interface Picks {
  find: (words: string) => ValuePath | null;
  place?: (pages: readonly string[]) => PlacedWords[]; // of the labels of whole pages: every block of them opens a value
  shown?: { path: ValuePath; base: ValuePath } | null; // the value of the input with the focus, whose place is marked
  layer: (parts: readonly DrawnPart[], number: number) => ValuePath | null; // of a part of a piece, among its parts
  point: (path: ValuePath | null) => void; // marks the inputs of the value under the pointer
  open: (path: ValuePath) => void;
}
export const PicksContext = createContext<Picks | null>(null);

// Returns the value at a point of a drawing, null if the drawing does not name one. `places` are the values of its labels.
export function pickAt(
  drawing: ShadowRoot,
  x: number,
  y: number,
  picks: Picks,
  places?: PlacedWords,
): ValuePath | null {
  const near: { distance: number; words: string; label: Element; place: ValuePath | null }[] = [];
  for (const [number, one] of drawing.querySelectorAll("[aria-label]").entries()) {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const distance = Math.hypot(Math.max(left - x, x - right, 0), Math.max(top - y, y - bottom, 0)),
      place = places?.[number] ?? null;
    if (width && distance < (places ? NEAR_BLOCK : NEAR))
      near.push({ distance, words: one.getAttribute("aria-label") ?? "", label: one, place });
  }
  near.sort((one, other) => one.distance - other.distance);
  if (places) return near.find(one => one.place)?.place ?? null;
  const label = near[0] && near[0].distance <= SLACK ? near[0].label : null,
    layer = layerOf(label ?? drawing.elementFromPoint(x, y), picks);
  if (layer || !label) return layer;
  for (const { words } of near) {
    const place = picks.find(words);
    if (place) return place;
  }
  return null;
}

const PIECE = "g[clip-path]"; // its parts are drawn in the order of its layers
// Returns the kind of a part of a piece; null for a line.
function kindOfPart(part: Element): LayerKind | null {
  if (part.hasAttribute("aria-label")) return "text";
  if (part.tagName !== "path") return "picture";
  return part.getAttribute("fill") === "none" ? null : "colour";
}
// Returns the layer that an element of a drawing belongs to.
function layerOf(element: Element | null, picks: Picks): ValuePath | null {
  const piece = element?.closest(PIECE);
  const parts = [...(piece?.children ?? [])].flatMap(part => {
    const kind = kindOfPart(part);
    return kind ? [{ part, kind }] : [];
  });
  const number = parts.findIndex(({ part }) => part.contains(element));
  return number < 0
    ? null
    : picks.layer(
        parts.map(({ part, kind }) => ({ kind, words: part.getAttribute("aria-label") ?? "" })),
        number,
      );
}

const KINDS: Record<string, LayerKind> = { ground: "colour", band: "colour", text: "text", picture: "picture" };
const FACES = new Set(["profile", "flap", "front", "back"]);
interface Layer {
  path: ValuePath;
  kind: LayerKind;
  text: string;
  isOptional: boolean; // it has a condition
}
// Whether a part can be a layer: the words of a text outside its braces are among those of the part.
function canBe({ kind, text }: Layer, part: DrawnPart) {
  if (kind !== part.kind) return false;
  let from = 0;
  for (const fixed of kind === "text" ? text.split(/\{[^{}]*\}/).map(plain) : []) {
    const start = plain(part.words).indexOf(fixed, from);
    if (start < 0) return false;
    from = start + fixed.length;
  }
  return true;
}
// Returns the numbers of the layers that a part can be, if only layers with a condition are not drawn.
function findLayers(layers: readonly Layer[], parts: readonly DrawnPart[], number: number): number[] {
  // Whether the layers from `layer` to `end` can be the parts from `part` to `last`.
  function fit(layer: number, end: number, part: number, last: number): boolean {
    const one = layers[layer],
      drawnText = parts[part];
    if (layer === end || !one) return part === last;
    return (
      (one.isOptional && fit(layer + 1, end, part, last)) ||
      (part < last && drawnText !== undefined && canBe(one, drawnText) && fit(layer + 1, end, part + 1, last))
    );
  }
  const partText = parts[number];
  return layers.flatMap((one, at) =>
    partText && canBe(one, partText) && fit(0, at, 0, number) && fit(at + 1, layers.length, number + 1, parts.length)
      ? [at]
      : [],
  );
}
// Returns a function that finds the layer of a part of a piece, among the faces of a block. If several layers can be the
// part, or none, it is the layer of the first face with the same number among those of its kind.
export function makeLayerFinder(block: Tree | undefined, base: ValuePath): Picks["layer"] {
  const faces = (block?.entries ?? [])
    .filter(([key]) => FACES.has(key))
    .map(([key, face]) =>
      (face.items ?? []).flatMap((layer, number): Layer[] => {
        const kind = layer.entries?.map(([name]) => KINDS[name]).find(Boolean);
        return kind
          ? [
              {
                path: [...base, key, number],
                kind,
                text: textAt(layer, ["text"]),
                isOptional: valueAt(layer, ["only_if"]) !== undefined,
              },
            ]
          : [];
      }),
    )
    .filter(face => face.length && face.length <= MOST_LAYERS);
  return (parts, number) => {
    for (const face of faces) {
      const [found, ...others] = findLayers(face, parts, number);
      if (found !== undefined && !others.length) return face[found]?.path ?? null;
    }
    const kind = parts[number]?.kind,
      before = parts.slice(0, number).filter(one => one.kind === kind).length,
      same = faces[0]?.filter(one => one.kind === kind) ?? [];
    return (same[before] ?? same.at(-1))?.path ?? null;
  };
}

const plain = (text: string) =>
  text
    .replace(/[*_†‡§¶]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

// Returns a function that finds the value with some words, among the values of a block. Of several values with the same
// words none is found; a text is found by a part of it, and a value by its label.
export function makeFinder(
  block: Tree | undefined,
  base: ValuePath,
  labelAt: (path: ValuePath) => string,
): Picks["find"] {
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
    tree.items?.forEach((one, number) => {
      add(one, [...path, number]);
    });
    for (const [key, one] of tree.entries ?? []) add(one, [...path, key]);
  };
  if (block) add(block, base);
  return words => {
    const plainText = plain(words);
    if (!plainText) return null;
    const place = exact.get(plainText) ?? labels.get(plainText);
    if (place) return place;
    const isPart = (text: string) =>
      text.length >= LEAST_PART && (text === plainText || text.includes(plainText) || plainText.includes(text));
    return (plainText.length >= LEAST_PART && texts.find(one => isPart(one.text))?.path) || null;
  };
}
