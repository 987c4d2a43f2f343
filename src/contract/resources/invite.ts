import * as z from 'zod/mini';
import { PERMISSIONS } from '../enums.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { actor, choice, dateTime, dateTimeInput, loose, openEnum, stamps, strict, text } from '../schema.js';

/** docs/service.md#invite: open until it is used, revoked or past `expiresAt`. */
export const organizationUserInvite = loose({
  id: text(),
  organizationId: text(),
  email: text(),
  permission: openEnum(PERMISSIONS),
  landscapePermissions: z.optional(z.record(z.string(), z.boolean())),
  expiresAt: dateTime(),
  revokedAt: z.nullish(dateTime()),
  revokedBy: z.nullish(actor()),
  revokedById: z.nullish(text()),
  usedAt: z.nullish(dateTime()),
  usedByUserId: z.nullish(text()),
  ...stamps,
});
/** An invitation to an organization. */
export type OrganizationUserInvite = z.infer<typeof organizationUserInvite>;

export const organizationUserInviteRecord = record({
  kind: 'organizationUserInvite',
  noun: 'invite',
  owner: 'organization',
  schema: organizationUserInvite,
});

/** An address with one `@` and text on both sides; delivery checks the rest. */
export const emailInput = () =>
  z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be a valid e-mail address'));

const one = {
  response: loose({ organizationUserInvite }),
  envelope: 'organizationUserInvite',
  answers: 'one',
} as const;

export const listInvites = operation({
  id: 'organizations.users.invites.list',
  method: 'GET',
  path: '/organizations/{organizationId}/users/invites',
  response: loose({ organizationUserInvites: z.array(organizationUserInvite) }),
  envelope: 'organizationUserInvites',
  answers: 'list',
  meter: 'read',
  access: 'members',
  summary: 'List the invites of an organization',
});

/** 409 if the person is already a member or invited, 429 beyond the paid seats (docs/service.md#seats). */
export const createInvite = operation({
  id: 'organizations.users.invites.create',
  method: 'POST',
  path: '/organizations/{organizationId}/users/invites',
  body: strict({
    email: emailInput(),
    permission: choice(PERMISSIONS),
    expiresAt: dateTimeInput(),
    landscapePermissions: z.optional(z.record(z.string(), z.boolean())),
  }),
  ...one,
  meter: 'write',
  access: 'members',
  summary: 'Invite a person to an organization',
});

export const revokeInvite = operation({
  id: 'organizations.users.invites.revoke',
  method: 'POST',
  path: '/organizations/{organizationId}/users/invites/{organizationUserInviteId}',
  ...one,
  meter: 'write',
  access: 'members',
  summary: 'Revoke an open invite',
});
