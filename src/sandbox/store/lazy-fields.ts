import type { Doc, DocReader, Fields, LinkSource } from '../../contract/doc.js';
import { type Kind, type RecordReader, recordOf } from '../../contract/records.js';
import { deriving } from '../../contract/rules/derive.js';

/**
 * Derived lists that grow with the references to a record, such as the children of an object. Short lists are stored
 * with their record. Long lists are computed when they are read, so that adding a child to a hundred thousand costs the
 * same as adding one to ten.
 */

/** Longest list that is stored with its record. */
export const MAX_STORED_LENGTH = 256;

/** First key in the JSON of a record with long fields; its value lists them. */
const MARK = '$long';
const BEGIN = `{"${MARK}"`;

/** Fields of a kind that may become long, each with the references that it is computed from. */
function growing(kind: Kind): readonly (readonly [field: string, source: LinkSource])[] {
  const known = GROWING.get(kind);
  if (known) return known;
  const found = Object.entries(recordOf(kind).derived ?? {}).flatMap(([field, { grows }]) =>
    grows ? [[field, grows] as const] : [],
  );
  GROWING.set(kind, found);
  return found;
}
const GROWING = new Map<Kind, readonly (readonly [string, LinkSource])[]>();

/** Whether a field of this record is computed on read. */
const isLazy = (doc: Doc, field: string): boolean =>
  Object.getOwnPropertyDescriptor(doc, field)?.get !== undefined;

/** The JSON of a record as stored. */
export function serialize(kind: Kind, doc: Doc): string {
  const long = growing(kind)
    .map(([field]) => field)
    .filter((field) => isLazy(doc, field) || isLong(doc[field]));
  if (long.length === 0) return JSON.stringify(doc);
  const kept = Object.keys(doc).filter((field) => !long.includes(field));
  return JSON.stringify({ [MARK]: long, ...Object.fromEntries(kept.map((field) => [field, doc[field]])) });
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > MAX_STORED_LENGTH;

/** Whether all fields of a record are stored with it. */
export const isComplete = (text: string): boolean => !text.startsWith(BEGIN);

/** Parses a stored record; `reader` computes its long fields on read. */
export function deserialize(kind: Kind, text: string, reader: RecordReader): Doc {
  const kept: Doc = JSON.parse(text);
  if (isComplete(text)) return kept;
  const { [MARK]: long, ...doc } = kept;
  for (const field of Array.isArray(long) ? long.map(String) : [])
    defineLazy(kind, doc as Doc, field, reader);
  return doc as Doc;
}

function defineLazy(kind: Kind, doc: Doc, field: string, reader: RecordReader): void {
  const shape = { enumerable: true, configurable: true };
  Object.defineProperty(doc, field, {
    ...shape,
    get() {
      const value = recordOf(kind).derived?.[field]?.(deriving(kind, doc, reader as DocReader));
      Object.defineProperty(doc, field, { ...shape, value, writable: true });
      return value;
    },
  });
}

/** Fields of a record that are still long. They are correct by construction, so they need not be computed. */
export function stillLong(
  kind: Kind,
  doc: Doc,
  countUpTo: (source: LinkSource, most: number) => number,
): ReadonlySet<string> {
  const long = growing(kind).filter(
    ([field, source]) => isLazy(doc, field) && countUpTo(source, MAX_STORED_LENGTH + 1) > MAX_STORED_LENGTH,
  );
  return new Set(long.map(([field]) => field));
}

/** Copies a record with some fields replaced, without computing lazy fields. */
export function withFields(doc: Doc, fields: Fields): Doc {
  const copy = {} as Doc;
  const put = (field: string, value: unknown): void => {
    Object.defineProperty(copy, field, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const [field, given] of Object.entries(Object.getOwnPropertyDescriptors(doc))) {
    if (given.get) Object.defineProperty(copy, field, given);
    else put(field, given.value);
  }
  for (const [field, value] of Object.entries(fields)) put(field, value);
  return copy;
}
