import type { Fields } from '../doc.js';

/** Permissions whose holders take a paid seat (docs/service.md#seats). */
const PAID: readonly unknown[] = ['write', 'admin'];

/** Whether somebody of this permission takes a paid seat. */
export const takesSeat = (permission: unknown): boolean => PAID.includes(permission);

/** Whether an invite can still be used: nobody did, nobody revoked it, and its time is not over (docs/service.md#invite). */
export const isOpenInvite = ({ usedAt, revokedAt, expiresAt }: Fields, now: string): boolean =>
  (usedAt ?? null) === null &&
  (revokedAt ?? null) === null &&
  Date.parse(String(expiresAt)) > Date.parse(now);

/** Paid seats that are taken, by members and by invites that are open. */
export const seatsTaken = (members: readonly Fields[], invites: readonly Fields[], now: string): number =>
  [...members, ...invites.filter((it) => isOpenInvite(it, now))].filter(({ permission }) =>
    takesSeat(permission),
  ).length;

/** Addresses are the same in any case. */
export const sameAddress = (a: unknown, b: unknown): boolean =>
  String(a).toLowerCase() === String(b).toLowerCase();
