import { FONT_FAMILY, xml } from './text.js';

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
export async function systemCharacters(
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
