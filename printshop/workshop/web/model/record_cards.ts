// The cards of a table: the sheets that players mark or write on, in groups of similar widths and of one side.

import type { PlaySheet, PlayUnit } from "../types.ts";

const ALMOST_AS_WIDE = 0.7; // of the widest sheet: such sheets stand in the same columns

export interface RecordCard {
  sheet: PlaySheet;
  number: number; // of the sheet, from 0
  units: string[]; // that have their heads above this sheet
  isPart?: boolean; // another card of the same sheet stands before it
}
export interface CardGroup {
  side: string;
  cards: RecordCard[];
}

// Returns the cards in groups, the wide sheets first, and the keys of the other units, which are on no sheet. Each unit has its head
// above the first sheet on which it is. Sheets without units and spaces, such as the backs of cards, are for prints.
export function groupCards(sheets: readonly PlaySheet[], units: readonly Pick<PlayUnit, "key" | "side">[]) {
  const sides = new Map(units.map(unit => [unit.key, unit.side])),
    shown = new Set<string>();
  const cards = sheets.flatMap((sheet, number): RecordCard[] => {
    const first = sheet.units.filter(key => sides.has(key) && !shown.has(key));
    for (const key of first) shown.add(key);
    return sheet.units.length || sheet.spaces.length ? [{ sheet, number, units: first }] : [];
  });
  const widest = Math.max(0, ...sheets.map(sheet => sheet.width)),
    isWide = ({ sheet }: RecordCard) => sheet.width >= ALMOST_AS_WIDE * widest,
    sideOf = ({ sheet }: RecordCard) => sides.get(sheet.units[0] ?? "") ?? "";
  const groups = [cards.filter(isWide), cards.filter(card => !isWide(card))].flatMap(similar => {
    return [...new Set(similar.map(sideOf))].map(
      (side): CardGroup => ({ side, cards: similar.filter(card => sideOf(card) === side) }),
    );
  });
  return { groups, others: new Set([...sides.keys()].filter(key => !shown.has(key))) };
}

// Returns a card for each unit of a sheet with marks. Spaces of no unit are on the first of them.
export function splitCard(card: RecordCard): RecordCard[] {
  const { sheet, units } = card;
  if (sheet.units.length < 2 || !sheet.marks.length) return [card];
  return sheet.units.map((key, place) => ({
    ...card,
    units: units.filter(unit => unit === key),
    isPart: place > 0,
    sheet: {
      ...sheet,
      units: [key],
      marks: sheet.marks.filter(({ unit }) => unit === key),
      spaces: sheet.spaces.filter(({ unit }) => unit === key || (!place && !sheet.units.includes(unit))),
    },
  }));
}
