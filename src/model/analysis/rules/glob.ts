/** Glob patterns, matched in time proportional to the product of text and pattern length. */

const ANY = '*';
const ONE = '?';

/** Whether a text matches a pattern as a whole: `*` matches any characters, `?` exactly one. */
export function matchesGlob(text: string, pattern: string): boolean {
  const [chars, signs] = [[...text], [...pattern]];
  let [at, sign] = [0, 0];
  // Position of the last `*` and the end of its match so far; backtracking to the last `*` is sufficient.
  let [star, starAt] = [-1, 0];
  while (at < chars.length) {
    if (signs[sign] === ANY) {
      [star, starAt] = [sign, at];
      sign += 1;
    } else if (sign < signs.length && (signs[sign] === ONE || signs[sign] === chars[at])) {
      at += 1;
      sign += 1;
    } else if (star >= 0) {
      starAt += 1;
      [at, sign] = [starAt, star + 1];
    } else return false;
  }
  while (signs[sign] === ANY) sign += 1;
  return sign === signs.length;
}

export const matchesAnyGlob = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((it) => matchesGlob(text, it));

/** Naming styles. The expressions are unambiguous, so they match in linear time. */
const CASES = {
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
  camel: /^[a-z][A-Za-z0-9]*$/,
  pascal: /^[A-Z][A-Za-z0-9]*$/,
  title: /^[\p{Lu}\p{N}][^\s]*(?:\s[\p{Lu}\p{N}][^\s]*)*$/u,
} as const;
export type NameCase = keyof typeof CASES;
export const NAME_CASES = Object.keys(CASES) as readonly NameCase[];

export const isInCase = (name: string, it: NameCase): boolean => CASES[it].test(name);
