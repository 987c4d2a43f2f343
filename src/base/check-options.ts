import { ArchctlError, isArchctlError, toArchctlError, usageError } from './errors.js';
import { isObject } from './is-object.js';
import { alternatives } from './text/words.js';

/** Checks the options of functions for programs, which only JavaScript can get wrong. */

/** Type of an option: its description for errors, and a test of the value. A required option also rejects `undefined`. */
export type OptionType = readonly [words: string, fits: (value: unknown) => boolean, isRequired?: true];

export type OptionTypes<T> = { readonly [K in keyof Required<T>]: OptionType };

const isText = (value: unknown): value is string => typeof value === 'string';
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isListOf = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);

export const BOOLEAN: OptionType = ['true or false', (value) => typeof value === 'boolean'];
export const TEXT: OptionType = ['text', isText];
export const TEXTS: OptionType = ['a list of texts', (value) => isListOf(value, isText)];
const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
/** Longest delay of a timer; Node fires longer ones at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;
/** Excludes negative numbers, NaN and Infinity. */
export const NUMBER: OptionType = ['a finite number from 0', (value) => isFiniteNumber(value) && value >= 0];
export const POSITIVE: OptionType = [
  'a finite number above 0',
  (value) => isFiniteNumber(value) && value > 0,
];
export const COUNT: OptionType = [
  'a whole number from 0',
  (value) => Number.isInteger(value) && Number(value) >= 0,
];
export const MILLISECONDS: OptionType = [
  `a number of milliseconds from 0 to ${MAX_DELAY_MS}`,
  (value) => isFiniteNumber(value) && value >= 0 && value <= MAX_DELAY_MS,
];
/** A limit; Infinity stands for none. */
export const LIMIT: OptionType = ['a number from 0', (value) => typeof value === 'number' && value >= 0];
/** A function whose errors reach the caller as ArchctlErrors. */
export const CALLBACK: OptionType = ['a function', isFunction];
/** Any value, for options that are checked elsewhere. */
export const ANY: OptionType = ['any value', () => true];
/** A function that is passed on unchanged. */
export const FUNCTION: OptionType = ['a function', isFunction];
export const OBJECT: OptionType = ['an object', isObject];
export const MAP: OptionType = ['a Map', (value) => value instanceof Map];
export const SET: OptionType = ['a Set', (value) => value instanceof Set];
export const LIST: OptionType = ['a list', Array.isArray];
export const DATE: OptionType = ['a valid Date', (value) => value instanceof Date && !Number.isNaN(+value)];
/** Signals of other realms have another class. */
export const SIGNAL: OptionType = [
  'an AbortSignal',
  (value) => isObject(value) && typeof value.aborted === 'boolean' && isFunction(value.addEventListener),
];
export const TEXT_MAP: OptionType = [
  'an object with texts',
  (value) => isObject(value) && Object.values(value).every((it) => it === undefined || isText(it)),
];
export const CLOCK: OptionType = [
  'an object with the functions now and sleep',
  (value) => isObject(value) && isFunction(value.now) && isFunction(value.sleep),
];

export const oneOf = (...values: readonly string[]): OptionType => [
  alternatives(values),
  (value) => values.includes(value as string),
];
export const required = ([words, fits]: OptionType): OptionType => [words, fits, true];

/**
 * Returns the options with callbacks whose errors are ArchctlErrors. @throws ArchctlError `usage` for an unknown option, which
 * is often a misspelled one, and for the first option of another type.
 */
export function checkOptions<T extends object>(caller: string, given: T, types: OptionTypes<T>): T {
  if (!isObject(given)) throw wrong(`The options of ${caller} must be an object.`);
  const checked: Record<string, unknown> = { ...given };
  for (const [name, type] of Object.entries<OptionType>(types)) {
    const [words, fits, isRequired] = type;
    const value = checked[name];
    if (value === undefined && !isRequired) continue;
    if (!fits(value)) throw wrong(`The option "${name}" of ${caller} must be ${words}.`);
    if (type === CALLBACK) checked[name] = guarded(name, value as (...given: unknown[]) => unknown);
  }
  for (const [name, value] of Object.entries(checked))
    if (value !== undefined && !Object.hasOwn(types, name))
      throw wrong(
        `The option "${name}" of ${caller} does not exist.`,
        `Options: ${Object.keys(types).join(', ')}.`,
      );
  return checked as T;
}

const wrong = (message: string, hint?: string) => usageError(message, { reason: 'invalid-input', hint });

function guarded(name: string, callback: (...given: unknown[]) => unknown) {
  const fail = (error: unknown): never => {
    if (isArchctlError(error)) throw error;
    // An abort is not a failure of the function.
    if (error instanceof Error && error.name === 'AbortError') throw toArchctlError(error);
    const why = error instanceof Error ? error.message : String(error);
    throw new ArchctlError('unexpected', `The function "${name}" failed: ${why}`, { cause: error });
  };
  return (...given: unknown[]): unknown => {
    try {
      const result = callback(...given);
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
}
