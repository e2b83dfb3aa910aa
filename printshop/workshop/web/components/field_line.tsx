// The type and the first fields of a unit in a list: in one line, with short labels if the words are too long for it.

import { withoutMarkup } from "../model/rich_words.ts";

export type UnitField = readonly [label: string, value: string]; // the label is "" if the value says enough

const LONG = 24; // letters of a field that is broken into lines
function write(label: string, value: string) {
  const words = [label, withoutMarkup(value)].filter(Boolean).join(" ");
  return words.length > LONG ? words : words.replaceAll(" ", "\u00a0");
}
const separate = (words: readonly string[]) => words.join(" · ");
export const writeFields = (fields: readonly UnitField[]) =>
  separate(fields.map(([label, value]) => [label, withoutMarkup(value)].filter(Boolean).join("\u00a0")));

// Returns the first letters of each label, as many as tell it from the others.
export function shortenLabels(labels: readonly string[]) {
  const all = [...new Set(labels.filter(Boolean))];
  return new Map(
    all.map(label => {
      let length = 1;
      while (
        length < label.length &&
        all.some(other => other !== label && other.toLowerCase().startsWith(label.slice(0, length).toLowerCase()))
      )
        length++;
      return [label, label.slice(0, length)] as const;
    }),
  );
}

// Returns short labels for the units of a list if the words of a unit have more letters than a line and the short ones
// fit. Otherwise it returns no labels: long words take a second line.
export function chooseLabels(units: readonly (readonly UnitField[])[], letters: number): ReadonlyMap<string, string> {
  const short = shortenLabels(units.flatMap(fields => fields.map(([label]) => label))),
    longest = (labels: ReadonlyMap<string, string>) =>
      Math.max(
        0,
        ...units.map(
          fields => separate(fields.map(([label, value]) => write(labels.get(label) ?? label, value))).length,
        ),
      ),
    none = new Map<string, string>();
  return longest(none) > letters && longest(short) <= letters ? short : none;
}

// The meaning of short labels, above the list that has them: "H Hull, A Armour".
export const LabelKey = ({ labels }: { labels: ReadonlyMap<string, string> }) =>
  labels.size > 0 && (
    <small class="label-key" aria-hidden="true">
      {[...labels]
        .filter(([label, short]) => label !== short)
        .map(([label, short]) => (
          <span key={label}>
            <b>{short}</b> {label}
          </span>
        ))}
    </small>
  );

// No short field is broken into two lines. A screen reader reads the whole labels.
export function FieldLine({ fields, labels }: { fields: readonly UnitField[]; labels: ReadonlyMap<string, string> }) {
  const short = separate(fields.map(([label, value]) => write(labels.get(label) ?? label, value)));
  if (!labels.size) return <>{short}</>;
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <span class="unseen">{writeFields(fields)}</span>
    </>
  );
}
