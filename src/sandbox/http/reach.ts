import type { Permission } from '../../contract/access.js';
import { membershipOf } from '../records/members.js';
import type { StoredKey } from '../store/keys.js';
import type { Store } from '../store/store.js';

/**
 * The key as it counts where a request goes. In its own organization it is what it is; in another one that its user is
 * a member of, it may do what both the key and the user may (docs/service.md#choices-of-the-sandbox). Anywhere else it stays what it
 * is, and finds nothing.
 */
export function keyFor(
  store: Store,
  key: StoredKey,
  { organizationId, landscapeId }: Readonly<Record<string, string>>,
): StoredKey {
  const landscape = landscapeId === undefined ? undefined : store.records.get('landscape', landscapeId);
  const wanted = organizationId ?? landscape?.organizationId;
  if (wanted === undefined || wanted === key.organizationId) return key;
  const member = membershipOf(store, wanted, key.userId);
  const permission = member && lesser(key.permission, member.permission);
  return permission === undefined ? key : { ...key, organizationId: wanted, permission };
}

const RANKED: readonly string[] = ['read', 'write', 'admin'];

/** What two permissions have in common; undefined where that is nothing, as of `billing` and `read`. */
function lesser(a: Permission, b: string): Permission | undefined {
  if (a === b || b === 'admin') return a;
  if (a === 'admin') return b === 'billing' || b === 'write' ? b : 'read';
  if (a === 'billing' || b === 'billing') return undefined;
  return RANKED.indexOf(a) < RANKED.indexOf(b) ? a : 'read';
}
