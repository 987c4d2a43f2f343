import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fonts } from './embed.js';
import { readTables } from './sfnt.js';

/** Files of the bundled fonts by weight, in the directory that the caller passes. */
const FILES = { 400: 'Inter-Regular.ttf', 600: 'Inter-SemiBold.ttf' } as const;

/** Returns the paths of the bundled fonts. Throws if one is missing, because resvg would silently omit all text. */
export const fontPaths = (fontDir: string): string[] =>
  Object.values(FILES).map((name) => pathOf(fontDir, name));

function pathOf(fontDir: string, name: string): string {
  const path = join(fontDir, name);
  if (!existsSync(path)) throw new Error(`Font file not found: ${path}`);
  return path;
}

let loaded: { fontDir: string; fonts: Fonts } | undefined;

/** The bundled fonts, read once per process. */
export function loadFonts(fontDir: string): Fonts {
  const read = (weight: keyof typeof FILES) => readTables(readFileSync(pathOf(fontDir, FILES[weight])));
  if (loaded?.fontDir !== fontDir) loaded = { fontDir, fonts: { 400: read(400), 600: read(600) } };
  return loaded.fonts;
}
