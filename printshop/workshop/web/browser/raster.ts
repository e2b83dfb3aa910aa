// Draws the pictures of an export on the site, where Python draws no pixels. Only a page can draw SVG, a worker cannot.

// An SVG file, and the width and height of its picture in pixels.
export type Drawing = [svg: string, width: number, height: number];

// Returns the PNG file of each drawing.
export async function drawPictures(drawings: Drawing[]) {
  const files: ArrayBuffer[] = [];
  for (const drawing of drawings) files.push(await drawPicture(drawing));
  return files;
}

async function drawPicture([svg, width, height]: Drawing) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })),
    image = new Image(width, height),
    canvas = Object.assign(document.createElement("canvas"), { width, height });
  try {
    image.src = url;
    await image.decode();
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    const file = await new Promise<Blob | null>(done => canvas.toBlob(done));
    if (!file) throw new Error(`This browser cannot draw a picture of ${width} x ${height} pixels.`);
    return await file.arrayBuffer();
  } finally {
    URL.revokeObjectURL(url);
    canvas.width = 0; // some browsers keep its memory for long
  }
}
