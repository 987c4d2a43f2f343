import type { Fields } from '../../contract/doc.js';
import { type Kind, recordOf } from '../../contract/records.js';
import type { Row } from './record-statements.js';
import { type Db, rows } from './rows.js';

/** Query for one page: records of a version after a sequence number that pass a filter, up to a limit. */
export interface PageRequest<D> {
  after: number;
  limit?: number | undefined;
  /** Required values by field. Indexes find candidates by it; `passes` decides. */
  filter?: Readonly<Fields>;
  passes?: (doc: D) => boolean;
}

/** Records read at a time when the filter may reject most of them. */
const CHUNK = 500;

/** An SQL condition with its values. */
interface Condition {
  sql: string;
  values: readonly string[];
}

/** Fields with an index on their value in the JSON. */
const INDEXED: readonly string[] = ['name', 'type'];

/** Conditions of a filter that an index covers. */
function conditionsOf(kind: Kind, filter: Readonly<Fields>): Condition[] {
  const { references = {} } = recordOf(kind);
  return Object.entries(filter).flatMap(([field, wanted]): Condition[] => {
    const values = [wanted].flat();
    if (values.length === 0 || !values.every((it) => typeof it === 'string')) return [];
    const some = `IN (${values.map(() => '?').join(',')})`;
    if (INDEXED.includes(field)) return [{ sql: `json_extract(data, '$.${field}') ${some}`, values }];
    if (field === 'handleId') return [{ sql: `handle_id ${some}`, values }];
    const to = references[field]?.to;
    if (to === undefined) return [];
    const linked = `SELECT source_id FROM links WHERE target_kind = ? AND target_id ${some} AND source_kind = ? AND field = ?`;
    return [{ sql: `id IN (${linked})`, values: [to, ...values, kind, field] }];
  });
}

/** Reads a page of records, in creation order. */
export function readPage<D>(
  db: Db,
  kind: Kind,
  versionId: string,
  { after, limit = Number.MAX_SAFE_INTEGER, filter = {}, passes = () => true }: PageRequest<D>,
  parse: (row: Row) => D,
): { seq: number; doc: D }[] {
  const conditions = conditionsOf(kind, filter);
  const where = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  const values = conditions.flatMap((it) => it.values);
  const sql = `SELECT seq, data FROM records WHERE kind = ? AND version_id = ?${where} AND seq > ? ORDER BY seq LIMIT ?`;
  const statement = rows<Row>(db, sql);
  const found: { seq: number; doc: D }[] = [];
  for (let from = after; ; ) {
    // Reads exactly `limit` rows first; if the filter rejects some, at least a chunk after that.
    const size = from === after ? limit : Math.max(limit - found.length, CHUNK);
    const chunk = statement.all(kind, versionId, ...values, from, size);
    for (const row of chunk) {
      const doc = parse(row);
      if (passes(doc)) found.push({ seq: row.seq, doc });
      if (found.length === limit) return found;
    }
    const last = chunk.at(-1);
    if (!last || chunk.length < size) return found;
    from = last.seq;
  }
}
