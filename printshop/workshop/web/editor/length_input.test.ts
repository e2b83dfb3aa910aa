// Lengths and sizes in parts.

import { convertMeasure, readMeasure, writeMeasure } from "./length_input.tsx";

const texts = ["20 mm", "20 x 30 mm", "1 1/2 in", "9/16 in", "30 %", "0.5 in"];
for (const text of texts) {
  const read = readMeasure(text);
  if (!read || writeMeasure(read) !== text) throw new Error(`${text} is ${JSON.stringify(read)}`);
}
const converted: [string, string, string][] = [
  ["25.4 x 50.8 mm", "in", "1 x 2 in"],
  ["1 1/2 in", "mm", "38.1 mm"],
  ["30 %", "mm", "30 mm"],
];
for (const [text, unit, expected] of converted) {
  const read = readMeasure(text);
  if (!read || writeMeasure(convertMeasure(read, unit)) !== expected)
    throw new Error(`${text} in ${unit} is ${JSON.stringify(read && convertMeasure(read, unit))}`);
}
for (const text of ["", "rest", "by size class", "20", "{hull} mm", "mm"])
  if (readMeasure(text)) throw new Error(`${text} is no length`);
