import type { PERMISSIONS } from './enums.js';
import type { Access } from './operation.js';

/** What a key may do. */
export type Permission = (typeof PERMISSIONS)[number];

const RANK: Readonly<Record<string, number>> = { read: 1, write: 2, admin: 3 };

/**
 * Whether a key of this permission may call an operation of this access (docs/service.md#permissions). Billing keys do
 * billing and members only.
 */
export function allows(permission: Permission, access: Access): boolean {
  if (access === 'any' || access === 'public') return true;
  if (access === 'members') return permission === 'billing' || permission === 'admin';
  return (RANK[permission] ?? 0) >= (RANK[access] ?? Number.POSITIVE_INFINITY);
}
