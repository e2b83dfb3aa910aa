// Plain words for the keys of files, for the layers of a face, and for what a folded block holds.

import { labelOf } from "./schema.ts";
import type { Tree, ValuePath } from "./types.ts";

// Labels of keys: by the section of a game and the key, or by the key alone. All other keys are their own words.
const LABELS: Record<string, string> = {
  "game.needs": "What players bring",
  "game.cover": "Cover picture",
  "game.ours": "Meaning of the mark †",
  "sides.prefix": "Prefix of names",
  "unit_types.name": "One unit is a",
  "unit_types.plural": "Several are",
  "unit_types.fields": "Figures",
  "unit_types.derived": "Figures that the game works out",
  "unit_types.drawn": "Drawing without a picture",
  "unit_types.art": "Usual picture",
  "unit_types.points": "Cost of a unit",
  "unit_types.serial": "Numbered together by",
  "unit_types.numbering": "Names of copies",
  "unit_types.names": "Names of units without a name",
  "unit_types.roster": "Table of a fleet",
  "unit_types.tag": "Words on counters without names",
  "unit_types.rules": "Rules for the players",
  "unit_types.as": "Drawn as",
  "unit_types.min": "Smallest",
  "unit_types.max": "Largest",
  "unit_types.most": "Most entries",
  "unit_types.of": "Each entry has",
  "unit_types.optional": "May be missing",
  "counters.units": "Counters of",
  "counters.note": "Note on the sheet",
  "counters.bow": "The front points",
  "markers.note": "Note on the sheet",
  "forms.default": "Printed by default",
  "forms.per_page": "Records on a page",
  "forms.per_row": "Records side by side",
  "forms.unit": "Record of each",
  "forms.fill": "Blank records fill the last page",
  art_bow: "In pictures, the front points",
  only_if: "Only if",
  take: "Height or width",
  edge: "At the edge",
  of_side: "In the colour of the side",
  family: "Letters",
  largest: "Largest letters",
  smallest: "Smallest letters",
};
const HINTS: Record<string, string> = {
  "game.title": "",
  "game.theme": "The look of the printed pages, such as broadside",
  "sides.name": "",
  "sides.prefix": "Such as HMS: it is printed before the names",
  "sides.pattern": "For prints without colours",
  "sides.emblem": "On the backs of counters, covers and records",
  "unit_types.name": "A ship, a squad, a monster",
  "unit_types.points": "A figure of the unit; points if none is named",
  "unit_types.plural": "The file of the units has this name, too",
  "unit_types.art_bow": "For units that do not say it themselves",
  "counters.kind": "A tent is folded, and stands on three sides",
  "counters.size": "Such as 25 mm or 20 x 30 mm",
  "counters.bow": "",
  "forms.default": "With No, it is printed only if you choose it",
  "forms.title": "",
  "forms.unit": "",
  "forms.space": "",
  "forms.fill": "",
  "forms.align": "",
  "game.subtitle": "",
  "game.rights": "On the bottom edge of every page",
  "game.cover": "For packs, as wide as the page",
  take: "A length, or a share of the face: 20 %",
};
// What adds an entry, by the section or the key of the list.
const ADDED: Record<string, string> = {
  sides: "Add a side",
  unit_types: "Add a unit type",
  counters: "Add counters",
  markers: "Add a marker",
  charts: "Add a chart",
  blocks: "Add a block",
  front: "Add a layer",
  back: "Add a layer",
  elements: "Add an element",
  needs: "Add a thing",
  dice: "Add dice",
};
export const addingWords = (kind: string, path: ValuePath) => ADDED[String(path.at(-1) ?? kind)] ?? "Add an entry";

// The values of an entry that are shown even if they are missing.
const FIRST: Record<string, readonly string[]> = {
  game: ["title", "theme", "subtitle", "rights", "cover", "needs"],
  sides: ["name", "colour", "pattern", "prefix", "emblem"],
  unit_types: ["name", "plural", "art_bow", "points", "fields"],
  counters: ["title", "units", "size", "kind"],
  markers: ["title", "size"],
  charts: ["title", "subtitle"],
};
// Texts of a game that are lists, even if they are missing.
const TEXT_LISTS = new Set(["needs", "dice", "fonts"]);
export const isTextList = (path: ValuePath) => path.length === 1 && TEXT_LISTS.has(String(path[0]));

// The section of a game in which a value lies: "game" for the values of the game itself.
const sectionAt = (kind: string, path: ValuePath) => (kind === "game" ? (path.length > 1 ? String(path[0]) : "game") : kind);
const wordsAt = (table: Record<string, string>, kind: string, path: ValuePath) => {
  const key = String(path.at(-1));
  return table[`${sectionAt(kind, path)}.${key}`] ?? (Object.hasOwn(table, key) ? table[key] : undefined);
};
export const labelAt = (kind: string, path: ValuePath) => wordsAt(LABELS, kind, path);
export const hintAt = (kind: string, path: ValuePath) => wordsAt(HINTS, kind, path);
// The first keys of the block at a path.
export function firstKeysAt(kind: string, path: ValuePath): readonly string[] {
  const depth = kind === "game" ? 2 : 1;
  if (!path.length) return FIRST[kind] ?? [];
  return path.length === depth ? (FIRST[sectionAt(kind, path)] ?? []) : [];
}

const textAt = (tree: Tree, key: string) => tree.entries?.find(([name]) => name === key)?.[1].text ?? "";
// The words of a text with holes and marks: "**{short}**" is "short name".
const plainText = (text: string) =>
  text
    .replace(/\*\*|__/g, "")
    .replace(/\{short\}/g, "short name")
    .replace(/[{}]/g, "")
    .replace(/_/g, " ");

// The kinds of layers, each known by its key.
const LAYERS: Record<string, string> = {
  band: "Band",
  ground: "Ground",
  space: "Free space",
  picture: "Picture",
  arrow: "Arrow",
  border: "Border",
  symbol: "Symbol",
  pips: "Circles to mark",
  marks: "Circles with letters",
  count: "Number to write over",
  steps: "Track",
  manoeuvres: "Moves",
  table: "Table",
  sizes: "Table of sizes",
  list: "List",
  chain: "Chain",
  ladder: "Ladder",
  hexes: "Hexes",
  lines: "Lines to write on",
  ruled: "Lines to write on",
  box: "Empty box",
  hole: "Hole",
  window: "Window",
  text: "Text",
};
// Returns the name of a layer of a face or of a cell: its kind and what tells it from others. "" if its kind is not known.
export function layerName(tree: Tree): string {
  const key = Object.keys(LAYERS).find(name => tree.entries?.some(([one]) => one === name));
  if (!key) return "";
  const value = textAt(tree, key),
    place = [textAt(tree, "edge"), textAt(tree, "take")].filter(Boolean).join(", ");
  if (key === "picture" && value === "unit") return "Picture of the unit";
  if (key === "picture" && value === "emblem") return "Emblem of the side";
  if (key === "ground") return value === "side" ? "Ground: colour of the side" : "Ground";
  const words = key === "band" ? place : key === "space" ? [textAt(tree, "edge"), value].filter(Boolean).join(", ") : /^(true)?$/.test(value) ? "" : plainText(value);
  return words ? `${LAYERS[key]}: ${words}` : (LAYERS[key] ?? "");
}

const HEX = /^#([\da-f]{3}|[\da-f]{6})$/i;
export const isHex = (text: string) => HEX.test(text);
const NAMES = new Set(["title", "name", "label"]),
  MOST_TOLD = 6;
// Returns the most telling values of a block or a list, and its colour.
export function describeContents(tree: Tree | undefined): { color: string; words: string } {
  const texts = (tree?.entries ?? []).map(([key, one]) => [key, one.text ?? ""] as const),
    color = texts.find(([, text]) => isHex(text))?.[1] ?? "";
  const named = (one: Tree, fallback: string) => one.text ?? ([...NAMES].map(key => textAt(one, key)).find(Boolean) || layerName(one) || fallback);
  const told = tree?.items
    ? tree.items.map(one => plainText(named(one, "")))
    : (tree?.entries ?? []).flatMap(([key, one]) => {
        if (NAMES.has(key) || (one.text && isHex(one.text)) || one.text === "false") return [];
        if (one.text === undefined) return [named(one, labelOf(key))];
        if (one.text === "true") return [labelOf(key)];
        return [/^[-\d.]+( .*)?$/.test(one.text) ? `${key.replaceAll("_", " ")} ${one.text}` : plainText(one.text)];
      });
  return { color, words: told.filter(Boolean).slice(0, MOST_TOLD).join(", ") };
}
