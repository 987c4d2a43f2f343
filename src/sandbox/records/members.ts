import type { RecordOf } from '../../contract/records.js';
import type { Action } from '../services.js';

type Member = RecordOf<'organizationUser'>;

/** Who belongs to the organization of the key. */
export const membersOf = ({ services, key }: Action): Member[] =>
  services.store.records.ofOwner('organizationUser', key.organizationId);

/** Membership as the service answers it (docs/service.md#organization-user). */
export const shownMember = ({ permission, landscapePermissions }: Member) => ({
  permission,
  ...(landscapePermissions !== undefined && { landscapePermissions }),
});

/** The members of an organization by their user's id. */
export const shownMembers = (action: Action) =>
  Object.fromEntries(membersOf(action).map((it) => [it.id, shownMember(it)]));
