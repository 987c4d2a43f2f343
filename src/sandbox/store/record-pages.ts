import type { Kind, RecordOf } from '../../contract/records.js';
import type { Condition, InvertedIndex, PlannedCondition } from './inverted-index.js';
import { type Db, type Rows, rows } from './rows.js';

interface Row {
  seq: number;
  data: string;
}

/** A record with its sequence number (creation order). */
export interface Placed<K extends Kind> {
  seq: number;
  doc: RecordOf<K>;
}

/**
 * Query for one page: records after a sequence number that meet the conditions and pass the predicate, up to a limit.
 */
export interface PageRequest<D> {
  after: number;
  limit?: number | undefined;
  conditions?: readonly Condition[];
  passes?: (doc: D) => boolean;
}

/** Records read at a time when the predicate may reject most of them. */
const CHUNK = 500;
/** Limit of an unlimited list. */
const ALL = Number.MAX_SAFE_INTEGER;

/** Reads up to `most` rows after a sequence number, in order. */
type Next = (after: number, most: number) => Row[];

/** Reads pages of records, from the inverted index if there are conditions, otherwise from the records table. */
export function pageReader(db: Db, index: InvertedIndex) {
  const statements = new Map<string, Rows<Row>>();
  const statement = (text: string): Rows<Row> => {
    const known = statements.get(text) ?? rows<Row>(db, text);
    statements.set(text, known);
    return known;
  };
  const plain = statement(
    'SELECT seq, data FROM records WHERE kind = ? AND version_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  );

  /**
   * Drives the query from the first condition: reads an ordered list for each of its values and checks the other
   * conditions row by row.
   */
  const led = ([first, ...others]: [PlannedCondition, ...PlannedCondition[]]): Next => {
    const also = others.map(
      ({ values }) =>
        `AND EXISTS (SELECT 1 FROM facets g WHERE g.scope = ? AND g.value IN (${marks(values)}) AND g.seq = f.seq)`,
    );
    const found = statement(
      `SELECT r.seq AS seq, r.data AS data FROM facets f CROSS JOIN records r ON r.seq = f.seq
       WHERE f.scope = ? AND f.value = ? AND f.seq > ? ${also.join(' ')} ORDER BY f.seq LIMIT ?`,
    );
    const rest = others.flatMap(({ scope, values }) => [scope, ...values]);
    return (after, most) => {
      const lists = first.values.map((value) => found.all(first.scope, value, after, ...rest, most));
      return merged(lists).slice(0, most);
    };
  };

  return <K extends Kind>(
    kind: K,
    versionId: string,
    { after, limit = ALL, conditions = [], passes = () => true }: PageRequest<RecordOf<K>>,
    parse: (row: Row) => RecordOf<K>,
  ): Placed<K>[] => {
    const plan = index.plan(kind, versionId, conditions);
    if (!plan) return [];
    const [first, ...others] = plan;
    const next: Next = first
      ? led([first, ...others])
      : (from, most) => plain.all(kind, versionId, from, most);
    const found: Placed<K>[] = [];
    for (let from = after; ; ) {
      // Reads exactly `limit` rows first; if the predicate rejects some, at least a chunk after that.
      const asked = from === after ? limit : Math.max(limit - found.length, CHUNK);
      const chunk = next(from, asked);
      for (const row of chunk) {
        const doc = parse(row);
        if (passes(doc)) found.push({ seq: row.seq, doc });
        if (found.length === limit) return found;
      }
      const last = chunk.at(-1);
      if (!last || chunk.length < asked) return found;
      from = last.seq;
    }
  };
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(',');

/** Merges ordered lists and removes duplicate rows. */
function merged(lists: readonly Row[][]): Row[] {
  const [only = []] = lists;
  if (lists.length <= 1) return only;
  const bySeq = new Map(lists.flat().map((row) => [row.seq, row]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
