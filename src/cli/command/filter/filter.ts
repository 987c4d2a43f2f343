import { type ArchctlError, usageError } from '../../../base/errors.js';
import { isObject } from '../../../base/is-object.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { nearest } from '../../../base/text/suggest.js';
import { validate } from '../../../client/send/validate.js';
import { filterShape } from '../../../contract/filter.js';
import type { Operation } from '../../../contract/operation.js';
import { merge } from '../input/body.js';
import { NULL_WORDS, type Term, termOf } from './filter-term.js';

/**
 * Adds `--filter` to the query of a list and validates it before sending (docs/service.md#filters). The schema is
 * loaded only if there is a filter. Errors: `usage`, listing the valid keys.
 */
export function withFilter(
  operation: Operation,
  query: JsonObject,
  given: readonly string[] = [],
): JsonObject {
  if (given.length === 0) return query;
  const keys = Object.keys(filterShape(operation.query) ?? {});
  const filter: JsonObject = isObject(query.filter) ? { ...query.filter } : {};
  const places = new Map<string, Term[]>();
  for (const text of given) {
    const term = termOf(text);
    if (!keys.includes(term.key)) throw unknownKey(term.key, keys);
    const named = filter[term.key];
    if (named !== undefined && !(isObject(named) && term.inner !== undefined))
      throw usageError(`--filter ${term.key} cannot be combined with the option for the same field.`);
    const place = `${term.key} ${term.inner ?? ''}`;
    places.set(place, [...(places.get(place) ?? []), term]);
  }
  for (const [first, ...more] of places.values()) if (first) put(operation, filter, first, more);
  const result = { ...query, filter };
  if (operation.query) validate(operation.query, result, 'The filter');
  return result;
}

/** Adds the terms for one key: several are alternatives, negated ones become `$not`. */
function put(operation: Operation, filter: JsonObject, first: Term, more: readonly Term[]): void {
  const { key, inner, isNot } = first;
  if (more.some((term) => term.isNot !== isNot))
    throw usageError(`Option --filter: ${key} cannot be combined with = and !=.`);
  const takes = (value: unknown): boolean =>
    operation.query?.safeParse({ filter: { [key]: value } }).success === true;
  // For a field that cannot be null, "none" is an ordinary value.
  const takesNull = inner === undefined && takes(null);
  const texts = [first, ...more].map(({ value }) => value);
  const wantsNone = inner === undefined && texts.some((it) => NULL_WORDS.includes(it));
  if (wantsNone && !takesNull && IDS.test(key)) throw noAbsence(key);
  const values = texts.map((value) => (takesNull && NULL_WORDS.includes(value) ? null : value));
  const plain = values.length === 1 ? values[0] : values;
  const around = filter[key];
  const holding = (value: unknown): unknown =>
    inner === undefined ? value : merge(isObject(around) ? around : {}, Object.fromEntries([[inner, value]]));
  filter[key] = holding(isNot ? { $not: plain } : plain);
  if (isNot && !takes(filter[key]) && takes(holding(plain))) throw noNegation(first);
}

/** A field that contains ids, for which "none" is never an id. */
const IDS = /Ids?$/;

const noAbsence = (key: string): ArchctlError =>
  usageError(`Option --filter: the service cannot filter for records without ${key}.`, {
    hint: `Use JMESPath: --query '[?!${key}]'.`,
  });

/** The term is valid, but the service cannot negate it. */
const noNegation = ({ key, inner }: Term): ArchctlError =>
  usageError(
    `Option --filter: the service does not support != for ${inner === undefined ? key : `${key}.${inner}`}.`,
    {
      hint: `Use JMESPath: --query "[?status != 'live']" for a list, --where "status != 'live'" for a change.`,
    },
  );

function unknownKey(key: string, keys: readonly string[]): ArchctlError {
  const guess = nearest(key, keys);
  const list = `Filters: ${keys.join(', ')}.`;
  return usageError(`Option --filter: this list has no filter "${key}".`, {
    hint: guess === undefined ? list : `Did you mean "${guess}"? ${list}`,
  });
}
