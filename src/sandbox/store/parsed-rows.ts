import type { Doc } from '../../contract/doc.js';
import type { Kind, RecordReader } from '../../contract/records.js';
import { isWhole, unpacked } from './long-fields.js';
import type { Row } from './row-cache.js';

/** Records that are kept, and the longest of them, in characters. */
const MOST = 256;
const LONGEST = 20_000;

/**
 * Records as they were parsed last: one write looks at the same few several times. They are frozen, since whoever asks
 * gets the same. What is made when it is looked at is parsed anew.
 */
export function parsedRows(reader: () => RecordReader) {
  const known = new Map<Row, Doc>();
  return (kind: Kind, row: Row): Doc => {
    const found = known.get(row);
    if (found) return found;
    const doc = unpacked(kind, row.data, reader());
    if (row.data.length > LONGEST || !isWhole(row.data)) return doc;
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
