// Small drawings of files. All have one shape, that of drawn covers: neighbours are level, and each has its whole width.

const WIDTH = 160,
  HEIGHT = 120,
  MARGIN = 6,
  GROUND = 0.28; // opacity of a side's colour: black ships are seen on it

const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const drawFrame = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}mm" height="${HEIGHT}mm">${inside}</svg>`;

// Draws pictures, given by their addresses, in a grid on a ground of a colour. The last row is at the middle.
export function drawGrid(pictures: readonly string[], color: string) {
  const columns = pictures.length > 2 ? 2 : 1,
    rows = Math.ceil(pictures.length / columns),
    width = (WIDTH - (columns + 1) * MARGIN) / columns,
    height = (HEIGHT - (rows + 1) * MARGIN) / rows;
  const images = pictures.map((href, number) => {
    const row = Math.floor(number / columns),
      inRow = Math.min(columns, pictures.length - row * columns),
      left = (WIDTH - inRow * (width + MARGIN) + MARGIN) / 2,
      x = left + (number % columns) * (width + MARGIN);
    return `<image x="${x}" y="${MARGIN + row * (height + MARGIN)}" width="${width}" height="${height}" href="${escapeText(href)}"/>`;
  });
  return drawFrame(
    // a place of another shape has the ground at its edges, too
    `<rect x="${-WIDTH}" y="${-HEIGHT}" width="${3 * WIDTH}" height="${3 * HEIGHT}" fill="${escapeText(color)}" opacity="${GROUND}"/>${images.join("")}`,
  );
}

// Fits the drawing of a record into a thumbnail by its width, so that no value is cut: a tall one loses its lower part.
export function fitRecord(svg: string) {
  const [root = ""] = /<svg[^>]*/.exec(svg) ?? [],
    [width = 0, height = 0] = (/ viewBox="\S+ \S+ (\S+) (\S+)"/.exec(root) ?? []).slice(1).map(Number);
  if (!width || !height) return svg;
  const shown = (height * WIDTH) / width,
    top = Math.max(0, (HEIGHT - shown) / 2);
  const inner = `${root.replace(/ (?:width|height)="[^"]*"/g, "")} y="${top}" width="${WIDTH}" height="${shown}"`;
  return drawFrame(svg.slice(svg.indexOf("<svg")).replace(root, () => inner));
}
