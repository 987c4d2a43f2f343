/** Pixels encoded for PNG and PDF: red, green and blue, each row as the difference from the previous one. */

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes per pixel: red, green, blue and alpha. Alpha is ignored, because pictures are opaque. */
  pixels: Uint8Array;
}

/** PNG filter type "Up", at the start of each row. */
const UP = 2;

/**
 * Encodes three bytes per pixel, and one before each row. Most pixels equal the one above and compress to almost
 * nothing.
 */
export function pixelRows({ width, height, pixels }: Pixels): Uint8Array {
  const row = 3 * width + 1;
  const data = new Uint8Array(row * height);
  const words = wordsOf(pixels);
  const bytes = Buffer.from(words.buffer, words.byteOffset, words.byteLength);
  const above = (y: number) => bytes.subarray(4 * width * (y - 1), 4 * width * y);
  for (let y = 0; y < height; y += 1) {
    data[y * row] = UP;
    if (y > 0 && above(y).equals(above(y + 1))) continue;
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      // The difference is zero, which is the initial value.
      if (y > 0 && words[at] === words[at - width]) continue;
      const to = y * row + 1 + 3 * x;
      for (let c = 0; c < 3; c += 1) {
        const before = y === 0 ? 0 : (bytes[4 * (at - width) + c] ?? 0);
        data[to + c] = (bytes[4 * at + c] ?? 0) - before;
      }
    }
  }
  return data;
}

/** Views the bytes as 32-bit words, one per pixel. */
function wordsOf(pixels: Uint8Array): Uint32Array {
  const aligned = pixels.byteOffset % 4 === 0 ? pixels : new Uint8Array(pixels);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
}
