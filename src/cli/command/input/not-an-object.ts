import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ArchctlError, usageError } from '../../../base/errors.js';
import type { World } from '../world.js';

/** Error for `--data` without fields, most likely a file name without `@`. */
export function notAnObject(given: string, value: unknown, { cwd }: World): ArchctlError {
  const file = given.trim();
  const isThere = isWord(given) && isFile(resolve(cwd, file));
  const looksSo = isThere || (isWord(given) && FILE_NAME.test(file));
  const what = looksSo ? `"${file}"` : 'what it holds';
  return usageError(`Option --data: ${what} is ${kindOf(value)}, not an object with fields.`, {
    hint: isThere
      ? `Did you mean --data @${file}?`
      : looksSo
        ? `Use @FILE for a file; ${file} does not exist here.`
        : `Use JSON or YAML, such as '{"name": "Shop"}', or @FILE.`,
  });
}

const FILE_NAME = /\.(?:json|ya?ml|ndjson|jsonl|txt)$/i;
const isWord = (given: string): boolean => given !== '-' && !given.startsWith('@') && !given.includes('\n');

/** Type of a value in a message. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? 'an object'
  );
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
