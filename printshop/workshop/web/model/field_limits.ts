// The limits of the values of a field, in words.

import { counted } from "../words.ts";
import type { FieldLimits } from "../types.ts";

const MOST_LISTED = 40; // words of a list
const listWords = (words: readonly string[]) =>
  words.slice(0, MOST_LISTED).join(", ") + (words.length > MOST_LISTED ? ` ... (${words.length} in all)` : "");
const rangeOf = (low?: string, high?: string) =>
  low !== undefined && high !== undefined
    ? low === high
      ? low
      : `${low} to ${high}`
    : low !== undefined
      ? `${low} or more`
      : high !== undefined
        ? `${high} or less`
        : "";

// Returns the limits of a field in a few words; "" for none. The column beside them has the words for the kind.
export function describeLimits({ low, high, each, example, options, open, rows, guns, words }: FieldLimits): string {
  const range = rangeOf(low, high);
  if (words !== undefined) return words;
  if (rows !== undefined) return `up to ${counted(rows, "row")}`;
  if (guns) {
    const damage = rangeOf(String(guns.lowest_damage), String(guns.highest_damage)),
      traits = listWords(Object.keys(guns.traits)),
      parts = [range && counted(range, "gun"), guns.dice.join(" ") || "any die", `damage ${damage}`].filter(Boolean);
    return (parts.join(", ") + (traits && `; may be ${traits}`)).replaceAll("_", " ");
  }
  if (options)
    return `${range && `${range} of `}${listWords(options)}${open ? ", or another word" : ""}`.replaceAll("_", " ");
  return [range && (each ? `${range} each` : range), example && `such as ${example}`].filter(Boolean).join(", ");
}
