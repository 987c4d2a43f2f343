import type { Doc, LinkSource } from '../../contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../contract/records.js';
import type { Link } from '../../contract/rules/links.js';
import { type BulkWriter, bulkWriter } from './bulk.js';
import { facetStore } from './facets.js';
import { packed, stillLong, unpacked } from './long-fields.js';
import { type Placed, pageReader, type Wanted } from './record-pages.js';
import { columnsOf, recordStatements } from './record-statements.js';
import type { Db } from './rows.js';

interface Row {
  seq: number;
  data: string;
}

/** Reads and writes records and the references between them. */
export function recordStore(db: Db) {
  const sql = recordStatements(db);
  const facets = facetStore(db);
  const readPage = pageReader(db, facets);
  /** How many records of a kind a version has, for those that were asked for. */
  const counts = new Map<string, number>();
  const counted = (kind: Kind, versionId: unknown, change: number): void => {
    const known = counts.get(`${kind} ${String(versionId)}`);
    if (known !== undefined) counts.set(`${kind} ${String(versionId)}`, known + change);
  };
  // What was put under a kind is a record of it.
  const parse = <K extends Kind>(kind: K, { data }: Pick<Row, 'data'>): RecordOf<K> =>
    unpacked(kind, data, store) as RecordOf<K>;
  const placed = <K extends Kind>(kind: K, found: readonly Row[]): Placed<K>[] =>
    found.map((row) => ({ seq: row.seq, doc: parse(kind, row) }));
  const store = {
    get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
      const row = sql.get.get(kind, id);
      return row === undefined ? undefined : parse(kind, row);
    },
    /** Inserts or replaces; a replaced record keeps its place in lists. */
    put(kind: Kind, doc: Doc): void {
      const before = sql.get.get(kind, doc.id);
      const old = before && facets.has(kind) ? parse(kind, before) : undefined;
      if (before) sql.replace.run(...columnsOf(doc), packed(kind, doc), before.seq);
      else sql.insert.run(kind, doc.id, ...columnsOf(doc), packed(kind, doc));
      if (!before) counted(kind, doc.versionId, 1);
      if (facets.has(kind)) facets.move(kind, before?.seq ?? sql.last.get()?.seq ?? 0, old, doc);
    },
    /** For many new records at a time. */
    bulk(): BulkWriter {
      counts.clear();
      return bulkWriter(db, facets);
    },
    remove(kind: Kind, id: string): void {
      const row = sql.get.get(kind, id);
      if (row) {
        const doc: Doc = parse(kind, row);
        facets.move(kind, row.seq, doc, undefined);
        counted(kind, doc.versionId, -1);
      }
      sql.remove.run(kind, id);
      sql.unlink.run(kind, id);
    },
    /** Removes everything in a version, but not the version. */
    removeVersion(versionId: string): void {
      facets.removeVersion(versionId);
      counts.clear();
      sql.unlinkVersion.run(versionId);
      sql.removeVersion.run(versionId);
    },
    /** Removes everything in a landscape, its versions too, but not the landscape. */
    removeLandscape(landscapeId: string): void {
      for (const { id } of store.ofLandscape('version', landscapeId)) facets.removeVersion(id);
      counts.clear();
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
    /** Replaces every reference that a record makes. */
    relink(kind: Kind, id: string, links: readonly Link[]): void {
      sql.unlink.run(kind, id);
      for (const link of links) sql.link.run(kind, id, link.field, link.detail ?? null, link.kind, link.id);
    },
    /** References to a record; `kind` and `id` are those of the record that refers. */
    incoming(kind: Kind, id: string, from?: LinkSource): LinkFrom[] {
      if (!from) return sql.incoming.all(kind, id);
      if (from.field === undefined) return sql.incomingKind.all(kind, id, from.kind);
      return sql.incomingField.all(kind, id, from.kind, from.field);
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
      counts.clear();
    },
  };
  return store satisfies RecordReader;
}

export type RecordStore = ReturnType<typeof recordStore>;
