// The flag of a side: its emblem on its colour.

import { textAt } from "../model/document.ts";
import { usePicture } from "./pictures.tsx";
import type { Tree } from "../types.ts";

const LIGHT = 150; // of 255: a lighter colour has a dark emblem
// Whether a colour, as six hexadecimal digits, is light.
const isLight = (color: string) => {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map(one => Number.parseInt(one, 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > LIGHT;
};

export function SideBadge({ file, side }: { file: string; side: Tree | undefined }) {
  const color = textAt(side, ["colour"]),
    name = textAt(side, ["emblem"]);
  const url = usePicture(file, name);
  return (
    <span
      class="side-badge"
      style={{ background: color, color: isLight(color) ? "#1c2230" : "#fff" }}
      aria-hidden="true"
    >
      {url && <i style={{ maskImage: `url("${url}")` }} />}
    </span>
  );
}
