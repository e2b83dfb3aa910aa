// The rows of small pages: parts share rows, so that a single page leaves no empty row beside it.

export const THUMBNAIL_SIZES = { small: "Small", medium: "Medium", large: "Large" };
export type ThumbnailSize = keyof typeof THUMBNAIL_SIZES;
export const asThumbnailSize = (text: string | null): ThumbnailSize =>
  Object.keys(THUMBNAIL_SIZES).includes(text ?? "") ? (text as ThumbnailSize) : "medium";

const WIDTHS: Record<ThumbnailSize, number> = { small: 152, medium: 232, large: 352 }, // pixels, the least ones
  LEAST: Record<ThumbnailSize, number> = { small: 3, medium: 2, large: 1 }; // columns, on a phone
// Returns the number of columns in some width, with gaps between them, all in pixels.
export const countThumbnailColumns = (width: number, gap: number, size: ThumbnailSize) =>
  Math.max(LEAST[size], Math.floor((width + gap) / (WIDTHS[size] + gap)));

// The pages of a part that stand in one row. All numbers begin with 0.
export interface RowOfPart {
  row: number;
  column: number;
  pages: number;
}
const MOST_EMPTY = 0.25; // of a row, before a part that would fit a row of its own
// Places parts with some numbers of pages one after the other. A part goes on in the next row; a part that fits a whole row
// is not divided if this leaves little of the row before it empty.
export function placeParts(counts: readonly number[], columns: number): RowOfPart[][] {
  let row = 0,
    column = 0;
  return counts.map(count => {
    const rest = columns - column;
    if (count > rest && count <= columns && rest <= columns * MOST_EMPTY) {
      row++;
      column = 0;
    }
    const rows: RowOfPart[] = [];
    for (let left = count; left > 0; ) {
      if (column === columns) {
        row++;
        column = 0;
      }
      const pages = Math.min(left, columns - column);
      rows.push({ row, column, pages });
      column += pages;
      left -= pages;
    }
    return rows;
  });
}

const LEAST_TIDIED = 4; // columns: more than these would be too narrow
// Returns a number of columns, one more than could be, with which no page is alone in the last of several rows.
export function tidyColumns(counts: readonly number[], columns: number) {
  const isAlone = (columns: number) => {
    const rows = placeParts(counts, columns).flat(),
      last = Math.max(...rows.map(one => one.row));
    return last > 0 && rows.filter(one => one.row === last).reduce((sum, one) => sum + one.pages, 0) === 1;
  };
  return columns >= LEAST_TIDIED && isAlone(columns) && !isAlone(columns + 1) ? columns + 1 : columns;
}
