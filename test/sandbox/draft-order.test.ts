import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Doc } from '../../src/contract/doc.js';
import { FAMILIES } from '../../src/contract/families.js';
import { content } from '../../src/contract/rules/diagrams/content.js';
import { runs } from '../support/property-runs.js';
import { openSandboxApi, type SandboxApi } from './harness.js';

/** A task on a record that no other task changes. */
const ACTS = ['create', 'rename', 'tag', 'delete', 'connect', 'comment', 'draw'] as const;
type Act = (typeof ACTS)[number];

interface Base {
  /** An empty landscape. */
  at: { landscapeId: string };
  rootId: string;
  systems: string[];
  tagId: string;
}

/**
 * A domain with a system for each task, and one without a task. Ids are fixed, so that they are the same in
 * every sandbox.
 */
async function prepare(api: SandboxApi, count: number): Promise<Base> {
  const { id: landscapeId } = await api.must('organizations.landscapes.create', {}, { name: 'Of one order' });
  const at = { landscapeId };
  const domainId = 'DomainOfThisTest0000';
  await api.must('domains.upsert', { ...at, domainId }, { name: 'Here' });
  const [root] = await api.must('model.objects.list', at, undefined, `?filter[domainId]=${domainId}`);
  const systems = Array.from({ length: count }, (_, at) => `System${at}`);
  for (const modelObjectId of systems) {
    const body = { name: modelObjectId, type: 'system', parentId: root.id };
    await api.must('model.objects.upsert', { ...at, modelObjectId }, body);
  }
  const groupId = 'GroupOfThisTest00000';
  await api.must('tags.groups.upsert', { ...at, tagGroupId: groupId }, { name: 'G', icon: 'bug', index: 0 });
  const tagId = 'TagOfThisTest0000000';
  await api.must('tags.upsert', { ...at, tagId }, { name: 'T', color: 'blue', groupId, index: 0 });
  return { at, rootId: root.id, systems, tagId };
}

function taskOf(act: Act, at: number, { rootId, systems, tagId }: Base): object {
  const entityId = systems[at] ?? '';
  const made = `Made${at}`;
  switch (act) {
    case 'create': {
      const props = { name: made, type: 'app', parentId: entityId };
      return { type: 'draft-model-object-create', entityId: made, props };
    }
    case 'rename': {
      const change = { props: { name: made }, snapshot: { name: entityId } };
      return { type: 'draft-model-object-update', entityId, ...change };
    }
    case 'tag': {
      const change = { props: { tagIds: { $add: [tagId] } }, snapshot: { tagIds: { $remove: [tagId] } } };
      return { type: 'draft-model-object-update', entityId, ...change };
    }
    case 'delete':
      return { type: 'draft-model-object-delete', entityId };
    case 'connect': {
      const props = { name: made, direction: null, originId: entityId, targetId: entityId };
      return { type: 'draft-model-connection-create', entityId: made, props };
    }
    case 'comment': {
      const props = { body: { content: made, type: 'question', status: 'open' } };
      return { type: 'draft-comment-create', entityId: made, props };
    }
    case 'draw': {
      const size = { x: 0, y: 0, width: 9, height: 9, type: 'system', shape: 'box' };
      const objects = { [`o${at}`]: { id: `o${at}`, modelId: entityId, ...size } };
      const props = { name: made, index: at, type: 'context-diagram', modelId: rootId, objects };
      return { type: 'draft-diagram-create', entityId: made, props };
    }
  }
}

/** Sorted content of the records. Root objects and handles have new ids in each sandbox. */
async function contentOf(api: SandboxApi, { at, rootId }: Base): Promise<string[]> {
  const found: string[] = [];
  for (const { shape } of FAMILIES) {
    if (shape.id === 'drafts') continue;
    for (const doc of (await api.must(`${shape.id}.list`, at)) as Doc[]) {
      if (!/^(Made|System)/.test(doc.id)) continue;
      const text = JSON.stringify([shape.id, doc.id, content(shape.singular, doc)]);
      found.push(text.replaceAll(rootId, 'ROOT'));
    }
  }
  return found.sort();
}

async function merged(acts: readonly Act[], owners: readonly boolean[], firstIsA: boolean) {
  const api = await openSandboxApi();
  const base = await prepare(api, acts.length + 1);
  const drafts = new Map<boolean, string>();
  for (const owner of [true, false]) {
    drafts.set(owner, (await api.must('drafts.create', base.at, { name: 'D', status: 'in-progress' })).id);
  }
  for (const [index, act] of acts.entries()) {
    const draftId = drafts.get(owners[index] ?? true) ?? '';
    await api.must('drafts.tasks.create', { ...base.at, draftId }, { task: taskOf(act, index, base) });
  }
  for (const owner of [firstIsA, !firstIsA]) {
    expect(await api.must('drafts.merge', { ...base.at, draftId: drafts.get(owner) ?? '' })).toMatchObject({
      status: 'merged',
    });
  }
  const result = await contentOf(api, base);
  await api.sandbox.close();
  return result;
}

describe('drafts of different records', () => {
  it('have the same result in any order of merging', async () => {
    const tasks = fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.boolean()), { minLength: 2, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(tasks, async (drafted) => {
        const acts = drafted.map(([act]) => act);
        const owners = drafted.map(([, owner]) => owner);
        const there = await merged(acts, owners, true);
        expect(there).not.toEqual([]);
        expect(await merged(acts, owners, false)).toEqual(there);
      }),
      { numRuns: runs(7) },
    );
  }, 60_000);
});
