import * as z from 'zod/mini';
import { operation } from '../operation.js';
import { choice, id, loose, strict, text } from '../schema.js';
import { emailInput } from './invite.js';
import { user } from './user.js';

/** The user that a key signs in as (docs/service.md#user), with notifications and preferences. */

export const USER_THEMES = ['light', 'dark', 'system'] as const;

/** A setting that enables one kind of e-mail notification. */
const notification = () => z.optional(z.boolean());
const notices = {
  catalogTechnology: notification(),
  comments: notification(),
  exports: notification(),
  invites: notification(),
  onboarding: notification(),
};

const one = { response: loose({ user }), envelope: 'user', answers: 'one' } as const;
const theirs = {
  response: loose({ notifications: loose(notices) }),
  envelope: 'notifications',
  answers: 'one',
} as const;

export const getUser = operation({
  id: 'user.get',
  method: 'GET',
  path: '/user',
  ...one,
  meter: 'read',
  access: 'any',
  summary: 'Get the user of the API key',
});

export const userExists = operation({
  id: 'user.exists',
  method: 'HEAD',
  path: '/user',
  response: loose({}),
  envelope: null,
  answers: 'nothing',
  meter: 'read',
  access: 'any',
  summary: 'Check whether the API key belongs to a user',
});

/** 409 if another user has the address. */
export const updateUser = operation({
  id: 'user.update',
  method: 'PATCH',
  path: '/user',
  body: strict({
    c4ModelExperience: z.optional(text()),
    defaultOrganizationId: z.optional(z.nullable(id())),
    defaultOrganizationLandscapeIds: z.optional(z.nullable(z.record(z.string(), id()))),
    email: z.optional(emailInput()),
    jobRole: z.optional(text()),
    name: z.optional(id().check(z.maxLength(128, 'must have at most 128 characters'))),
    referredBy: z.optional(text()),
    referredByOrganizationId: z.optional(id()),
    referredByUserId: z.optional(id()),
    theme: z.optional(choice(USER_THEMES)),
  }),
  ...one,
  meter: 'write',
  access: 'any',
  summary: 'Change the user of the API key',
});

export const getNotifications = operation({
  id: 'user.notifications.get',
  method: 'GET',
  path: '/user/notifications',
  ...theirs,
  meter: 'read',
  access: 'any',
  summary: 'Show the notification settings of the user',
});

export const updateNotifications = operation({
  id: 'user.notifications.update',
  method: 'PATCH',
  path: '/user/notifications',
  body: strict(notices),
  ...theirs,
  meter: 'write',
  access: 'any',
  summary: 'Change the notification settings of the user',
});
