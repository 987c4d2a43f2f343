/** Makes remote text safe for shells: one line, without terminal control. */

import { belongs, INVISIBLE } from '../base/invisible.js';

// Ranges instead of Unicode classes, which compile too slowly for completion.
const ESC = '\u001b';
const CONTROLS = '\u0000-\u001f\u007f-\u009f\u2028\u2029';
const LONE_SURROGATES = '\ud800-\udfff';

const PLAIN = /^[!-~](?:[ -~]{0,58}[!-~])?$/;
// Terminal sequences: CSI; OSC, DCS and similar up to their terminator; two-character escapes.
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

/** Removes invisible characters and those that reorder text. Letters of all scripts stay. */
const shown = (text: string): string =>
  text.replace(HIDDEN, (char, index: number, whole: string) => (belongs(whole, index) ? char : ''));

/** A description on one line, at most 60 characters, without terminal control. */
export function cleanDescription(text: string): string {
  if (PLAIN.test(text)) return text;
  const line = shown(text.slice(0, MAX_LENGTH * 20).replace(SEQUENCES, ''))
    .replace(BLANKS, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}

/** Whether a value needs no cleaning: a changed value would name something else. */
export const isClean = (value: string): boolean =>
  PLAIN.test(value) || (!UNFIT.test(value) && shown(value) === value);
