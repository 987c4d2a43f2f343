import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pixels } from './pixel-rows.js';
import { pngFile } from './png-file.js';
import { drawnBySystem } from './system-fonts.js';
import { drawable, foreignLetters } from './text.js';

/** Files of the shipped fonts, in the directory the caller names. */
const FONT_FILES = ['Inter-Regular.ttf', 'Inter-SemiBold.ttf'] as const;

/** Most pixels of one picture: about 230 MB while it is drawn. */
const MOST_PIXELS = 60_000_000;

export interface RasterOptions {
  /** Directory that holds FONT_FILES. */
  fontDir: string;
  /** Pixels per SVG pixel; 2 unless told. Lowered where the picture would be larger than memory should bear. */
  scale?: number;
  /** Widest result in pixels; the picture is scaled down to it. */
  maxWidth?: number;
  /**
   * Lets the machine's fonts draw what Inter lacks (East Asian text, emoji), so that pictures differ by machine; off
   * unless told. What no font has is a box.
   */
  systemFonts?: boolean;
}

/** Paths of the shipped fonts. Throws where one is missing: resvg would leave out all text without a word. */
export function loadFonts(fontDir: string): string[] {
  return FONT_FILES.map((name) => {
    const path = join(fontDir, name);
    if (!existsSync(path)) throw new Error(`Font file not found: ${path}`);
    return path;
  });
}

/** Draws an SVG document off the main thread; loads resvg at the first call. Throws for malformed SVG. */
export async function rasterize(svg: string, options: RasterOptions): Promise<Pixels> {
  const fontFiles = loadFonts(options.fontDir);
  const { renderAsync } = await import('@resvg/resvg-js');
  const others = options.systemFonts
    ? await drawnBySystem(foreignLetters(wordsOf(svg)), fontFiles)
    : undefined;
  const image = await renderAsync(boxed(svg, others), {
    font: { fontFiles, loadSystemFonts: others !== undefined && others.size > 0, defaultFontFamily: 'Inter' },
    fitTo: { mode: 'zoom', value: zoom(svg, options) },
    logLevel: 'off',
  });
  // Each look at the pixels makes a copy.
  return { width: image.width, height: image.height, pixels: image.pixels };
}

/** An SVG document as a PNG file. */
export async function svgToPng(svg: string, options: RasterOptions): Promise<Uint8Array> {
  return pngFile(await rasterize(svg, options));
}

/** Text between tags that is not plain English. */
const FOREIGN_WORDS = />([^<>]*[^\0-\x7f][^<>]*)</g;

const wordsOf = (svg: string): string => Array.from(svg.matchAll(FOREIGN_WORDS), ([, text]) => text).join('');

/** Words with boxes for what no font has: resvg would leave such signs out, and a name could vanish. */
const boxed = (svg: string, others?: ReadonlySet<string>): string =>
  svg.replace(FOREIGN_WORDS, (_, text: string) => `>${drawable(text, others)}<`);

/** Size an SVG document gives itself; undefined where it names none. */
export function svgSize(svg: string): { width: number; height: number } | undefined {
  const [, width, height] = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}

function zoom(svg: string, { scale = 2, maxWidth }: RasterOptions): number {
  const size = svgSize(svg);
  if (!size) return scale;
  const widest = maxWidth === undefined ? scale : Math.min(scale, maxWidth / size.width);
  return Math.min(widest, Math.sqrt(MOST_PIXELS / (size.width * size.height)));
}
