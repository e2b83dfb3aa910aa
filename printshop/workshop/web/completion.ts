// What may stand at a place of a file's text: keys with what they are for, and words to choose from, as the JSON Schema
// of the file says.

import type { Holder, Spot } from "./places.ts";
import type { Plain, Schema } from "./types.ts";

export interface Offer {
  word: string;
  said: string;
}

interface Offers {
  keys: Offer[];
  words: Offer[];
}

// Gives what may stand at a place.
export function offers(root: Schema, spot: Spot): Offers {
  const { holder, at } = spot;
  const found = below(root, holder),
    whole = found.flatMap(one => unfolded(root, one, holder.keys));
  const typed = at === "value" ? stepped(whole, "map", holder.current) : found;
  return {
    keys: at === "value" ? [] : keysOf(whole).filter(({ word }) => !holder.keys.has(word)),
    words: at === "key" ? [] : wordsOf(typed.flatMap(one => unfolded(root, one))),
  };
}

// What a schema says of a mapping or list, before it is known which of several kinds it is.
function below(root: Schema, { above, key }: Holder): Schema[] {
  if (!above) return [root];
  const whole = below(root, above).flatMap(one => unfolded(root, one, above.keys));
  return stepped(whole, above.kind, key);
}

function stepped(schemas: Schema[], kind: Holder["kind"], key: string): Schema[] {
  return schemas.flatMap(({ properties, additionalProperties: others, items }) => {
    if (kind === "list") return items ? [items] : [];
    if (properties && Object.hasOwn(properties, key)) return [properties[key]];
    return typeof others === "object" ? [others] : [];
  });
}

// A schema and all that is said in its stead or besides: of several kinds, of that which the keys say.
function unfolded(root: Schema, schema: Schema, keys: Map<string, string> = new Map()): Schema[] {
  const inner: Schema[] = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const named = schema.$ref && root.definitions?.[schema.$ref.slice("#/definitions/".length)];
  if (named) inner.push(named);
  if (schema.if) {
    const asked = Object.entries(schema.if.properties ?? {}),
      holds = asked.every(([key, one]) => String(one.const) === keys.get(key)),
      then = holds ? schema.then : schema.else;
    if (then) inner.push(then);
  }
  return [schema, ...inner.flatMap(one => unfolded(root, one, keys))];
}

function keysOf(schemas: Schema[]): Offer[] {
  const found = new Map<string, string>();
  for (const { properties } of schemas)
    for (const [key, one] of Object.entries(properties ?? {})) found.set(key, found.get(key) || saidOf(one));
  return [...found].map(([word, said]) => ({ word, said }));
}

const saidOf = ({ description, anyOf = [] }: Schema): string =>
  description || anyOf.map(one => one.description).find(Boolean) || "";

function wordsOf(schemas: Schema[]): Offer[] {
  const found = new Map<string, string>(),
    add = (values: Plain[] | undefined, said: string) => {
      for (const value of values ?? []) found.set(String(value), found.get(String(value)) || said);
    };
  for (const one of schemas) {
    const said = one.description ?? schemas[0].description ?? "";
    add(one.enum, said);
    add(one.const === undefined ? [] : [one.const], said);
    add(one.examples, said);
    if ([one.type].flat().includes("boolean")) add(["true", "false"], said);
  }
  return [...found].map(([word, said]) => ({ word, said }));
}

// A word as YAML has it, in quotes where it needs them.
export function written(word: string, flow: boolean): string {
  const odd = /^$|^\s|\s$|^[-?:](\s|$)|^[,[\]{}#&*!|>'"%@`]|:(\s|$)|\s#/.test(word) || (flow && /[,[\]{}]/.test(word));
  return odd ? JSON.stringify(word) : word;
}
