import { isDangerous } from '../../../base/text/escape.js';

/** Characters without special meaning in any shell. */
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

const escaped = (char: string): string => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
};

/**
 * Quotes a text as one word for any shell. Unsafe characters are escaped in `$'…'`, which bash, zsh and ksh understand.
 */
export function shellWord(text: string): string {
  if (PLAIN.test(text)) return text;
  if (!isDangerous(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const inside = Array.from(text.replace(/[\\']/g, '\\$&'), (char) =>
    isDangerous(char) ? escaped(char) : char,
  );
  return `$'${inside.join('')}'`;
}
