import { usageError } from '../errors.js';

/** Splits a command into words like a shell, with quotes and backslashes but without expansions. Errors: `usage`. */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (quote === "'") {
      if (character === "'") quote = '';
      else word += character;
    } else if (character === '\\' && (quote === '' || /["\\$`]/.test(text[at + 1] ?? ''))) {
      if (++at === text.length) throw usageError('The command ends with a backslash.');
      word = `${word ?? ''}${text[at]}`;
    } else if (quote === '"') {
      if (character === '"') quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = `${word ?? ''}${character}`;
  }
  if (quote !== '') throw usageError(`The command has an open ${quote}.`);
  if (word !== undefined) words.push(word);
  if (words.length === 0 || words[0] === '') throw usageError('The command is empty.');
  return words;
}
