import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import { readStdinBytes } from './bytes.js';
import type { Context } from './spec.js';
import type { OptionSpec } from './value-spec.js';
import type { World } from './world.js';

type Json = Record<string, unknown>;

/** The body of a request: `--data` first, options over it. */
export async function bodyOf(context: Context, options: Readonly<Record<string, OptionSpec>>): Promise<Json> {
  const { data, options: values } = context.parsed;
  const base = data === undefined ? {} : await readData(data, context.world);
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
    setOwn(result, key, isMap(below) && isMap(value) ? merge(below, value) : value);
  }
  return result;
}

/** Sets `a.b.c`, making the objects on the way. */
export function setPath(target: Json, path: string, value: unknown): void {
  const [head = '', ...tail] = path.split('.');
  if (tail.length === 0) {
    setOwn(target, head, value);
    return;
  }
  const below = Object.hasOwn(target, head) ? target[head] : undefined;
  const next = isMap(below) ? below : {};
  setOwn(target, head, next);
  setPath(next, tail.join('.'), value);
}

const isMap = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Assignment that cannot reach a prototype: a key may be `__proto__` in somebody's file. */
function setOwn(target: Json, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** The object that `--data` names: JSON or YAML, as text, `@file`, or `-` for stdin. */
export async function readData(given: string, world: World, option = '--data'): Promise<Json> {
  const parsed = await readValue(given, world, option);
  if (!isMap(parsed)) throw usageError(`Option ${option}: it must hold an object.`);
  return parsed;
}

/** Any JSON or YAML value of an option. */
export async function readValue(given: string, world: World, option: string): Promise<unknown> {
  const { text, where } = await readSource(given, world, option);
  return parseValue(text, `Option ${option}: ${where}`);
}

/** The text an option names: itself, `@file`, or `-` for stdin. */
export async function readSource(
  given: string,
  world: World,
  option: string,
): Promise<{ text: string; where: string }> {
  if (given === '-') return { text: await readStdin(world, option), where: 'stdin' };
  if (!given.startsWith('@')) return { text: given, where: 'it' };
  const path = given.slice(1);
  try {
    return { text: readFileSync(resolve(world.cwd, path), 'utf8'), where: path };
  } catch (error) {
    throw usageError(`Option ${option}: cannot read ${path}: ${(error as Error).message}.`, { cause: error });
  }
}

/** All of stdin as text. */
export const readStdin = async (world: World, option: string): Promise<string> =>
  (await readStdinBytes(world, option)).toString('utf8');

/** JSON, else YAML (which JSON mostly is a part of); errors name line and column. */
export async function parseValue(text: string, where: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { parseDocument } = await import('yaml');
    const document = parseDocument(text, { prettyErrors: true });
    const [error] = document.errors;
    if (error) throw usageError(`${where} is neither JSON nor YAML: ${error.message.split('\n')[0]}`);
    try {
      return document.toJS({ maxAliasCount: 100 }) as unknown;
    } catch (fault) {
      // Aliases that name nothing, or that would unfold without end.
      throw usageError(`${where} cannot be unfolded: ${(fault as Error).message}.`, { cause: fault });
    }
  }
}
