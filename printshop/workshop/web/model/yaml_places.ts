// The place of a cursor in a text that is being typed, found with the reader of the editor, which goes on after mistakes.

import { yamlLanguage } from "@codemirror/lang-yaml";
import type { ValuePath } from "../types.ts";

export interface CursorPlace {
  path: ValuePath; // to the block of the cursor, or to its value
  role: "key" | "value" | "either"; // of a word here; either for an item of a list
  start: number; // of the word
  keys: string[]; // the other keys of the block
}
type Node = ReturnType<ReturnType<typeof yamlLanguage.parser.parse>["resolveInner"]>;

const MARK = "printshop_cursor",
  BEGIN = /(?:^ *|^ *(?:- +)+|: +|[[{,] *)$/, // a key or a value can begin here
  LONGEST = 300_000; // characters of a text in which a cursor is looked for

// Returns the place of a cursor, or null if nothing can be offered there.
export function findPlace(text: string, offset: number): CursorPlace | null {
  if (text.length > LONGEST) return null;
  const line = text.lastIndexOf("\n", offset - 1) + 1,
    before = text.slice(line, offset);
  const starts = [...Array(before.length + 1).keys()].reverse(),
    inLine = starts.find(at => BEGIN.test(before.slice(0, at)) && !/[[\]{},"']|: |: *$/.test(before.slice(at)));
  const countOf = (sign: string) => before.split(sign).length - 1;
  if (inLine === undefined || /(?:^| )#/.test(before) || countOf('"') % 2 || countOf("'") % 2) return null;
  const start = line + inLine,
    typed = /^[^[\]{},:#"'\n]*/.exec(text.slice(start))?.[0] ?? "",
    behind = text.slice(Math.max(offset, start + typed.length)),
    above = before.slice(0, inLine);
  const roles = above.trimEnd().endsWith(":")
    ? (["value"] as const)
    : /[-[,]\s*$/.test(above)
      ? (["key", "value"] as const)
      : (["key"] as const);
  const places = roles.flatMap(role => {
    const mark = role === "value" || behind.startsWith(":") ? MARK : `${MARK}: 0`;
    // the text may be unfinished below the cursor, or on its line
    for (const rest of [behind, "\n", `${closeBrackets(before)}\n`]) {
      const place = findMark(`${text.slice(0, start)}${mark}${rest}`, start);
      if (place) return [{ ...place, role, start }];
    }
    return [];
  });
  const [place] = places;
  return place ? { ...place, role: places.length > 1 ? "either" : place.role } : null;
}

// Returns the brackets that close those which a line leaves open.
function closeBrackets(line: string) {
  const open: string[] = [];
  for (const sign of line.replace(/"[^"]*"|'[^']*'/g, "")) {
    if ("[{".includes(sign)) open.push(sign === "[" ? "]" : "}");
    else if ("]}".includes(sign)) open.pop();
  }
  return open.reverse().join("");
}

// Returns the path to the block of the marked key, or to the marked value, and the other keys of that block.
function findMark(text: string, start: number): Pick<CursorPlace, "path" | "keys"> | null {
  const marked: Node = yamlLanguage.parser.parse(text).resolveInner(start, 1);
  if (text.slice(marked.from, marked.to) !== MARK) return null;
  const path: ValuePath = [],
    isKey = marked.parent?.name === "Key",
    block = isKey ? marked.parent?.parent?.parent : null;
  for (let node = block ?? marked; node.parent; node = node.parent) {
    if (node.name === "Item") path.unshift(node.parent.getChildren("Item").findIndex(item => item.from === node.from));
    const key = node.parent.name === "Pair" && node.name !== "Key" ? node.parent.getChild("Key") : null;
    if (key) path.unshift(readKey(text.slice(key.from, key.to)));
  }
  const keys =
    block
      ?.getChildren("Pair")
      .flatMap(pair => pair.getChildren("Key").map(key => readKey(text.slice(key.from, key.to)))) ?? [];
  return { path, keys: keys.filter(key => key !== MARK) };
}
function readKey(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  return text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, "$1") : text;
}
