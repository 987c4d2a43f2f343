import { truncate } from '../../../validate/rule.js';
import type { Diagnostics } from '../../diagnostics.js';
import type { Statement, Word } from './lexer.js';

/** Substitutes constants: `${NAME}`. */

/** Maximum characters from substitution in all: constants may contain constants. */
const MAX_SUBSTITUTED = 20_000_000;

export class Constants {
  readonly values = new Map<string, string>();
  remaining = MAX_SUBSTITUTED;
}

export function substitute(
  { words, file }: Statement,
  constants: Constants,
  diagnostics: Diagnostics,
): readonly Word[] {
  if (!words.some(({ text }) => text.includes('${'))) return words;
  return words.map((word) => {
    const place = { file, from: word.from, to: word.to };
    const parts: string[] = [];
    for (const part of partsOf(word.text)) {
      const value = part.name === undefined ? part.text : constants.values.get(part.name);
      if (value === undefined)
        diagnostics.loss(`"${truncate(part.text)}" is not defined in the files: it is not replaced.`, place);
      const text = value ?? part.text;
      constants.remaining -= text.length;
      if (constants.remaining < 0) {
        diagnostics.error('The values of the constants are too long.', place);
        return word;
      }
      parts.push(text);
    }
    return { ...word, text: parts.join('') };
  });
}

/** Splits a text at references to constants. */
function* partsOf(text: string): Generator<{ text: string; name?: string }> {
  let done = 0;
  for (let from = text.indexOf('${'); from !== -1; from = text.indexOf('${', from + 2)) {
    const name = NAME.exec(text.slice(from + 2, from + 2 + LONGEST_NAME))?.[1];
    if (name === undefined) continue;
    yield { text: text.slice(done, from) };
    done = from + name.length + 3;
    yield { text: text.slice(from, done), name };
  }
  yield { text: text.slice(done) };
}

const LONGEST_NAME = 200;
const NAME = /^([\w.-]+)\}/;
