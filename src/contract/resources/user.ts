import * as z from 'zod/mini';
import { PERMISSIONS } from '../enums.js';
import { operation } from '../operation.js';
import { record } from '../record.js';
import { choice, dateTime, loose, openEnum, strict, text } from '../schema.js';

/** docs/service.md#user. */
export const user = loose({
  id: text(),
  email: z.optional(text()),
  name: z.optional(text()),
  theme: z.optional(text()),
  defaultOrganizationId: z.nullish(text()),
  defaultOrganizationLandscapeIds: z.nullish(z.record(z.string(), z.nullish(z.string()))),
  notifications: z.optional(z.record(z.string(), z.boolean())),
  c4ModelExperience: z.nullish(text()),
  jobRole: z.nullish(text()),
  referredBy: z.nullish(text()),
  referredByOrganizationId: z.nullish(text()),
  referredByUserId: z.nullish(text()),
  createdAt: z.optional(dateTime()),
  lastActiveAt: z.optional(dateTime()),
});
/** A user of the service. */
export type User = z.infer<typeof user>;

/** docs/service.md#organization-user. `landscapePermissions` maps landscape id to access. */
export const organizationUser = loose({
  permission: openEnum(PERMISSIONS),
  landscapePermissions: z.optional(z.record(z.string(), z.boolean())),
});

/** Member details that the list adds. */
const member = z.extend(organizationUser, {
  email: z.optional(text()),
  name: z.nullish(text()),
  jobRole: z.nullish(text()),
  lastActiveAt: z.optional(dateTime()),
});
/** A user as a member of an organization. */
export type OrganizationUser = z.infer<typeof organizationUser>;

export const userRecord = record({ kind: 'user', noun: 'user', owner: 'service', schema: user });

/** A membership. Its id is the user's id unless `userId` is set: a user may belong to several organizations. */
export const organizationUserRecord = record({
  kind: 'organizationUser',
  noun: 'organization user',
  owner: 'organization',
  schema: z.extend(organizationUser, { id: text(), organizationId: text(), userId: z.optional(text()) }),
});

/** docs/service.md#endpoints, endpoint 12: returns the user that the key signs in as. */
export const login = operation({
  id: 'user.login',
  method: 'POST',
  path: '/user/login',
  response: loose({ user }),
  envelope: 'user',
  answers: 'one',
  meter: 'read',
  access: 'any',
  endpoint: 12,
  summary: 'Show the user of the API key',
});

/** docs/service.md#endpoints, endpoint 18. */
export const updateOrganizationUser = operation({
  id: 'organizations.users.update',
  method: 'PATCH',
  path: '/organizations/{organizationId}/users/{userId}',
  body: strict({
    permission: z.optional(choice(PERMISSIONS)),
    landscapePermissions: z.optional(z.record(z.string(), z.boolean())),
  }),
  response: loose({ organizationUser }),
  envelope: 'organizationUser',
  answers: 'one',
  meter: 'write',
  access: 'members',
  endpoint: 18,
  summary: "Change a user's permissions in an organization",
});

export const listOrganizationUsers = operation({
  id: 'organizations.users.list',
  method: 'GET',
  path: '/organizations/{organizationId}/users',
  response: loose({ organizationUsers: z.record(z.string(), member) }),
  envelope: 'organizationUsers',
  answers: 'map',
  meter: 'read',
  access: 'read',
  summary: 'List the users of an organization',
});

/** The last admin cannot be removed (docs/service.md#choices-of-the-sandbox). */
export const deleteOrganizationUser = operation({
  id: 'organizations.users.delete',
  method: 'DELETE',
  path: '/organizations/{organizationId}/users/{userId}',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'write',
  access: 'members',
  summary: 'Remove a user from an organization',
});
