import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { readJson } from '../../../base/json/json-shape.js';
import type { Context } from '../spec.js';
import { parseValue } from './body.js';
import { kindOf, notAnObject } from './not-an-object.js';
import { readSource } from './read-input.js';

/** One of several records in `--data`. */
export interface DataEntry {
  /** Location for messages: `line 3`, `item 3`. */
  where: string;
  /** The record as one line of JSON. */
  text: string;
  value: JsonObject;
}

/** Content of `--data`: one object, or several. */
export type GivenData = { kind: 'one'; value: JsonObject } | { kind: 'many'; entries: readonly DataEntry[] };

/**
 * Reads `--data` of a bulk command. A .ndjson or .jsonl file, several lines of JSON, or a list contain several records;
 * any other object is one. Errors: `usage`, naming the invalid lines.
 */
export async function dataOf({ parsed, world }: Context): Promise<GivenData | undefined> {
  if (parsed.data === undefined) return undefined;
  const { text, where } = await readSource(parsed.data, world, '--data');
  if (/\.(ndjson|jsonl)$/i.test(where) || isLines(text))
    return { kind: 'many', entries: linesOf(text, where) };
  if (parsed.data === '-' && text.trim() === '') return { kind: 'many', entries: [] };
  const value = await parseValue(text, `Option --data: ${where}`, where);
  if (isObject(value)) return { kind: 'one', value };
  if (!Array.isArray(value)) throw notAnObject(parsed.data, value, world);
  const items = value.map((item, at) => ({
    value: item as unknown,
    text: JSON.stringify(item),
    where: `item ${at + 1}`,
  }));
  return { kind: 'many', entries: objectsOf(items) };
}

/** Whether the text consists of several lines whose first is a complete object. */
function isLines(text: string): boolean {
  const [first = '', ...rest] = text.trim().split('\n');
  return rest.length > 0 && first.trimStart().startsWith('{') && isObject(valueOfJson(first));
}

function valueOfJson(text: string): unknown {
  const read = readJson(text);
  return read?.excess === undefined ? read?.value : undefined;
}

function linesOf(text: string, where: string): DataEntry[] {
  const lines = text.split('\n').map((line, at) => ({ text: line.trim(), where: `line ${at + 1}` }));
  const items = lines
    .filter((line) => line.text !== '')
    .map((line) => {
      const read = readJson(line.text);
      if (read?.excess !== undefined)
        throw usageError(`Option --data: ${where}, ${line.where} ${read.excess}.`);
      return { ...line, value: read?.value };
    });
  return objectsOf(items);
}

function objectsOf(items: readonly { value: unknown; text: string; where: string }[]): DataEntry[] {
  const wrong = items.filter(({ value }) => !isObject(value));
  if (wrong.length > 0) {
    throw usageError('Option --data: each record must be an object with fields.', {
      details: wrong.map(
        ({ where, value }) => `${where}: is ${value === undefined ? 'not JSON' : kindOf(value)}`,
      ),
    });
  }
  return items as DataEntry[];
}
