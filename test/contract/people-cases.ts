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
import type { ContractSuite } from './contract-suite.js';
import type { Case } from './family-cases.js';

/** Cases of members and share links. */

const UNKNOWN_ID = 'NobodyHasThisId00000';
const NOT_FOUND = { kind: 'not-found', facts: { status: 404 } };
let count = 0;

const soon = (suite: ContractSuite): string =>
  new Date(suite.clock.now().getTime() + 86_400_000).toISOString();

const invited = (suite: ContractSuite) =>
  suite.get(createInvite, {
    body: { email: `guest${++count}@example.com`, permission: 'read', expiresAt: soon(suite) },
  });

const madeTeam = (suite: ContractSuite) => suite.get(teams.createTeam, { body: { name: `Team ${++count}` } });

const ORGANIZATIONS: Readonly<Record<string, Case>> = {
  [organizations.createOrganization.id]: async (suite) => {
    const made = await suite.get(organizations.createOrganization, { body: { name: 'Second' } });
    const path = { organizationId: textOf(made, 'id') };
    expect(made).toMatchObject({ name: 'Second', userIds: [(await suite.get(login)).id] });
    expect(await suite.get(organizations.getOrganization, { path })).toEqual(made);
    expect(await suite.list(organizations.listOrganizations)).toContainEqual(made);
    await suite.call(organizations.deleteOrganization, { path });
  },
  [organizations.updateOrganization.id]: async (suite) => {
    const before = await suite.get(organizations.getOrganization);
    const body = { name: 'Renamed', language: 'fr-FR' };
    const after = await suite.get(organizations.updateOrganization, { body });
    expect(after).toMatchObject({ ...body, id: before.id, users: before.users });
    expect(await suite.get(organizations.getOrganization)).toEqual(after);
  },
  [organizations.deleteOrganization.id]: async (suite) => {
    const made = await suite.get(organizations.createOrganization, { body: { name: 'Short' } });
    const path = { organizationId: textOf(made, 'id') };
    expect(await suite.call(organizations.deleteOrganization, { path })).toEqual({});
    await expect(suite.get(organizations.getOrganization, { path })).rejects.toMatchObject(NOT_FOUND);
  },
  [organizations.signOrganizationIcons.id]: async (suite) => {
    const { signedUrl } = await suite.call(organizations.signOrganizationIcons);
    expect(String(signedUrl)).toContain(suite.sandbox.organizationId);
  },
  [organizations.signIconUpload.id]: async (suite) => {
    const path = { iconVariant: 'light', iconId: 'quay', iconType: 'png' };
    const { signedUrl } = await suite.call(organizations.signIconUpload, { path });
    expect(String(signedUrl)).toContain('light/quay/png');
  },
};

const USERS: Readonly<Record<string, Case>> = {
  [deleteOrganizationUser.id]: async (suite) => {
    const users = (await suite.get(listOrganizationUsers)) as Record<string, { permission: string }>;
    const [userId = ''] = Object.entries(users).find(([, { permission }]) => permission === 'billing') ?? [];
    await suite.call(deleteOrganizationUser, { path: { userId } });
    expect(await suite.get(listOrganizationUsers)).not.toHaveProperty(userId);
    const again = suite.call(deleteOrganizationUser, { path: { userId } });
    await expect(again).rejects.toMatchObject(NOT_FOUND);
  },
  [own.getUser.id]: async (suite) => {
    expect(await suite.get(own.getUser)).toEqual(await suite.get(login));
  },
  [own.userExists.id]: async (suite) => {
    expect(await suite.call(own.userExists)).toEqual({});
  },
  [own.updateUser.id]: async (suite) => {
    const before = await suite.get(own.getUser);
    const after = await suite.get(own.updateUser, { body: { name: 'Ingrid S.', theme: 'system' } });
    expect(after).toEqual({ ...before, name: 'Ingrid S.', theme: 'system' });
    expect(await suite.get(own.getUser)).toEqual(after);
  },
  [own.getNotifications.id]: async (suite) => {
    const { notifications } = await suite.get(own.getUser);
    expect(await suite.get(own.getNotifications)).toEqual(notifications);
  },
  [own.updateNotifications.id]: async (suite) => {
    const before = await suite.get(own.getNotifications);
    const after = await suite.get(own.updateNotifications, { body: { comments: !before.comments } });
    expect(after).toEqual({ ...before, comments: !before.comments });
    expect(await suite.get(own.getNotifications)).toEqual(after);
  },
};

const INVITES: Readonly<Record<string, Case>> = {
  [listInvites.id]: async (suite) => {
    const made = await invited(suite);
    expect(await suite.list(listInvites)).toContainEqual(made);
  },
  [createInvite.id]: async (suite) => {
    const made = await invited(suite);
    expect(made).toMatchObject({ organizationId: suite.sandbox.organizationId, permission: 'read' });
    const { email, permission, expiresAt } = made;
    const again = suite.get(createInvite, { body: { email, permission, expiresAt } });
    await expect(again).rejects.toMatchObject({ kind: 'refused', facts: { status: 409 } });
  },
  [revokeInvite.id]: async (suite) => {
    const made = await invited(suite);
    const path = { organizationUserInviteId: textOf(made, 'id') };
    const revoked = await suite.get(revokeInvite, { path });
    expect(revoked).toMatchObject({ id: made.id, revokedAt: suite.clock.now().toISOString() });
    expect(await suite.list(listInvites)).toContainEqual(revoked);
  },
};

/** A team, and an object that it owns. */
async function owning(suite: ContractSuite) {
  const team = await madeTeam(suite);
  const [root] = await suite.list(modelObjects.list, { query: { filter: { type: 'root' } } });
  const object = await suite.get(modelObjects.create, {
    body: { name: 'Owned', type: 'system', parentId: textOf(root, 'id'), teamIds: [team.id] },
  });
  return { team, object, path: { teamId: textOf(team, 'id') } };
}

const TEAMS: Readonly<Record<string, Case>> = {
  [teams.listTeams.id]: async (suite) => {
    const team = await madeTeam(suite);
    expect(await suite.list(teams.listTeams)).toContainEqual(team);
  },
  [teams.getTeam.id]: async (suite) => {
    const { object, path } = await owning(suite);
    expect(await suite.get(teams.getTeam, { path })).toMatchObject({
      modelObjectHandleIds: [object.handleId],
    });
  },
  [teams.createTeam.id]: async (suite) => {
    const { id } = await suite.get(login);
    const body = { name: `Team ${++count}`, color: 'pink', userIds: [id] };
    const made = await suite.get(teams.createTeam, { body });
    expect(made).toMatchObject({ ...body, modelObjectHandleIds: [] });
    expect(await suite.get(teams.getTeam, { path: { teamId: textOf(made, 'id') } })).toEqual(made);
  },
  [teams.updateTeam.id]: async (suite) => {
    const team = await madeTeam(suite);
    const path = { teamId: textOf(team, 'id') };
    const after = await suite.get(teams.updateTeam, { path, body: { color: 'red' } });
    expect(after).toEqual({ ...team, color: 'red', updatedAt: suite.clock.now().toISOString() });
  },
  [teams.deleteTeam.id]: async (suite) => {
    const { object, path } = await owning(suite);
    expect(await suite.call(teams.deleteTeam, { path })).toEqual({});
    await expect(suite.get(teams.getTeam, { path })).rejects.toMatchObject(NOT_FOUND);
    const left = await suite.get(modelObjects.get, { path: { modelObjectId: textOf(object, 'id') } });
    expect(left.teamIds).toEqual([]);
  },
  [teams.listTeamObjects.id]: async (suite) => {
    const { object, path } = await owning(suite);
    expect(await suite.get(teams.listTeamObjects, { path })).toEqual({
      [suite.sandbox.landscapeId]: [object],
    });
  },
  [teams.listTeamLandscapes.id]: async (suite) => {
    const { path } = await owning(suite);
    const [landscape, ...others] = await suite.list(teams.listTeamLandscapes, { path });
    expect([landscape?.id, others]).toEqual([suite.sandbox.landscapeId, []]);
  },
};

export const PEOPLE_CASES: Readonly<Record<string, Case>> = {
  ...ORGANIZATIONS,
  ...USERS,
  ...INVITES,
  ...TEAMS,
  [deleteApiKey.id]: async (suite) => {
    const { apiKey, secret } = await suite.call(createApiKey, { body: { name: 'Old', permission: 'read' } });
    await suite.call(deleteApiKey, { path: { apiKeyId: textOf(apiKey, 'id') } });
    expect(await suite.list(listApiKeys)).not.toContainEqual(apiKey);
    const client = suite.client({ credentials: { id: textOf(apiKey, 'id'), secret: String(secret) } });
    await expect(client.call(login, {})).rejects.toMatchObject({ kind: 'auth' });
    const again = suite.call(deleteApiKey, { path: { apiKeyId: UNKNOWN_ID } });
    await expect(again).rejects.toMatchObject(NOT_FOUND);
  },
  [getHealth.id]: async (suite) => {
    expect(await suite.call(getHealth)).toMatchObject({ ok: true });
  },
};
