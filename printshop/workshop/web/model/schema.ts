// The JSON Schema of a file, unfolded for the values of a block: which keys and values it may have.

import { valueAt } from "./tree.ts";
import type { Plain } from "./tree.ts";
import type { BatteryParts, Edit, Tree, ValueKind, ValuePath } from "../types.ts";
import { capitalize } from "../words.ts";

// The names of the kinds of elements, by the key that each kind has.
export type ElementNames = Readonly<Record<string, string>>;
export const elementsOf = (root: Schema): ElementNames => root["x-elements"] ?? {};
// A JSON Schema, as far as those of printshop go.
export interface Schema {
  title?: string;
  description?: string;
  type?: string | string[];
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  if?: { properties?: Record<string, { const?: Plain }> };
  then?: Schema;
  else?: Schema;
  enum?: Plain[];
  const?: Plain;
  examples?: Plain[];
  default?: Plain;
  "x-kind"?: ValueKind | BatteryParts; // of a value whose JSON type does not show it
  "x-label"?: string; // the name of the key; a title is a name that the game gives
  "x-help"?: string; // the sentence below the input, in place of the description
  "x-of"?: readonly string[]; // of one of several schemas: the kinds of the block for which it holds
  "x-elements"?: ElementNames; // of a whole schema
  "x-add"?: string; // the words of the button that adds an entry
  "x-choices"?: Readonly<Record<string, string>>; // choices in words
  "x-in-view"?: boolean; // the input is in view although the key is missing
  "x-new"?: Readonly<Record<string, Plain>>; // of the key of an element: keys and values of a new one
  "x-icon"?: string; // of the key of an element
  $ref?: string;
  definitions?: Record<string, Schema>;
}

// The rules of a schema for one place. `types` is empty if every type may stand there.
export interface Shape {
  title: string; // that the game gives
  label: string; // that printshop gives
  description: string;
  help: string | null; // null: the first sentence of the description
  types: ReadonlySet<string>;
  properties: ReadonlyMap<string, Schema>;
  required: ReadonlySet<string>;
  others: Schema | null; // of a mapping under free keys
  item: Schema | null; // of a list
  choices: readonly string[];
  examples: readonly string[];
  open: boolean; // other words than the choices may stand there
  low: number | null;
  high: number | null;
  usual: string; // the value of a missing key, "" if it depends on other values
  valueKind: ValueKind | ""; // "" if the types tell all
  battery: BatteryParts | null;
  adding: string;
  choiceWords: Readonly<Record<string, string>>;
  inView: boolean;
  newValues: Readonly<Record<string, Plain>> | null;
  icon: string; // "" for none
}

// Gathers a schema and all schemas in it that hold for a value.
function unfold(root: Schema, schema: Schema, tree: Tree | undefined, depth = 0): Schema[] {
  if (depth > 12) return [];
  const inner: Schema[] = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const referred = schema.$ref && root.definitions?.[schema.$ref.slice("#/definitions/".length)];
  if (referred) inner.push(referred);
  if (schema.if) {
    const holds = Object.entries(schema.if.properties ?? {}).every(
      ([key, one]) => String(one.const) === tree?.entries?.find(([name]) => name === key)?.[1].text,
    );
    const then = holds ? schema.then : schema.else;
    if (then) inner.push(then);
  }
  return [schema, ...inner.flatMap(one => unfold(root, one, tree, depth + 1))];
}

type Shapes = WeakMap<Schema, Shape>;
const shapes = new WeakMap<Schema, Shapes>(), // of each root: the shapes that are the same for all values
  shapesByValue = new WeakMap<Schema, WeakMap<Tree, Shapes>>(); // the other ones: values are never changed in place
const shapesIn = <Key extends object>(all: WeakMap<Key, Shapes>, key: Key) => {
  const there = all.get(key) ?? new WeakMap<Schema, Shape>();
  all.set(key, there);
  return there;
};

export function shapeOf(root: Schema, schema: Schema | undefined, tree?: Tree): Shape {
  const known = schema && (shapes.get(root)?.get(schema) ?? (tree && shapesByValue.get(root)?.get(tree)?.get(schema)));
  if (known) return known;
  const types = new Set<string>(),
    properties = new Map<string, Schema>(),
    required = new Set<string>(),
    choices = new Set<string>(),
    examples = new Set<string>(),
    parts = schema ? unfold(root, schema, tree) : [],
    first = <T>(value: (one: Schema) => T | undefined) => parts.map(value).find(one => one !== undefined && one !== "");
  const kind = first(one => one["x-kind"]) ?? "";
  let open = false;
  for (const one of parts) {
    const own = [one.type ?? []].flat(),
      words = one.enum ?? (one.const === undefined ? [] : [one.const]);
    for (const type of own) types.add(type);
    for (const [key, value] of Object.entries(one.properties ?? {}))
      if (!properties.has(key)) properties.set(key, value);
    for (const key of one.required ?? []) required.add(key);
    for (const word of words) choices.add(String(word));
    if (!words.length && own.some(type => type === "string" || type === "number" || type === "integer")) open = true;
    for (const word of one.examples ?? []) examples.add(String(word));
  }
  const shape: Shape = {
    title: first(one => one.title) ?? "",
    label: first(one => one["x-label"]) ?? "",
    description: first(one => one.description) ?? "",
    help: parts.map(one => one["x-help"]).find(one => one !== undefined) ?? null,
    types,
    properties,
    required,
    others: first(one => (typeof one.additionalProperties === "object" ? one.additionalProperties : undefined)) ?? null,
    item: first(one => one.items) ?? null,
    choices: [...choices],
    examples: [...examples],
    open,
    low: first(one => one.minimum) ?? null,
    high: first(one => one.maximum) ?? null,
    usual: String((parts.find(one => one.description) ?? { default: first(one => one.default) }).default ?? ""),
    valueKind: typeof kind === "string" ? kind : "",
    battery: typeof kind === "string" ? null : kind,
    adding: first(one => one["x-add"]) ?? "Add an entry",
    choiceWords: first(one => one["x-choices"]) ?? {},
    inView: first(one => one["x-in-view"]) ?? false,
    newValues: first(one => one["x-new"]) ?? null,
    icon: first(one => one["x-icon"]) ?? "",
  };
  if (schema && !parts.some(one => one.if)) shapesIn(shapes, root).set(schema, shape);
  else if (schema && tree) {
    const values = shapesByValue.get(root) ?? new WeakMap<Tree, Shapes>();
    shapesByValue.set(root, values);
    shapesIn(values, tree).set(schema, shape);
  }
  return shape;
}

const WORDS = "text"; // an element of another kind may have words, too
// Returns the schema of a key for the kind of its block, if the kinds have different ones.
function schemaForKind(schema: Schema | undefined, tree: Tree | undefined): Schema | undefined {
  const keys = tree?.entries?.map(([key]) => key) ?? [],
    holdsFor = (of: readonly string[]) => schema?.anyOf?.find(one => one["x-of"]?.some(kind => of.includes(kind)));
  return holdsFor(keys.filter(key => key !== WORDS)) ?? holdsFor(keys) ?? schema;
}
// Returns the schema of the value under a key or number.
export function schemaBelow(
  root: Schema,
  schema: Schema | undefined,
  tree: Tree | undefined,
  step: string | number,
): Schema | undefined {
  const shape = shapeOf(root, schema, tree);
  if (typeof step === "number") return shape.item ?? undefined;
  return schemaForKind(shape.properties.get(step), tree) ?? shape.others ?? undefined;
}

// Returns the schema of the value at a path.
export function schemaAt(root: Schema, tree: Tree | null | undefined, path: ValuePath): Schema | undefined {
  let schema: Schema | undefined = root,
    value = tree ?? undefined;
  for (const step of path) {
    schema = schemaBelow(root, schema, value, step);
    value = value && valueAt(value, [step]);
  }
  return schema;
}

// Returns the edit that removes a value. A list or a block without a value would be left as [] or {}: its own key goes,
// unless the schema requires it.
export function removalOf(root: Schema, tree: Tree | null | undefined, path: ValuePath, isLast?: boolean): Edit {
  const above = path.slice(0, -1),
    key = above.at(-1),
    value = valueAt(tree, above);
  const isOnly = isLast ?? (value?.items ?? value?.entries)?.length === 1;
  const block = above.slice(0, -1),
    shape = shapeOf(root, schemaAt(root, tree, block), valueAt(tree, block));
  return isOnly && typeof key === "string" && !shape.required.has(key)
    ? { do: "remove", path: above }
    : { do: "remove", path };
}

// Whether a block has nothing but amounts: a whole number under each key.
export const isAmounts = (root: Schema, shape: Shape) => {
  const inner = [...shape.properties.values()].map(one => shapeOf(root, one));
  const isAmount = (one: Shape) => one.types.has("integer") && one.low !== null && !one.properties.size;
  return inner.length > 0 && inner.every(isAmount) && new Set(inner.map(one => one.description)).size === 1;
};
// Whether a value is written as a number.
export const isNumeric = (shape: Shape) =>
  shape.low !== null && (shape.types.has("integer") || shape.types.has("number"));

// Returns the keyboard of a touch screen for a value. A keyboard with numbers alone has no sign, and no letters of a formula.
export function keyboardOf(shape: Shape, text: string): "text" | "numeric" | "decimal" {
  if (!isNumeric(shape) || (shape.low ?? 0) < 0 || !/^[\d.]*$/.test(text)) return "text";
  return shape.types.has("number") ? "decimal" : "numeric";
}

// Whether a value is a colour and no word for one.
export const isColour = ({ valueKind, choices }: Shape) => valueKind === "colour" && !choices.length;
const SIZES = new Set<ValueKind | "">(["size", "counter size"]);
export const isSize = ({ valueKind }: Shape) => SIZES.has(valueKind);
// Whether a value is a length. In other blocks with the same key it may be a number.
export const isLength = (shape: Shape) =>
  shape.valueKind === "share" || ((shape.valueKind === "length" || isSize(shape)) && !shape.types.has("number"));

export type Kind = "text" | "number" | "choice" | "flag" | "list" | "block" | "named";
// Returns how a value is edited: by its present form, or, if it is missing, by its schema.
export function kindOf(shape: Shape, tree: Tree | undefined): Kind {
  if (tree?.items) return "list";
  if (tree?.entries) return shape.properties.size || !shape.others ? "block" : "named";
  if (shape.valueKind === "texts" && !tree?.text) return "list";
  const scalar =
    ["string", "number", "integer", "boolean"].some(type => shape.types.has(type)) || shape.choices.length > 0;
  if (!scalar && !tree?.text) {
    if (shape.item) return "list";
    if (shape.properties.size) return "block";
    if (shape.others) return "named";
  }
  if (shape.choices.length && !shape.open && !shape.types.has("boolean")) return "choice";
  if (shape.types.has("boolean") && !shape.open && !shape.choices.length) return "flag";
  if (shape.valueKind === "flag" && /^(true|false)?$/.test(tree?.text ?? "")) return "flag";
  const whole = shape.types.has("integer") || shape.types.has("number");
  return whole && !shape.types.has("string") ? "number" : "text";
}

// Returns the label of a key: as the schema names it, else the key in words.
export const labelOf = (key: string, shape?: Pick<Shape, "title" | "label">) => {
  const words = (shape?.title || shape?.label || key.replaceAll("_", " ")).replaceAll("†", ""); // the mark is for prints
  return capitalize(words);
};
const PLAIN_WORD = /^[a-z]{3}[a-z_ -]*$/;
// Returns a choice in words.
export const choiceWords = ({ choiceWords: words }: Shape, choice: string) =>
  words[choice] ?? (PLAIN_WORD.test(choice) ? labelOf(choice) : choice.replaceAll("_", " "));
// Returns the first sentence of a description, without the parts that are meant for the reference only.
export const summaryOf = (description: string) =>
  (description.match(/^.*?\.(?=\s|$)/s)?.[0] ?? description)
    .replace(/[:;] see below\.$/i, ".")
    .replace(/ \((true|false|none)\)/g, "");
const FILLERS = new Set([
  "a",
  "an",
  "the",
  "of",
  "its",
  "this",
  "these",
  "each",
  "under",
  "key",
  "list",
  "all",
  "name",
  "or",
  "and",
]);
// The folder of the pictures in words of the workshop.
export const withPictures = (text: string) =>
  text.replace(/(?:the (?:game's )?folder )?`?\bart\/(?!\w)`?(?:, beside the file)?/g, "your pictures");
// What only the text of a file needs, and the words of an input in its place. An example in brackets, braces or quotes is
// left out at the end of a sentence: the input is a list or has labels of its own.
const WORDS_OF_INPUTS: readonly (readonly [RegExp, string])[] = [
  [/(?:[:;,]? (?:for example|such as)|:) ("[^"]*"|[[{].*?[\]}])(?=[.;]|$| \()/g, ""],
  [/[:,] (?:a list of blocks, )?written (?:as|like) (?:a|in|the)\b[^,;.()]*?(?= ?[,;.(]|$)/g, ""],
  [/ \([^()]*["{[][^()]*\)/g, ""],
  [/:[^:]*\bblocks? (?:with|under|of)\b[^:]*$/, "."],
  [/: a list with a dash before each unit/, ""],
  [/, each under its (?:key|name)\b(?:, with the keys of a field)?/g, ""],
  [/(^|[\s(])[Tt]rue(?=:| (?:if|for)\b)/g, "$1Yes"],
  [/(^|[\s(])[Ff]alse(?=:| (?:if|for)\b)/g, "$1No"],
];
const wordsOfInputs = (text: string) =>
  WORDS_OF_INPUTS.reduce((words, [notation, instead]) => words.replace(notation, instead), text);
// Returns the hint for a value: nothing if it only repeats the label.
export function hintOf(description: string, label: string) {
  const summary = wordsOfInputs(withPictures(summaryOf(description))),
    wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const known = wordsOf(label).map(word => word.replace(/s$/, ""));
  return wordsOf(summary).every(word => FILLERS.has(word) || known.includes(word.replace(/s$/, ""))) ? "" : summary;
}
// Returns the schema of the value of a setting that has a list of choices.
export function optionsOf(setting: Tree | undefined): Schema | undefined {
  const options = valueAt(setting, ["options"])?.items?.flatMap(one => one.text ?? []);
  return options?.length ? { enum: options } : undefined;
}
