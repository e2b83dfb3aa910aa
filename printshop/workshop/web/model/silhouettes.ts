// The pictures that are silhouettes: black and white shapes, which can have the colour of the text.

const ADDRESS = "data:image/svg+xml;base64,",
  COLOURED = /(?:fill|stroke|color)\s*[:=]\s*["']?\s*([^;"'}]+)/gi, // `stop-color` and `flood-color`, too
  PLAIN = new Set(["#000", "#000000", "black", "#fff", "#ffffff", "white", "none", "currentcolor", "inherit"]),
  PAINTED = /<(?:image|pattern|linearGradient|radialGradient|filter)\b/i; // has colours or shades of its own

// Whether the picture at a `data:` address is an SVG drawing in black and white.
export function isSilhouette(address: string) {
  if (!address.startsWith(ADDRESS)) return false;
  const svg = atob(address.slice(ADDRESS.length));
  return !PAINTED.test(svg) && [...svg.matchAll(COLOURED)].every(([, one = ""]) => PLAIN.has(one.trim().toLowerCase()));
}

const found = new WeakMap<object, Map<string, boolean>>(); // by the list of pictures: each is read once
// Whether a picture of a list is a silhouette.
export function isListedSilhouette(pictures: Readonly<Record<string, string>>, key: string) {
  const known = found.get(pictures) ?? new Map<string, boolean>();
  found.set(pictures, known);
  const answer = known.get(key) ?? isSilhouette(pictures[key] ?? "");
  known.set(key, answer);
  return answer;
}
