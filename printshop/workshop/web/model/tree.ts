// The values of a file.

import type { Tree, ValuePath } from "../types.ts";

// A value as JSON has it.
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

// Returns the value at a path, or undefined.
export function valueAt(tree: Tree | null | undefined, path: ValuePath): Tree | undefined {
  let value: Tree | undefined = tree ?? undefined;
  for (const step of path) {
    value =
      typeof step === "number" ? value?.items?.[step] : value?.entries?.find(([key]) => key === String(step))?.[1];
    if (!value) return undefined;
  }
  return value;
}
export const textAt = (tree: Tree | null | undefined, path: ValuePath) => valueAt(tree, path)?.text ?? "";

// Returns a value as plain data: what is not in quotes may be a number, or true or false.
export function plainOf(tree: Tree): Plain {
  if (tree.items) return tree.items.map(plainOf);
  if (tree.entries) return Object.fromEntries(tree.entries.map(([key, value]) => [key, plainOf(value)]));
  const text = tree.text ?? "";
  if (!tree.plain) return text;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text === "true" ? true : text === "false" ? false : text || null;
}

export const pathKey = (path: ValuePath) => JSON.stringify(path);
// Whether a path leads to a block, or into it.
export const isWithin = (path: ValuePath, block: ValuePath) =>
  block.every((step, number) => String(path[number]) === String(step));
