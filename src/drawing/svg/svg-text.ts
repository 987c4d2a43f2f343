import { num } from '../geometry.js';
import { isBundled, measure, type TextStyle, xml } from '../text.js';

interface Placing {
  x: number;
  /** Top of the first line. */
  y: number;
  color: string;
  anchor?: 'start' | 'middle';
  struck?: boolean;
}

/** Cap height of the font, in em, to centre a line vertically. */
const CAP = 0.727;

/**
 * Fixes the width of a line, so that it fits in its box with every font. Lines with characters of other fonts keep their
 * natural width, which `measure` only estimates.
 */
function fixedWidth(line: string, style: TextStyle): string {
  const width = isBundled(line) ? measure(line, style) : 0;
  return width > 0 ? ` textLength="${num(width)}" lengthAdjust="spacingAndGlyphs"` : '';
}

/** Draws lines of text, one element each, centred in their line height. */
export function textLines(lines: readonly string[], style: TextStyle, at: Placing): string {
  const first = at.y + style.lineHeight / 2 + (style.size * CAP) / 2;
  const anchor = at.anchor === 'middle' ? ' text-anchor="middle"' : '';
  const struck = at.struck ? ' text-decoration="line-through"' : '';
  const weight = style.weight === 400 ? '' : ` font-weight="${style.weight}"`;
  return lines
    .map((line, i) => {
      const place = `x="${num(at.x)}" y="${num(first + i * style.lineHeight)}"`;
      return `<text ${place} font-size="${style.size}"${weight} fill="${at.color}"${anchor}${struck}${fixedWidth(line, style)}>${xml(line)}</text>`;
    })
    .join('');
}
