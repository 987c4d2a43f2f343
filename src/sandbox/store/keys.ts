import { hash, timingSafeEqual } from 'node:crypto';
import type { Permission } from '../../contract/access.js';
import type { Doc } from '../../contract/doc.js';
import { type Db, rows } from './rows.js';

/** Who acts when a request is signed in: a key itself, or with a token the user it belongs to. */
export interface Actor {
  by: 'api-key' | 'user';
  id: string;
  name: string;
}

/** An API key as the store keeps it; the secret only as its digest. A bearer token signs in as one of its own. */
export interface StoredKey {
  id: string;
  organizationId: string;
  permission: Permission;
  /** User who created it: the one that endpoint 12 answers. */
  userId: string;
  name: string;
  actor: Actor;
}

interface Row {
  id: string;
  organization_id: string;
  user_id: string;
  digest: Uint8Array;
  data: string;
}

/** The key as the service answers it. */
type KeyDoc = Doc & { permission: Permission; name: string };

const docOf = ({ data }: Pick<Row, 'data'>): KeyDoc => JSON.parse(data);

/** What is looked at with every request. */
type Known = Row & Pick<KeyDoc, 'permission' | 'name'>;

const knownOf = (row: Row): Known => {
  const { permission, name } = docOf(row);
  return { ...row, digest: Buffer.from(row.digest), permission, name };
};

/** A plain digest is enough for 256 random bits, and thousands of requests a second can be checked with it. */
const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** API keys, by id. Secrets are kept as digests only. */
export function keyStore(db: Db) {
  const sql = {
    get: rows<Row>(db, 'SELECT * FROM keys WHERE id = ?'),
    list: rows<Row>(db, 'SELECT * FROM keys WHERE organization_id = ? ORDER BY rowid'),
    put: db.prepare(
      `INSERT INTO keys (id, organization_id, user_id, digest, data) VALUES (?,?,?,?,?)
       ON CONFLICT (id) DO UPDATE SET digest = excluded.digest, data = excluded.data`,
    ),
    update: db.prepare('UPDATE keys SET data = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM keys WHERE id = ?'),
  };
  const cache = new Map<string, Known>();
  const row = (id: string): Known | undefined => {
    const known = cache.get(id);
    if (known) return known;
    const read = sql.get.get(id);
    const found = read && knownOf(read);
    if (found) cache.set(id, found);
    return found;
  };
  return {
    /** The key, where the secret is its own. Takes the same time for a wrong secret and for an unknown id. */
    verify(id: string, secret: string): StoredKey | undefined {
      const found = row(id);
      const given = digestOf(secret);
      const same = timingSafeEqual(given, found?.digest ?? Buffer.alloc(given.length));
      if (!found || !same) return undefined;
      const { permission, name } = found;
      return {
        id,
        organizationId: found.organization_id,
        userId: found.user_id,
        permission,
        name,
        actor: { by: 'api-key', id, name },
      };
    },
    /** The record of a key of an organization. */
    get(organizationId: string, id: string): Doc | undefined {
      const found = row(id);
      return found?.organization_id === organizationId ? docOf(found) : undefined;
    },
    /** The records of all keys of an organization, oldest first. */
    list: (organizationId: string): Doc[] => sql.list.all(organizationId).map(docOf),
    create(doc: Doc, userId: string, secret: string): void {
      cache.delete(doc.id);
      sql.put.run(doc.id, String(doc.organizationId), userId, digestOf(secret), JSON.stringify(doc));
    },
    update(doc: Doc): void {
      cache.delete(doc.id);
      sql.update.run(JSON.stringify(doc), doc.id);
    },
    /** From now on nobody signs in with it. */
    remove(id: string): void {
      cache.delete(id);
      sql.remove.run(id);
    },
    /** To be called after a rollback: what was cached may never have been written. */
    forget: (): void => cache.clear(),
  };
}
