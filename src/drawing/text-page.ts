import { textLines } from './svg/svg-text.js';
import { FONT_FAMILY, type TextStyle, wrap } from './text.js';

/** A4 without margins, in pixels of three quarters of a point. */
const SHORT = 746;
const LONG = 1074;
const INDENT = 40;

const BODY: TextStyle = { size: 12, weight: 400, lineHeight: 18 };
const HEADINGS: readonly TextStyle[] = [
  { size: 24, weight: 600, lineHeight: 40 },
  { size: 18, weight: 600, lineHeight: 34 },
  { size: 14, weight: 600, lineHeight: 26 },
];

/** Maximum number of lines of one paragraph; the rest is omitted. */
const MAX_LINES = 400;

interface Printed {
  text: string;
  style: TextStyle;
}

/**
 * Formats lines of text as printed pages, each an SVG document; a line that begins with `#` characters is a heading.
 */
export function textPages(lines: readonly string[], orientation: 'portrait' | 'landscape'): string[] {
  const [width, height] = orientation === 'portrait' ? [SHORT, LONG] : [LONG, SHORT];
  const pages: Printed[][] = [[]];
  let used = 0;
  for (const line of lines.flatMap((it) => printed(it, width - 2 * INDENT))) {
    if (used + line.style.lineHeight > height - 2 * INDENT) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(line);
    used += line.style.lineHeight;
  }
  return pages.map((page) => svgOf(page, width, height));
}

function printed(line: string, width: number): Printed[] {
  const [, signs = '', text = ''] = /^(#*)\s*(.*)$/s.exec(line) ?? [];
  const style = signs === '' ? BODY : (HEADINGS[Math.min(signs.length, HEADINGS.length) - 1] ?? BODY);
  return wrap(text, width, style, MAX_LINES).map((it) => ({ text: it, style }));
}

function svgOf(page: readonly Printed[], width: number, height: number): string {
  let y = INDENT;
  const drawn = page.map(({ text, style }) => {
    const at = { x: INDENT, y, color: '#1c2733' };
    y += style.lineHeight;
    return textLines([text], style, at);
  });
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT_FAMILY}">`;
  return `${open}<rect width="${width}" height="${height}" fill="#ffffff"/>${drawn.join('')}</svg>`;
}
