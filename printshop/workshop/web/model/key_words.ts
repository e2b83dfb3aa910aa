// Plain words for the keys of files, for the layers of a face, and for the contents of a folded block.

import { counted } from "../counting.ts";
import { isUnder, placeOf } from "./places.ts";
import { labelOf, withPictures } from "./schema.ts";
import { textAt } from "./tree.ts";
import type { DocumentProblem, Tree, ValuePath } from "../types.ts";

// Labels of keys: by the section of a game and the key, or by the key alone. All other keys are their own words. A star
// stands for the blocks within an entry of the section.
const LABELS: Record<string, string> = {
  "game.needs": "What players bring",
  "game.cover": "Cover picture",
  "game.rights": "Owner of the game",
  "game.ours": "Meaning of the mark †",
  "game.words": "Your words for printed words",
  "game.fonts": "Font files",
  "game.colours": "Colours of the sides",
  "game.icons": "Small drawings for texts",
  "game.path_kinds": "Kinds of roads and rivers",
  "game.fleet": "Checks of fleets",
  "settings.label": "Words for players",
  "settings.min": "Smallest",
  "settings.max": "Largest",
  "settings.options": "Choices",
  "settings.on_pages": "Printed on pages",
  "sides.prefix": "Prefix of names",
  "sides.adjective": "Word for “of this side”",
  "size_classes.by": "Figure that decides the size",
  "size_classes.up_to": "Up to",
  "size_classes.*.up_to": "Up to",
  "size_classes.*.base": "Base, width x length",
  "unit_types.name": "One unit is a",
  "unit_types.plural": "Several are",
  "unit_types.fields": "Figures",
  "unit_types.derived": "Figures that the game calculates",
  "unit_types.drawn": "Drawing without a picture",
  "unit_types.art": "Usual picture",
  "unit_types.art_bow": "In pictures, the front points",
  "unit_types.points": "Cost of a unit",
  "unit_types.serial": "Numbered together by",
  "unit_types.numbering": "Names of copies",
  "unit_types.names": "Names of units without a name",
  "unit_types.roster": "Table of a fleet",
  "unit_types.tag": "Words on counters without names",
  "unit_types.rules": "Rules for the players",
  "unit_types.checks": "Checks of every unit",
  "unit_types.*.as": "Drawn as",
  "unit_types.*.slender": "Length for a width of 1",
  "unit_types.*.min": "Smallest",
  "unit_types.*.max": "Largest",
  "unit_types.*.most": "Most entries",
  "unit_types.*.of": "Each entry has",
  "unit_types.*.optional": "May be missing",
  "unit_types.*.options": "Choices",
  "unit_types.*.open": "Other words are allowed",
  "unit_types.*.by": "In groups by",
  "unit_types.*.that": "Condition",
  "unit_types.*.message": "Message if it is not met",
  "unit_types.*.warning": "Only a warning",
  "unit_types.*.figures": "Figures in the report",
  "counters.units": "Counters of",
  "unit_types.*.label": "Name",
  "counters.note": "Note on the sheet",
  "counters.bow": "The front points",
  "counters.copies": "Counters of each unit",
  "counters.pages": "Sheets",
  "counters.profile": "Sides of the tent",
  "markers.each": "Variants",
  "markers.copies": "Copies of each variant",
  "markers.with": "Printed with the counters",
  "markers.instead": "Instead of the marker",
  "markers.sheet": "Title of the sheet",
  "markers.in_packs": "Printed in packs, too",
  "templates.of": "One for each",
  "charts.copies": "Copies",
  "charts.blocks": "Blocks on the page",
  "charts.*.mark": "Word on the heading",
  "charts.*.across": "As wide as the page",
  "maps.across": "Width of a hex",
  "maps.orientation": "Top of a hex",
  "maps.grid": "Cells",
  "maps.columns": "Hexes across",
  "maps.rows": "Hexes down",
  "maps.legend": "Legend on the map",
  "maps.skin": "Background",
  "maps.ground": "Colour of the background",
  "maps.partial": "Straight edges",
  "maps.shifted": "Shifted down or right",
  "maps.numbering": "Numbers of the hexes",
  "maps.dots": "A dot in each hex",
  "maps.paths": "Roads, rivers, borders",
  "maps.labels": "Names on the map",
  "maps.radius": "Hexes from the middle to a corner",
  "maps.across_hexes": "Hexes from corner to corner",
  "maps.megahexes": "Groups of hexes",
  "maps.counters": "Counters on this map",
  "maps.*.at": "Hex",
  "maps.*.place": "Place in the hex",
  "maps.*.text": "Words",
  "maps.*.order": "First in a number",
  "maps.*.origin": "Numbers begin at the",
  "maps.*.doubled": "Steps of half a hex",
  "maps.*.first": "Number of the first hex",
  "maps.*.size": "Size of the picture",
  "maps.*.letter": "Letters in the hexes",
  "forms.per_page": "Records on a page",
  "forms.per_row": "Records side by side",
  "forms.unit": "Record of each",
  "forms.fill": "Blank records fill the last page",
  art_bow: "In pictures, the front points",
  only_if: "Only if",
  "theme.accent": "Accent colour",
  "theme.bar": "Ground of headings",
  "theme.display": "Letters of titles",
  "theme.extends": "Begins with the theme",
  "theme.figures": "Letters of numbers",
  "theme.folio": "Page code",
  "theme.frame": "Frames of counters and cards",
  "theme.heads": "Ground of row headings",
  "theme.ink": "Colour of titles",
  "theme.rules": "Lines below titles",
  "theme.sizes": "Sizes of letters",
  "theme.skin": "Background of maps",
  "theme.text": "Letters of texts",
  "theme.tint": "Colour of panels",
  "theme.titles": "Style of titles",
  "counters.gap": "Space between pieces",
  "counters.*.cover": "Fills the whole piece",
  "forms.*.cover": "Fills the whole cell",
  "forms.*.variant": "Only in the variant",
  "forms.page": "Position of the page",
  "forms.shared": "Records used together",
  "forms.together": "Form of a single unit",
  "maps.compass": "Names of the directions",
  "maps.edges": "Letters of the edges",
  "maps.path_kinds": "Kinds of roads and rivers",
  "maps.rose": "Compass rose",
  "maps.scenery": "Pictures below the hexes",
  "maps.*.shade": "Tint below the terrain",
  "fleet.limit": "Limit of points",
  "fleet.*.count": "Number",
  "scenario.parts": "Picture of the parts",
  "scenario.pieces": "Belongs to the battle",
  "scenario.show": "Columns of the forces",
  "scenario.variant": "Variant",
  "scenario.scenery": "Other things on the table",
  "scenario.*.count": "Number",
  "scenario.*.each": "For each",
  "scenario.*.mark": "Word on the heading",
  "scenario.*.scenery": "Other things on the table",
  "scenario.*.start": "State at the start",
  "scenario.*.turn": "Turn",
  across: "Columns that it covers",
  adjective: "Word for “of this side”",
  align: "Alignment",
  along: "Along the sides of hexes",
  apart: "New page at each",
  around: "Figures round the middle",
  art: "Picture",
  balance: "Largest difference of points",
  bands: "Ranges",
  banner: "Picture at the top",
  beyond: "Words after the last range",
  big: "Large words",
  blank: "On a blank form",
  blanks: "Blank forms",
  campaign: "Lines for the next battle",
  chain: "Steps with arrows",
  class_name: "Class",
  clockwise: "Order of the sides",
  core: "In the middle",
  corner: "Picture in the corner",
  count: "Number to write over",
  counts: "The written number is",
  deployment: "Drawing of the table",
  designs: "One record for each design",
  dummies: "Dummy markers",
  each: "One for each",
  effects: "Words beside steps",
  facts: "Short facts",
  fill_shape: "Circles fill the shape",
  flap: "Flap of the tent",
  forms: "Record sheets",
  gap: "Space above",
  group: "In groups by",
  heading: "Direction in degrees",
  hidden: "Hidden from other players",
  hole: "Hole in the middle",
  ladder: "Costs of distances",
  least: "Least height",
  letter: "Letters in the circles",
  long: "Length in mm",
  long_text: "Text that continues",
  manoeuvres: "Moves",
  mounted: "Rows round the picture",
  mounts: "Weapons on the sides",
  numbers: "Numbers instead of circles",
  numbers_note: "Note beside the numbers",
  ours: "Values of this edition (†)",
  plate: "Shape of the ground",
  played: "In the game",
  pointer: "With a line to its place",
  prefix: "Prefix of the name",
  printed: "In the book",
  repeat: "Copies of the row",
  ruled: "Lines to write on",
  scenarios: "Battles",
  scene: "Part of the table",
  seen: "Seen from",
  serial: "Number in its series",
  shade: "Darkness of the ground",
  short: "Short name",
  shots: "Arrows to targets",
  sisters: "Sister units",
  size_name: "Name of the size class",
  spaces: "Number of boxes",
  stats: "Table of figures",
  stem: "Name without its number",
  tag: "Words on its counter",
  templates: "Rulers and templates",
  that: "Condition",
  through: "Through the hexes",
  turn: "Turned by degrees",
  valign: "Place between top and bottom",
  walkthrough: "Example of play",
  way: "Direction",
  why: "Reason",
  window: "Window of the dial",
  with: "Values of its own",
  write: "Space to write",
  take: "Height or width",
  edge: "At the edge",
  of_side: "In the colour of the side",
  family: "Letters",
  largest: "Largest letters",
  smallest: "Smallest letters",
  default: "Printed by default",
  differs: "Differences from the book",
  use: "Instructions for use",
  material: "Printed on",
  backs: "Place of the back",
  bleed: "Colour beyond the cut",
  corners: "Rounded corners",
  facing: "Triangle at the front",
  inset: "Distance from the rim",
  between: "Between the entries",
  alike: "Equal entries together",
  wrap: "On several lines",
  wide: "Width",
  pips: "Circles to mark",
  marks: "Circles with letters",
  sections: "Sections of circles",
  marked: "Circles that are marked",
  per_line: "Steps on a line",
  step_size: "Size of a step",
};
const HINTS: Record<string, string> = {
  "game.title": "",
  "game.theme": "The look of all printed pages",
  "game.subtitle": "A line below the title",
  "game.rights": "A line for the bottom edge of every page, such as © 2004 Majestic Twelve Games",
  "game.cover": "For packs, as wide as the page",
  "settings.value": "",
  "sides.name": "",
  "sides.colour": "",
  "sides.prefix": "Such as HMS: it is printed before the names",
  "sides.pattern": "For prints without colours",
  "sides.emblem": "On the backs of counters, covers and records",
  "sides.adjective": "Such as British for Britain; empty if both are the same",
  "size_classes.by": "The size of a unit follows from this figure, such as hull",
  "unit_types.*.label": "",
  "unit_types.*.min": "",
  "unit_types.*.max": "",
  "unit_types.name": "A ship, a squad, a monster",
  "unit_types.points": "The name of a figure",
  "unit_types.plural": "The file of the units has this name, too",
  "unit_types.art_bow": "For units that do not say it themselves",
  "counters.title": "",
  "counters.units": "",
  "counters.note": "A line at the top of the sheet",
  "counters.kind": "A tent is folded, and stands on three sides",
  "counters.size": "Such as 25 mm or 20 x 30 mm",
  "counters.bow": "",
  band: "",
  "counters.*.text": "In braces a value of the unit, such as {name} or {short}; between ** bold words",
  "markers.*.text": "Where {each} stands, each marker has its own word or number; between ** bold words",
  "charts.*.title": "",
  "charts.*.note": "Small print",
  "charts.*.big": "Large words",
  "markers.title": "",
  "markers.size": "Such as 20 mm or 20 x 30 mm",
  "markers.each": "A list of words, or numbers such as 0-9: each is a marker",
  "markers.with": "The markers fill free places on the sheets of these counters",
  "markers.side": "For the colour and the emblem",
  "markers.instead": "What shows the same without cutting, such as a d10",
  "templates.title": "",
  "templates.of": "",
  "charts.title": "",
  "charts.subtitle": "A line beside the title",
  "charts.copies": "Each: for every player. One: one is enough for all",
  "charts.*.mark": "For rules that not everybody uses, such as Advanced",
  "forms.default": "With No, it is printed only if you choose it",
  "forms.title": "",
  "forms.unit": "",
  "forms.space": "",
  "forms.fill": "",
  "forms.align": "",
  "maps.title": "",
  "maps.across": "From one flat side to the other",
  "maps.orientation": "",
  "maps.columns": "",
  "maps.rows": "",
  "maps.legend": "The terrain and lines, beside the map",
  "maps.grid": "",
  "maps.skin": "Stars, sea or fields below the hexes",
  "maps.ground": "",
  "maps.partial": "Parts of hexes fill the corners of the map",
  "maps.shifted": "Which columns or rows stand half a hex lower",
  "maps.dots": "",
  "maps.megahexes": "A heavier line round each group",
  "maps.*.at": "",
  "maps.*.place": "",
  "maps.*.text": "",
  "maps.*.colour": "",
  "maps.*.size": "As a share of the hex: 0.56 is a little more than half",
  "maps.*.letter": "Up to three",
  "charts.columns": "",
  "markers.copies": "A number for all variants, or a list with one for each",
  backs: "",
  shape: "",
  take: "A length, or a share of the face: 20 %",
  edge: "The part takes a strip along this edge",
  largest: "Words that are too long shrink",
  smallest: "",
};
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
  fields: "Add a figure",
  derived: "Add a figure",
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
const wordsAt = (table: Record<string, string>, kind: string, path: ValuePath) => {
  const key = String(path.at(-1)),
    section = sectionAt(kind, path).replace(/^scenarios$/, "scenario"),
    isDeep = placeOf(kind, path).depth > 2; // within a block of an entry
  return table[`${section}.${isDeep ? "*." : ""}${key}`] ?? (Object.hasOwn(table, key) ? table[key] : undefined);
};
// The names that a text may have in braces for every unit, in words; the figures of a game have labels of their own.
const NAMES_OF_UNITS: Record<string, string> = {
  name: "Name of the unit",
  title: "Name with its prefix",
  label: "Name in italics, with its prefix",
  number: "Number of the copy",
  side: "Side",
  size: "Size class",
};
export const labelOfUnitName = (key: string) => NAMES_OF_UNITS[key] ?? LABELS[key] ?? labelOf(key);
export const labelAt = (kind: string, path: ValuePath) => wordsAt(LABELS, kind, path);
export const hintAt = (kind: string, path: ValuePath) => wordsAt(HINTS, kind, path);
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
  "maps.orientation": { "flat-top": "A flat side", "pointy-top": "A corner" },
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
  big: "Large words",
  note: "Small print",
  dice: "Dice",
  units: "Units",
  spaces: "Boxes for counters",
  stats: "Table of figures",
  around: "Rings of boxes",
  rows: "Rows",
  warnings: "Warnings of checks",
};
// Returns the kinds of the elements of a block of a chart.
export const describeElements = (tree: Tree) =>
  (tree.entries ?? []).flatMap(([key]) => (key === "elements" ? ["Several elements"] : (LAYERS[key] ?? []))).join(", ");
// Returns the words of a row or a cell of a record sheet: those in it, those of its cells or rows, or its kind. Values of the
// unit have the labels that `labels` gives them.
export function cellWords(tree: Tree | undefined, labels: ReadonlyMap<string, string> = new Map()): string {
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
  const all = inner.map(one => cellWords(one, labels)).filter(Boolean);
  if (inner.length) return all.join(", ");
  const entries = tree.entries?.filter(([key]) => !/^(ground|band|border|box)$/.test(key)); // they are behind the contents
  return layerName({ ...tree, entries }) || layerName(tree);
}
// Returns the name of a layer of a face or of a cell: its kind and a value that differs from others. "" for unknown kinds.
export function layerName(tree: Tree): string {
  const key = Object.keys(LAYERS).find(name => tree.entries?.some(([one]) => one === name));
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
  return words ? `${LAYERS[key]}: ${words}` : (LAYERS[key] ?? "");
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
export function describeContents(tree: Tree | undefined): { color: string; words: string } {
  const texts = (tree?.entries ?? []).map(([key, one]) => [key, one.text ?? ""] as const),
    color = texts.find(([, text]) => isHex(text))?.[1] ?? "";
  const named = (one: Tree, fallback: string) =>
    one.text ?? ([...NAMES].map(key => textAt(one, [key])).find(Boolean) || fallback);
  const values = tree?.items
    ? tree.items.map(one => plainText(named(one, layerName(one))))
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
