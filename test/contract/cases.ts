import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import * as actionLogs from '../../src/contract/resources/action-log.js';
import { createApiKey, listApiKeys, updateApiKey } from '../../src/contract/resources/api-key.js';
import { diagrams } from '../../src/contract/resources/diagram.js';
import { getDiagramContent } from '../../src/contract/resources/diagram-content.js';
import { createDiagramExport, getDiagramExport } from '../../src/contract/resources/diagram-export.js';
import { drafts, mergeDraft } from '../../src/contract/resources/draft.js';
import { createDraftTask, getDraftTask } from '../../src/contract/resources/draft-task.js';
import { flows, getFlowThumbnail } from '../../src/contract/resources/flow.js';
import * as landscapes from '../../src/contract/resources/landscape.js';
import { getOrganization, listOrganizations } from '../../src/contract/resources/organization.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import { getTechnology, listTechnologies } from '../../src/contract/resources/technology.js';
import { listTemplates } from '../../src/contract/resources/template.js';
import { listOrganizationUsers, login, updateOrganizationUser } from '../../src/contract/resources/user.js';
import * as versions from '../../src/contract/resources/version.js';
import { textOf } from '../support/sandbox.js';
import { CATALOG_CASES } from './catalog-cases.js';
import type { ContractSuite } from './contract-suite.js';
import { EXCHANGE_CASES } from './exchange-cases.js';
import { type Case, FAMILY_CASES } from './family-cases.js';
import { LANDSCAPE_CASES } from './landscape-cases.js';
import { PEOPLE_CASES } from './people-cases.js';
import { SHARE_LINK_CASES } from './share-link-cases.js';
import { VERSION_CASES } from './version-cases.js';

const NOTES = 'Back to what it was.';

/** The oldest snapshot of the landscape. */
async function snapshot(suite: ContractSuite): Promise<string> {
  const all = await suite.list(versions.listVersions);
  return textOf(
    all.find(({ tags }) => !(tags as string[]).includes('latest')),
    'id',
  );
}

/** A duplicate, and its log entry. */
async function duplicate(suite: ContractSuite) {
  const copy = await suite.get(landscapes.duplicateLandscape, { body: { name: 'Copy' } });
  const query = { filter: { actionType: 'landscape-duplicate', limit: 1 } };
  const [log] = await suite.list(actionLogs.listActionLogs, { query });
  return { copy, path: { actionLogId: textOf(log, 'id') }, log };
}

async function addTask(suite: ContractSuite) {
  const [draft] = await suite.list(drafts.list, { query: { filter: { status: 'in-progress' } } });
  const path = { draftId: textOf(draft, 'id') };
  const task = {
    type: 'draft-tag-group-create',
    entityId: `Task${suite.done.size}`,
    props: { name: 'Planned', icon: 'star', index: 1 },
  };
  return { path, task, made: await suite.get(createDraftTask, { path, body: { task } }) };
}

async function exported(suite: ContractSuite) {
  // The diagram with the fewest connections, because drawing takes time.
  const all = await suite.list(diagrams.list);
  const [diagram] = all.sort((a, b) => Number(a.connectionCount) - Number(b.connectionCount));
  const path = { diagramId: textOf(diagram, 'id') };
  const body = { theme: 'dark', tab: 'technology' };
  return { path, body, made: await suite.get(createDiagramExport, { path, body }) };
}

const bytes = async (suite: ContractSuite, url: string): Promise<Buffer> =>
  Buffer.from(await (await suite.client().download(url)).body.bytes());

export const CASES: Readonly<Record<string, Case>> = {
  ...FAMILY_CASES,
  ...VERSION_CASES,
  ...LANDSCAPE_CASES,
  ...EXCHANGE_CASES,
  ...PEOPLE_CASES,
  ...SHARE_LINK_CASES,
  ...CATALOG_CASES,
  [createApiKey.id]: async (suite) => {
    const { apiKey, secret } = await suite.call(createApiKey, { body: { name: 'CI', permission: 'read' } });
    expect(apiKey).toMatchObject({ name: 'CI', permission: 'read' });
    const client = suite.client({ credentials: { id: textOf(apiKey, 'id'), secret: String(secret) } });
    expect((await client.call(login, {})).user).toEqual(await suite.get(login));
  },
  [listApiKeys.id]: async (suite) => {
    const { apiKey, secret } = await suite.call(createApiKey, {
      body: { name: 'Listed', permission: 'read' },
    });
    const keys = await suite.list(listApiKeys);
    expect(keys).toContainEqual(apiKey);
    expect(JSON.stringify(keys)).not.toContain(String(secret));
  },
  [updateApiKey.id]: async (suite) => {
    const made = await suite.get(createApiKey, { body: { name: 'Old', permission: 'read' } });
    const path = { apiKeyId: textOf(made, 'id') };
    suite.clock.advance(1000);
    const changed = await suite.get(updateApiKey, { path, body: { name: 'New', permission: 'write' } });
    expect(changed).toEqual({
      ...made,
      name: 'New',
      permission: 'write',
      updatedAt: suite.clock.now().toISOString(),
      updatedBy: changed.updatedBy,
      updatedById: changed.updatedById,
    });
  },
  [landscapes.duplicateLandscape.id]: async (suite) => {
    const { copy } = await duplicate(suite);
    expect(copy).toMatchObject({ name: 'Copy' });
    const path = { landscapeId: textOf(copy, 'id') };
    expect(await suite.get(landscapes.getLandscape, { path })).toEqual(copy);
    const names = (list: readonly { name?: unknown }[]) => list.map(({ name }) => name).sort();
    expect(names(await suite.list(diagrams.list, { path }))).toEqual(names(await suite.list(diagrams.list)));
  },
  [versions.revertVersion.id]: async (suite) => {
    const copied = { landscapeId: suite.sandbox.landscapeId };
    const versionId = await snapshot(suite);
    const extra = await suite.get(tagGroups.create, { body: { name: 'Too new', icon: 'bug', index: 8 } });
    const body = { versionId, notes: NOTES };
    const made = await suite.get(versions.revertVersion, { path: copied, body });
    expect(made).toMatchObject({ notes: NOTES, versionId });
    const path = { versionRevertId: textOf(made, 'id') };
    expect(await suite.get(versions.getVersionRevert, { path })).toEqual(made);
    expect((await suite.list(tagGroups.list)).map(({ handleId }) => handleId)).not.toContain(extra.handleId);
  },
  [versions.getVersionRevert.id]: async (suite) => {
    const made = await suite.get(versions.revertVersion, {
      body: { versionId: await snapshot(suite), notes: NOTES },
    });
    const path = { versionRevertId: textOf(made, 'id') };
    expect(await suite.get(versions.getVersionRevert, { path })).toEqual(made);
  },
  [versions.listVersions.id]: async (suite) => {
    const all = await suite.list(versions.listVersions);
    expect(all.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  },
  [versions.getVersion.id]: async (suite) => {
    for (const version of await suite.list(versions.listVersions)) {
      const path = { versionId: textOf(version, 'id') };
      expect(await suite.get(versions.getVersion, { path })).toEqual(version);
    }
    expect(await suite.get(versions.getVersion)).toMatchObject({ tags: ['latest'] });
  },
  [createDiagramExport.id]: async (suite) => {
    const { made, body, path } = await exported(suite);
    expect(made).toMatchObject({ options: body, diagramId: path.diagramId });
    expect(made.completedAt).toBeUndefined();
  },
  [getDiagramExport.id]: async (suite) => {
    const { path, made, body } = await exported(suite);
    const at = { ...path, diagramExportImageId: textOf(made, 'id') };
    let current = made;
    while (!current.completedAt && !current.error) {
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      current = await suite.get(getDiagramExport, { path: at });
    }
    expect(current).toMatchObject({ id: made.id, options: body, createdAt: made.createdAt });
    expect(current.error ?? null).toBeNull();
    const files = current.fileUrls as { svg: string; png: string };
    expect((await bytes(suite, files.svg)).toString()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    expect((await bytes(suite, files.png)).subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  },
  [actionLogs.getActionLog.id]: async (suite) => {
    const { path, log } = await duplicate(suite);
    expect(await suite.get(actionLogs.getActionLog, { path })).toEqual(log);
  },
  [actionLogs.listActionLogChildren.id]: async (suite) => {
    const { path, copy } = await duplicate(suite);
    const children = await suite.list(actionLogs.listActionLogChildren, { path });
    expect(children.length).toBeGreaterThan(30);
    for (const child of children) {
      expect(child).toMatchObject({ parentId: path.actionLogId, landscapeId: copy.id });
    }
  },
  [actionLogs.listActionLogs.id]: async (suite) => {
    const made = await suite.get(tagGroups.create, { body: { name: 'Logged', icon: 'bug', index: 3 } });
    const query = { filter: { actionId: made.id } };
    const [log, ...rest] = await suite.list(actionLogs.listActionLogs, { query });
    expect(rest).toEqual([]);
    expect(log).toMatchObject({
      action: { id: made.id, type: 'tag-group-create', props: { name: 'Logged' } },
      performedAt: made.createdAt,
      performedById: made.createdById,
    });
  },
  [actionLogs.listOrganizationLogs.id]: async (suite) => {
    const made = await suite.get(createApiKey, { body: { name: 'Logged', permission: 'read' } });
    const query = { filter: { actionType: 'api-key-create', actionId: made.id } };
    const [log, ...rest] = await suite.list(actionLogs.listOrganizationLogs, { query });
    expect(rest).toEqual([]);
    expect(log).toMatchObject({ action: { id: made.id, type: 'api-key-create' } });
    expect(log).not.toHaveProperty('importance');
    expect(JSON.stringify(log)).not.toContain('secret');
  },
  [listTechnologies.id]: async (suite) => {
    expect((await suite.list(listTechnologies)).length).toBeGreaterThanOrEqual(40);
    const filter = { provider: 'aws', type: 'message-broker' };
    const found = await suite.list(listTechnologies, { query: { filter } });
    expect(found).not.toEqual([]);
    for (const one of found) expect(one).toMatchObject(filter);
  },
  [getTechnology.id]: async (suite) => {
    const [one] = await suite.list(listTechnologies);
    expect(await suite.get(getTechnology, { path: { catalogTechnologyId: textOf(one, 'id') } })).toEqual(one);
  },
  [login.id]: async (suite) => {
    const user = await suite.get(login);
    expect(user).toMatchObject({ id: expect.any(String), email: expect.stringContaining('@') });
  },
  [createDraftTask.id]: async (suite) => {
    const { path, task, made } = await addTask(suite);
    expect(made).toMatchObject({ task, draftId: path.draftId });
  },
  [mergeDraft.id]: async (suite) => {
    const draft = await suite.get(drafts.create, { body: { name: 'Soon', status: 'in-progress' } });
    const path = { draftId: textOf(draft, 'id') };
    const props = { name: 'Merged', icon: 'star', index: 1 };
    const task = { type: 'draft-tag-group-create', entityId: 'MergedTagGroup', props };
    await suite.get(createDraftTask, { path, body: { task } });
    const merged = await suite.get(mergeDraft, { path });
    expect(merged).toMatchObject({ status: 'merged', mergedAt: suite.clock.now().toISOString() });
    const made = await suite.get(tagGroups.get, { path: { tagGroupId: task.entityId } });
    expect(made).toMatchObject(props);
    const again = suite.call(mergeDraft, { path });
    await expect(again).rejects.toMatchObject({ kind: 'refused', facts: { status: 409 } });
  },
  [getDraftTask.id]: async (suite) => {
    const { path, made } = await addTask(suite);
    const at = { ...path, draftTaskId: textOf(made, 'id') };
    expect(await suite.get(getDraftTask, { path: at })).toEqual(made);
  },
  [getFlowThumbnail.id]: async (suite) => {
    const [flow] = await suite.list(flows.list);
    const path = { flowId: textOf(flow, 'id') };
    const thumbnail = await suite.get(getFlowThumbnail, { path });
    expect(thumbnail).toMatchObject({ id: flow?.id, name: flow?.name });
    expect((await bytes(suite, textOf(thumbnail, 'url'))).subarray(1, 4).toString()).toBe('PNG');
  },
  [updateOrganizationUser.id]: async (suite) => {
    const users = (await suite.get(listOrganizationUsers)) as Record<string, { permission: string }>;
    const [userId = ''] = Object.entries(users).find(([, { permission }]) => permission === 'write') ?? [];
    const body = { permission: 'read', landscapePermissions: { [suite.sandbox.landscapeId]: false } };
    expect(await suite.get(updateOrganizationUser, { path: { userId }, body })).toEqual(body);
    expect((await suite.get(listOrganizationUsers))[userId]).toMatchObject(body);
  },
  [listOrganizationUsers.id]: async (suite) => {
    const users = await suite.get(listOrganizationUsers);
    expect(Object.keys(users)).toContain((await suite.get(login)).id);
  },
  [listTemplates.id]: async (suite) => {
    for (const template of await suite.list(listTemplates)) expect(textOf(template, 'name')).not.toBe('');
    expect(await suite.list(listTemplates)).not.toEqual([]);
  },
  [landscapes.exportLandscapePdf.id]: async (suite) => {
    // The landscape with the fewest diagrams, because each is drawn as a page.
    const all = await suite.list(landscapes.listLandscapes);
    const sizes = await Promise.all(
      all.map(async ({ id }) => {
        const path = { landscapeId: String(id) };
        return { path, pages: (await suite.list(diagrams.list, { path })).length };
      }),
    );
    const [least] = sizes.filter(({ pages }) => pages > 0).sort((a, b) => a.pages - b.pages);
    if (least === undefined) throw new Error('No landscape has diagrams.');
    const body = { filename: 'all.pdf', name: 'All' };
    const { url } = await suite.call(landscapes.exportLandscapePdf, { path: least.path, body });
    const pdf = (await bytes(suite, String(url))).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(least.pages);
  },
  [landscapes.listLandscapes.id]: async (suite) => {
    const all = await suite.list(landscapes.listLandscapes);
    expect(all.map(({ id }) => id)).toContain(suite.sandbox.landscapeId);
  },
  [landscapes.getLandscape.id]: async (suite) => {
    for (const one of await suite.list(landscapes.listLandscapes)) {
      const path = { landscapeId: textOf(one, 'id') };
      expect(await suite.get(landscapes.getLandscape, { path })).toEqual(one);
    }
  },
  [listOrganizations.id]: async (suite) => {
    const [organization, ...others] = await suite.list(listOrganizations);
    expect(others).toEqual([]);
    expect(organization).toMatchObject({ id: suite.sandbox.organizationId, plan: 'scale' });
  },
  [getOrganization.id]: async (suite) => {
    const [organization] = await suite.list(listOrganizations);
    expect(await suite.get(getOrganization)).toEqual(organization);
  },
  [getDiagramContent.id]: async (suite) => {
    for (const diagram of await suite.list(diagrams.list)) {
      const content = await suite.get(getDiagramContent, { path: { diagramId: textOf(diagram, 'id') } });
      expect(Object.keys(content.connections as object)).toHaveLength(Number(diagram.connectionCount));
    }
  },
};
