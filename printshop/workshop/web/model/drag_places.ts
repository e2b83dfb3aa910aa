// Where a row goes that is dragged along a list.

// Returns the new number of a row. `middles` are the middles of all rows from top to bottom, `y` is the pointer.
export const placeBetween = (middles: readonly number[], number: number, y: number) =>
  middles.filter((middle, row) => row !== number && (row < number ? middle < y : middle <= y)).length;
