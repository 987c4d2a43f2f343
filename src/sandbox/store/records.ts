import type { Doc, LinkSource } from '../../contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../contract/records.js';
import type { Link } from '../../contract/rules/links.js';
import { type BulkWriter, bulkWriter } from './bulk-writer.js';
import { invertedIndex } from './inverted-index.js';
import { deserialize, serialize, stillLong } from './lazy-fields.js';
import { linkCache } from './link-cache.js';
import { parsedRowCache } from './parsed-row-cache.js';
import { type PageRequest, type Placed, pageReader } from './record-pages.js';
import { columnsOf, recordStatements } from './record-statements.js';
import { type Row, rowCache } from './row-cache.js';
import type { Db } from './rows.js';

/** Reads and writes records and the references between them. */
export function recordStore(db: Db) {
  const sql = recordStatements(db);
  const index = invertedIndex(db);
  const readPage = pageReader(db, index);
  const found = rowCache((kind, id) => sql.get.get(kind, id));
  const parsed = parsedRowCache(() => store);
  const links = linkCache();
  /** Cached record counts by kind and version. */
  const counts = new Map<string, number>();
  const counted = (kind: Kind, versionId: unknown, change: number): void => {
    const known = counts.get(`${kind} ${String(versionId)}`);
    if (known !== undefined) counts.set(`${kind} ${String(versionId)}`, known + change);
  };
  const forgetCached = (): void => {
    counts.clear();
    found.forget();
    links.forget();
  };
  // Records stored under a kind have the type of that kind.
  const parse = <K extends Kind>(kind: K, { data }: Pick<Row, 'data'>): RecordOf<K> =>
    deserialize(kind, data, store) as RecordOf<K>;
  const placed = <K extends Kind>(kind: K, these: readonly Row[]): Placed<K>[] =>
    these.map((row) => ({ seq: row.seq, doc: parse(kind, row) }));
  const store = {
    get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
      const row = found.get(kind, id);
      return row === undefined ? undefined : (parsed(kind, row) as RecordOf<K>);
    },
    /**
     * Inserts or replaces a record; a replaced record keeps its position in lists. Returns whether it is new. Pass
     * `isNew` to skip that lookup.
     */
    put(kind: Kind, doc: Doc, isNew = false): boolean {
      const before = isNew ? undefined : found.get(kind, doc.id);
      const old = before && index.has(kind) ? parsed(kind, before) : undefined;
      const data = serialize(kind, doc);
      const seq = before?.seq ?? sql.insert(kind, doc.id, ...columnsOf(doc), data);
      if (before) sql.replace.run(...columnsOf(doc), data, seq);
      else counted(kind, doc.versionId, 1);
      found.put(kind, doc.id, { seq, data });
      if (index.has(kind)) index.move(kind, seq, old, doc);
      return before === undefined;
    },
    /** Writer for bulk inserts. */
    bulk(): BulkWriter {
      const { add, end } = bulkWriter(db, index);
      return {
        add,
        end: () => {
          end();
          forgetCached();
        },
      };
    },
    remove(kind: Kind, id: string): void {
      const row = found.get(kind, id);
      if (row) {
        const doc: Doc = parse(kind, row);
        index.move(kind, row.seq, doc, undefined);
        counted(kind, doc.versionId, -1);
      }
      sql.remove.run(kind, id);
      sql.unlink.run(kind, id);
      found.put(kind, id, undefined);
      links.forget(kind);
    },
    /** Deletes all records of a version, except the version itself. */
    removeVersion(versionId: string): void {
      index.removeVersion(versionId);
      forgetCached();
      sql.unlinkVersion.run(versionId);
      sql.removeVersion.run(versionId);
    },
    /** Deletes all records of a landscape, including its versions, except the landscape itself. */
    removeLandscape(landscapeId: string): void {
      for (const { id } of store.ofLandscape('version', landscapeId)) index.removeVersion(id);
      forgetCached();
      sql.unlinkLandscape.run(landscapeId);
      sql.removeLandscape.run(landscapeId);
    },
    /** Records of a kind in creation order, with their sequence numbers. */
    all: <K extends Kind>(kind: K, after = 0): Placed<K>[] => placed(kind, sql.all.all(kind, after)),
    ofVersion: <K extends Kind>(kind: K, versionId: string, after = 0): Placed<K>[] =>
      placed(kind, sql.version.all(kind, versionId, after)),
    /** A page of the records of a version, in creation order. Reads no more rows than it needs. */
    pageOfVersion: <K extends Kind>(
      kind: K,
      versionId: string,
      wanted: PageRequest<RecordOf<K>>,
    ): Placed<K>[] => readPage(kind, versionId, wanted, (row) => parse(kind, row)),
    ofLandscape: <K extends Kind>(kind: K, landscapeId: string): RecordOf<K>[] =>
      sql.landscape.all(kind, landscapeId).map((row) => parse(kind, row)),
    /** Records of an organization, or tasks of a draft. */
    ofOwner: <K extends Kind>(kind: K, ownerId: string): RecordOf<K>[] =>
      sql.owner.all(kind, ownerId).map((row) => parse(kind, row)),
    byHandle<K extends Kind>(kind: K, versionId: string, handleId: string): RecordOf<K> | undefined {
      const row = sql.handle.get(kind, versionId, handleId);
      return row === undefined ? undefined : parse(kind, row);
    },
    countOfVersion(kind: Kind, versionId: string): number {
      const name = `${kind} ${versionId}`;
      const count = counts.get(name) ?? sql.count.get(kind, versionId)?.count ?? 0;
      counts.set(name, count);
      return count;
    },
    counts: (): Record<string, number> =>
      Object.fromEntries(sql.counts.all().map(({ kind, count }) => [kind, count])),
    /** Replaces all references made by a record. `isNew` means that it has none yet. */
    relink(kind: Kind, id: string, now: readonly Link[], isNew = false): void {
      links.forget(kind);
      if (!isNew) sql.unlink.run(kind, id);
      sql.link(now.map((link) => [kind, id, link.field, link.detail ?? null, link.kind, link.id]));
    },
    /** References to a record. `kind` and `id` of each are those of the referring record. */
    incoming(kind: Kind, id: string, from?: LinkSource): readonly LinkFrom[] {
      if (!from) return sql.incoming.all(kind, id);
      const { kind: source, field } = from;
      return links.get(source, `${kind} ${id} ${field ?? ''}`, () =>
        field === undefined
          ? sql.incomingKind.all(kind, id, source)
          : sql.incomingField.all(kind, id, source, field),
      );
    },
    /** Fields of a record that are computed on read and need no update. */
    stillLong: (kind: Kind, doc: Doc): ReadonlySet<string> =>
      stillLong(kind, doc, ({ kind: source, field = null }, most) =>
        Number(sql.incomingCount.get(kind, doc.id, source, field, field, most)?.count ?? 0),
      ),
    /** Rebuilds the inverted index of a file that was written with other indexed fields. */
    rebuildIndex(): void {
      sql.clearIndex();
      index.forget();
      for (const { seq, kind, data } of sql.everything()) {
        if (index.has(kind)) index.move(kind, seq, undefined, parse(kind, { data }));
      }
    },
    /** Clears all caches. Call it after a rollback and after the store was emptied. */
    forget(): void {
      index.forget();
      forgetCached();
    },
  };
  return store satisfies RecordReader;
}

export type RecordStore = ReturnType<typeof recordStore>;
