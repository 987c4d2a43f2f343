/** Makes remote text safe for shells: one line, without control characters and escape sequences. */

import { INVISIBLE, isLegitimate } from '../base/text/invisible.js';

// Character ranges, because Unicode classes compile too slowly for completion.
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
const FORBIDDEN = new RegExp(`[${CONTROLS}${LONE_SURROGATES}]`, 'u');

const MAX_LENGTH = 60;

/** Removes invisible characters and those that reorder text. Keeps the letters of all scripts. */
const withoutHidden = (text: string): string =>
  text.replace(HIDDEN, (char, index: number, whole: string) => (isLegitimate(whole, index) ? char : ''));

/** Formats a description: one line, at most 60 characters, without control characters and escape sequences. */
export function cleanDescription(text: string): string {
  if (PLAIN.test(text)) return text;
  const line = withoutHidden(text.slice(0, MAX_LENGTH * 20).replace(SEQUENCES, ''))
    .replace(BLANKS, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : line;
}

/** Whether a value needs no cleaning. Values cannot be cleaned: a changed value would refer to another record. */
export const isClean = (value: string): boolean =>
  PLAIN.test(value) || (!FORBIDDEN.test(value) && withoutHidden(value) === value);
