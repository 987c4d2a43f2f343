import { subset, type Tables } from './sfnt.js';
import { woffOf } from './woff.js';

/** Embeds the bundled fonts in SVG documents, so that they look the same without installed fonts. */

/** Weights of the bundled fonts. */
export const WEIGHTS = [400, 600] as const;
type Weight = (typeof WEIGHTS)[number];

/** Global variable of a page with the fonts as WOFF files in base64, by weight. */
export const FONT_DATA = 'archctlFonts';

export type Fonts = Readonly<Record<Weight, Tables>>;

/** A text of a picture that archctl drew: its attributes and its escaped content. */
const TEXT = /<text ([^>]*)>([^<]*)<\/text>/g;
/** Characters that escapes stand for (`xml` of `../text.ts`). */
const ESCAPED = '&<>"\'';

/** Code points of the texts of a picture, by weight. */
function charactersOf(svg: string): Record<Weight, Set<number>> {
  const found = { 400: new Set<number>(), 600: new Set<number>() };
  for (const [, attributes = '', text = ''] of svg.matchAll(TEXT)) {
    const own = found[attributes.includes(' font-weight="600"') ? 600 : 400];
    for (const character of text.includes('&') ? text + ESCAPED : text)
      own.add(character.codePointAt(0) ?? 0);
  }
  return found;
}

/**
 * Adds the glyphs that a picture uses, as fonts in `data:` addresses. The same picture gives the same bytes.
 * @param svg A picture that archctl drew.
 */
export function embedFonts(svg: string, fonts: Fonts): string {
  const characters = charactersOf(svg);
  const faces = WEIGHTS.filter((weight) => characters[weight].size > 0).map((weight) => {
    const font = base64(woffOf(subset(fonts[weight], characters[weight])));
    return `@font-face{font-family:Inter;font-weight:${weight};src:url(data:font/woff;base64,${font})format("woff")}`;
  });
  return faces.length === 0
    ? svg
    : svg.replace(
        /^<svg [^>]*>(?:<title>[^<]*<\/title>)?/,
        (start) => `${start}<style>${faces.join('')}</style>`,
      );
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
