import type { Doc } from '../../contract/doc.js';
import type { Kind } from '../../contract/records.js';
import type { Link } from '../../contract/rules/links.js';
import type { InvertedIndex } from './inverted-index.js';
import { serialize } from './lazy-fields.js';
import { columnsOf } from './record-statements.js';
import { type Db, rows, writes } from './rows.js';

/** Rows per INSERT statement: most of the cost of a small statement is the call itself. */
const ROWS_PER_STATEMENT = 250;
/**
 * Page cache during a bulk load, in KB. SQLite's default of 2,000 KB would evict and read the same pages repeatedly.
 */
const CACHE_KB = 100_000;

/** Batches inserts into a table; `end` writes the remaining rows. */
function inserter(db: Db, into: string, width: number) {
  const one = `(${Array(width).fill('?').join(',')})`;
  const single = writes(db, `INSERT OR IGNORE INTO ${into} VALUES ${one}`);
  const many = writes(
    db,
    `INSERT OR IGNORE INTO ${into} VALUES ${Array(ROWS_PER_STATEMENT).fill(one).join(',')}`,
  );
  let waiting: unknown[] = [];
  return {
    add(...values: unknown[]): void {
      for (const value of values) waiting.push(value);
      if (waiting.length < ROWS_PER_STATEMENT * width) return;
      many.run(...waiting);
      waiting = [];
    },
    end(): void {
      for (let at = 0; at < waiting.length; at += width) single.run(...waiting.slice(at, at + width));
      waiting = [];
    },
  };
}

/** Indexes that are dropped before a bulk load: building them at the end is faster than maintaining them row by row. */
const INDEXES = `'records_version', 'records_landscape', 'records_handle', 'links_source', 'links_target'`;

/** Drops the indexes of empty tables and returns a function that recreates them. */
function withoutIndexes(db: Db): () => void {
  if (rows(db, 'SELECT 1 FROM records LIMIT 1').get() !== undefined) return () => {};
  const found = rows<{ name: string; sql: string }>(
    db,
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND name IN (${INDEXES})`,
  ).all();
  for (const { name } of found) db.exec(`DROP INDEX ${name}`);
  return () => {
    for (const { sql } of found) db.exec(sql);
  };
}

/** Collects index rows and inserts them in primary-key order, which takes a third of the time. */
function indexRows(db: Db) {
  const scopes = new Map<number, Map<string, number[]>>();
  return {
    add(scope: number, value: string, seq: number): void {
      const values = scopes.get(scope) ?? new Map<string, number[]>();
      if (values.size === 0) scopes.set(scope, values);
      const known = values.get(value);
      if (known) known.push(seq);
      else values.set(value, [seq]);
    },
    end(): void {
      const rest = inserter(db, 'facets (scope, value, seq)', 3);
      const group = writes(
        db,
        'INSERT OR IGNORE INTO facets (scope, value, seq) SELECT ?, ?, value FROM json_each(?)',
      );
      for (const [scope, values] of [...scopes].sort(([a], [b]) => a - b)) {
        for (const [value, seqs] of [...values].sort(([a], [b]) => (a < b ? -1 : 1))) {
          if (seqs.length >= ROWS_PER_STATEMENT / 10) group.run(scope, value, JSON.stringify(seqs));
          else for (const seq of seqs) rest.add(scope, value, seq);
        }
      }
      rest.end();
      scopes.clear();
    },
  };
}

/** Bulk insert of new records with their references and index rows. */
export interface BulkWriter {
  /** Adds a record that does not exist yet. It cannot be read before `end`. */
  add(kind: Kind, doc: Doc, links: readonly Link[]): void;
  end(): void;
}

export function bulkWriter(db: Db, index: InvertedIndex): BulkWriter {
  const records = inserter(
    db,
    'records (seq, kind, id, landscape_id, version_id, owner_id, handle_id, data)',
    8,
  );
  const links = inserter(db, 'links (source_kind, source_id, field, detail, target_kind, target_id)', 6);
  const found = indexRows(db);
  const indexed = withoutIndexes(db);
  db.exec(`PRAGMA cache_size = -${CACHE_KB}`);
  let seq = rows<{ last: number | null }>(db, 'SELECT max(seq) AS last FROM records').get()?.last ?? 0;
  return {
    add(kind, doc, own) {
      seq += 1;
      records.add(seq, kind, doc.id, ...columnsOf(doc), serialize(kind, doc));
      for (const link of own) links.add(kind, doc.id, link.field, link.detail ?? null, link.kind, link.id);
      for (const [scope, value] of index.rowsOf(kind, doc).values()) found.add(scope, value, seq);
    },
    end() {
      for (const it of [records, links, found]) it.end();
      indexed();
      db.exec('PRAGMA cache_size = -2000');
    },
  };
}
