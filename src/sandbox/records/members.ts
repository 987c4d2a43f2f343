import { isObject } from '../../base/is-object.js';
import { type Doc, type Fields, textsOf } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import type { ContextReader } from '../../contract/rules/log-context.js';
import { isOpenInvite, seatsTaken, takesSeat } from '../../contract/rules/seats.js';
import { exhausted } from '../refusal.js';
import type { Action } from '../services.js';
import type { Store } from '../store/store.js';

export type Member = RecordOf<'organizationUser'>;

/** Id of the user whose membership it is. */
export const userIdOf = ({ id, userId = id }: Member): string => userId;

/** Who belongs to an organization. */
export const membersOfOrganization = ({ records }: Store, organizationId: string): Member[] =>
  records.ofOwner('organizationUser', organizationId);

/** Who belongs to the organization of the key. */
export const membersOf = ({ services, key }: Action): Member[] =>
  membersOfOrganization(services.store, key.organizationId);

/** What a user is in an organization; undefined where they are nothing. */
export const membershipOf = (store: Store, organizationId: string, userId: string): Member | undefined =>
  membersOfOrganization(store, organizationId).find((it) => userIdOf(it) === userId);

/** Membership as the service answers it (docs/service.md#organization-user). */
export const shownMember = ({ permission, landscapePermissions }: Member) => ({
  permission,
  ...(landscapePermissions !== undefined && { landscapePermissions }),
});

/** The members of an organization by their user's id. */
export const shownMembers = (store: Store, organizationId: string) =>
  Object.fromEntries(
    membersOfOrganization(store, organizationId).map((it) => [userIdOf(it), shownMember(it)]),
  );

/** The same with who they are. */
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

/** Invites of the organization of the key that can still be used. */
export const openInvites = ({ services, key, now }: Action): RecordOf<'organizationUserInvite'>[] =>
  services.store.records
    .ofOwner('organizationUserInvite', key.organizationId)
    .filter((it) => isOpenInvite(it, now));

/**
 * Makes sure that there is a paid seat for somebody who is to get a permission (docs/service.md#seats).
 * @param before what they have already, which keeps its seat.
 * @throws Refusal `exhausted` where all seats are taken.
 */
export function takeSeat(action: Action, permission: unknown, before?: unknown): void {
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

/** The teams of the organization that a user is in, by id. */
export const teamsOfUser = ({ services, key }: Action): string[] =>
  services.store.records
    .ofOwner('team', key.organizationId)
    .filter(({ userIds }) => textsOf(userIds).includes(key.userId))
    .map(({ id }) => id);

/** Names of the landscapes of a map of permissions, by id, for a log entry. */
const landscapeNames = (records: ContextReader, permissions: unknown): Fields => {
  const ids = Object.keys(isObject(permissions) ? permissions : {});
  const names = ids.map((id) => [id, records.get('landscape', id)?.name] as const);
  return ids.length === 0 ? {} : { landscapeNames: Object.fromEntries(names) };
};

/** The `context` of a log entry about an invitation or a member: their address and name, names of landscapes. */
export function memberContext(records: ContextReader, { email, name, landscapePermissions }: Fields): Fields {
  return {
    email: email ?? '',
    ...(name !== undefined && { name }),
    ...landscapeNames(records, landscapePermissions),
  };
}

/** Ids of users who are not members, each as `path: problem`. */
export function strangers(action: Action, userIds: readonly string[] = []): string[] {
  const known = new Set(membersOf(action).map(userIdOf));
  return userIds.flatMap((id, at) =>
    known.has(id) ? [] : [`userIds[${at}]: there is no user ${id} in this organization`],
  );
}

/** Landscapes of a map of permissions that the organization does not have, each as `path: problem`. */
export const unknownLandscapes = (
  { services, key }: Action,
  permissions: Readonly<Record<string, boolean>> = {},
): string[] =>
  Object.keys(permissions)
    .filter((id) => services.store.records.get('landscape', id)?.organizationId !== key.organizationId)
    .map((id) => `landscapePermissions.${id}: there is no such landscape`);
