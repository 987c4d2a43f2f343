import { FONT_DATA } from './embed.js';
import { loadFonts } from './files.js';
import { readCharacters, subset, type Tables } from './sfnt.js';
import { woffOf } from './woff.js';
import { woff2Of } from './woff2.js';

/** The bundled fonts for browser pages. They are made from the fonts of pictures, so that they are installed once. */

/** Ranges of weights for which a page uses a font. */
const RANGES = { 400: '100 500', 600: '600 900' } as const;
const WEIGHTS = [400, 600] as const;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The font without kerning, so that texts are as wide as `measure` computes. */
const plain = (tables: Tables): Tables => subset(tables, readCharacters(tables).keys());

/** Style sheet with the fonts as WOFF 2 files in `data:` addresses. */
function styles(fontDir: string): string {
  const fonts = loadFonts(fontDir);
  return WEIGHTS.map(
    (weight) =>
      `@font-face{font-family:Inter;font-weight:${RANGES[weight]};font-display:swap;src:url(data:font/woff2;base64,${base64(woff2Of(plain(fonts[weight])))})format("woff2")}\n`,
  ).join('');
}

/** Script that provides the fonts as WOFF files in base64, by weight. */
function script(fontDir: string): string {
  const fonts = loadFonts(fontDir);
  const files = Object.fromEntries(WEIGHTS.map((it) => [it, base64(woffOf(plain(fonts[it])))]));
  return `globalThis.${FONT_DATA}=${JSON.stringify(files)};\n`;
}

const PREFIXES: Readonly<Record<string, (fontDir: string) => string>> = {
  'page.css': styles,
  'fonts.js': script,
};

let made: { fontDir: string; texts: Map<string, string> } | undefined;

/**
 * Adds the fonts to a built file of the page, if it is the one that contains them. They are made once per process.
 * @param name File name of a script or style sheet. @param fontDir Directory of the bundled fonts.
 */
export function withPageFonts(name: string, content: string, fontDir: string): string {
  const prefix = PREFIXES[name];
  if (!prefix) return content;
  if (made?.fontDir !== fontDir) made = { fontDir, texts: new Map() };
  const text = made.texts.get(name) ?? prefix(fontDir);
  made.texts.set(name, text);
  return text + content;
}
