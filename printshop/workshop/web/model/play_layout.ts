// The layout of a table: the columns of its cards, the turn of marks that do not stand upright, and diagrams of sides.

import type { MarkRow, Place, PlaySheet, SheetMark } from "../types.ts";

const MM_AN_INCH = 25.4,
  FEWEST_SIDES = 4, // tracks of a diagram that are parts of one value
  DIAGRAM_EDGE = 15; // points around the marks of a diagram: the names of its sides stand there

// Returns a sheet with the size of its drawing, and with the places of marks and spaces on it. The drawing is a little
// smaller than the sheet, which is a page: its edges are on whole pixels.
export function fitToDrawing(sheet: PlaySheet): PlaySheet {
  const [width = 0, height = 0] = (/ viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(sheet.svg) ?? [])
    .slice(1)
    .map(size => (Number(size) * 72) / MM_AN_INCH);
  if (!width || !height) return sheet;
  const across = sheet.width / width,
    down = sheet.height / height;
  const fit = <One extends { at: Place }>(one: One): One => {
    const [left = 0, top = 0, wide = 0, high = 0] = one.at;
    return { ...one, at: [left * across, top * down, wide * across, high * down] };
  };
  return { ...sheet, width, height, marks: sheet.marks.map(fit), spaces: sheet.spaces.map(fit) };
}

// The least sizes of records in a column.
export interface RecordSizes {
  mark: number; // pixels of the smallest mark
  scale: number; // pixels of a point of the record
}
export const FINGER_SIZES: RecordSizes = { mark: 20, scale: 1.34 },
  POINTER_SIZES: RecordSizes = { mark: 10, scale: 1.16 }, // a mouse is exact, and presses the nearest mark
  SMALLEST_SIZES: RecordSizes = { mark: 6.5, scale: 0.74 }; // that somebody can ask for

// Returns the least width of a column in pixels in which these sheets have their least size.
export function leastWidth(sheets: readonly PlaySheet[], { mark, scale }: RecordSizes) {
  const least = Math.min(100, ...sheets.flatMap(sheet => sheet.marks.map(({ at: [, , width = 100] }) => width)));
  return Math.round(Math.max((100 * mark) / least, scale * Math.max(0, ...sheets.map(sheet => sheet.width))));
}

// Returns the number of columns of at least `least` pixels that fit beside each other: one at least.
export const countRecordColumns = (width: number, least: number, gap: number) =>
  Math.max(1, Math.floor((width + gap) / (least + gap)));

// Returns the number of columns for records that are smaller by `steps`, or larger if that is negative.
export const changeColumns = (usual: number, most: number, steps: number) =>
  Math.max(1, Math.min(Math.max(usual, most), usual + steps));

// Puts cards into columns, row by row: their order is that of the list of units. Returns the numbers of the cards of each
// column.
export const fillColumns = (cards: number, columns: number): number[][] =>
  Array.from({ length: columns }, (_, column) =>
    Array.from({ length: cards }, (_, card) => card).filter(card => card % columns === column),
  );

const trackKey = ({ unit, track }: Pick<SheetMark, "unit" | "track">) => `${unit}/${track}`;
const sideOf = (track: string) => track.slice(track.lastIndexOf(".") + 1);
const middle = ({ at: [left = 0, top = 0, width = 0, height = 0] }: SheetMark, sheet: PlaySheet) => [
  ((left + width / 2) * sheet.width) / 100,
  ((top + height / 2) * sheet.height) / 100,
];

// Returns the turn of the boxes of each track in degrees, for tracks that do not stand upright. The place of a turned
// box is the upright rectangle around it; the row of its track runs along its edge. A track of one box has the turn of
// another track of the same side.
export function findTurns(sheet: PlaySheet): ReadonlyMap<string, number> {
  const turns = new Map<string, number>(),
    bySide = new Map<string, number>();
  for (const [number, mark] of sheet.marks.entries()) {
    const next = sheet.marks[number + 1];
    if (mark.number !== 1 || mark.kind !== "box" || !next || trackKey(next) !== trackKey(mark)) continue;
    const [x = 0, y = 0] = middle(mark, sheet),
      [nextX = 0, nextY = 0] = middle(next, sheet),
      turn = (((Math.atan2(nextY - y, nextX - x) * 180) / Math.PI) % 90) + 90;
    const upright = Math.min(turn % 90, 90 - (turn % 90));
    if (upright < 2) continue;
    turns.set(trackKey(mark), turn % 90);
    bySide.set(`${mark.unit}/${sideOf(mark.track)}`, turn % 90);
  }
  for (const mark of sheet.marks) {
    const turn = bySide.get(`${mark.unit}/${sideOf(mark.track)}`);
    if (mark.of === 1 && turn !== undefined && mark.track.includes(".")) turns.set(trackKey(mark), turn);
  }
  return turns;
}
export const turnOf = (turns: ReadonlyMap<string, number>, mark: SheetMark) => turns.get(trackKey(mark)) ?? 0;

// Returns the place of a turned box itself, in the same percentages as the rectangle around it.
export function placeTurned([left = 0, top = 0, width = 0, height = 0]: Place, turn: number): Place {
  const angle = (turn * Math.PI) / 180,
    share = 1 / (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)));
  return [left + (width * (1 - share)) / 2, top + (height * (1 - share)) / 2, width * share, height * share];
}

export interface Diagram {
  tracks: string[];
  crop: Place; // of the sheet, in percentages
}
// Returns the diagram of a unit's record: the tracks that have no words of their own because the drawing shows the side
// of each, such as the shields of a ship. Returns null for a record without such a drawing.
export function findDiagram(rows: Readonly<Record<string, MarkRow>>, sheet: PlaySheet, unit: string): Diagram | null {
  const marks = sheet.marks.filter(mark => mark.unit === unit && mark.track.includes(".") && !rows[mark.track]?.label),
    names = [...new Set(marks.map(({ track }) => track))],
    ownerOf = (track: string) => track.slice(0, track.lastIndexOf(".")),
    tracks = names.filter(track => names.filter(other => ownerOf(other) === ownerOf(track)).length >= FEWEST_SIDES);
  const places = marks.filter(({ track }) => tracks.includes(track)).map(({ at }) => at);
  if (!places.length) return null;
  const edges = (axis: 0 | 1, length: number): [number, number] => {
    const edge = (100 * DIAGRAM_EDGE) / length,
      from = Math.max(0, Math.min(...places.map(place => place[axis] ?? 0)) - edge);
    return [
      from,
      Math.min(100, Math.max(...places.map(place => (place[axis] ?? 0) + (place[axis + 2] ?? 0))) + edge) - from,
    ];
  };
  const [left, width] = edges(0, sheet.width),
    [top, height] = edges(1, sheet.height);
  return { tracks, crop: [left, top, width, height] };
}
