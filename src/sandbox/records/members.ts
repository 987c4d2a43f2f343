import { isObject } from '../../base/is-object.js';
import { type Doc, type Fields, textsOf } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import type { ContextReader } from '../../contract/rules/log-context.js';
import { isOpenInvite, seatsTaken, takesSeat } from '../../contract/rules/seats.js';
import { exhausted } from '../refusal.js';
import type { Action } from '../services.js';
import type { Store } from '../store/store.js';

export type Member = RecordOf<'organizationUser'>;

export const userIdOf = ({ id, userId = id }: Member): string => userId;

export const membersOfOrganization = ({ records }: Store, organizationId: string): Member[] =>
  records.ofOwner('organizationUser', organizationId);

/** Members of the key's organization. */
export const membersOf = ({ services, key }: Action): Member[] =>
  membersOfOrganization(services.store, key.organizationId);

/** A user's membership in an organization; undefined if there is none. */
export const membershipOf = (store: Store, organizationId: string, userId: string): Member | undefined =>
  membersOfOrganization(store, organizationId).find((it) => userIdOf(it) === userId);

/** A membership as the API returns it (docs/service.md#organization-user). */
export const shownMember = ({ permission, landscapePermissions }: Member) => ({
  permission,
  ...(landscapePermissions !== undefined && { landscapePermissions }),
});

/** Members of an organization by user id. */
export const shownMembers = (store: Store, organizationId: string) =>
  Object.fromEntries(
    membersOfOrganization(store, organizationId).map((it) => [userIdOf(it), shownMember(it)]),
  );

/** Members of the key's organization by user id, with their names and addresses. */
export const memberInfos = (action: Action) =>
  Object.fromEntries(
    membersOf(action).map((it) => {
      const user: Doc | undefined = action.services.store.records.get('user', userIdOf(it));
      const { email = '', name, jobRole, lastActiveAt = action.now }: Fields = user ?? {};
      const who = {
        email,
        lastActiveAt,
        ...(name !== undefined && { name }),
        ...(jobRole !== undefined && { jobRole }),
      };
      return [userIdOf(it), { ...shownMember(it), ...who }];
    }),
  );

/** Open invites of the key's organization. */
export const openInvites = ({ services, key, now }: Action): RecordOf<'organizationUserInvite'>[] =>
  services.store.records
    .ofOwner('organizationUserInvite', key.organizationId)
    .filter((it) => isOpenInvite(it, now));

/**
 * Checks that a paid seat is free for a new permission (docs/service.md#seats).
 *
 * @param before the current permission; one that already needs a seat keeps it.
 *
 * @throws Refusal `exhausted` if all seats are taken.
 */
export function checkSeat(action: Action, permission: unknown, before?: unknown): void {
  if (!takesSeat(permission) || takesSeat(before)) return;
  const { services, key, now } = action;
  const { seats = 0 } = services.store.records.get('organization', key.organizationId) ?? {};
  const taken = seatsTaken(membersOf(action), openInvites(action), now);
  if (taken < seats) return;
  throw exhausted(
    `All ${seats} paid seats are taken; "${permission}" needs one. Members and open invites with write or admin count.`,
    'seats',
  );
}

export const teamsOfUser = ({ services, key }: Action): string[] =>
  services.store.records
    .ofOwner('team', key.organizationId)
    .filter(({ userIds }) => textsOf(userIds).includes(key.userId))
    .map(({ id }) => id);

/** Names of the landscapes in a permission map by id, for a log entry. */
const landscapeNames = (records: ContextReader, permissions: unknown): Fields => {
  const ids = Object.keys(isObject(permissions) ? permissions : {});
  const names = ids.map((id) => [id, records.get('landscape', id)?.name] as const);
  return ids.length === 0 ? {} : { landscapeNames: Object.fromEntries(names) };
};

/** `context` of a log entry about an invitation or member: address, name and names of landscapes. */
export function memberContext(records: ContextReader, { email, name, landscapePermissions }: Fields): Fields {
  return {
    email: email ?? '',
    ...(name !== undefined && { name }),
    ...landscapeNames(records, landscapePermissions),
  };
}

/** Problems for user ids that are not members, each as `path: problem`. */
export function nonMemberProblems(action: Action, userIds: readonly string[] = []): string[] {
  const known = new Set(membersOf(action).map(userIdOf));
  return userIds.flatMap((id, at) =>
    known.has(id) ? [] : [`userIds[${at}]: the user ${id} is not a member of this organization`],
  );
}

/** Problems for landscapes in a permission map that the organization does not have, each as `path: problem`. */
export const unknownLandscapeProblems = (
  { services, key }: Action,
  permissions: Readonly<Record<string, boolean>> = {},
): string[] =>
  Object.keys(permissions)
    .filter((id) => services.store.records.get('landscape', id)?.organizationId !== key.organizationId)
    .map((id) => `landscapePermissions.${id}: the landscape does not exist`);
