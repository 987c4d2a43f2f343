import type { Doc, DocReader, Fields, LinkSource } from '../../contract/doc.js';
import { type Kind, type RecordReader, recordOf } from '../../contract/records.js';
import { deriving } from '../../contract/rules/derive.js';

/**
 * Derived lists that grow with what refers to a record, e.g. the children of an object. A short one is kept with its
 * record. A long one is not kept at all: it is made when somebody looks at it, so that one more child of a hundred
 * thousand costs what one more of ten costs.
 */

/** The longest list that is kept with its record. */
export const LONGEST_KEPT = 256;

/** Stands first in the JSON of a record with long fields, and names them. */
const MARK = '$long';
const BEGIN = `{"${MARK}"`;

/** Fields of a kind that may grow long, with what they grow with. */
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

/** Whether a field of this record is made when it is looked at. */
const isMade = (doc: Doc, field: string): boolean =>
  Object.getOwnPropertyDescriptor(doc, field)?.get !== undefined;

/** The JSON of a record as it is kept. */
export function packed(kind: Kind, doc: Doc): string {
  const long = growing(kind)
    .map(([field]) => field)
    .filter((field) => isMade(doc, field) || isLong(doc[field]));
  if (long.length === 0) return JSON.stringify(doc);
  const kept = Object.keys(doc).filter((field) => !long.includes(field));
  return JSON.stringify({ [MARK]: long, ...Object.fromEntries(kept.map((field) => [field, doc[field]])) });
}

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > LONGEST_KEPT;

/** Whether everything of a record is kept with it. */
export const isWhole = (text: string): boolean => !text.startsWith(BEGIN);

/** A record from what is kept of it; `reader` makes its long fields. */
export function unpacked(kind: Kind, text: string, reader: RecordReader): Doc {
  const kept: Doc = JSON.parse(text);
  if (isWhole(text)) return kept;
  const { [MARK]: long, ...doc } = kept;
  for (const field of Array.isArray(long) ? long.map(String) : []) define(kind, doc as Doc, field, reader);
  return doc as Doc;
}

function define(kind: Kind, doc: Doc, field: string, reader: RecordReader): void {
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

/** Long fields of a record that are long still: there is no need to make them to know that they are right. */
export function stillLong(
  kind: Kind,
  doc: Doc,
  countUpTo: (source: LinkSource, most: number) => number,
): ReadonlySet<string> {
  const long = growing(kind).filter(
    ([field, source]) => isMade(doc, field) && countUpTo(source, LONGEST_KEPT + 1) > LONGEST_KEPT,
  );
  return new Set(long.map(([field]) => field));
}

/** A record with other values in some fields; what is made when it is looked at is not looked at. */
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
