import type { Permission } from '../../contract/access.js';
import { membershipOf } from '../records/members.js';
import type { StoredKey } from '../store/keys.js';
import type { Store } from '../store/store.js';

/**
 * Returns the key with its effective permission in the target organization. Within its own organization the key is
 * unchanged. If its user is a member of another organization, the permissions of key and member are intersected
 * (docs/service.md#choices-of-the-sandbox). Otherwise the key is unchanged and finds no records there.
 */
export function effectiveKey(
  store: Store,
  key: StoredKey,
  { organizationId, landscapeId }: Readonly<Record<string, string>>,
): StoredKey {
  const landscape = landscapeId === undefined ? undefined : store.records.get('landscape', landscapeId);
  const wanted = organizationId ?? landscape?.organizationId;
  if (wanted === undefined || wanted === key.organizationId) return key;
  const member = membershipOf(store, wanted, key.userId);
  const permission = member && intersection(key.permission, member.permission);
  return permission === undefined ? key : { ...key, organizationId: wanted, permission };
}

const RANKED: readonly string[] = ['read', 'write', 'admin'];

/** Intersection of two permissions; undefined if it is empty, as for `billing` and `read`. */
function intersection(a: Permission, b: string): Permission | undefined {
  if (a === b || b === 'admin') return a;
  if (a === 'admin') return b === 'billing' || b === 'write' ? b : 'read';
  if (a === 'billing' || b === 'billing') return undefined;
  return RANKED.indexOf(a) < RANKED.indexOf(b) ? a : 'read';
}
