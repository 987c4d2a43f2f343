import { isDangerous } from '../../terminal/escape.js';

/** Letters that mean nothing to a shell, whichever it is. */
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

const escaped = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
};

/**
 * A text as one word of a command line: as it is, or in quotes that every shell reads. What must not reach a terminal as
 * it is stands escaped in `$'…'`, which bash, zsh and ksh read.
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  if (!isDangerous(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const inside = Array.from(text.replace(/[\\']/g, '\\$&'), (char) =>
    isDangerous(char) ? escaped(char) : char,
  );
  return `$'${inside.join('')}'`;
}
