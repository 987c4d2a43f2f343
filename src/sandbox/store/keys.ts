import { hash, timingSafeEqual } from 'node:crypto';
import type { Permission } from '../../contract/access.js';
import type { Doc } from '../../contract/doc.js';
import { type Db, rows } from './rows.js';

/** Identity that performs a request: the key itself or, with a bearer token, the key's user. */
export interface Actor {
  by: 'api-key' | 'user';
  id: string;
  name: string;
}

/**
 * An API key as stored, with a digest of its secret. Requests signed in with a bearer token act as one of its user's
 * keys.
 */
export interface StoredKey {
  id: string;
  organizationId: string;
  permission: Permission;
  /** User who created the key; the login (endpoint 12) returns this user. */
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

/** The key as returned by the service. */
type KeyDoc = Doc & { permission: Permission; name: string };

const docOf = ({ data }: Pick<Row, 'data'>): KeyDoc => JSON.parse(data);

/** A plain digest is enough for 256 random bits, and is fast enough for thousands of requests per second. */
const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** API keys by id. Secrets are stored as digests only. */
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
  return {
    /** Returns the key if the secret is correct. Takes the same time for a wrong secret and an unknown id. */
    verify(id: string, secret: string): StoredKey | undefined {
      const found = sql.get.get(id);
      const given = digestOf(secret);
      const same = timingSafeEqual(given, found?.digest ?? Buffer.alloc(given.length));
      if (!found || !same) return undefined;
      const { permission, name } = docOf(found);
      return {
        id,
        organizationId: found.organization_id,
        userId: found.user_id,
        permission,
        name,
        actor: { by: 'api-key', id, name },
      };
    },
    /** A key of an organization. */
    get(organizationId: string, id: string): Doc | undefined {
      const found = sql.get.get(id);
      return found?.organization_id === organizationId ? docOf(found) : undefined;
    },
    /** All keys of an organization, oldest first. */
    list: (organizationId: string): Doc[] => sql.list.all(organizationId).map(docOf),
    create(doc: Doc, userId: string, secret: string): void {
      sql.put.run(doc.id, String(doc.organizationId), userId, digestOf(secret), JSON.stringify(doc));
    },
    update: (doc: Doc): void => void sql.update.run(JSON.stringify(doc), doc.id),
    /** Deletes a key, so that it can no longer sign in. */
    remove: (id: string): void => void sql.remove.run(id),
  };
}
