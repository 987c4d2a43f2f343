import { INVISIBLE, isLegitimate } from '../base/text/invisible.js';

const INVISIBLE_OR_CONTROL = new RegExp(`[\\p{Cc}\\p{Cs}${INVISIBLE}]`, 'gu');

/**
 * Removes characters that control a terminal, change the reading order or are invisible, unless the script needs them.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE_OR_CONTROL, (char: string, at: number, whole: string) =>
    isLegitimate(whole, at) ? char : '',
  );

/**
 * Puts text on one line, for notations that end a statement with the line: line breaks and runs of white space become
 * one space. Removes characters that control a terminal, change the reading order or are invisible, unless the script
 * needs them.
 */
export const onOneLine = (text: string): string => withoutInvisible(text.replace(/\s+/g, ' ')).trim();

/**
 * Characters that Mermaid interprets in any position: statements and comments (`;`, `#`, `%`), quotes and Markdown
 * strings, HTML, brackets and edge labels, escapes, formulas, and the colon of directives and icons.
 */
const MERMAID_SIGNS = /[#;%"`<>&[\]{}|\\$:]/g;

/** Keyword that closes a block, in any position. */
const MERMAID_END = /\b(e)(n)(d)\b/gi;

const entity = (sign: string): string => `#${sign.charCodeAt(0)};`;

/** Escapes text for any Mermaid diagram, quoted or not: special characters become entities. Never empty. */
export const mermaidText = (text: string): string =>
  onOneLine(text)
    .replace(MERMAID_SIGNS, entity)
    .replace(
      MERMAID_END,
      (_, first: string, second: string, third: string) => first + entity(second) + third,
    ) || '…';

/**
 * Characters that PlantUML interprets in any position: quotes, functions and variables of its preprocessor
 * (`%getenv("HOME")`, `$name`), escapes such as `\n`, tags, icons and colours. Wiki markup consists of doubled
 * characters, and list, heading and rule markers at the beginning.
 */
const PLANTUML_MARKUP = /^[*=.]+|[*_/=.-]{2,}|["%$\\<>~|[\]{}#^`&]/g;

const references = (signs: string): string =>
  [...signs].map((sign) => `<U+${sign.charCodeAt(0).toString(16).padStart(4, '0')}>`).join('');

/**
 * Escapes text for PlantUML, quoted or after a colon: special characters become numeric references, which the picture
 * shows as the characters. In text that looks like such a reference, `<` becomes `‹`. Never empty.
 */
export const plantumlText = (text: string): string =>
  onOneLine(text)
    .replace(/<(?=U\+[0-9a-f]+>)/gi, '\u2039')
    .replace(PLANTUML_MARKUP, references) || '…';

/** Characters that end a quoted string, begin an escape (`\N` is the name of the node) or are parsed as HTML. */
const DOT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

/** Formats a text as a quoted DOT string, including the quotes. */
export const dotText = (text: string): string =>
  `"${onOneLine(text).replace(/["\\&<>]/g, (it) => DOT_ESCAPES[it] ?? '')}"`;
