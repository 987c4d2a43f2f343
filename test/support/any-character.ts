import fc from 'fast-check';

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
const HOW_MANY_SURROGATES = AFTER_SURROGATES - SURROGATES;
const LAST = 0x10ffff;

/**
 * Any character, like `unit: 'binary'` of fast-check, which builds a table of all characters in every
 * process: a second of work and a hundred megabytes.
 */
export const anyCharacter = fc.nat({ max: LAST - HOW_MANY_SURROGATES }).map(
  (at) => String.fromCodePoint(at < SURROGATES ? at : at + HOW_MANY_SURROGATES),
  (text) => {
    const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
    const isOne = point !== -1 && String.fromCodePoint(point) === text;
    if (!isOne || (point >= SURROGATES && point < AFTER_SURROGATES)) throw new Error('Not one character.');
    return point < SURROGATES ? point : point - HOW_MANY_SURROGATES;
  },
);
