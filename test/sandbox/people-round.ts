import { shareOptions } from '../commands/people-ids.js';
import type { SandboxApi } from './harness.js';

/** Every operation on people, access and sharing, each with the results of the previous ones. */
export async function roundOfPeople(must: SandboxApi['must']): Promise<void> {
  await must('health.get');
  await must('user.get');
  await must('user.exists');
  await must('user.update', {}, { theme: 'dark' });
  await must('user.notifications.get');
  await must('user.notifications.update', {}, { comments: false });

  const key = await must('organizations.apiKeys.create', {}, { name: 'Gone', permission: 'read' });
  await must('organizations.apiKeys.delete', { apiKeyId: key.id });
  const invite = await must(
    'organizations.users.invites.create',
    {},
    { email: 'round@example.com', permission: 'read', expiresAt: '2099-01-01T00:00:00Z' },
  );
  await must('organizations.users.invites.list');
  await must('organizations.users.invites.revoke', { organizationUserInviteId: invite.id });
  const users: Record<string, { permission: string }> = await must('organizations.users.list');
  const [userId = ''] = Object.entries(users).find(([, it]) => it.permission === 'billing') ?? [];
  await must('organizations.users.delete', { userId });

  const { id: teamId } = await must('teams.create', {}, { name: 'Round' });
  for (const id of ['teams.get', 'teams.listModelObjects', 'teams.listLandscapes'])
    await must(id, { teamId });
  await must('teams.list');
  await must('teams.update', { teamId }, { color: 'pink' });
  await must('teams.delete', { teamId });

  const { id: organizationId } = await must('organizations.create', {}, { name: 'Round' });
  await must('organizations.update', { organizationId }, { name: 'Rounder' });
  await must('organizations.icons.createSignedUrl', { organizationId });
  const icon = { organizationId, iconVariant: 'light', iconId: 'quay', iconType: 'png' };
  await must('organizations.icons.createUploadSignedUrl', icon);
  await must('organizations.delete', { organizationId });
  await roundOfSharing(must);
}

async function roundOfSharing(must: SandboxApi['must']): Promise<void> {
  await must('shareLink.delete');
  await must('shareLink.create', {}, { protected: false });
  await must('shareLink.update', {}, {}, '?resetShortId=true');
  const { shortId } = await must('shareLink.get');
  const options = await must('shareLink.options.upsert', {}, shareOptions('overview'));
  const at = { shortId, optionsShortId: options.shortId };
  await must('shareLink.options.get', at);
  await must('shareLink.public.get', at);
  await must('shareLink.public.options.get', at);
  const { diagrams, flows } = await must('shareLink.public.landscape.get', at);
  await must('shareLink.public.diagrams.view', { shortId, diagramId: diagrams[0].id });
  await must('shareLink.public.flows.view', { shortId, flowId: flows[0].id });
}
