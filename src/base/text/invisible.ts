/**
 * Invisible characters, and characters that only change how others are displayed. Text can be hidden in them, or look
 * like another text. Some are legitimate: in emoji, and in scripts that need them.
 */

// Default ignorable code points and format characters of Unicode, including bidirectional controls, but without the
// visible Arabic number signs; also blank letters and symbols. Written as ranges, because Unicode classes compile too
// slowly for completion.
const RANGES =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164' +
  '\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{13430}-\\u{1343f}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}' +
  '\\u{e0000}-\\u{e0fff}';

/** All invisible characters, for a character class of a regular expression with the `u` flag. */
export const INVISIBLE = RANGES;

const ZWNJ = 0x200c;
const ZWJ = 0x200d;

/** Flags with tag sequences that fonts support. */
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`,
);

/** Scripts that use joiners, and marks that form a cluster of letters. */
const JOINING = ['Arab', 'Syrc', 'Nkoo', 'Mong', 'Adlm', 'Rohg', 'Phag', 'Mand'];
const CLUSTERING = [
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
];
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;

interface Homes {
  pictograph: RegExp;
  pictographBefore: RegExp;
  pictographAfter: RegExp;
  ideograph: RegExp;
  variable: RegExp;
  mongolian: RegExp;
  mongolianAfter: RegExp;
  scripts: { before: RegExp; after: RegExp }[];
}

let homes: Homes | undefined;

/** Compiled on first use; most texts never need it. */
function homesOf(): Homes {
  homes ??= {
    pictograph: /\p{Extended_Pictographic}$/u,
    pictographBefore: /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?$/u,
    pictographAfter: /^\p{Extended_Pictographic}/u,
    ideograph: /\p{Unified_Ideograph}$/u,
    variable: /[\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}]$/u,
    mongolian: /\p{Script=Mongolian}$/u,
    mongolianAfter: /^\p{Script=Mongolian}/u,
    scripts: [...JOINING, ...CLUSTERING].map((script) => {
      const letter = `(?=[\\p{L}\\p{M}])\\p{Script_Extensions=${script}}`;
      return { before: new RegExp(`${letter}$`, 'u'), after: new RegExp(`^${letter}`, 'u') };
    }),
  };
  return homes;
}

/** Longest sequence before a joiner: pictograph, skin tone, variation selector. */
const BEFORE = 5;

/**
 * Whether the invisible character at `index` is legitimate: part of an emoji, a flag, a word in a script that needs it,
 * or a variant of an ideograph.
 */
export function isLegitimate(text: string, index: number): boolean {
  const code = text.codePointAt(index) ?? 0;
  const before = text.slice(Math.max(0, index - BEFORE), index);
  const after = text.slice(index + (code > 0xffff ? 2 : 1), index + BEFORE);
  if (code === ZWJ || code === ZWNJ) return isUsedJoiner(code, before, after);
  if (code >= 0xe0020 && code <= 0xe007f) return isInFlag(text, index);
  if (code === 0x2800) return /[\u2801-\u28ff]$/.test(before) || /^[\u2801-\u28ff]/.test(after);
  const isSelector = code >= 0xfe00 && code <= 0xfe0f;
  if (isSelector || (code >= 0xe0100 && code <= 0xe01ef)) return isUsedSelector(code, before, after);
  if (code < 0x180b || code > 0x180f) return false;
  const { mongolian, mongolianAfter } = homesOf();
  return mongolian.test(before) && (code !== 0x180e || mongolianAfter.test(after));
}

function isUsedJoiner(code: number, before: string, after: string): boolean {
  const { pictographBefore, pictographAfter, scripts } = homesOf();
  if (code === ZWJ && pictographBefore.test(before) && pictographAfter.test(after)) return true;
  // Older Malayalam words may end with a joiner.
  if (code === ZWJ && VIRAMA.test(before)) return true;
  return scripts.some((script) => script.before.test(before) && script.after.test(after));
}

/** Whether a variation selector applies to the character before it. */
function isUsedSelector(code: number, before: string, after: string): boolean {
  const { pictograph, ideograph, variable } = homesOf();
  if (code === 0xfe0f && /[\d#*]$/.test(before)) return after.startsWith('\u20e3');
  if (code === 0xfe0e || code === 0xfe0f) return pictograph.test(before);
  if (code <= 0xfe02 || code > 0xffff)
    return ideograph.test(before) || (code === 0xfe00 && variable.test(before));
  return false;
}

function isInFlag(text: string, index: number): boolean {
  return FLAGS.some((flag) => {
    for (let at = 2; at < flag.length; at += 2) if (text.startsWith(flag, index - at)) return true;
    return false;
  });
}
