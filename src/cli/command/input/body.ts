import { usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { MAX_DEPTH, readJson, TOO_DEEP } from '../../../base/json/json-shape.js';
import type { Context } from '../spec.js';
import type { OptionSpec } from '../value-spec.js';
import type { World } from '../world.js';
import { notAnObject } from './not-an-object.js';
import { readSource } from './read-input.js';

/** Builds a request body from `--data` and options; options take precedence. */
export async function bodyOf(
  context: Context,
  options: Readonly<Record<string, OptionSpec>>,
  given?: JsonObject,
): Promise<JsonObject> {
  const { data, options: values } = context.parsed;
  const base = given ?? (data === undefined ? {} : await readData(data, context.world));
  const fields: JsonObject = {};
  for (const [key, option] of Object.entries(options)) {
    if (option.body && values[key] !== undefined) setPath(fields, option.body, values[key]);
  }
  return merge(base, fields);
}

/** Merges options over data: maps key by key, other values replace. */
export function merge(base: JsonObject, over: JsonObject): JsonObject {
  const result: JsonObject = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(result, key) ? result[key] : undefined;
    setOwn(result, key, isObject(below) && isObject(value) ? merge(below, value) : value);
  }
  return result;
}

/** Sets `a.b.c` and creates objects on the way. Errors: `usage` for a path through a non-object. */
export function setPath(target: JsonObject, path: string, value: unknown): void {
  const heads = path.split('.');
  if (heads.length > MAX_DEPTH) throw usageError(`A field named ${path.slice(0, 20)}… ${TOO_DEEP}.`);
  const last = heads.pop() ?? '';
  let at = target;
  for (const head of heads) {
    const below = Object.hasOwn(at, head) ? at[head] : undefined;
    const next = isObject(below) ? below : {};
    setOwn(at, head, next);
    at = next;
  }
  setOwn(at, last, value);
}

/** Assigns an own property, so that a key `__proto__` in a file cannot change the prototype. */
function setOwn(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Parses the object in `--data`: JSON or YAML as text, `@file`, or `-` for stdin. */
export async function readData(given: string, world: World): Promise<JsonObject> {
  const parsed = await readValue(given, world, '--data');
  if (!isObject(parsed)) throw notAnObject(given, parsed, world);
  return parsed;
}

/** Parses a JSON or YAML value of an option. */
export async function readValue(given: string, world: World, option: string): Promise<unknown> {
  const { text, where } = await readSource(given, world, option);
  return parseValue(text, `Option ${option}: ${where}`, where);
}

/** Maximum length of a text in which the position of a syntax error is determined. */
const MAX_INSPECTED = 4_000_000;

/**
 * Parses JSON, or YAML if the text is not JSON; errors name line and column. Errors: `usage`.
 *
 * @param file file name, if any: a .json file, or a text that starts like JSON, must be JSON.
 */
export async function parseValue(given: string, where: string, file = ''): Promise<unknown> {
  // Removes a byte order mark.
  const text = given.replace(/^\ufeff/, '');
  const read = readJson(text);
  if (read?.excess !== undefined) throw usageError(`${where} ${read.excess}.`);
  if (read !== undefined) return read.value;
  if (
    text.length <= MAX_INSPECTED &&
    (/\.json$/i.test(file) || /^\s*(?:\{\s*"|\[\s*(?:"|\{\s*"))/.test(text))
  ) {
    const { findJsonError } = await import('../../../base/json/json-fault.js');
    const fault = findJsonError(text);
    if (fault)
      throw usageError(
        `${where} is not valid JSON: line ${fault.line}, column ${fault.column}: ${fault.problem}.`,
      );
  }
  const { parseYaml } = await import('./yaml-value.js');
  return parseYaml(text, where);
}
