// The input of a length or a size: numbers, with the unit beside them.

import { type InputProps, Select, TextInput } from "../components/ui.tsx";

const NUMBER = "[\\d./]+(?: \\d+/\\d*)?",
  LENGTH = new RegExp(`^(${NUMBER}) ?(mm|cm|in|ft|pt|%)$`),
  SIZE = new RegExp(`^(${NUMBER}) ?[x×] ?(${NUMBER}) ?(mm|cm|in|ft|pt)$`);

export interface Measure {
  width: string;
  height: string; // "" for a length
  unit: string;
}
// Returns a length or a size in parts, null for any other text.
export function readMeasure(text: string): Measure | null {
  const [, width = "", height = "", unit = ""] = SIZE.exec(text) ?? [];
  if (unit) return { width, height, unit };
  const [, length = "", ofLength = ""] = LENGTH.exec(text) ?? [];
  return ofLength ? { width: length, height: "", unit: ofLength } : null;
}
export const writeMeasure = ({ width, height, unit }: Measure) =>
  !width ? "" : `${width}${height && ` x ${height}`} ${unit}`;

const IN_MM: Record<string, number> = { mm: 1, cm: 10, in: 25.4, ft: 304.8, pt: 25.4 / 72 };
// Returns a number such as 1 1/2 as a decimal one, NaN if it is none.
const readFraction = (text: string) =>
  text.split(" ").reduce((sum, part) => {
    const [above = "", below = "1"] = part.split("/");
    return sum + Number(above || Number.NaN) / Number(below);
  }, 0);
// Returns a measure in another unit: the piece keeps its size. A share has no size of its own.
export function convertMeasure(now: Measure, unit: string): Measure {
  const factor = (IN_MM[now.unit] ?? Number.NaN) / (IN_MM[unit] ?? Number.NaN),
    digits = unit === "in" || unit === "ft" ? 100 : 10;
  const convert = (text: string) => {
    const value = Math.round(readFraction(text) * factor * digits) / digits;
    return text && value ? String(value) : text;
  };
  return { width: convert(now.width), height: convert(now.height), unit };
}

interface LengthProps {
  text: string;
  usual: string;
  isSize: boolean; // it may have a height, too
  isShare: boolean; // it may be a share, in per cent
  label: string;
  onInput: (text: string) => void;
  props: InputProps;
}
export function LengthInput({ text, usual, isSize, isShare, label, onInput, props }: LengthProps) {
  const now = readMeasure(text) ?? { width: "", height: "", unit: readMeasure(usual)?.unit ?? "mm" },
    change = (part: Partial<Measure>) => onInput(writeMeasure({ ...now, ...part })),
    numbersOf = (typed: string) =>
      typed
        .replace(",", ".")
        .replace(/[^\d./ ]/g, "")
        .trimStart();
  return (
    <span class="length-input">
      <TextInput
        props={props}
        inputMode="decimal"
        placeholder={readMeasure(usual)?.width}
        value={now.width}
        onInput={typed => change({ width: numbersOf(typed) })}
      />
      {isSize && (
        <>
          <span aria-hidden="true">×</span>
          <TextInput
            props={{ "aria-label": `${label}: height`, "aria-invalid": props["aria-invalid"] }}
            inputMode="decimal"
            placeholder={now.width ? "same" : ""}
            value={now.height}
            onInput={typed => change({ height: numbersOf(typed) })}
          />
        </>
      )}
      <Select
        label={`${label}: unit`}
        value={now.unit}
        choices={[...new Set([...(now.unit === "pt" ? ["pt"] : []), "mm", "in", ...(isShare ? ["%"] : []), now.unit])]}
        onChange={unit => change(convertMeasure(now, unit))}
      />
    </span>
  );
}
