import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pixels } from './pixel-rows.js';
import { pngFile } from './png-file.js';
import { systemCharacters } from './system-fonts.js';
import { drawable, unsupportedCharacters } from './text.js';

/** Files of the bundled fonts, in the directory that the caller passes. */
const FONT_FILES = ['Inter-Regular.ttf', 'Inter-SemiBold.ttf'] as const;

/** Maximum pixels of one picture: about 230 MB during rendering. */
const MAX_PIXELS = 60_000_000;

export interface RasterOptions {
  /** Directory that contains FONT_FILES. */
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

/** Returns the paths of the bundled fonts. Throws if one is missing, because resvg would silently omit all text. */
export function loadFonts(fontDir: string): string[] {
  return FONT_FILES.map((name) => {
    const path = join(fontDir, name);
    if (!existsSync(path)) throw new Error(`Font file not found: ${path}`);
    return path;
  });
}

/** Renders an SVG document off the main thread; loads resvg on the first call. Throws for malformed SVG. */
export async function rasterize(svg: string, options: RasterOptions): Promise<Pixels> {
  const fontFiles = loadFonts(options.fontDir);
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
