// The pages and sheets of a pack, counted and in words.

import { counted, joinWithAnd } from "../words.ts";
import type { PackPage } from "../types.ts";

type Page = Pick<PackPage, "code" | "stock" | "copies"> & { numbers: number[] }; // in the PDF of the pack
interface Section<P> {
  pages: P[];
  duplex: boolean;
}

// Counts the sheets for each stock. Two pages of a part that is printed on both sides share a sheet.
export function countSheets<P extends Page>(
  sections: Section<P>[],
  isChosen: (page: P) => boolean,
): [stock: string, sheets: number][] {
  const counts = new Map<string, number>();
  for (const { pages, duplex } of sections)
    for (const page of pages) {
      if (!isChosen(page)) continue;
      const stock = page.stock.split(",")[0] ?? "";
      counts.set(stock, (counts.get(stock) ?? 0) + page.copies / (duplex ? 2 : 1));
    }
  return [...counts].map(([stock, count]) => [stock, Math.ceil(count)]);
}

// A part of a pack. The front counts the pages of all parts: it is drawn last.
export interface PartName {
  of: string;
  title: string;
  isFront: boolean;
  count?: number; // of its pages
}
const USUAL_PARTS = 6;
// Lists the parts of a pack, while it is drawn with those of its last drawing. Parts that nobody knows yet have no names.
export function listParts(drawn: PartName[], last: PartName[], isDrawing: boolean): PartName[] {
  if (!isDrawing) return drawn;
  const others = drawn.filter(part => !last.some(({ of }) => of === part.of));
  if (last.length) return [...last, ...others];
  const unknown = { of: "", title: "", isFront: false },
    front = drawn.some(part => part.isFront) ? [] : [{ ...unknown, isFront: true }],
    known = [...front, ...drawn];
  return [...known, ...Array.from({ length: USUAL_PARTS - known.length }, () => unknown)];
}

// The number of times that a page stands in the PDF.
export const countInFile = ({ numbers }: Pick<Page, "numbers">) => Math.max(1, numbers.length);
// The pages of the PDF and the sheets that come out of the printer, in words, and, with `isFull`, the pages that must be
// printed more than once. The counts differ for these pages, and for parts that are printed on both sides.
export function describeCounts<P extends Page>(
  sections: Section<P>[],
  isCounted: (page: P) => boolean = () => true,
  isFull = false,
) {
  const all = sections.flatMap(section => section.pages),
    chosen = all.filter(isCounted),
    inFile = (pages: Page[]) => pages.reduce((sum, page) => sum + countInFile(page), 0),
    sheets = countSheets(sections, isCounted).reduce((sum, [, count]) => sum + count, 0),
    repeated = [...new Set(chosen.map(page => page.copies))].flatMap(copies => {
      const codes = chosen.filter(page => page.copies === copies && countInFile(page) < copies).map(page => page.code);
      return codes.length ? `${copies} copies of ${joinWithAnd(codes)}` : [];
    });
  const words =
    chosen.length < all.length ? `${inFile(chosen)} of ${counted(inFile(all), "page")}` : counted(inFile(all), "page");
  return [
    sheets === inFile(chosen) ? words : `${words}${isFull ? " in the PDF" : ""}, ${counted(sheets, "sheet")}`,
    isFull && repeated.length > 0 && `print ${joinWithAnd(repeated)}`,
  ]
    .filter(Boolean)
    .join(": ");
}
