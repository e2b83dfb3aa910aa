// Which part of a long page is in view.

// Returns the number of the part at a line of the window. The line goes down with the page, from `top` to `bottom`: so the
// last parts, which cannot stand at the top, get their turn. `tops` are the upper edges of the parts, in pixels of the
// window, and `share` is how much of its way the page has gone, from 0 to 1.
export function findPresent(
  tops: readonly number[],
  { top, bottom, share }: { top: number; bottom: number; share: number },
) {
  const line = top + (bottom - top) * share;
  return Math.max(0, tops.filter(one => one <= line).length - 1);
}
