import type { Doc, LinkSource } from '../../contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../contract/records.js';
import type { Link } from '../../contract/rules/links.js';
import { type BulkWriter, bulkWriter } from './bulk.js';
import { facetStore } from './facets.js';
import { linkCache } from './link-cache.js';
import { packed, stillLong, unpacked } from './long-fields.js';
import { parsedRows } from './parsed-rows.js';
import { type Placed, pageReader, type Wanted } from './record-pages.js';
import { columnsOf, recordStatements } from './record-statements.js';
import { type Row, rowCache } from './row-cache.js';
import type { Db } from './rows.js';

/** Reads and writes records and the references between them. */
export function recordStore(db: Db) {
  const sql = recordStatements(db);
  const facets = facetStore(db);
  const readPage = pageReader(db, facets);
  const found = rowCache((kind, id) => sql.get.get(kind, id));
  const parsed = parsedRows(() => store);
  const links = linkCache();
  /** How many records of a kind a version has, for those that were asked for. */
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
  // What was put under a kind is a record of it.
  const parse = <K extends Kind>(kind: K, { data }: Pick<Row, 'data'>): RecordOf<K> =>
    unpacked(kind, data, store) as RecordOf<K>;
  const placed = <K extends Kind>(kind: K, these: readonly Row[]): Placed<K>[] =>
    these.map((row) => ({ seq: row.seq, doc: parse(kind, row) }));
  const store = {
    get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
      const row = found.get(kind, id);
      return row === undefined ? undefined : (parsed(kind, row) as RecordOf<K>);
    },
    /**
     * Inserts or replaces; a replaced record keeps its place in lists. Answers whether it is new, which need not be looked
     * for where it is known.
     */
    put(kind: Kind, doc: Doc, isNew = false): boolean {
      const before = isNew ? undefined : found.get(kind, doc.id);
      const old = before && facets.has(kind) ? parsed(kind, before) : undefined;
      const data = packed(kind, doc);
      const seq = before?.seq ?? sql.insert(kind, doc.id, ...columnsOf(doc), data);
      if (before) sql.replace.run(...columnsOf(doc), data, seq);
      else counted(kind, doc.versionId, 1);
      found.put(kind, doc.id, { seq, data });
      if (facets.has(kind)) facets.move(kind, seq, old, doc);
      return before === undefined;
    },
    /** For many new records at a time. */
    bulk(): BulkWriter {
      const { add, end } = bulkWriter(db, facets);
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
        facets.move(kind, row.seq, doc, undefined);
        counted(kind, doc.versionId, -1);
      }
      sql.remove.run(kind, id);
      sql.unlink.run(kind, id);
      found.put(kind, id, undefined);
      links.forget(kind);
    },
    /** Removes everything in a version, but not the version. */
    removeVersion(versionId: string): void {
      facets.removeVersion(versionId);
      forgetCached();
      sql.unlinkVersion.run(versionId);
      sql.removeVersion.run(versionId);
    },
    /** Removes everything in a landscape, its versions too, but not the landscape. */
    removeLandscape(landscapeId: string): void {
      for (const { id } of store.ofLandscape('version', landscapeId)) facets.removeVersion(id);
      forgetCached();
      sql.unlinkLandscape.run(landscapeId);
      sql.removeLandscape.run(landscapeId);
    },
    /** Records of a kind in the order they were made, with their place. */
    all: <K extends Kind>(kind: K, after = 0): Placed<K>[] => placed(kind, sql.all.all(kind, after)),
    ofVersion: <K extends Kind>(kind: K, versionId: string, after = 0): Placed<K>[] =>
      placed(kind, sql.version.all(kind, versionId, after)),
    /** A part of the records of a version, in the order they were made; no more is read than it takes. */
    pageOfVersion: <K extends Kind>(kind: K, versionId: string, wanted: Wanted<RecordOf<K>>): Placed<K>[] =>
      readPage(kind, versionId, wanted, (row) => parse(kind, row)),
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
    /** Replaces every reference that a record makes; one that is new has made none. */
    relink(kind: Kind, id: string, now: readonly Link[], isNew = false): void {
      links.forget(kind);
      if (!isNew) sql.unlink.run(kind, id);
      sql.link(now.map((link) => [kind, id, link.field, link.detail ?? null, link.kind, link.id]));
    },
    /** References to a record; `kind` and `id` are those of the record that refers. */
    incoming(kind: Kind, id: string, from?: LinkSource): readonly LinkFrom[] {
      if (!from) return sql.incoming.all(kind, id);
      const { kind: source, field } = from;
      return links.get(source, `${kind} ${id} ${field ?? ''}`, () =>
        field === undefined
          ? sql.incomingKind.all(kind, id, source)
          : sql.incomingField.all(kind, id, source, field),
      );
    },
    /** Fields of a record that need not be computed to be right: they are, when they are read. */
    stillLong: (kind: Kind, doc: Doc): ReadonlySet<string> =>
      stillLong(kind, doc, ({ kind: source, field = null }, most) =>
        Number(sql.incomingCount.get(kind, doc.id, source, field, field, most)?.count ?? 0),
      ),
    /** Makes the rows that lists are filtered by anew, for a file that has others. */
    rebuildFacets(): void {
      sql.clearFacets();
      facets.forget();
      for (const { seq, kind, data } of sql.everything()) {
        if (facets.has(kind)) facets.move(kind, seq, undefined, parse(kind, { data }));
      }
    },
    /** To be called after a rollback, and once the store was emptied. */
    forget(): void {
      facets.forget();
      forgetCached();
    },
  };
  return store satisfies RecordReader;
}

export type RecordStore = ReturnType<typeof recordStore>;
