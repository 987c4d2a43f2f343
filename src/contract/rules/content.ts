import { isObject } from '../../base/is-object.js';
import type { Doc, Fields } from '../doc.js';
import type { Kind } from '../records.js';
import { derivedFields } from './derive.js';

/** Fields that say which record it is and how it came about, not what it says. */
export const IDENTITY = [
  'id',
  'landscapeId',
  'versionId',
  'handleId',
  'latestEntityId',
  'commit',
  'version',
  'createdAt',
  'createdBy',
  'createdById',
  'updatedAt',
  'updatedBy',
  'updatedById',
  'viewedAt',
  'viewedBy',
  'viewedById',
];

/** What a record says: its fields without its identity and without what is derived. */
export function content(kind: Kind, doc: Doc): Fields {
  const left = new Set([...IDENTITY, ...derivedFields(kind)]);
  // What is left out is not even looked at: a long list may be made only when it is.
  const said = Object.keys(doc).filter((field) => !left.has(field));
  return Object.fromEntries(said.map((field) => [field, doc[field]]));
}

/** Whether two records say the same. */
export const sameContent = (kind: Kind, a: Doc, b: Doc): boolean =>
  ordered(content(kind, a)) === ordered(content(kind, b));

/** JSON with its keys in order: two values that say the same read the same. */
export function ordered(value: unknown): string {
  return JSON.stringify(value, (_key, it: unknown) =>
    isObject(it) ? Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1))) : it,
  );
}
