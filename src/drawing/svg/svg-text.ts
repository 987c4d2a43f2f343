import { num } from '../geometry.js';
import { type TextStyle, xml } from '../text.js';

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

/** Draws lines of text, one element each, centred in their line height. */
export function textLines(lines: readonly string[], style: TextStyle, at: Placing): string {
  const first = at.y + style.lineHeight / 2 + (style.size * CAP) / 2;
  const anchor = at.anchor === 'middle' ? ' text-anchor="middle"' : '';
  const struck = at.struck ? ' text-decoration="line-through"' : '';
  const weight = style.weight === 400 ? '' : ` font-weight="${style.weight}"`;
  return lines
    .map((line, i) => {
      const place = `x="${num(at.x)}" y="${num(first + i * style.lineHeight)}"`;
      return `<text ${place} font-size="${style.size}"${weight} fill="${at.color}"${anchor}${struck}>${xml(line)}</text>`;
    })
    .join('');
}
