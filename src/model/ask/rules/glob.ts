/** Patterns that people write without a manual, and that take no longer than the text and the pattern are long. */

const ANY = '*';
const ONE = '?';

/** Whether a text fits a pattern as a whole: `*` stands for any characters, `?` for one; anything else for itself. */
export function fits(text: string, pattern: string): boolean {
  const [chars, signs] = [[...text], [...pattern]];
  let [at, sign] = [0, 0];
  // Where the last `*` stood, and what it stands for so far: only that one can stand for more.
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

export const fitsOne = (text: string, patterns: readonly string[]): boolean =>
  patterns.some((it) => fits(text, it));

/** Ways to write a name; no character can be read in two ways, so none takes long. */
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
