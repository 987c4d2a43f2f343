import { listOrganizationUsers, login, updateOrganizationUser } from '../../contract/resources/user.js';
import { type Call, on } from '../call.js';
import { logWriter } from '../logs/log-writer.js';
import { membersOf, shownMember, shownMembers } from '../records/members.js';
import { conflict, invalid, notFound } from '../refusal.js';

/** docs/service.md#endpoints, endpoint 12: a key signs in as the user who made it. */
function signedIn(call: Call<typeof login>) {
  const user = call.services.store.records.get('user', call.key.userId);
  if (!user) throw notFound(`The user ${call.key.userId}`);
  return { user };
}

/** docs/service.md#endpoints, endpoint 18. */
function update(call: Call<typeof updateOrganizationUser>) {
  const { records } = call.services.store;
  const userId = call.parameters.userId ?? '';
  const members = membersOf(call);
  const before = members.find((it) => it.id === userId);
  if (!before) throw notFound(`The user ${userId}`);
  const { permission = before.permission, landscapePermissions = before.landscapePermissions } = call.body;
  const admins = members.filter((it) => it.permission === 'admin');
  if (before.permission === 'admin' && permission !== 'admin' && admins.length === 1) {
    throw conflict('The last admin of an organization stays one.', 'last-admin');
  }
  const unknown = Object.keys(call.body.landscapePermissions ?? {}).filter(
    (id) => records.get('landscape', id)?.organizationId !== call.key.organizationId,
  );
  if (unknown.length > 0)
    throw invalid(unknown.map((id) => `landscapePermissions.${id}: there is no such landscape`));
  const after = { ...before, permission, landscapePermissions };
  records.put('organizationUser', after);
  logWriter(call).write({
    type: 'organization-user-update',
    id: userId,
    props: call.body,
    importance: 'high',
  });
  return { organizationUser: shownMember(after) };
}

export const handlers = [
  on(login, signedIn),
  on(listOrganizationUsers, (call) => ({ organizationUsers: shownMembers(call) })),
  on(updateOrganizationUser, update),
];
