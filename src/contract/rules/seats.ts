import type { Fields } from '../doc.js';

/** Permissions that require a paid seat (docs/service.md#seats). */
const PAID: readonly unknown[] = ['write', 'admin'];

/** Whether a permission requires a paid seat. */
export const takesSeat = (permission: unknown): boolean => PAID.includes(permission);

/** Whether an invite can still be used: not used, revoked or expired (docs/service.md#invite). */
export const isOpenInvite = ({ usedAt, revokedAt, expiresAt }: Fields, now: string): boolean =>
  (usedAt ?? null) === null &&
  (revokedAt ?? null) === null &&
  Date.parse(String(expiresAt)) > Date.parse(now);

/** Number of paid seats in use, by members and by open invites. */
export const seatsTaken = (members: readonly Fields[], invites: readonly Fields[], now: string): number =>
  [...members, ...invites.filter((it) => isOpenInvite(it, now))].filter(({ permission }) =>
    takesSeat(permission),
  ).length;

/** Compares e-mail addresses, ignoring case. */
export const sameAddress = (a: unknown, b: unknown): boolean =>
  String(a).toLowerCase() === String(b).toLowerCase();
