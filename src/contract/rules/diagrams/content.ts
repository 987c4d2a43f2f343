import { canonicalJson } from '../../../base/json/canonical-json.js';
import type { Doc, Fields } from '../../doc.js';
import type { Kind } from '../../records.js';
import { derivedFields } from '../derive.js';

/** Fields that identify a record or record its history; the rest is its content. */
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

/** Content of a record: its fields without identity and derived fields. */
export function content(kind: Kind, doc: Doc): Fields {
  const omitted = new Set([...IDENTITY, ...derivedFields(kind)]);
  // Filters by name before reading values: a long derived list may be computed on access.
  const fields = Object.keys(doc).filter((field) => !omitted.has(field));
  return Object.fromEntries(fields.map((field) => [field, doc[field]]));
}

/** Whether two records have the same content. */
export const sameContent = (kind: Kind, a: Doc, b: Doc): boolean =>
  canonicalJson(content(kind, a)) === canonicalJson(content(kind, b));
