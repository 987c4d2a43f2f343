import { createHash } from 'node:crypto';
import type { Permission } from '../../contract/access.js';
import { type Db, rows } from './rows.js';

/** A bearer token as stored, without the token itself. */
export interface StoredToken {
  id: string;
  organizationId: string;
  permission: Permission;
  /** User whom the token authenticates. */
  userId: string;
}

interface Row {
  id: string;
  organization_id: string;
  user_id: string;
  permission: Permission;
}

/** Tokens hold 256 random bits, so a plain digest is safe and can be used as a lookup key. */
const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Bearer tokens by digest. */
export function tokenStore(db: Db) {
  const get = rows<Row>(db, 'SELECT id, organization_id, user_id, permission FROM tokens WHERE digest = ?');
  const put = db.prepare(
    'INSERT INTO tokens (digest, id, organization_id, user_id, permission, created_at) VALUES (?,?,?,?,?,?)',
  );
  return {
    /** The stored token, or undefined if it was never issued. */
    verify(token: string): StoredToken | undefined {
      const found = get.get(digestOf(token));
      return (
        found && {
          id: found.id,
          organizationId: found.organization_id,
          userId: found.user_id,
          permission: found.permission,
        }
      );
    },
    create({ id, organizationId, userId, permission }: StoredToken, token: string, createdAt: string): void {
      put.run(digestOf(token), id, organizationId, userId, permission, createdAt);
    },
  };
}
