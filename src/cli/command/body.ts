import { usageError } from '../../base/errors.js';
import { isObject } from '../../base/is-object.js';
import { MAX_DEPTH, readJson, TOO_DEEP } from '../../base/json-shape.js';
import { noObject } from './no-object.js';
import { readSource } from './read-input.js';
import type { Context } from './spec.js';
import type { OptionSpec } from './value-spec.js';
import type { World } from './world.js';

type Json = Record<string, unknown>;

/** The body of a request: `--data` first, options over it. */
export async function bodyOf(
  context: Context,
  options: Readonly<Record<string, OptionSpec>>,
  given?: Json,
): Promise<Json> {
  const { data, options: values } = context.parsed;
  const base = given ?? (data === undefined ? {} : await readData(data, context.world));
  const fields: Json = {};
  for (const [key, option] of Object.entries(options)) {
    if (option.body && values[key] !== undefined) setPath(fields, option.body, values[key]);
  }
  return merge(base, fields);
}

/** Options over data: maps are merged key by key, everything else is replaced. */
export function merge(base: Json, over: Json): Json {
  const result: Json = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(result, key) ? result[key] : undefined;
    setOwn(result, key, isObject(below) && isObject(value) ? merge(below, value) : value);
  }
  return result;
}

/** Sets `a.b.c`, making the objects on the way. Errors: `usage` for a path that goes too deep. */
export function setPath(target: Json, path: string, value: unknown): void {
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

/** Assignment that cannot reach a prototype: a key may be `__proto__` in somebody's file. */
function setOwn(target: Json, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The object that `--data` names: JSON or YAML, as text, `@file`, or `-` for stdin. */
export async function readData(given: string, world: World): Promise<Json> {
  const parsed = await readValue(given, world, '--data');
  if (!isObject(parsed)) throw noObject(given, parsed, world);
  return parsed;
}

/** Any JSON or YAML value of an option. */
export async function readValue(given: string, world: World, option: string): Promise<unknown> {
  const { text, where } = await readSource(given, world, option);
  return parseValue(text, `Option ${option}: ${where}`, where);
}

/** Characters up to which a fault is looked for. */
const MOST_LOOKED_AT = 4_000_000;

/**
 * JSON, else YAML (which JSON mostly is a part of); errors name line and column. Errors: `usage`.
 * @param file its name, where it has one: of a .json file, and of what begins as JSON does, JSON is expected.
 */
export async function parseValue(given: string, where: string, file = ''): Promise<unknown> {
  // The mark that some editors put in front of what they save.
  const text = given.replace(/^\ufeff/, '');
  const read = readJson(text);
  if (read?.excess !== undefined) throw usageError(`${where} ${read.excess}.`);
  if (read !== undefined) return read.value;
  if (
    text.length <= MOST_LOOKED_AT &&
    (/\.json$/i.test(file) || /^\s*(?:\{\s*"|\[\s*(?:"|\{\s*"))/.test(text))
  ) {
    const { jsonFault } = await import('../../base/json-fault.js');
    const fault = jsonFault(text);
    if (fault)
      throw usageError(
        `${where} is broken JSON at line ${fault.line}, column ${fault.column}: ${fault.problem}.`,
      );
  }
  const { parseYaml } = await import('./yaml-value.js');
  return parseYaml(text, where);
}
