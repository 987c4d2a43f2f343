import { onOneLine } from './one-line.js';

/**
 * Characters with a meaning in Mermaid, in any position: statements and comments (`;`, `#`, `%`), quotes and Markdown
 * strings, HTML, brackets and edge labels, escapes, formulas, and the colon of directives and icons.
 */
const MEANINGFUL = /[#;%"`<>&[\]{}|\\$:]/g;

/** Keyword that closes a block, in any position. */
const END = /\b(e)(n)(d)\b/gi;

const entity = (sign: string): string => `#${sign.charCodeAt(0)};`;

/** Escapes text for any Mermaid diagram, quoted or not: special characters become entities. Never empty. */
export const mermaidText = (text: string): string =>
  onOneLine(text)
    .replace(MEANINGFUL, entity)
    .replace(END, (_, first: string, second: string, third: string) => first + entity(second) + third) || '…';
