/** Other people's text on its way to a shell: it is data there, on one line, and drives no terminal. */

import { belongs, INVISIBLE } from '../base/invisible.js';

// Written as ranges: Unicode classes take longer to compile than a Tab should.
const ESC = '\u001b';
const CONTROLS = '\u0000-\u001f\u007f-\u009f\u2028\u2029';
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
const UNFIT = new RegExp(`[${CONTROLS}${LONE_SURROGATES}]`, 'u');

const MAX_LENGTH = 60;

/** Without what does not show, or makes a text show in another order than it has. Letters of any script stay. */
const shown = (text: string): string =>
  text.replace(HIDDEN, (char, index: number, whole: string) => (belongs(whole, index) ? char : ''));

/** A description: at most 60 characters on one line, without anything that a terminal acts on. */
export function cleanDescription(text: string): string {
  if (PLAIN.test(text)) return text;
  const line = shown(text.slice(0, MAX_LENGTH * 20).replace(SEQUENCES, ''))
    .replace(BLANKS, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}

/** Whether a value can be handed on as it is: a changed one would name something else. */
export const isClean = (value: string): boolean =>
  PLAIN.test(value) || (!UNFIT.test(value) && shown(value) === value);
