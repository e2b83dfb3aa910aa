// Values and keys that are new in a file: typed texts, names, and the first values of new entries.

import { textAt } from "./tree.ts";
import { isColour, kindOf, type Schema, type Shape, shapeOf } from "./schema.ts";
import type { Plain } from "./tree.ts";
import type { Tree, Value } from "../types.ts";

// Returns a typed text as a value: quoted if only a text may stand there.
export function asValue(shape: Shape, text: string): Value | null {
  if (!text) return null;
  const { types } = shape;
  const onlyText = types.has("string") && !types.has("integer") && !types.has("boolean") && !types.has("number");
  const odd = types.has("string") && !types.has("boolean") && /^(true|false|null|~)$/i.test(text);
  return (onlyText && shape.types.size === 1) || odd || text.includes("\n") ? { text } : { yaml: text };
}

// Returns a name as it is written in a file: a prefix is printed before it.
export function withoutPrefix(name: string, prefixes: readonly string[]) {
  const found = prefixes.find(one => one && name.toLowerCase().startsWith(`${one.toLowerCase()} `));
  return found ? name.slice(found.length).trimStart() : name;
}

// Returns a typed name without spaces around it. Throws the reason, in the words of a player, if there is no name, or if
// an entry of this kind in the game has it already.
export function requireNewName(name: string, noun: string, taken: readonly string[]) {
  const typed = name.trim(),
    other = taken.find(one => one.toLowerCase() === typed.toLowerCase());
  if (!typed) throw new Error("Type a name.");
  if (other) throw new Error(`You have a ${noun} called “${other}” in this game already. Choose another name.`);
  return typed;
}

// Returns a key that is not among the keys of a block.
export function freeKey(keys: ReadonlySet<string>, key: string) {
  const stem = key.replace(/_\d+$/, "");
  for (let number = 2; ; number++) if (!keys.has(`${stem}_${number}`)) return keys.has(key) ? `${stem}_${number}` : key;
}
export const keyFrom = (title: string) =>
  title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "") || "entry";

const COLORS = ["#2f8a67", "#c9871f", "#6d4aa3", "#1f7f8f", "#a23b72", "#5f6b2d", "#b3302b", "#1f5f9e"]; // of new sides
// Returns a value with which a new item or block begins: its required keys. `beside` has the values of the other entries.
export function newValue(root: Schema, schema: Schema | undefined, beside?: Tree): Value {
  const shape = shapeOf(root, schema);
  const kind = kindOf(shape, undefined);
  const used = new Set(beside?.entries?.map(([, one]) => textAt(one, ["colour"]).toLowerCase()));
  const plain = (one: Schema | undefined, depth: number): Plain => {
    const inner = shapeOf(root, one),
      what = kindOf(inner, undefined);
    if (isColour(inner)) return COLORS.find(color => !used.has(color)) ?? "#5b5b5b";
    if (what === "choice") return inner.choices[0] ?? "";
    if (what === "flag") return true;
    if (what === "number") return inner.low ?? 1;
    if (what === "list") return depth > 3 ? [] : [plain(inner.item ?? undefined, depth + 1)];
    if (what === "block" || what === "named")
      return depth > 3
        ? {}
        : Object.fromEntries([...inner.required].map(key => [key, plain(inner.properties.get(key), depth + 1)]));
    return inner.types.has("integer") ? (inner.low ?? 1) : (inner.examples[0] ?? "New");
  };
  return kind === "text"
    ? { yaml: shape.examples[0] ?? (shape.types.has("integer") ? String(shape.low ?? 1) : "New") }
    : { data: plain(schema, 0) };
}
