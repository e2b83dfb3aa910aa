// Maps for tests of what is drawn on maps.

import type { MapPlaces } from "../types.ts";

// A map of squares with the names A1, A2 ...
export function makeSquares(columns: number, rows: number): MapPlaces {
  const cells = Array.from(
    { length: columns * rows },
    (_, number) => [Math.floor(number / rows), number % rows] as const,
  );
  return {
    shape: "square",
    names: cells.map(([column, row]) => `${String.fromCharCode(65 + column)}${row + 1}`),
    places: cells.flatMap(([column, row]) => [column + 1, row + 1]),
    centers: cells.flatMap(([column, row]) => [(100 * (column + 0.5)) / columns, (100 * (row + 0.5)) / rows]),
    size: [100 / columns, 100 / rows],
    page: [columns * 10, rows * 10],
    sides: ["N", "E", "S", "W"],
    kinds: [],
  };
}
// A map of hexes with a flat side at the top, with the names 0101, 0102 ...
export function makeHexes(columns: number, rows: number): MapPlaces {
  const cells = Array.from({ length: columns * rows }, (_, hex) => [Math.floor(hex / rows), hex % rows] as const),
    [width, height] = [5 + 15 * columns, Math.sqrt(300) * (rows + 0.5)];
  return {
    ...makeSquares(columns, rows),
    shape: "flat-top",
    names: cells.map(([column, row]) => `0${column + 1}0${row + 1}`),
    centers: cells.flatMap(([column, row]) => [
      (100 * (10 + 15 * column)) / width,
      (100 * Math.sqrt(300) * (row + 0.5 + (column % 2) / 2)) / height,
    ]),
    size: [2000 / width, (100 * Math.sqrt(300)) / height],
    page: [width, height],
    sides: ["N", "NE", "SE", "S", "SW", "NW"],
  };
}
