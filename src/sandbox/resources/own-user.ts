import type { Doc } from '../../contract/doc.js';
import {
  getNotifications,
  getUser,
  updateNotifications,
  updateUser,
  userExists,
} from '../../contract/resources/own-user.js';
import { sameAddress } from '../../contract/rules/seats.js';
import { type Call, on } from '../call.js';
import { membershipOf } from '../records/members.js';
import { conflict, invalid, notFound } from '../refusal.js';
import type { Action } from '../services.js';

/** docs/service.md#user: the user who created the key. */
function userOfKey({ services, key }: Action): Doc {
  const user = services.store.records.get('user', key.userId);
  if (!user) throw notFound(`The user ${key.userId}`);
  return user;
}

/** Checks that the user has access to each default. */
function placeProblems({ services, key, body }: Call<typeof updateUser>): string[] {
  const { store } = services;
  const { defaultOrganizationId: id, defaultOrganizationLandscapeIds: landscapes } = body;
  const isMember = (it: string): boolean => membershipOf(store, it, key.userId) !== undefined;
  return [
    ...(typeof id === 'string' && !isMember(id)
      ? [`defaultOrganizationId: there is no organization ${id}`]
      : []),
    ...Object.entries(landscapes ?? {}).flatMap(([organizationId, landscapeId]) =>
      isMember(organizationId) &&
      store.records.get('landscape', landscapeId)?.organizationId === organizationId
        ? []
        : [
            `defaultOrganizationLandscapeIds.${organizationId}: the organization has no landscape ${landscapeId}`,
          ],
    ),
  ];
}

function update(call: Call<typeof updateUser>) {
  const { records } = call.services.store;
  const before = userOfKey(call);
  const { email } = call.body;
  const taken = records.all('user').some(({ doc }) => doc.id !== before.id && sameAddress(doc.email, email));
  if (email !== undefined && taken) throw conflict(`Another user has the address ${email}.`, 'email-taken');
  const problems = placeProblems(call);
  if (problems.length > 0) throw invalid(problems);
  const user: Doc = { ...before, ...call.body };
  records.put('user', user);
  return { user };
}

function notify(call: Call<typeof updateNotifications>) {
  const user = userOfKey(call);
  const notifications = { ...notificationsOf(user), ...call.body };
  call.services.store.records.put('user', { ...user, notifications });
  return { notifications };
}

const notificationsOf = ({ notifications }: Doc): object =>
  typeof notifications === 'object' && notifications !== null ? notifications : {};

export const handlers = [
  on(getUser, (call) => ({ user: userOfKey(call) })),
  on(userExists, (call) => {
    userOfKey(call);
    return {};
  }),
  on(updateUser, update),
  on(getNotifications, (call) => ({ notifications: notificationsOf(userOfKey(call)) })),
  on(updateNotifications, notify),
];
