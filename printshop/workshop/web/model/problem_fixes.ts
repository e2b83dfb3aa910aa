// Corrections of problems that have one: an unknown name that is nearly a known one, or braces that are only words.

import { countDifferences } from "./spelling.ts";
import { escapeWords } from "./rich_words.ts";
import { valueAt } from "./tree.ts";
import type { DocumentProblem, Edit, Tree, ValuePath } from "../types.ts";

export interface Fix {
  words: string; // of its button
  edits: Edit[];
}
const MOST_DIFFERENT = 0.5; // of the letters of a name
const isNear = (one: string, other: string) =>
  one !== other &&
  countDifferences(one.toLowerCase(), other.toLowerCase()) <= Math.max(2, MOST_DIFFERENT * other.length);

// Returns the correction of a problem, or null: another value at its place, or another name of the key.
export function findFix(
  tree: Tree | null | undefined,
  {
    suggestion,
    path,
    file,
    code,
    message = "",
    hint = "",
  }: Pick<DocumentProblem, "suggestion" | "path" | "file" | "code"> & { message?: string; hint?: string },
): Fix | null {
  if (file || !path.length || !tree) return null;
  const key = path.at(-1),
    text = valueAt(tree, path)?.text ?? "";
  if (!suggestion) return changeBraces(path, text, message, hint);
  const [, before = "", name = "", after = ""] = /^(\d+ *[x×] +)?(.*?)( *\* *\d+)?$/.exec(text) ?? []; // 3 x Kestrel
  if (code !== "unknown key" && name && isNear(name, suggestion))
    return {
      words: `Use ${suggestion}`,
      edits: [{ do: "set", path, value: { text: `${before}${suggestion}${after}` } }],
    };
  if (typeof key === "string" && isNear(key, suggestion) && !valueAt(tree, [...path.slice(0, -1), suggestion]))
    return { words: `Change to ${suggestion}`, edits: [{ do: "rename", path, to: suggestion }] };
  return changeBraces(path, text, message, hint);
}

// Returns the correction of a text with an unknown name in braces: the name that is meant, or else the braces are printed.
function changeBraces(path: ValuePath, text: string, message: string, hint: string): Fix | null {
  const [, name = ""] = /unknown name '(\w+)'/.exec(message) ?? [],
    braces = name && text.match(/\{[^{}]*\}/g)?.find(one => new RegExp(`\\b${name}\\b`).test(one));
  if (!braces) return null;
  const [, meant = ""] = /did you mean '(\w+)'/.exec(hint) ?? [],
    now = meant ? braces.replace(new RegExp(`\\b${name}\\b`), meant) : escapeWords(braces);
  return {
    words: meant ? `Use ${now}` : `Print ${braces} as it is`,
    edits: [{ do: "set", path, value: { text: text.replace(braces, () => now) } }],
  };
}
