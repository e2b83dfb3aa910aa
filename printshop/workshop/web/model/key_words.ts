// Plain words for choices, for the layers of a face, and for the contents of a folded block. The names of keys and of kinds
// of elements are in the JSON Schema.

import { counted } from "../counting.ts";
import { isUnder, placeOf } from "./places.ts";
import { type ElementNames, labelOf, withPictures } from "./schema.ts";
import { textAt } from "./tree.ts";
import type { DocumentProblem, Tree, ValuePath } from "../types.ts";

// The words of the button that adds an entry, by the section or the key of the list.
const ADDED: Record<string, string> = {
  sides: "Add a side",
  settings: "Add a setting",
  unit_types: "Add a unit type",
  classes: "Add a size class",
  counters: "Add counters",
  markers: "Add a marker",
  charts: "Add a chart",
  templates: "Add a ruler or template",
  maps: "Add a map",
  forms: "Add a record sheet",
  terrain: "Add terrain",
  blocks: "Add a block",
  front: "Add a layer",
  back: "Add a layer",
  elements: "Add an element",
  needs: "Add a thing",
  dice: "Add dice",
  fields: "Add a value",
  derived: "Add a value",
  checks: "Add a check",
  arcs: "Add an arc",
};
export const addingWords = (kind: string, path: ValuePath) => ADDED[String(path.at(-1) ?? kind)] ?? "Add an entry";

// The values of an entry that are shown even if they are missing.
const FIRST: Record<string, readonly string[]> = {
  game: ["title", "subtitle", "theme", "rights", "cover", "needs"],
  sides: ["name", "colour", "pattern", "prefix", "emblem"],
  unit_types: ["name", "plural", "art_bow", "points", "fields"],
  counters: ["title", "units", "size", "kind"],
  markers: ["title", "size"],
  charts: ["title", "columns", "subtitle"],
  maps: ["title", "across", "orientation", "columns", "rows", "legend"],
};
// Texts of a game that are lists, even if they are missing.
const TEXT_LISTS = new Set(["needs", "dice", "fonts"]);
export const isTextList = (path: ValuePath) => path.length === 1 && TEXT_LISTS.has(String(path[0]));

// The section whose words a value has: "game" for the values of the game itself.
const sectionAt = (kind: string, path: ValuePath) => {
  const { section, depth } = placeOf(kind, path);
  return kind === "game" && depth === 0 ? "game" : section;
};
// The names that a text may have in braces for every unit, in words; the figures of a game have labels of their own.
const NAMES_OF_UNITS: Record<string, string> = {
  name: "Name of the unit",
  title: "Name with its prefix",
  label: "Name in italics, with its prefix",
  number: "Number of the copy",
  side: "Side",
  size: "Size class",
  short: "Short name",
  class_name: "Class",
  prefix: "Prefix of the name",
  stem: "Name without its number",
  serial: "Number in its series",
  tag: "Words on its counter",
  adjective: "Word for “of this side”",
  size_name: "Name of the size class",
};
export const labelOfUnitName = (key: string) => NAMES_OF_UNITS[key] ?? labelOf(key);
// The value of a missing key, in words, where the schema does not name it. `block` has the key.
export const usualWordsAt = (kind: string, path: ValuePath, block?: Tree) =>
  isUnder("forms", kind, path) && path.at(-1) === "align"
    ? block?.entries?.some(([key]) => key === "text") && !block.entries.some(([key]) => key === "pips")
      ? "left"
      : "center"
    : path.at(-1) === "label" && path.at(-3) === "fields"
      ? labelOf(String(path.at(-2)))
      : isUnder("unit_types", kind, path) && path.at(-1) === "name"
        ? String(path.at(-2) ?? "").replaceAll("_", " ")
        : undefined;
// The first keys of the block at a path.
export function firstKeysAt(kind: string, path: ValuePath): readonly string[] {
  const { section, depth } = placeOf(kind, path);
  if (!path.length) return FIRST[kind] ?? [];
  if (section === "unit_types" && depth === 3 && path.at(-2) === "fields") return FIRST_OF_FIGURE;
  return depth === 1 ? (FIRST[section] ?? []) : [];
}
const FIRST_OF_FIGURE = ["label", "kind", "min", "max"];

// The kinds of figures in words.
export const FIGURE_KINDS: Record<string, string> = {
  whole: "Number",
  numbers: "Several numbers",
  choice: "One of a list",
  choices: "Some of a list",
  text: "Words",
  flag: "Yes or no",
  dice: "Dice",
  battery: "Guns",
  entries: "Things with numbers",
  list: "Rows",
  angle: "Angle",
  decimal: "Number with decimals",
  length: "Length",
  percent: "Per cent",
  unit: "A unit",
  units: "Several units",
};
// Choices in words, by the section and the key, or by the key alone.
const CHOICES: Record<string, Record<string, string>> = {
  "maps.orientation": { "flat-top": "Flat top", "pointy-top": "Pointed top" },
  "maps.grid": { hex: "Hexes", square: "Squares" },
  "maps.skin": {
    plain: "Plain",
    stars: "Stars, pale",
    night: "Night sky (much ink)",
    chart: "Sea chart",
    river: "River",
    field: "Field",
  },
  "maps.megahexes": { 7: "7 hexes", 19: "19 hexes", 37: "37 hexes" },
  "counters.kind": { tent: "Tent, folded to stand", flat: "Flat counter" },
  "counters.bow": { right: "To the right", up: "Up" },
  "counters.shape": { rectangle: "Rectangle", round: "Round", drawn: "Cut along the picture", hex: "Hexes" },
  "markers.shape": { square: "Rectangle", round: "Round", drawn: "Cut along the picture", hex: "Hexes" },
  "counters.pages": { "by side": "A sheet for each side", together: "All sides together" },
  "charts.copies": { each: "One for each player", one: "One for all players" },
  "forms.per_page": { fit: "As many as fit" },
  "templates.side": { starboard: "Starboard (right)", port: "Port (left)", both: "Both" },
  "templates.shape": { strips: "Separate strips", L: "L: two arms", T: "T: two arms" },
  art_bow: { right: "To the right", left: "To the left", up: "Up", none: "No way: it never turns" },
  backs: {
    beside: "Beside the front, to fold",
    long: "On the other side of the sheet",
    fold: "On the other half of the sheet",
    none: "No back",
  },
  pattern: {
    hatch: "Lines ///",
    backhatch: "Lines \\\\\\",
    crosshatch: "Crossed lines",
    bars: "Upright bars",
    stripes: "Level stripes",
  },
  counts: { left: "What is left", lost: "What is lost" },
};
// Choices of keys with other values, too: numbers beside a word.
const OFFERED: Record<string, readonly string[]> = {
  "forms.per_page": ["fit", "1", "2", "3", "4", "6", "8", "9", "10", "12"],
  "forms.per_row": ["1", "2", "3", "4"],
  "charts.columns": ["1", "2", "3", "4"],
};
export const choicesAt = (kind: string, path: ValuePath) =>
  placeOf(kind, path).depth > 2 ? undefined : OFFERED[`${sectionAt(kind, path)}.${String(path.at(-1))}`];
const PLAIN_WORD = /^[a-z]{3}[a-z_ -]*$/;
// Returns a choice in words.
export function choiceAt(kind: string, path: ValuePath, choice: string) {
  const key = String(path.at(-1)),
    words = CHOICES[`${sectionAt(kind, path)}.${key}`]?.[choice] ?? CHOICES[key]?.[choice];
  if (words) return words;
  if (isUnder("unit_types", kind, path) && key === "kind" && FIGURE_KINDS[choice]) return FIGURE_KINDS[choice];
  return PLAIN_WORD.test(choice) ? labelOf(choice) : choice.replaceAll("_", " ");
}

// Returns the message or the hint of a problem with labels in place of keys. `label` is that of the input, `labels` are
// those of the block with the value, by key. An unknown key stays as it is written.
export const plainProblem = (
  { code, subject }: Pick<DocumentProblem, "code" | "subject">,
  text: string,
  label: string,
  labels: Iterable<readonly [key: string, label: string]>,
) =>
  code === "unknown key"
    ? text
    : withPictures(
        [...labels].reduce(
          (words, [key, name]) => words.replaceAll(`'${key}'`, name),
          subject && text.startsWith(subject) ? label + text.slice(subject.length) : text,
        ),
      );

const HOLES: Record<string, string> = {
  label: "name of the unit",
  name: "name of the unit",
  title: "name of the unit",
  short: "short name",
  class_name: "class",
};
// The words of a text with holes and marks: "**{short}**" is "short name".
export const plainText = (text: string) =>
  text
    .replace(/\*+|__/g, "")
    .replace(/\{(\w+)\}/g, (_, key) => HOLES[key] ?? key)
    .replace(/[{}]/g, "")
    .replace(/_/g, " ");

// Returns the kinds of the elements of a block of a chart.
export const describeElements = (tree: Tree, elements: ElementNames) =>
  (tree.entries ?? [])
    .flatMap(([key]) => (key === "elements" ? ["Several elements"] : (elements[key] ?? [])))
    .join(", ");
// Returns the words of a row or a cell of a record sheet: those in it, those of its cells or rows, or its kind. Values of the
// unit have the labels that `labels` gives them.
export function cellWords(
  tree: Tree | undefined,
  elements: ElementNames,
  labels: ReadonlyMap<string, string> = new Map(),
): string {
  if (!tree) return "";
  const labelIn = (formula: string) => {
    const key = formula.match(/[a-z_]\w*/gi)?.find(name => labels.has(name) || name in HOLES) ?? "";
    return HOLES[key] ?? labels.get(key) ?? "";
  };
  const written = (tree.text ?? textAt(tree, ["text"])).replace(/†/g, "").replace(/\{n\}/g, "1"), // the first copy of the cell
    values = [...written.matchAll(/\{([^}]*)\}/g)].map(([, formula = ""]) => labelIn(formula)).filter(Boolean),
    fixed = plainText(written.replace(/\{[^}]*\}/g, "")).trim(),
    words = (!/^\p{L}.*\p{L}{3}/u.test(fixed) && [...new Set(values)].join(", ")) || fixed || plainText(written).trim();
  if (words) return words.replace(/^./, letter => letter.toUpperCase());
  const circles = labelIn(textAt(tree, ["pips"]));
  if (circles) return `Circles: ${circles}`;
  const inner = tree.entries?.find(([key]) => key === "cells" || key === "rows")?.[1].items ?? [];
  const all = inner.map(one => cellWords(one, elements, labels)).filter(Boolean);
  if (inner.length) return all.join(", ");
  const entries = tree.entries?.filter(([key]) => !/^(ground|band|border|box)$/.test(key)); // they are behind the contents
  return layerName({ ...tree, entries }, elements) || layerName(tree, elements);
}
// Returns the name of a layer of a face or of a cell: its kind and a value that differs from others. "" for unknown kinds.
export function layerName(tree: Tree, elements: ElementNames): string {
  const kinds = Object.keys(elements).filter(name => tree.entries?.some(([one]) => one === name)),
    key = kinds.find(name => name !== "text") ?? kinds[0]; // a cell of another kind may have words, too
  if (!key) return "";
  const value = textAt(tree, [key]),
    place = [textAt(tree, ["edge"]), textAt(tree, ["take"])].filter(Boolean).join(", ");
  if (key === "picture" && value === "unit") return "Picture of the unit";
  if (key === "picture" && value === "emblem") return "Emblem of the side";
  if (key === "ground") return value === "side" ? "Ground: colour of the side" : "Ground";
  const words =
    key === "band"
      ? place
      : key === "space"
        ? [textAt(tree, ["edge"]), value].filter(Boolean).join(", ")
        : /^(true)?$/.test(value)
          ? ""
          : plainText(value);
  return words ? `${elements[key]}: ${words}` : (elements[key] ?? "");
}

const HEX = /^#([\da-f]{3}|[\da-f]{6})$/i;
export const isHex = (text: string) => HEX.test(text);
const PICTURE_FILE = /\.(svg|png|jpe?g|webp|gif)$/i;
const NAMES = new Set(["title", "name", "label"]),
  MOST_VALUES = 6;
// The kinds of lines that every map can have.
export const PATH_KINDS = ["road", "track", "railway", "bridge", "river", "stream", "border", "wall"] as const;
// Returns the kind and the place of a line of a map: "River, 2 sides". "" if the block is no line.
export function pathWords(tree: Tree | undefined): string {
  const textsOf = (key: string) => {
    const value = tree?.entries?.find(([name]) => name === key)?.[1];
    return value?.items?.map(one => one.text ?? "") ?? (value?.text ? [value.text] : []);
  };
  const [along, through] = [textsOf("along").join(", "), textsOf("through")],
    hexes = through.flatMap(text => text.split(/[\s,>]+/)).filter(word => /\d/.test(word)),
    sides = along.split(/[\s,]+/).filter(word => /^[A-Z]{1,2}$/.test(word)).length;
  if (!along && !hexes.length) return "";
  const place = hexes.length
    ? [hexes[0], hexes.at(-1)].join(" to ")
    : along.includes(">")
      ? "along sides"
      : counted(sides, "side");
  return [labelOf(textsOf("kind")[0] ?? "path"), place].join(", ");
}
// Returns the most telling values of a block or a list, and its colour.
export function describeContents(
  tree: Tree | undefined,
  elements: ElementNames = {},
): { color: string; words: string } {
  const texts = (tree?.entries ?? []).map(([key, one]) => [key, one.text ?? ""] as const),
    color = texts.find(([, text]) => isHex(text))?.[1] ?? "";
  const named = (one: Tree, fallback: string) =>
    one.text ?? ([...NAMES].map(key => textAt(one, [key])).find(Boolean) || fallback);
  const values = tree?.items
    ? tree.items.map(one => plainText(named(one, layerName(one, elements))))
    : (tree?.entries ?? []).flatMap(([key, one]) => {
        if (key === "hexes") return one.text === "rest" ? ["all other hexes"] : [];
        if (
          NAMES.has(key) ||
          (one.text && (isHex(one.text) || PICTURE_FILE.test(one.text))) ||
          one.text === "false" ||
          key === "replaces" ||
          key === "changes"
        )
          return [];
        if (one.text === undefined) return [named(one, labelOf(key))];
        if (one.text === "true") return [labelOf(key)];
        return [/^[-\d.]+( .*)?$/.test(one.text) ? `${key.replaceAll("_", " ")} ${one.text}` : plainText(one.text)];
      });
  return { color, words: values.filter(Boolean).slice(0, MOST_VALUES).join(", ") };
}

// The most characters of a text on one line.
export const LONG_TEXT = 60;
// A short text that names a block or an item: its title, name or key, else its first values.
export function titleOf(tree: Tree | undefined, fallback: string, most = LONG_TEXT): string {
  if (tree?.text) return tree.text.replaceAll("**", "");
  for (const key of ["title", "name", "unit", "text", "label", "key"]) {
    const title = tree?.entries?.find(([name]) => name === key)?.[1].text?.replace(/†|\*\*/g, ""); // the marks are for prints
    if (title) return title.length > most ? `${title.slice(0, most)} …` : title;
  }
  const words =
    pathWords(tree) ||
    tree?.items
      ?.flatMap(one => one.text ?? [])
      .slice(0, 3)
      .join(", ") ||
    describeContents(tree).words;
  return words.replace(/^./, letter => letter.toUpperCase()) || fallback;
}
