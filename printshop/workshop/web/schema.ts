// The JSON Schema of a file, unfolded for the values of a block: which keys and values it may have.

import type { Plain, Schema, Tree } from "./types.ts";

// All that a schema says of one place. `types` is empty if every type may stand there.
export interface Shape {
  title: string;
  description: string;
  types: Set<string>;
  properties: Map<string, Schema>;
  required: Set<string>;
  others: Schema | null; // of a mapping under free keys
  item: Schema | null; // of a list
  choices: string[];
  examples: string[];
  open: boolean; // other words than the choices may stand there
  low: number | null;
  high: number | null;
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

export function shapeOf(root: Schema, schema: Schema | undefined, tree?: Tree): Shape {
  const shape: Shape = {
    title: "",
    description: "",
    types: new Set(),
    properties: new Map(),
    required: new Set(),
    others: null,
    item: null,
    choices: [],
    examples: [],
    open: false,
    low: null,
    high: null,
  };
  const words = (values: Plain[] | undefined) => (values ?? []).map(String);
  for (const one of schema ? unfold(root, schema, tree) : []) {
    shape.title ||= one.title ?? "";
    shape.description ||= one.description ?? "";
    for (const type of [one.type ?? []].flat()) shape.types.add(type);
    for (const [key, value] of Object.entries(one.properties ?? {})) if (!shape.properties.has(key)) shape.properties.set(key, value);
    for (const key of one.required ?? []) shape.required.add(key);
    if (typeof one.additionalProperties === "object") shape.others ??= one.additionalProperties;
    shape.item ??= one.items ?? null;
    const choices = words(one.enum ?? (one.const === undefined ? [] : [one.const]));
    shape.choices.push(...choices.filter(word => !shape.choices.includes(word)));
    if (!choices.length && [one.type ?? []].flat().some(type => type === "string" || type === "number" || type === "integer")) shape.open = true;
    shape.examples.push(...words(one.examples).filter(word => !shape.examples.includes(word)));
    shape.low ??= one.minimum ?? null;
    shape.high ??= one.maximum ?? null;
  }
  return shape;
}

// Returns the schema of the value under a key or number.
export function schemaBelow(root: Schema, schema: Schema | undefined, tree: Tree | undefined, step: string | number): Schema | undefined {
  const shape = shapeOf(root, schema, tree);
  if (typeof step === "number") return shape.item ?? undefined;
  return shape.properties.get(step) ?? shape.others ?? undefined;
}

export type Kind = "text" | "number" | "choice" | "flag" | "list" | "block" | "named";
// Returns how a value is edited: by its present form, or, if it is missing, by its schema.
export function kindOf(shape: Shape, tree: Tree | undefined): Kind {
  if (tree?.items) return "list";
  if (tree?.entries) return shape.properties.size || !shape.others ? "block" : "named";
  const scalar = ["string", "number", "integer", "boolean"].some(type => shape.types.has(type)) || shape.choices.length > 0;
  if (!scalar && !tree?.text) {
    if (shape.item) return "list";
    if (shape.properties.size) return "block";
    if (shape.others) return "named";
  }
  if (shape.choices.length && !shape.open && !shape.types.has("boolean")) return "choice";
  if (shape.types.has("boolean") && !shape.open && !shape.choices.length) return "flag";
  const whole = shape.types.has("integer") || shape.types.has("number");
  return whole && !shape.types.has("string") ? "number" : "text";
}

// Returns the label of a key: as the schema names it, else the key in words.
export const labelOf = (key: string, shape?: Shape) => {
  const words = shape?.title || key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
// Returns the first sentence of a description.
export const summaryOf = (description: string) => description.match(/^.*?[.:](?=\s|$)/s)?.[0].replace(/:$/, ".") ?? description;
