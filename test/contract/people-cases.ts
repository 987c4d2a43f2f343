import { expect } from 'vitest';
import { createApiKey, deleteApiKey, listApiKeys } from '../../src/contract/resources/api-key.js';
import { getHealth } from '../../src/contract/resources/health.js';
import { createInvite, listInvites, revokeInvite } from '../../src/contract/resources/invite.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import * as organizations from '../../src/contract/resources/organization.js';
import * as own from '../../src/contract/resources/own-user.js';
import * as teams from '../../src/contract/resources/team.js';
import { deleteOrganizationUser, listOrganizationUsers, login } from '../../src/contract/resources/user.js';
import { textOf } from '../support/sandbox.js';
import type { Room } from './contract-suite.js';
import type { Case } from './family-cases.js';

/** Cases of members and share links. */

const NOBODY = 'NobodyHasThisId00000';
const NOT_FOUND = { kind: 'not-found', facts: { status: 404 } };
let count = 0;

const soon = (room: Room): string => new Date(room.clock.now().getTime() + 86_400_000).toISOString();

const invited = (room: Room) =>
  room.get(createInvite, {
    body: { email: `guest${++count}@example.com`, permission: 'read', expiresAt: soon(room) },
  });

const madeTeam = (room: Room) => room.get(teams.createTeam, { body: { name: `Team ${++count}` } });

const ORGANIZATIONS: Readonly<Record<string, Case>> = {
  [organizations.createOrganization.id]: async (room) => {
    const made = await room.get(organizations.createOrganization, { body: { name: 'Second' } });
    const path = { organizationId: textOf(made, 'id') };
    expect(made).toMatchObject({ name: 'Second', userIds: [(await room.get(login)).id] });
    expect(await room.get(organizations.getOrganization, { path })).toEqual(made);
    expect(await room.list(organizations.listOrganizations)).toContainEqual(made);
    await room.call(organizations.deleteOrganization, { path });
  },
  [organizations.updateOrganization.id]: async (room) => {
    const before = await room.get(organizations.getOrganization);
    const body = { name: 'Renamed', language: 'fr-FR' };
    const after = await room.get(organizations.updateOrganization, { body });
    expect(after).toMatchObject({ ...body, id: before.id, users: before.users });
    expect(await room.get(organizations.getOrganization)).toEqual(after);
  },
  [organizations.deleteOrganization.id]: async (room) => {
    const made = await room.get(organizations.createOrganization, { body: { name: 'Short' } });
    const path = { organizationId: textOf(made, 'id') };
    expect(await room.call(organizations.deleteOrganization, { path })).toEqual({});
    await expect(room.get(organizations.getOrganization, { path })).rejects.toMatchObject(NOT_FOUND);
  },
  [organizations.signOrganizationIcons.id]: async (room) => {
    const { signedUrl } = await room.call(organizations.signOrganizationIcons);
    expect(String(signedUrl)).toContain(room.sandbox.organizationId);
  },
  [organizations.signIconUpload.id]: async (room) => {
    const path = { iconVariant: 'light', iconId: 'quay', iconType: 'png' };
    const { signedUrl } = await room.call(organizations.signIconUpload, { path });
    expect(String(signedUrl)).toContain('light/quay/png');
  },
};

const USERS: Readonly<Record<string, Case>> = {
  [deleteOrganizationUser.id]: async (room) => {
    const users = (await room.get(listOrganizationUsers)) as Record<string, { permission: string }>;
    const [userId = ''] = Object.entries(users).find(([, { permission }]) => permission === 'billing') ?? [];
    await room.call(deleteOrganizationUser, { path: { userId } });
    expect(await room.get(listOrganizationUsers)).not.toHaveProperty(userId);
    const again = room.call(deleteOrganizationUser, { path: { userId } });
    await expect(again).rejects.toMatchObject(NOT_FOUND);
  },
  [own.getUser.id]: async (room) => {
    expect(await room.get(own.getUser)).toEqual(await room.get(login));
  },
  [own.userExists.id]: async (room) => {
    expect(await room.call(own.userExists)).toEqual({});
  },
  [own.updateUser.id]: async (room) => {
    const before = await room.get(own.getUser);
    const after = await room.get(own.updateUser, { body: { name: 'Ingrid S.', theme: 'system' } });
    expect(after).toEqual({ ...before, name: 'Ingrid S.', theme: 'system' });
    expect(await room.get(own.getUser)).toEqual(after);
  },
  [own.getNotifications.id]: async (room) => {
    const { notifications } = await room.get(own.getUser);
    expect(await room.get(own.getNotifications)).toEqual(notifications);
  },
  [own.updateNotifications.id]: async (room) => {
    const before = await room.get(own.getNotifications);
    const after = await room.get(own.updateNotifications, { body: { comments: !before.comments } });
    expect(after).toEqual({ ...before, comments: !before.comments });
    expect(await room.get(own.getNotifications)).toEqual(after);
  },
};

const INVITES: Readonly<Record<string, Case>> = {
  [listInvites.id]: async (room) => {
    const made = await invited(room);
    expect(await room.list(listInvites)).toContainEqual(made);
  },
  [createInvite.id]: async (room) => {
    const made = await invited(room);
    expect(made).toMatchObject({ organizationId: room.sandbox.organizationId, permission: 'read' });
    const { email, permission, expiresAt } = made;
    const again = room.get(createInvite, { body: { email, permission, expiresAt } });
    await expect(again).rejects.toMatchObject({ kind: 'refused', facts: { status: 409 } });
  },
  [revokeInvite.id]: async (room) => {
    const made = await invited(room);
    const path = { organizationUserInviteId: textOf(made, 'id') };
    const revoked = await room.get(revokeInvite, { path });
    expect(revoked).toMatchObject({ id: made.id, revokedAt: room.clock.now().toISOString() });
    expect(await room.list(listInvites)).toContainEqual(revoked);
  },
};

/** A team, and an object that it owns. */
async function owning(room: Room) {
  const team = await madeTeam(room);
  const [root] = await room.list(modelObjects.list, { query: { filter: { type: 'root' } } });
  const object = await room.get(modelObjects.create, {
    body: { name: 'Owned', type: 'system', parentId: textOf(root, 'id'), teamIds: [team.id] },
  });
  return { team, object, path: { teamId: textOf(team, 'id') } };
}

const TEAMS: Readonly<Record<string, Case>> = {
  [teams.listTeams.id]: async (room) => {
    const team = await madeTeam(room);
    expect(await room.list(teams.listTeams)).toContainEqual(team);
  },
  [teams.getTeam.id]: async (room) => {
    const { object, path } = await owning(room);
    expect(await room.get(teams.getTeam, { path })).toMatchObject({
      modelObjectHandleIds: [object.handleId],
    });
  },
  [teams.createTeam.id]: async (room) => {
    const { id } = await room.get(login);
    const body = { name: `Team ${++count}`, color: 'pink', userIds: [id] };
    const made = await room.get(teams.createTeam, { body });
    expect(made).toMatchObject({ ...body, modelObjectHandleIds: [] });
    expect(await room.get(teams.getTeam, { path: { teamId: textOf(made, 'id') } })).toEqual(made);
  },
  [teams.updateTeam.id]: async (room) => {
    const team = await madeTeam(room);
    const path = { teamId: textOf(team, 'id') };
    const after = await room.get(teams.updateTeam, { path, body: { color: 'red' } });
    expect(after).toEqual({ ...team, color: 'red', updatedAt: room.clock.now().toISOString() });
  },
  [teams.deleteTeam.id]: async (room) => {
    const { object, path } = await owning(room);
    expect(await room.call(teams.deleteTeam, { path })).toEqual({});
    await expect(room.get(teams.getTeam, { path })).rejects.toMatchObject(NOT_FOUND);
    const left = await room.get(modelObjects.get, { path: { modelObjectId: textOf(object, 'id') } });
    expect(left.teamIds).toEqual([]);
  },
  [teams.listTeamObjects.id]: async (room) => {
    const { object, path } = await owning(room);
    expect(await room.get(teams.listTeamObjects, { path })).toEqual({
      [room.sandbox.landscapeId]: [object],
    });
  },
  [teams.listTeamLandscapes.id]: async (room) => {
    const { path } = await owning(room);
    const [landscape, ...others] = await room.list(teams.listTeamLandscapes, { path });
    expect([landscape?.id, others]).toEqual([room.sandbox.landscapeId, []]);
  },
};

export const PEOPLE_CASES: Readonly<Record<string, Case>> = {
  ...ORGANIZATIONS,
  ...USERS,
  ...INVITES,
  ...TEAMS,
  [deleteApiKey.id]: async (room) => {
    const { apiKey, secret } = await room.call(createApiKey, { body: { name: 'Old', permission: 'read' } });
    await room.call(deleteApiKey, { path: { apiKeyId: textOf(apiKey, 'id') } });
    expect(await room.list(listApiKeys)).not.toContainEqual(apiKey);
    const client = room.client({ credentials: { id: textOf(apiKey, 'id'), secret: String(secret) } });
    await expect(client.call(login, {})).rejects.toMatchObject({ kind: 'auth' });
    const again = room.call(deleteApiKey, { path: { apiKeyId: NOBODY } });
    await expect(again).rejects.toMatchObject(NOT_FOUND);
  },
  [getHealth.id]: async (room) => {
    expect(await room.call(getHealth)).toMatchObject({ ok: true });
  },
};
