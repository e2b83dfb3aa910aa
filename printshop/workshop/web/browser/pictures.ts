// Decodes pictures for Python, which cannot read pixels in a page. Runs in the worker.

type PictureData = [format: "png" | "jpeg", width: number, height: number, bytes: Uint8Array];

const MOST_PIXELS = 50_000_000, // as in printshop.drawing.artwork
  QUALITY = 0.9;

// Returns the picture of a file in colour, in light ink and in black ink. Throws for a damaged file.
export async function preparePicture(file: Uint8Array<ArrayBuffer>): Promise<PictureData[]> {
  const bitmap = await createImageBitmap(new Blob([file])); // upright, in sRGB
  const { width, height } = bitmap;
  if (width * height > MOST_PIXELS) throw new Error("too many pixels");
  const canvas = new OffscreenCanvas(width, height),
    context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const image = context.getImageData(0, 0, width, height),
    pixels = image.data,
    opaque = isOpaque(pixels),
    photo = opaque && isPhoto(file);
  async function encode(): Promise<PictureData> {
    if (!photo) return ["png", width, height, await encodePng(pixels, width, height, opaque ? 3 : 4)];
    context?.putImageData(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    return ["jpeg", width, height, new Uint8Array(await blob.arrayBuffer())];
  }
  const color = await encode();
  const grey = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    grey[at] = (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16;
    grey[at + 3] = alpha;
    for (let channel = at; channel < at + 3; channel++) pixels[channel] = ((pixels[channel] ?? 0) + 255) >> 1;
  }
  const light = await encode();
  return [color, light, ["png", width, height, await encodePng(grey, width, height, opaque ? 1 : 2)]];
}

function isOpaque(pixels: Uint8ClampedArray) {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false;
  return true;
}

// Whether a file is a JPEG picture, or a WebP picture that is compressed as a photo.
function isPhoto(file: Uint8Array) {
  const start = String.fromCharCode(...file.subarray(0, 4_096));
  return start.startsWith("\xff\xd8") || (start.startsWith("RIFF") && start.includes("VP8 "));
}

// The channels of a PNG file in the pixels of a canvas, by their number, and the colour type of the file.
const CHANNELS: Record<number, [channels: number[], type: number]> = {
  1: [[0], 0],
  2: [[0, 3], 4],
  3: [[0, 1, 2], 2],
  4: [[0, 1, 2, 3], 6],
};

// Returns a PNG file with 8 bits per channel and the filter "up" in each row: Python undoes this filter quickly.
async function encodePng(pixels: Uint8ClampedArray, width: number, height: number, count: 1 | 2 | 3 | 4) {
  const [channels, type] = CHANNELS[count] ?? [[], 0],
    rows = new Uint8Array(height * (1 + width * count)),
    above = 4 * width;
  let end = 0;
  for (let y = 0, at = 0; y < height; y++) {
    rows[end++] = 2;
    for (let x = 0; x < width; x++, at += 4)
      for (const channel of channels) rows[end++] = (pixels[at + channel] ?? 0) - (pixels[at + channel - above] ?? 0);
  }
  const head = new DataView(new ArrayBuffer(13));
  head.setUint32(0, width);
  head.setUint32(4, height);
  head.setUint8(8, 8);
  head.setUint8(9, type);
  const zipped = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", new Uint8Array(head.buffer)),
    chunk("IDAT", new Uint8Array(await new Response(zipped).arrayBuffer())),
    chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function chunk(name: string, data: Uint8Array) {
  const chunk = new Uint8Array(12 + data.length),
    view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at++) chunk[4 + at] = name.charCodeAt(at);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

function crc(bytes: Uint8Array) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (CRCS[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}
