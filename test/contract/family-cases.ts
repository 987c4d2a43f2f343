import { expect } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import type { Operation } from '../../src/contract/operation.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import { tagGroups } from '../../src/contract/resources/tag.js';
import type { JsonObject } from '../support/sandbox.js';
import { textOf } from '../support/sandbox.js';
import type { ContractSuite } from './contract-suite.js';

export type Case = (suite: ContractSuite) => Promise<void>;
type Family = (typeof FAMILIES)[number];

/** Body of a create and an update, by family. A new family needs an entry. */
interface Sample {
  body: (suite: ContractSuite) => Promise<JsonObject> | JsonObject;
  change: JsonObject;
}

let count = 0;
const fresh = (what: string): string => `${what} ${++count}`;
const first = async (suite: ContractSuite, family: Family, filter?: JsonObject): Promise<string> => {
  const [record] = await suite.list(family.list, filter && { query: { filter } });
  return textOf(record, 'id');
};
const family = (id: string): Family => {
  const found = FAMILIES.find(({ shape }) => shape.id === id);
  if (!found) throw new Error(`There is no family ${id}.`);
  return found;
};

const SAMPLES: Readonly<Record<string, Sample>> = {
  'model.objects': {
    body: async (suite) => ({
      name: fresh('System'),
      type: 'system',
      parentId: await first(suite, modelObjects, { type: 'root' }),
      caption: 'Made by a test',
      labels: { tier: '1' },
      external: true,
    }),
    change: { name: 'Renamed', external: false },
  },
  'model.connections': {
    body: async (suite) => {
      const [origin, target] = await suite.list(modelObjects.list, { query: { filter: { type: 'system' } } });
      return {
        name: fresh('Connects'),
        originId: textOf(origin, 'id'),
        targetId: textOf(target, 'id'),
        direction: null,
        description: 'both ends know',
      };
    },
    change: { name: 'Renamed', direction: 'outgoing', status: 'future' },
  },
  diagrams: {
    body: async (suite) => ({
      name: fresh('Diagram'),
      index: 3,
      type: 'context-diagram',
      modelId: await first(suite, modelObjects, { type: 'root' }),
      status: 'current',
    }),
    change: { name: 'Renamed', description: 'now described' },
  },
  'diagrams.groups': {
    body: async (suite) => ({
      name: fresh('Folder'),
      modelId: await first(suite, modelObjects, { type: 'root' }),
      index: 2,
    }),
    change: { name: 'Renamed', index: 4 },
  },
  flows: {
    body: async (suite) => ({
      name: fresh('Flow'),
      diagramId: await first(suite, family('diagrams')),
      showAllSteps: true,
      labels: { owner: 'tests' },
    }),
    change: { name: 'Renamed', showAllSteps: false },
  },
  'tags.groups': {
    body: () => ({ name: fresh('Group'), icon: 'globe', index: 5 }),
    change: { name: 'Renamed', icon: 'lock' },
  },
  tags: {
    body: async (suite) => ({
      name: fresh('Tag'),
      color: 'dark-blue',
      index: 1,
      groupId: await first(suite, tagGroups),
    }),
    change: { name: 'Renamed', color: 'pink' },
  },
  domains: { body: () => ({ name: fresh('Domain'), index: 9 }), change: { name: 'Renamed' } },
  drafts: {
    body: () => ({ name: fresh('Draft'), status: 'in-progress' }),
    change: { name: 'Renamed', status: 'archived' },
  },
  adrs: {
    body: async (suite) => {
      const id = `Item${++count}`;
      const item = { id, index: 0, type: 'diagram', diagramId: await first(suite, family('diagrams')) };
      return { name: fresh('Decision'), status: 'draft', content: 'Because.', relatedItems: { [id]: item } };
    },
    change: { name: 'Renamed', status: 'accepted', relatedItems: {} },
  },
  comments: {
    body: () => ({ body: { content: fresh('Why?'), type: 'question', status: 'open' } }),
    change: { body: { content: 'Because.', type: 'question', status: 'resolved' } },
  },
};

/** A new record with its address and its create body. */
async function make(suite: ContractSuite, { create, shape }: Family) {
  const sample = SAMPLES[shape.id];
  if (!sample) throw new Error(`The family ${shape.id} has no sample.`);
  const body = await sample.body(suite);
  const record = await suite.get(create, { body });
  return { body, record, change: sample.change, path: { [shape.param]: textOf(record, 'id') } };
}

const upsertCase = (it: Extract<Family, { upsert: Operation }>): Record<string, Case> => ({
  [it.upsert.id]: async (suite) => {
    const body = await SAMPLES[it.shape.id]?.body(suite);
    const id = `Upserted${String(++count).padStart(12, '0')}`;
    const path = { [it.shape.param]: id };
    const made = await suite.get(it.upsert, { path, body });
    expect(made).toMatchObject({ ...body, id, commit: 1 });
    const again = await suite.get(it.upsert, { path, body });
    expect(again).toMatchObject({ ...body, id, commit: 2, handleId: made.handleId });
    expect(await suite.get(it.get, { path })).toEqual(again);
  },
});

const existsCase = (it: Extract<Family, { exists: Operation }>): Record<string, Case> => ({
  [it.exists.id]: async (suite) => {
    const { path } = await make(suite, it);
    expect(await suite.call(it.exists, { path })).toEqual({});
    const nobody = { [it.shape.param]: 'NobodyHasThisId00000' };
    await expect(suite.call(it.exists, { path: nobody })).rejects.toMatchObject({
      kind: 'not-found',
      facts: { status: 404 },
    });
  },
});

const casesOf = (it: Family): Record<string, Case> => ({
  [it.create.id]: async (suite) => {
    const { body, record, path } = await make(suite, it);
    expect(record).toMatchObject(body);
    expect(record).toMatchObject({ landscapeId: suite.sandbox.landscapeId, commit: 1, version: 1 });
    expect(textOf(record, 'id')).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(await suite.get(it.get, { path })).toEqual(record);
    expect(await suite.list(it.list)).toContainEqual(record);
  },
  [it.get.id]: async (suite) => {
    for (const record of (await suite.list(it.list)).slice(0, 3)) {
      expect(await suite.get(it.get, { path: { [it.shape.param]: textOf(record, 'id') } })).toEqual(record);
    }
  },
  [it.list.id]: async (suite) => {
    const before = await suite.list(it.list);
    expect(before).not.toEqual([]);
    const { record } = await make(suite, it);
    expect(await suite.list(it.list)).toHaveLength(before.length + 1);
    expect(before).not.toContainEqual(record);
  },
  [it.update.id]: async (suite) => {
    const { record, path, change } = await make(suite, it);
    const changed = await suite.get(it.update, { path, body: { ...change, commit: 1 } });
    expect(changed).toMatchObject({ ...change, id: record.id, handleId: record.handleId });
    expect(changed).toMatchObject({ commit: 2, version: 2, createdAt: record.createdAt });
    expect(await suite.get(it.get, { path })).toEqual(changed);
  },
  [it.delete.id]: async (suite) => {
    const { path } = await make(suite, it);
    await suite.call(it.delete, { path });
    await expect(suite.get(it.get, { path })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(suite.call(it.delete, { path })).rejects.toMatchObject({ kind: 'not-found' });
  },
  ...('upsert' in it && upsertCase(it)),
  ...('exists' in it && existsCase(it)),
});

export const FAMILY_CASES: Readonly<Record<string, Case>> = Object.assign({}, ...FAMILIES.map(casesOf));
