import { onOneLine } from './one-line.js';

/**
 * Characters with a meaning in PlantUML, in any position: quotes, functions and variables of its preprocessor
 * (`%getenv("HOME")`, `$name`), escapes such as `\\n`, tags, icons and colours. Wiki markup consists of doubled
 * characters, and list, heading and rule markers at the beginning.
 */
const MEANINGFUL = /^[*=.]+|[*_/=.-]{2,}|["%$\\<>~|[\]{}#^`&]/g;

const numbered = (signs: string): string =>
  [...signs].map((sign) => `<U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}>`).join('');

/**
 * Escapes text for PlantUML, quoted or after a colon: special characters become numeric references, which the picture
 * shows as the characters. In text that looks like such a reference, `<` becomes `‹`. Never empty.
 */
export const plantumlText = (text: string): string =>
  onOneLine(text)
    .replace(/<(?=U\+[0-9a-f]+>)/gi, '\u2039')
    .replace(MEANINGFUL, numbered) || '…';
