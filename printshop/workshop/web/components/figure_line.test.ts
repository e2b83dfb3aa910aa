// Labels of figures in lists of units: npm test.

import { chooseLabels, shortenLabels, type UnitFigure } from "./figure_line.tsx";

// Labels that begin alike keep as many letters as tell them apart.
const labels = [...shortenLabels(["Hull", "Points", "Primary", ""]).values()].join();
if (labels !== "H,Po,Pr") throw new Error(`labels: ${labels}`);

// Labels are short only where the whole words are longer than a line, and the short ones are not.
const cruiser: UnitFigure[] = [
  ["", "Cruiser"],
  ["Hull", "12"],
];
for (const [letters, label] of [
  [20, undefined],
  [15, "H"],
  [10, undefined],
] as const)
  if (chooseLabels([cruiser], letters).get("Hull") !== label) throw new Error(`label for ${letters} letters`);
