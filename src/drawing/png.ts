import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { fontPaths } from './font/files.js';
import { type Pixels, pixelRows } from './pixel-rows.js';
import { drawable, FONT_FAMILY, unsupportedCharacters, xml } from './text.js';

/** Maximum pixels of one picture: about 230 MB during rendering. */
const MAX_PIXELS = 60_000_000;

export interface RasterOptions {
  /** Directory of the bundled fonts. */
  fontDir: string;
  /** Pixels per SVG pixel. Default: 2, less if the picture would exceed the memory limit. */
  scale?: number;
  /** Maximum width in pixels; wider pictures are scaled down. */
  maxWidth?: number;
  /**
   * Uses the system's fonts for characters that Inter lacks (East Asian text, emoji), so pictures differ between
   * machines. Default: off. Characters without a glyph in any font are drawn as a box.
   */
  systemFonts?: boolean;
}

/** Renders an SVG document off the main thread; loads resvg on the first call. Throws for malformed SVG. */
export async function rasterize(svg: string, options: RasterOptions): Promise<Pixels> {
  const fontFiles = fontPaths(options.fontDir);
  const { renderAsync } = await import('@resvg/resvg-js');
  const others = options.systemFonts
    ? await systemCharacters(unsupportedCharacters(wordsOf(svg)), fontFiles)
    : undefined;
  const image = await renderAsync(boxed(svg, others), {
    font: { fontFiles, loadSystemFonts: others !== undefined && others.size > 0, defaultFontFamily: 'Inter' },
    fitTo: { mode: 'zoom', value: zoom(svg, options) },
    logLevel: 'off',
  });
  // `image.pixels` returns a new copy on each access, so it is read once.
  return { width: image.width, height: image.height, pixels: image.pixels };
}

/** Renders an SVG document as a PNG file. */
export async function svgToPng(svg: string, options: RasterOptions): Promise<Uint8Array> {
  return pngFile(await rasterize(svg, options));
}

/** Text between tags with characters outside ASCII. */
const NON_ASCII_TEXT = />([^<>]*[^\0-\x7f][^<>]*)</g;

const wordsOf = (svg: string): string =>
  Array.from(svg.matchAll(NON_ASCII_TEXT), ([, text]) => text).join('');

/** Replaces characters without a glyph by boxes: resvg would omit them, and a name could disappear. */
const boxed = (svg: string, others?: ReadonlySet<string>): string =>
  svg.replace(NON_ASCII_TEXT, (_, text: string) => `>${drawable(text, others)}<`);

/** Size from the attributes of an SVG document; undefined without them. */
export function svgSize(svg: string): { width: number; height: number } | undefined {
  const [, width, height] = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

function zoom(svg: string, { scale = 2, maxWidth }: RasterOptions): number {
  const size = svgSize(svg);
  if (!size) return scale;
  const widest = maxWidth === undefined ? scale : Math.min(scale, maxWidth / size.width);
  return Math.min(widest, Math.sqrt(MAX_PIXELS / (size.width * size.height)));
}

const pack = promisify<Uint8Array, { level: number }, Buffer>(deflate);

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bit depth 8, colour type RGB, and the only defined compression, filter and interlace methods. */
const KIND = [8, 2, 0, 0, 0];
/** Deflate level: 10% larger than at the default 6, in less than half the time. */
const LEVEL = 4;

/** Encodes an opaque picture as a PNG file; compresses off the main thread. */
async function pngFile(picture: Pixels): Promise<Uint8Array> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(picture.width, 0);
  size.writeUInt32BE(picture.height, 4);
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', Buffer.concat([size, Buffer.from(KIND)])),
    ...chunk('IDAT', await pack(pixelRows(picture), { level: LEVEL })),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer[] {
  const head = Buffer.from(`\0\0\0\0${name}`, 'latin1');
  head.writeUInt32BE(data.byteLength, 0);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(name)), 0);
  return [head, data, sum];
}

/**
 * Detects which characters the system's fonts can draw: there is no API, so each character is rendered and its pixels
 * are checked.
 */

const CELL = 32;
const COLUMNS = 32;
/** Maximum number of distinct characters to check. */
const MAX_CHARACTERS = 2048;

/**
 * Returns the characters that leave visible pixels. Loads the system's fonts only if there are characters to check. The
 * bundled fonts come first, as in a picture; otherwise a missing character would be drawn as a box of another font.
 */
async function systemCharacters(
  letters: ReadonlySet<string>,
  fontFiles: readonly string[],
): Promise<ReadonlySet<string>> {
  const tried = [...letters].slice(0, MAX_CHARACTERS);
  if (tried.length === 0) return letters;
  const { renderAsync } = await import('@resvg/resvg-js');
  const { width, pixels } = await renderAsync(sheetOf(tried), {
    font: { fontFiles: [...fontFiles], loadSystemFonts: true, defaultFontFamily: 'Inter' },
    logLevel: 'off',
  });
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.byteLength >> 2);
  const isMarked = (at: number): boolean => {
    const [left, top] = [(at % COLUMNS) * CELL, Math.floor(at / COLUMNS) * CELL];
    for (let y = top; y < top + CELL; y += 1)
      if (words.subarray(y * width + left, y * width + left + CELL).some((it) => it !== 0)) return true;
    return false;
  };
  return new Set(tried.filter((_, at) => isMarked(at)));
}

/** Draws each character in the middle of a cell, small enough not to overlap the next. */
function sheetOf(letters: readonly string[]): string {
  const rows = Math.ceil(letters.length / COLUMNS);
  const cells = letters.map((letter, at) => {
    const [x, y] = [(at % COLUMNS) * CELL + CELL / 2, Math.floor(at / COLUMNS) * CELL + CELL * 0.625];
    return `<text x="${x}" y="${y}" font-size="12" text-anchor="middle">${xml(letter)}</text>`;
  });
  const size = `width="${COLUMNS * CELL}" height="${rows * CELL}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONT_FAMILY}">${cells.join('')}</svg>`;
}
