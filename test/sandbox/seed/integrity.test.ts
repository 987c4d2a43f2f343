import { describe, expect, it } from 'vitest';
import { seedId } from '../../../src/sandbox/seed/build/ids.js';
import { LOGGED_API_KEY } from '../../../src/sandbox/seed/build/log-build.js';
import type { SeedKind } from '../../../src/sandbox/seed/build/types.js';
import { all, find, idsOf, type Loose, SEED, strings, values, versions } from './helpers.js';

const SCOPED: SeedKind[] = [
  'domain',
  'tagGroup',
  'tag',
  'modelObject',
  'modelConnection',
  'diagramGroup',
  'diagram',
  'diagramContent',
  'flow',
];

/** Fields whose names end in Id or Ids, with their parent, at every depth. */
function references(value: unknown, at = ''): { at: string; id: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = `${at}.${key}`;
    if (/Ids?$/.test(key) && inner !== null && typeof inner !== 'object')
      return [{ at: here, id: String(inner) }];
    if (/Ids?$/.test(key) && Array.isArray(inner)) return inner.map((id) => ({ at: here, id: String(id) }));
    return references(inner, here);
  });
}

describe('references', () => {
  it('ids have the form of the service and are unique per kind', () => {
    const seen = new Set<string>();
    for (const { kind, record } of SEED) {
      expect(record.id).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(seen.has(`${kind} ${record.id}`)).toBe(false);
      seen.add(`${kind} ${record.id}`);
    }
  });

  it('every referenced id exists', () => {
    const known = new Set<string>([seedId('service', 'platform'), LOGGED_API_KEY.id]);
    const collect = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (['id', 'handleId', 'shortId'].includes(key) && typeof inner === 'string') known.add(inner);
        collect(inner);
      }
    };
    for (const { kind, record } of SEED) if (!kind.endsWith('Log')) collect(record);
    for (const { task } of all('draftTask')) known.add((task as { entityId: string }).entityId);
    // Mentioned but deleted: a tag and an invite. Internal: the templates' landscapes.
    for (const log of all('organizationLog')) {
      const { id, type } = log.action as { id: string; type: string };
      if (/-(delete|revoke)$/.test(type)) known.add(id);
    }
    const dangling = SEED.filter(({ kind }) => kind !== 'landscapeTemplate').flatMap(({ kind, record }) =>
      references(record)
        .filter(({ at, id }) => !known.has(id) && !(kind.endsWith('Log') && at === '.parentId'))
        .map(({ at, id }) => `${kind}${at} ${id}`),
    );
    expect(dangling).toEqual([]);
    const logged = all('organizationLog').map((log) => (log.action as { id: string }).id);
    expect(logged.filter((id) => !known.has(id))).toEqual([]);
  });

  it('a version refers only to itself', () => {
    for (const { version, of } of versions()) {
      const foreign = new Set(
        SCOPED.flatMap((kind) => all(kind))
          .filter((it) => it.versionId !== version.id)
          .map(({ id }) => id),
      );
      for (const record of SCOPED.flatMap(of)) {
        expect(record.landscapeId).toBe(version.landscapeId);
        expect(references(record).filter(({ id }) => foreign.has(id))).toEqual([]);
      }
      expect(strings(version.diagramHandleIds)).toEqual(of('diagram').map((it) => it.handleId));
    }
  });

  it('snapshots keep handles, have own ids and omit later records', () => {
    const [live, ...rest] = versions();
    const snapshots = rest.filter(({ version }) => version.landscapeId === live?.version.landscapeId);
    expect(snapshots.map(({ version }) => version.name)).toEqual(['2026.1', '2026.2']);
    expect(live?.version.tags).toEqual(['latest']);
    const sizes = snapshots.map(({ of }) => SCOPED.map((kind) => of(kind).length));
    const liveSizes = SCOPED.map((kind) => live?.of(kind).length ?? 0);
    for (const kind of ['modelObject', 'modelConnection', 'diagram', 'flow'] as const) {
      const at = SCOPED.indexOf(kind);
      expect(sizes[0]?.[at]).toBeLessThan(liveSizes[at] ?? 0);
    }
    for (const { version, of } of snapshots) {
      expect(version.tags).toEqual([]);
      expect(String(version.notes).length).toBeGreaterThanOrEqual(10);
      for (const kind of SCOPED) {
        const handles = new Map(live?.of(kind).map((it) => [it.handleId, it.id]));
        for (const record of of(kind)) {
          expect(handles.has(record.handleId)).toBe(true);
          expect(handles.get(record.handleId)).not.toBe(record.id);
          expect(String(record.updatedAt) <= String(version.createdAt)).toBe(true);
        }
      }
    }
    const statuses = (of: (kind: SeedKind) => Loose[]) =>
      new Map(of('modelConnection').map((it) => [it.handleId, it.status]));
    const [first] = snapshots;
    const now = live ? statuses(live.of) : new Map();
    const changed = first ? [...statuses(first.of)].filter(([id, status]) => now.get(id) !== status) : [];
    expect(changed.length).toBeGreaterThan(0);
  });
});

describe('people', () => {
  it('users, memberships, teams and the organization are consistent', () => {
    const [organization] = all('organization');
    expect(new Set(strings(organization?.userIds))).toEqual(idsOf('user'));
    expect(idsOf('organizationUser')).toEqual(idsOf('user'));
    const users = organization?.users as Record<string, { permission: string }>;
    for (const { id, permission } of all('organizationUser')) expect(users[id]?.permission).toBe(permission);
    for (const team of all('team')) {
      const owned = all('modelObject').filter((it) => strings(it.teamIds).includes(team.id));
      expect(new Set(strings(team.modelObjectHandleIds))).toEqual(new Set(owned.map((it) => it.handleId)));
      expect(owned.length).toBeGreaterThan(0);
    }
  });
});

describe('drafts and comments', () => {
  it('there is a draft in each status; tasks belong to the one in progress', () => {
    expect(all('draft').map((it) => it.status)).toEqual(['in-progress', 'merged', 'archived']);
    const [open, merged] = all('draft');
    expect(new Set(all('draftTask').map((it) => it.draftId))).toEqual(new Set([open?.id]));
    expect(merged?.mergedAt).toBeDefined();
    for (const task of all('draftTask')) {
      const { type, entityId, snapshot } = task.task as { type: string; entityId: string; snapshot?: object };
      if (!type.endsWith('-update')) continue;
      expect(find('modelConnection', entityId)).toMatchObject(snapshot ?? {});
    }
  });

  it('a comment and its diagram refer to each other', () => {
    expect(all('comment')).toHaveLength(3);
    for (const comment of all('comment')) {
      const [on] = values(comment.diagrams);
      const content = find('diagramContent', on?.id);
      const pin = values(content.comments).find((it) => it.id === on?.commentId);
      expect(pin?.commentId).toBe(comment.id);
      expect(comment.versionId).toBe(content.versionId);
    }
  });
});
