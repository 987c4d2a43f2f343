/** Other people's text on its way to a shell: it is data there, on one line, and drives no terminal. */

// Written as ranges: Unicode classes take longer to compile than a Tab should.
const ESC = '\u001b';
const CONTROLS = '\u0000-\u001f\u007f-\u009f\u2028\u2029';
// Marks that make a text show in another order than it has, or do not show at all. Letters of any script stay.
const INVISIBLE = '\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff';
const LONE_SURROGATES = '\ud800-\udfff';

const PLAIN = /^[!-~](?:[ -~]{0,58}[!-~])?$/;
// Sequences that terminals act on: CSI; OSC, DCS and their kin up to their end; two-character escapes.
const SEQUENCES = new RegExp(
  [
    `${ESC}\\[[0-?]*[ -/]*[@-~]`,
    `${ESC}[\\]PX^_][^\u0007${ESC}]*(?:\u0007|${ESC}\\\\)?`,
    `${ESC}[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
const HIDDEN = new RegExp(`[${INVISIBLE}${LONE_SURROGATES}]`, 'gu');
const BLANKS = new RegExp(`[${CONTROLS}\\s]+`, 'g');
const UNFIT = new RegExp(`[${CONTROLS}${INVISIBLE}${LONE_SURROGATES}]`, 'u');

const MAX_LENGTH = 60;

/** A description: at most 60 characters on one line, without anything that a terminal acts on. */
export function cleanDescription(text: string): string {
  if (PLAIN.test(text)) return text;
  const line = text
    .slice(0, MAX_LENGTH * 20)
    .replace(SEQUENCES, '')
    .replace(HIDDEN, '')
    .replace(BLANKS, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}

/** Whether a value can be handed on as it is: a changed one would name something else. */
export const isClean = (value: string): boolean => PLAIN.test(value) || !UNFIT.test(value);
