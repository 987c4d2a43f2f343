import { type Fields, textsOf } from '../../contract/doc.js';
import {
  deleteOrganizationUser,
  listOrganizationUsers,
  login,
  updateOrganizationUser,
} from '../../contract/resources/user.js';
import { type Call, on } from '../call.js';
import { logWriter } from '../logs/log-writer.js';
import {
  checkSeat,
  type Member,
  memberContext,
  memberInfos,
  membersOf,
  shownMember,
  unknownLandscapeProblems,
  userIdOf,
} from '../records/members.js';
import { updatedBy } from '../records/stamps.js';
import { recordWriter } from '../records/writer.js';
import { conflict, invalid, notFound } from '../refusal.js';

/** docs/service.md#endpoints, endpoint 12: a key signs in as the user who created it. */
function signedIn(call: Call<typeof login>) {
  const user = call.services.store.records.get('user', call.key.userId);
  if (!user) throw notFound(`The user ${call.key.userId}`);
  logWriter(call).write({ type: 'user-login', id: user.id, importance: 'low' });
  return { user };
}

/** The member in the path. The last admin of an organization cannot be removed or lose the role. */
function memberOf(call: Call, next: string | undefined): Member {
  const userId = call.parameters.userId ?? '';
  const members = membersOf(call);
  const member = members.find((it) => userIdOf(it) === userId);
  if (!member) throw notFound(`The user ${userId}`);
  const admins = members.filter((it) => it.permission === 'admin');
  if (member.permission === 'admin' && next !== 'admin' && admins.length === 1) {
    throw conflict('The last admin of an organization cannot be removed or demoted.', 'last-admin');
  }
  return member;
}

function contextOf({ services }: Call, member: Member): Fields {
  const { records } = services.store;
  const { landscapePermissions } = member;
  return memberContext(records, { ...records.get('user', userIdOf(member)), landscapePermissions });
}

/** docs/service.md#endpoints, endpoint 18. */
function update(call: Call<typeof updateOrganizationUser>) {
  const { permission: wanted, landscapePermissions: given } = call.body;
  const before = memberOf(call, wanted ?? 'admin');
  const problems = unknownLandscapeProblems(call, given);
  if (problems.length > 0) throw invalid(problems);
  const { permission = before.permission, landscapePermissions = before.landscapePermissions } = call.body;
  checkSeat(call, permission, before.permission);
  const after = { ...before, permission, landscapePermissions };
  call.services.store.records.put('organizationUser', after);
  logWriter(call).write({
    type: 'organization-user-update',
    id: userIdOf(before),
    props: shownMember(after),
    context: contextOf(call, after),
    importance: 'high',
  });
  return { organizationUser: shownMember(after) };
}

/**
 * Removes a member from an organization and its teams. The user record and keys that the user created remain
 * (docs/service.md#choices-of-the-sandbox).
 */
function remove(call: Call<typeof deleteOrganizationUser>) {
  const member = memberOf(call, undefined);
  const userId = userIdOf(member);
  const { records } = call.services.store;
  const writer = recordWriter(call);
  writer.logs.write({
    type: 'organization-user-remove',
    id: userId,
    context: { ...contextOf(call, member), ...shownMember(member) },
    importance: 'high',
  });
  records.remove('organizationUser', member.id);
  for (const team of records.ofOwner('team', call.key.organizationId)) {
    const userIds = textsOf(team.userIds);
    if (!userIds.includes(userId)) continue;
    const remaining = userIds.filter((it) => it !== userId);
    writer.update('team', team, { ...team, userIds: remaining, ...updatedBy(call) });
  }
  writer.finish();
  return {};
}

export const handlers = [
  on(login, signedIn),
  on(listOrganizationUsers, (call) => ({ organizationUsers: memberInfos(call) })),
  on(updateOrganizationUser, update),
  on(deleteOrganizationUser, remove),
];
