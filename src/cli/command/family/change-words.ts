import { isObject } from '../../../base/is-object.js';
import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { JsonObject } from '../../../base/json/json-object.js';
import { dashed } from '../../../contract/doc.js';
import { type FactsTable, type FieldFacts, readableOf } from '../../../contract/fields/facts.js';
import { readPath } from '../../../terminal/fields.js';
import { truncate } from '../../../terminal/width.js';

/** Formats changes of records as words: `status live → deprecated`. */

/** Returns the name of a record of a kind, given as in commands. */
export type NameOf = (kind: string, id: string) => string | undefined;

const MAX_WIDTH = 40;

/** Formats a value: ids as names, labels as `key=value`, an empty one as `-`. */
export function valueInWords(value: unknown, nameOf: (id: string) => string | undefined): string {
  if (value === undefined || value === null || value === '') return '-';
  if (Array.isArray(value))
    return value.length === 0 ? '-' : value.map((it) => valueInWords(it, nameOf)).join(', ');
  if (typeof value === 'string') return nameOf(value) ?? value;
  return isObject(value) ? pairsOf(value as JsonObject) : String(value);
}

/** Formats labels as `key=value`, and other objects as JSON. */
function pairsOf(value: JsonObject): string {
  const pairs = Object.entries(value);
  if (pairs.length === 0) return '-';
  return pairs.every(([, it]) => typeof it === 'string')
    ? pairs.map(([key, it]) => `${key}=${it}`).join(', ')
    : JSON.stringify(value);
}

/**
 * Writable fields with different values in both records. Parts that the service computes do not count, nor do fields
 * that follow another changed field.
 */
export function changedFields(fields: FactsTable, before: JsonObject, after: JsonObject): string[] {
  const isChanged = (name: string, facts: FieldFacts): boolean => {
    const [from, to] = [before, after].map((it) => readPath(it, pathOf(name, facts)).value ?? null);
    return facts.writable !== undefined && canonicalJson(from) !== canonicalJson(to);
  };
  const changed = Object.entries(fields).flatMap(([name, facts]) => (isChanged(name, facts) ? [name] : []));
  return changed.filter((name) => !changed.includes(fields[name]?.follows ?? ''));
}

export function changesInWords(
  fields: FactsTable,
  before: JsonObject,
  after: JsonObject,
  nameOf: NameOf,
): string[] {
  return changedFields(fields, before, after).map((name) => {
    const facts = fields[name] as FieldFacts;
    const path = pathOf(name, facts);
    const [from, to] = [readPath(before, path).value, readPath(after, path).value];
    const named = (id: string): string | undefined => facts.to && nameOf(facts.to, id);
    return `${labelOf(name)} ${fieldChange(from, to, named)}`;
  });
}

/** Path of the value that a person sets, if the field is an object: `icon.catalogTechnologyId`. */
function pathOf(name: string, { document, option }: FieldFacts): string {
  if (typeof document === 'object' && 'record' in document && document.record) return document.record;
  return (option || undefined)?.body ?? name;
}

const labelOf = (name: string): string => dashed(readableOf(name)).replaceAll('-', ' ');

function fieldChange(from: unknown, to: unknown, nameOf: (id: string) => string | undefined): string {
  const words = (value: unknown): string =>
    truncate(valueInWords(value, nameOf).replace(/\s+/g, ' '), MAX_WIDTH);
  const lists = [from, to].map((it) => it ?? []);
  if (lists.every(Array.isArray)) {
    const [old = [], now = []] = lists as unknown[][];
    const added = now.filter((it) => !old.includes(it)).map((it) => `+${words(it)}`);
    const removed = old.filter((it) => !now.includes(it)).map((it) => `-${words(it)}`);
    return [...added, ...removed].join(', ') || 'in another order';
  }
  const [old, now] = [from ?? {}, to ?? {}];
  if (isObject(old) && isObject(now)) return mapChange(old as JsonObject, now as JsonObject, words);
  return `${words(from)} → ${words(to)}`;
}

/** Added, changed and removed entries: texts with their values, others as counts. */
function mapChange(from: JsonObject, to: JsonObject, words: (value: unknown) => string): string {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => canonicalJson(from[key] ?? null) !== canonicalJson(to[key] ?? null),
  );
  const isText = keys.every((key) => [from[key], to[key]].every((it) => !isObject(it)));
  if (isText)
    return keys
      .map((key) => {
        if (!Object.hasOwn(to, key)) return `-${key}`;
        return Object.hasOwn(from, key)
          ? `${key}=${words(from[key])} → ${words(to[key])}`
          : `+${key}=${words(to[key])}`;
      })
      .join(', ');
  const count = (matches: (key: string) => boolean, verb: string): string[] => {
    const { length } = keys.filter(matches);
    return length === 0 ? [] : [`${length} ${verb}`];
  };
  return [
    ...count((key) => !Object.hasOwn(from, key), 'added'),
    ...count((key) => Object.hasOwn(from, key) && Object.hasOwn(to, key), 'changed'),
    ...count((key) => !Object.hasOwn(to, key), 'removed'),
  ].join(', ');
}
