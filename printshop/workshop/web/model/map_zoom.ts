// How large a map is shown.

// A multiple of the printed size; as large as the whole map fits the window; or as large as the map fills the window.
export type Zoom = number | "fit" | "fill";

const ROOM = 24, // pixels round a map
  MOST_FILL = 2; // times the size at which it fits: a long map would be lost otherwise

// Returns the multiple of the printed size. `box` is the window, `foot` the height of the buttons over its lower edge, and
// `page` the printed map, all in pixels.
export function measureZoom(
  zoom: Zoom,
  box: readonly [number, number],
  page: readonly [number, number],
  foot = 0,
): number {
  if (typeof zoom === "number") return zoom;
  const across = (box[0] - ROOM) / page[0],
    down = (box[1] - ROOM - foot) / page[1],
    fit = Math.min(across, down);
  return zoom === "fit" ? fit : Math.min(MOST_FILL * fit, Math.max(across, down));
}
