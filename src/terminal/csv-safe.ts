/**
 * Cells that a spreadsheet takes for text (OWASP, CSV Injection). Off unless asked for: what is data to a program must stay
 * as it is.
 */

// Tabs and returns are escapes by then. Full-width and small forms, and the minus sign, count as their ASCII kin in some
// spreadsheets and some languages; blanks and quotes in front are skipped by some.
const FORMULA = /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * The text with an apostrophe in front of what a spreadsheet would evaluate. Numbers stay numbers. Every part between
 * semicolons is looked at: where the comma is the decimal sign, cells are parted there.
 */
export const withoutFormulas = (text: string): string =>
  text
    .split(';')
    .map((part) => (FORMULA.test(part) && !NUMBER.test(part) ? `'${part}` : part))
    .join(';');
