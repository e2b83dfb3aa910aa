// The words beside the marks of a record: the name, the figures and the groups of each row, and tables of figures.

import type { MarkRow, RecordWords } from "../types.ts";
import { capitalize } from "../words.ts";

export const COUNTED_AT_ONCE = 5; // marks that the eye counts without a number
const LONGEST_FIGURE = 32, // letters; a longer text is a note
  MOST_COLUMNS = 12; // of a table on a phone

export interface TrackWords {
  label: string;
  count: string; // of the marks, "" if the record has no such number and the eye counts them
  figures: string[]; // all others
  note: string;
  sections: number[][]; // the sizes of the groups of each section
  letters: readonly string[]; // in each mark
}

export const trackName = (track: string) => track.replace(/[_.]/g, " ");

// Returns whether a figure is only a number or a range, as a number that is rolled to hit: it is no value of the unit.
export const isLocation = (figure: string) => /^\d+(–\d+)?[†‡*]*$/.test(figure);

// Returns the words of a row of `of` marks. Marks without words of their own have those of the marks to which they
// belong: "guns.2.reload" belongs to "guns.2".
export function describeTrack(rows: Readonly<Record<string, MarkRow>>, track: string, of: number): TrackWords {
  const row = rows[track],
    end = track.lastIndexOf("."),
    owner = rows[track.slice(0, Math.max(end, 0))]?.label;
  const label = row?.label || (owner ? `${owner}: ${trackName(track.slice(end + 1))}` : trackName(track)),
    isCount = (words: string) => words === String(of),
    words = [label, ...(row?.figures ?? [])],
    beginsWithCount = words.some(one => isCount(/^\d+(?=\D)/.exec(one)?.[0] ?? "")), // six guns: 6/d6
    isCounted = words.some(one => isCount(one.replace(/^.* /, ""))) || (of > COUNTED_AT_ONCE && !beginsWithCount),
    figures = (row?.figures ?? []).filter(words => !isCount(words) && /[\p{L}\d]/u.test(words));
  const isWhole = row?.sections.reduce((sum, size) => sum + size, 0) === of; // else some marks are crossed out
  return {
    label: capitalize(label.replace(/ (\d+)$/, (words, number) => (isCount(number) ? "" : words))),
    count: isCounted ? String(of) : "",
    figures: figures.filter(words => words.length <= LONGEST_FIGURE),
    note: figures.filter(words => words.length > LONGEST_FIGURE).join(" "),
    sections: (isWhole && row ? row.sections : [of]).map(size => groupsOf(size, row?.group || size)),
    letters: row?.letters.slice(-of) ?? [],
  };
}

const groupsOf = (size: number, group: number) =>
  Array.from({ length: Math.ceil(size / group) }, (_, number) => Math.min(group, size - number * group));

// Returns the tracks of a unit in rows: a row has a track and the few marks that belong to it, if they have no words of
// their own.
export function groupTracks(rows: Readonly<Record<string, MarkRow>>, sizes: ReadonlyMap<string, number>): string[][] {
  const owners = new Map<string, string[]>();
  for (const [track, size] of sizes) {
    const owner = track.slice(0, Math.max(track.lastIndexOf("."), 0)),
      row = rows[track]?.label ? undefined : owners.get(owner),
      total = row?.reduce((sum, one) => sum + (sizes.get(one) ?? 0), size) ?? size;
    if (row && rows[owner]?.label && total < COUNTED_AT_ONCE) row.push(track);
    else owners.set(track, [track]);
  }
  return [...owners.values()];
}

// Returns the tables of a record for a narrow screen. A wide table is divided before each column that has only words;
// all parts begin with the first column.
export function listTables({ tables }: RecordWords): string[][][] {
  return tables.flatMap(table => {
    const [head = []] = table;
    if (head.length <= MOST_COLUMNS || table.some(line => line.length !== head.length)) return [table];
    const starts = head.flatMap((_, column) =>
        table.every(line => /\p{L}/u.test(line[column] ?? "")) ? [column] : [],
      ),
      [first = 0, ...others] = starts[0] === 0 ? starts : [0, ...starts];
    return [first, ...others].map((start, number) =>
      table.map((line, row) => [
        ...(start ? [row ? (line[0] ?? "") : ""] : []),
        ...line.slice(start, [first, ...others][number + 1]),
      ]),
    );
  });
}
