/** Decodes PlantUML texts into plain text. */

const MARKS =
  /<U\+([\da-f]{1,6})>|&#(\d{1,7});|&#x([\da-f]{1,6});|\\([\\nlrt])|(<br\s{0,5}\/?>)|<\/?(?:b|i|u|s|w|sub|sup|plain|back|code|del|strike|font|color|size|img)(?:[\s:=][^<>]{0,200})?>|<[$&][^<>]{1,200}>|~(?=[*_/"~-])/gi;
/** Markup around words, unless escaped; URLs contain such signs as well. */
const PAIRS = /(?<![~:])(\*\*|__|\/\/)([^\n]{1,500}?)(?<![~:])\1/g;
/** Nesting depth of markup. */
const MAX_PAIRS = 3;

/** Decodes character references and line breaks, and removes Creole markup and sprites. */
export const plantumlDecoded = (text: string): string =>
  unpaired(text).replace(MARKS, (...found: (string | undefined)[]) => {
    const [mark = '', hex, decimal, html, letter, broken] = found;
    if (hex !== undefined) return characterOf(hex, 16) ?? mark;
    if (html !== undefined) return characterOf(html, 16) ?? mark;
    if (decimal !== undefined) return characterOf(decimal, 10) ?? mark;
    if (letter !== undefined) return letter === '\\' ? '\\' : letter === 't' ? ' ' : '\n';
    return broken === undefined ? '' : '\n';
  });

function unpaired(text: string): string {
  let bare = text;
  for (let times = 0; times < MAX_PAIRS; times += 1) bare = bare.replace(PAIRS, '$2');
  return bare;
}

function characterOf(reference: string, base: 10 | 16): string | undefined {
  const code = Number.parseInt(reference, base);
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** A name on one line. */
export const nameIn = (text: string): string => plantumlDecoded(text).replace(/\s+/g, ' ').trim();
