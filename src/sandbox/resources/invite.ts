import type { RecordOf } from '../../contract/records.js';
import { createInvite, listInvites, revokeInvite } from '../../contract/resources/invite.js';
import { isOpenInvite, sameAddress } from '../../contract/rules/seats.js';
import { type Call, on } from '../call.js';
import { logWriter } from '../logs/log-writer.js';
import {
  checkSeat,
  memberContext,
  membersOf,
  openInvites,
  unknownLandscapeProblems,
  userIdOf,
} from '../records/members.js';
import { createdBy, updatedBy } from '../records/stamps.js';
import { conflict, invalid, notFound, Refusal } from '../refusal.js';

type Invite = RecordOf<'organizationUserInvite'>;

/** Rejects addresses that are already invited or belong to a member (docs/service.md#invite). */
function checkAddress(call: Call, email: string): void {
  const { records } = call.services.store;
  const isMember = membersOf(call).some((it) => sameAddress(records.get('user', userIdOf(it))?.email, email));
  if (isMember) throw conflict(`${email} is a member of the organization.`, 'invite/member');
  if (openInvites(call).some((it) => sameAddress(it.email, email))) {
    throw conflict(`${email} has already been invited.`, 'invite/open');
  }
}

function create(call: Call<typeof createInvite>) {
  const { email, expiresAt, permission, landscapePermissions } = call.body;
  const past = Date.parse(expiresAt) <= Date.parse(call.now) ? ['expiresAt: must be in the future'] : [];
  const problems = [...past, ...unknownLandscapeProblems(call, landscapePermissions)];
  if (problems.length > 0) throw invalid(problems);
  checkAddress(call, email);
  checkSeat(call, permission);
  const invite = {
    id: call.services.newId(),
    organizationId: call.key.organizationId,
    ...call.body,
    expiresAt: new Date(expiresAt).toISOString(),
    ...createdBy(call),
  };
  call.services.store.records.put('organizationUserInvite', invite);
  logWriter(call).write({
    type: 'organization-user-invite-create',
    id: invite.id,
    props: call.body,
    context: memberContext(call.services.store.records, call.body),
    related: [invite.organizationId],
    importance: 'high',
  });
  return { organizationUserInvite: invite };
}

/** @throws Refusal `not-found` for an invite of another organization, `invalid` for one that is no longer open. */
function openInvite(call: Call): Invite {
  const id = call.parameters.organizationUserInviteId ?? '';
  const invite = call.services.store.records.get('organizationUserInvite', id);
  if (invite?.organizationId !== call.key.organizationId) throw notFound(`The invite ${id}`);
  if (isOpenInvite(invite, call.now)) return invite;
  const why = invite.usedAt ? 'was used' : invite.revokedAt ? 'was revoked' : 'has expired';
  throw new Refusal('invalid', `The invite ${id} ${why}.`, { code: 'invite/not-open' });
}

function revoke(call: Call<typeof revokeInvite>) {
  const before = openInvite(call);
  const { updatedAt: revokedAt, updatedBy: revokedBy, updatedById: revokedById } = updatedBy(call);
  const invite = { ...before, revokedAt, revokedBy, revokedById, ...updatedBy(call) };
  call.services.store.records.put('organizationUserInvite', invite);
  logWriter(call).write({
    type: 'organization-user-invite-revoke',
    id: before.id,
    context: { ...memberContext(call.services.store.records, before), permission: before.permission },
    related: [before.organizationId],
    importance: 'high',
  });
  return { organizationUserInvite: invite };
}

export const handlers = [
  on(listInvites, ({ services, key }) => ({
    organizationUserInvites: services.store.records.ofOwner('organizationUserInvite', key.organizationId),
  })),
  on(createInvite, create),
  on(revokeInvite, revoke),
];
