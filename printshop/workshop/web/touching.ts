// Which of some circles or boxes is touched.

type Rect = Record<"left" | "top" | "width" | "height", number>;

const CATCH = 1.2; // of its radius: so far round a circle a touch is still its own

// Gives the number of that which a place is on, or nearly on; -1 if there is none.
export function touched(rects: Rect[], x: number, y: number) {
  let found = -1,
    least = CATCH;
  for (const [number, { left, top, width, height }] of rects.entries()) {
    const away = 2 * Math.hypot((x - left) / width - 0.5, (y - top) / height - 0.5);
    if (away < least) [found, least] = [number, away];
  }
  return found;
}
