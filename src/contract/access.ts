import type { PERMISSIONS } from './enums.js';
import type { Access } from './operation.js';

/** Permission of an API key. */
export type Permission = (typeof PERMISSIONS)[number];

const RANK: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 };

/**
 * Whether a key with this permission may call an operation with this access (docs/service.md#permissions). Billing keys
 * may call billing and member operations only.
 */
export function allows(permission: Permission, access: Access): boolean {
  if (access === 'any' || access === 'public') return true;
  if (access === 'members') return permission === 'billing' || permission === 'admin';
  return (RANK[permission] ?? 0) >= (RANK[access] ?? Number.POSITIVE_INFINITY);
}
