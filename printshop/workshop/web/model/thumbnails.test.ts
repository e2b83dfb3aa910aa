// Thumbnails have one shape, and their subject is in it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawGrid, fitRecord } from "./thumbnails.ts";

const numbersOf = (tag: string, ...names: string[]) =>
  names.map(name => Math.round(Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1])));
const shapeOf = (svg: string) => / viewBox="([^"]*)"/.exec(svg)?.[1];

for (let count = 1; count <= 6; count++)
  test(`${count} ships stand within the thumbnail, as far from its left as from its right side`, () => {
    const svg = drawGrid(Array(count).fill("a&b.svg"), "#123456"),
      images = [...svg.matchAll(/<image [^>]*>/g)].map(([tag]) => numbersOf(tag, "x", "y", "width", "height"));
    assert.equal(images.length, count);
    assert.equal(shapeOf(svg), "0 0 160 120");
    assert.match(svg, /<rect x="-160" y="-120" width="480" height="360" fill="#123456"/); // beyond its edges, too
    assert.match(svg, /href="a&amp;b.svg"/);
    for (const height of new Set(images.map(([, y]) => y))) {
      const row = images.filter(([, y]) => y === height),
        [first, last] = [row[0] ?? [], row.at(-1) ?? []];
      assert.ok(Math.abs((first[0] ?? 0) - (160 - (last[0] ?? 0) - (last[2] ?? 0))) <= 1); // they are rounded
    }
    for (const [, y = 0, , height = 0] of images) assert.ok(y > 0 && y + height < 120);
  });

const record = (width: number, height: number) =>
  fitRecord(
    `<?xml version="1.0"?><svg height="${height}mm" viewBox="3 4 ${width} ${height}" width="${width}mm"><g/></svg>`,
  );
const innerOf = (svg: string) => {
  const [, tag = ""] = [...svg.matchAll(/<svg[^>]*>/g)].map(([one]) => one);
  return [shapeOf(tag), ...numbersOf(tag, "y", "width", "height")];
};
test("a tall record has the whole width and is cut at the bottom", () => {
  assert.deepEqual(innerOf(record(80, 100)), ["3 4 80 100", 0, 160, 200]);
});
test("a strip has the whole width and stands in the middle: no value is cut", () => {
  assert.deepEqual(innerOf(record(160, 100)), ["3 4 160 100", 10, 160, 100]);
  assert.deepEqual(innerOf(record(200, 20)), ["3 4 200 20", 52, 160, 16]);
});
test("a text that is no drawing stays", () => {
  assert.equal(fitRecord(""), "");
  assert.equal(fitRecord("<svg><g/></svg>"), "<svg><g/></svg>");
});
