import { onOneLine } from './one-line.js';

/**
 * What means something in PlantUML, wherever texts stand: quotes, functions and variables of its preprocessor
 * (`%getenv("HOME")`, `$name`), escapes such as `\\n`, tags, icons and colours; marks of its wiki syntax are doubled signs,
 * and at the beginning those of a list, a heading and a rule.
 */
const MEANINGFUL = /^[*=.]+|[*_/=.-]{2,}|["%$\\<>~|[\]{}#^`&]/g;

const numbered = (signs: string): string =>
  [...signs].map((sign) => `<U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}>`).join('');

/**
 * A text as it may stand in PlantUML, in quotes or behind a colon: signs with a meaning are told by their numbers, and are
 * signs again in the picture. What looks like such a number would be read once more, and begins with another sign. Never empty.
 */
export const plantumlText = (text: string): string =>
  onOneLine(text)
    .replace(/<(?=U\+[0-9a-f]+>)/gi, '\u2039')
    .replace(MEANINGFUL, numbered) || '…';
