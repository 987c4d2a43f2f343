/**
 * Escapes cells that a spreadsheet would evaluate (OWASP, CSV Injection). Off by default, because programs need the
 * data unchanged.
 */

// Tabs and carriage returns are already escaped at this point. Some spreadsheets and locales treat full-width and small
// forms, and the minus sign, like the ASCII characters; some skip leading blanks and quotes.
const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Prefixes text that a spreadsheet would evaluate with an apostrophe. Numbers are unchanged. Each part between
 * semicolons is checked, because spreadsheets split cells there in locales with a decimal comma.
 */
export const escapeFormulas = (text: string): string =>
  text
    .split(';')
    .map((part) => (FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join(';');
