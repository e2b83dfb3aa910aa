// Finds the mark that a touch means.

type Rect = Record<"left" | "top" | "width" | "height", number>;

const CATCH = 1.2; // of its radius: a touch within this distance of its centre means a mark

// Returns the number of the mark at a place or near to it, -1 if there is none. `reach` is the distance in pixels at
// which a finger still means a small mark.
export function touched(rects: Rect[], x: number, y: number, reach = 0) {
  let nearest = -1,
    least = Number.POSITIVE_INFINITY;
  for (const [number, { left, top, width, height }] of rects.entries()) {
    const away = 2 * Math.hypot((x - left) / width - 0.5, (y - top) / height - 0.5);
    if (away < Math.max(CATCH, (2 * reach) / Math.min(width, height)) && away < least)
      [nearest, least] = [number, away];
  }
  return nearest;
}
