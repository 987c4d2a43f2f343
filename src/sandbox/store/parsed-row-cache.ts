import type { Doc } from '../../contract/doc.js';
import type { Kind, RecordReader } from '../../contract/records.js';
import { deserialize, isComplete } from './lazy-fields.js';
import type { Row } from './row-cache.js';

/** Number of cached records, and the longest one in characters. */
const MOST = 256;
const LONGEST = 20_000;

/**
 * Cache of parsed records: one write reads the same few records several times. They are frozen, because callers share
 * them. Records with lazily computed fields are not cached.
 */
export function parsedRowCache(reader: () => RecordReader) {
  const known = new Map<Row, Doc>();
  return (kind: Kind, row: Row): Doc => {
    const found = known.get(row);
    if (found) return found;
    const doc = deserialize(kind, row.data, reader());
    if (row.data.length > LONGEST || !isComplete(row.data)) return doc;
    if (known.size >= MOST) known.clear();
    known.set(row, frozen(doc));
    return doc;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
