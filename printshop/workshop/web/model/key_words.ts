// Plain words for the layers of a face, and for the contents of a folded block. The names of keys and of kinds
// of elements are in the JSON Schema.

import { capitalize, counted } from "../words.ts";
import { isUnder } from "./places.ts";
import { type ElementNames, labelOf, withPictures } from "./schema.ts";
import { textAt } from "./tree.ts";
import type { DocumentProblem, Tree, ValuePath } from "../types.ts";

// The names that a text may have in braces for every unit, in words; the fields of a game have labels of their own.
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
const HOLE = /\{\{|\}\}|\{([^{}]*)\}/g; // or an escaped brace
// The words of a text with holes and marks: "**{short}**" is "short name". Escaped characters stay.
export const plainText = (text: string) =>
  text
    .replace(/\\\*|\{\{|\}\}|\*+|__|\{(\w+)\}|[{}]/g, (found, key?: string) =>
      key ? (HOLES[key] ?? key) : (ESCAPED[found] ?? ""),
    )
    .replace(/_/g, " ");
const ESCAPED: Record<string, string> = { "\\*": "*", "{{": "{", "}}": "}" };

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
    values = [...written.matchAll(HOLE)].map(([, formula]) => formula && labelIn(formula)).filter(Boolean),
    fixed = plainText(written.replace(HOLE, (found, formula?: string) => (formula === undefined ? found : ""))).trim(),
    words = (!/^\p{L}.*\p{L}{3}/u.test(fixed) && [...new Set(values)].join(", ")) || fixed || plainText(written).trim();
  if (words) return capitalize(words);
  const marks = labelIn(textAt(tree, ["pips"]));
  if (marks) return `Marks: ${marks}`;
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
export const PICTURE_FILE = /\.(svg|png|jpe?g|webp|gif)$/i;
const FORMULA = /^[\w.()]+ [-+*/] [\w.(]/; // such as 2 + planks / 6
const NAMES = new Set(["title", "name", "label"]),
  MOST_VALUES = 6;
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
        if (FORMULA.test(one.text)) return [labelOf(key)];
        return [/^[-\d.]+( .*)?$/.test(one.text) ? `${key.replaceAll("_", " ")} ${one.text}` : plainText(one.text)];
      });
  return { color, words: values.filter(Boolean).slice(0, MOST_VALUES).join(", ") };
}

// The most characters of a text on one line.
export const LONG_TEXT = 60;
// Returns true if a text has several lines in its input. A name or a title stays on one line, which scrolls.
export const needsLines = (key: string | number | undefined, isProse: boolean, text: string) =>
  text.includes("\n") || (key !== "name" && key !== "title" && (isProse || text.length > LONG_TEXT));
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
  return capitalize(words) || fallback;
}
