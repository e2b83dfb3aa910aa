// Hints for values, from their schema: limits, parts and purpose.

import { hintOf, isNumeric, type Shape } from "./schema.ts";

const LONGEST_HINT = 90; // characters; a longer hint loses what is in parentheses
const groupDigits = (number: number) => number.toLocaleString("en-GB", { maximumFractionDigits: 10 });
const limitsOf = ({ low, high }: Shape) =>
  low !== null && high !== null ? `${groupDigits(low)} to ${groupDigits(high)}` : "";
// Hints for those who write the text of a file.
const OF_FILES = /\bkeys?\b|[a-z]_[a-z]|^Any text\.$|^One of |\[|\bthis file\b/;

// The hint of a value: its limits, its parts, or its purpose.
export function describeShape(shape: Shape, label: string) {
  if (shape.battery) return ""; // its inputs have words of their own
  const whole = hintOf(shape.description, label)
      .replace(/^A whole number, /, "")
      .replace(/^Yes: (.)/, (_, letter) => letter.toUpperCase()),
    // the input shows the usual value
    summary = OF_FILES.test(whole)
      ? ""
      : whole.length > LONGEST_HINT || shape.usual
        ? whole.replace(/ \([^)]*\)/g, "")
        : whole;
  return limitsOf(shape) && !/\d/.test(summary) ? [limitsOf(shape), summary].filter(Boolean).join(". ") : summary;
}

const isInRange = ({ low, high }: Shape, text = "") =>
  /^-?[\d.]+$/.test(text) && Number(text) >= (low ?? -Infinity) && Number(text) <= (high ?? Infinity);

// Returns what to write in place of a wrong number, "" for another value.
export const adviceOnNumber = (shape: Shape, text = "") =>
  isNumeric(shape) && !isInRange(shape, text)
    ? `${Number.isNaN(Number(text)) ? "Write a number," : "Must be"} ${limitsOf(shape) || `${shape.low} or more`}`
    : "";
