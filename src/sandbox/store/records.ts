import type { Doc, LinkSource } from '../../contract/doc.js';
import type { Kind, LinkFrom, RecordOf, RecordReader } from '../../contract/records.js';
import type { Link } from '../../contract/rules/links.js';
import { type PageRequest, readPage } from './record-pages.js';
import { type Row, recordStatements } from './record-statements.js';
import type { Db } from './rows.js';

/** A record with its sequence number (creation order). */
export interface Numbered<K extends Kind> {
  seq: number;
  doc: RecordOf<K>;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

// Records stored under a kind have the type of that kind.
const parse = <K extends Kind>({ data }: Pick<Row, 'data'>): RecordOf<K> => JSON.parse(data);

const numbered = <K extends Kind>(row: Row): Numbered<K> => ({ seq: row.seq, doc: parse(row) });

/** Reads and writes records and the references between them. */
export function recordStore(db: Db) {
  const sql = recordStatements(db);
  const store = {
    get<K extends Kind>(kind: K, id: string): RecordOf<K> | undefined {
      const row = sql.get.get(kind, id);
      return row && parse<K>(row);
    },
    /** Inserts or replaces a record; a replaced record keeps its position in lists. */
    put(kind: Kind, doc: Doc): void {
      const { landscapeId, versionId, draftId, organizationId, handleId } = doc;
      const owner = textOrNull(draftId) ?? textOrNull(organizationId);
      const columns = [textOrNull(landscapeId), textOrNull(versionId), owner, textOrNull(handleId)];
      sql.put.run(kind, doc.id, ...columns, JSON.stringify(doc));
    },
    remove(kind: Kind, id: string): void {
      sql.remove.run(kind, id);
      sql.unlink.run(kind, id);
    },
    /** Deletes all records of a version, except the version itself. */
    removeVersion(versionId: string): void {
      sql.unlinkVersion.run(versionId);
      sql.removeVersion.run(versionId);
    },
    /** Deletes all records of a landscape, including its versions, except the landscape itself. */
    removeLandscape(landscapeId: string): void {
      sql.unlinkLandscape.run(landscapeId);
      sql.removeLandscape.run(landscapeId);
    },
    /** Records of a kind in creation order, with their sequence numbers. */
    all: <K extends Kind>(kind: K, after = 0): Numbered<K>[] => sql.all.all(kind, after).map(numbered<K>),
    ofVersion: <K extends Kind>(kind: K, versionId: string, after = 0): Numbered<K>[] =>
      sql.version.all(kind, versionId, after).map(numbered<K>),
    /** A page of the records of a version, in creation order. */
    pageOfVersion: <K extends Kind>(
      kind: K,
      versionId: string,
      request: PageRequest<RecordOf<K>>,
    ): Numbered<K>[] => readPage(db, kind, versionId, request, parse<K>),
    ofLandscape: <K extends Kind>(kind: K, landscapeId: string): RecordOf<K>[] =>
      sql.landscape.all(kind, landscapeId).map(parse<K>),
    /** Records of an organization, or tasks of a draft. */
    ofOwner: <K extends Kind>(kind: K, ownerId: string): RecordOf<K>[] =>
      sql.owner.all(kind, ownerId).map(parse<K>),
    byHandle<K extends Kind>(kind: K, versionId: string, handleId: string): RecordOf<K> | undefined {
      const row = sql.handle.get(kind, versionId, handleId);
      return row && parse<K>(row);
    },
    countOfVersion: (kind: Kind, versionId: string): number => sql.count.get(kind, versionId)?.count ?? 0,
    counts: (): Record<string, number> =>
      Object.fromEntries(sql.counts.all().map(({ kind, count }) => [kind, count])),
    /** Replaces all references made by a record. */
    relink(kind: Kind, id: string, links: readonly Link[]): void {
      sql.unlink.run(kind, id);
      for (const link of links) sql.link.run(kind, id, link.field, link.detail ?? null, link.kind, link.id);
    },
    /** References to a record. `kind` and `id` of each are those of the referring record. */
    incoming(kind: Kind, id: string, from?: LinkSource): LinkFrom[] {
      if (!from) return sql.incoming.all(kind, id);
      if (from.field === undefined) return sql.incomingKind.all(kind, id, from.kind);
      return sql.incomingField.all(kind, id, from.kind, from.field);
    },
  };
  return store satisfies RecordReader;
}

export type RecordStore = ReturnType<typeof recordStore>;
