// Lengths and sizes in parts.

import { readMeasure, writeMeasure } from "./length_input.tsx";

const texts = ["20 mm", "20 x 30 mm", "1 1/2 in", "9/16 in", "30 %", "0.5 in"];
for (const text of texts) {
  const read = readMeasure(text);
  if (!read || writeMeasure(read) !== text) throw new Error(`${text} is ${JSON.stringify(read)}`);
}
for (const text of ["", "rest", "by size class", "20", "{hull} mm", "mm"]) if (readMeasure(text)) throw new Error(`${text} is no length`);
