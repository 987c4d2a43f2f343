import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../src/contract/families.js';
import { openSandboxApi, type SandboxApi } from './harness.js';
import { PUBLIC_FIELDS } from './public-types.js';

let api: SandboxApi;

beforeAll(async () => {
  api = await openSandboxApi();
});
afterAll(() => api.sandbox.close());

type Json = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return value === null ? 'null' : 'map';
  return typeof value === 'string' ? 'text' : typeof value;
};

/** Differences between a record and its public type, each as `field: difference`. */
function faults(type: string, record: Json): string[] {
  const fields = PUBLIC_FIELDS[type]?.split(/\s+/).filter(Boolean);
  if (!fields) throw new Error(`No public type ${type}`);
  return fields.flatMap((field) => {
    const [, name = '', optional, wanted = 'text', nullable] =
      /^(\w+)(\?)?(?::(\w+)(~)?)?$/.exec(field) ?? [];
    const found = kindOf(record[name]);
    if (found === 'undefined') return optional ? [] : [`${name}: is missing`];
    if (found === 'null') return nullable ? [] : [`${name}: is null`];
    return found === wanted || wanted === 'any' ? [] : [`${name}: is ${found}, not ${wanted}`];
  });
}

const expectTyped = (type: string, records: readonly Json[]): void => {
  expect(records.length, type).toBeGreaterThan(0);
  expect([...new Set(records.flatMap((it) => faults(type, it)))], type).toEqual([]);
};

const valuesOf = (value: object): Json[] => Object.values(value);

describe('lists of the demo data have the public types', () => {
  it.each([
    ...FAMILIES.map(({ shape }) => [`${shape.id}.list`, shape.singular] as const),
    ['versions.list', 'version'],
    ['organizations.list', 'organization'],
    ['organizations.landscapes.list', 'landscape'],
    ['organizations.apiKeys.list', 'apiKey'],
    ['organizations.logs.list', 'organizationLog'],
    ['landscapes.logs.list', 'actionLog'],
    ['landscapeTemplates.list', 'landscapeTemplate'],
    ['catalog.technologies.list', 'catalogTechnology'],
    ['diagrams.listThumbnails', 'diagramThumbnail'],
    ['flows.listThumbnails', 'flowThumbnail'],
  ] as const)('%s: %s', async (id, type) => {
    expectTyped(type, valuesOf(await api.must(id)));
  });

  it('and so do the contents of its diagrams, steps, links and the user', async () => {
    const diagrams = await api.must('diagrams.list');
    const contents = await Promise.all(
      diagrams.map((it: { id: string }) => api.must('diagrams.content.get', { diagramId: it.id })),
    );
    expectTyped('diagramContent', contents);
    expectTyped(
      'diagramObject',
      contents.flatMap(({ objects }) => valuesOf(objects)),
    );
    expectTyped(
      'diagramConnection',
      contents.flatMap(({ connections }) => valuesOf(connections)),
    );
    const flows: { steps: object }[] = await api.must('flows.list');
    expectTyped(
      'flowStep',
      flows.flatMap(({ steps }) => valuesOf(steps)),
    );
    expectTyped('user', [await api.must('user.get')]);
  });
});

describe('a minimal record', () => {
  /** Bodies by family; the others refer to records of the demo data. */
  async function bodies(): Promise<Readonly<Record<string, object>>> {
    const objects: Json[] = await api.must('model.objects.list');
    const [origin, target] = objects.filter(({ type }) => type === 'system');
    const root = objects.find(({ type }) => type === 'root');
    const [group] = await api.must('tags.groups.list');
    const [diagram] = await api.must('diagrams.list');
    const name = 'Least';
    return {
      domains: { name },
      'tags.groups': { name, icon: 'rocket', index: 7 },
      tags: { name, color: 'blue', groupId: group.id, index: 0 },
      'model.objects': { name, type: 'system', parentId: root?.id },
      'model.connections': { name, originId: origin?.id, targetId: target?.id, direction: null },
      'diagrams.groups': { name, modelId: root?.id },
      diagrams: { name, index: 1, modelId: root?.id, type: 'context-diagram' },
      flows: { name, diagramId: diagram.id },
      drafts: { name, status: 'in-progress' },
      comments: { body: { content: 'Why?', type: 'question', status: 'open' } },
      adrs: { name, status: 'draft' },
    };
  }

  it.each(FAMILIES.map((family) => [family.shape.id, family] as const))(
    '%s: has its public type, and a GET returns the same as the create',
    async (id, { shape: { param, singular }, record, ...operations }) => {
      const body = (await bodies())[id];
      const made = await api.must(`${id}.create`, {}, body);
      const at = { [param]: made.id };
      const read = () => api.must(`${id}.get`, at);
      expect(await read()).toEqual(made);
      const verb = 'upsert' in operations ? 'upsert' : 'update';
      const replaced = await api.must(`${id}.${verb}`, at, body);
      expect(await read()).toEqual(replaced);
      expect(replaced).toMatchObject({ handleId: made.handleId, createdAt: made.createdAt, commit: 2 });
      const listed: { id: string }[] = await api.must(`${id}.list`);
      expect(listed.find((it) => it.id === made.id)).toEqual(replaced);
      expectTyped(singular, [made, replaced]);
      const logs: { action: Json }[] = await api.must('landscapes.logs.list');
      const own = logs.map(({ action }) => action).filter((action) => action.id === made.id);
      const word = singular.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (record.logged === undefined) {
        expect(own).toEqual([]);
        return;
      }
      expect(own.map(({ type }) => type)).toEqual(
        expect.arrayContaining([`${word}-create`, `${word}-update`]),
      );
      expect(own.find(({ type }) => type === `${word}-create`)?.props).toEqual(body);
    },
  );

  it.each([
    ['teams.create', 'team', { name: 'Least', color: 'blue', userIds: [] }],
    ['versions.create', 'version', { name: 'Least', notes: 'Notes long enough.', modelHandleId: null }],
    ['organizations.apiKeys.create', 'apiKey', { name: 'Least', permission: 'read' }],
    ['organizations.landscapes.create', 'landscape', { name: 'Least' }],
    ['organizations.create', 'organization', { name: 'Least' }],
    [
      'organizations.technologies.create',
      'catalogTechnology',
      { name: 'Least', color: 'blue', provider: null, type: null, restrictions: null },
    ],
  ] as const)('%s: has its public type', async (id, type, body) => {
    const { status, body: answer } = await api.perform(id, {}, { body });
    expect(status, JSON.stringify(answer)).toBe(200);
    expectTyped(type, [answer[type]]);
  });
});

describe('other clients', () => {
  const json = JSON.stringify({ name: 'Plain' });

  it.each([
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/merge-patch+json',
  ])('may send %s', async (type) => {
    const reply = await api.perform('domains.create', {}, { text: json, headers: { 'Content-Type': type } });
    expect(reply.status).toBe(200);
  });

  it('may send a content type without a body, and an empty header', async () => {
    const { id } = await api.must('domains.create', {}, { name: 'Plain' });
    const { id: keyId, secret } = api.sandbox.adminKey;
    const headers = {
      'Content-Type': 'application/json',
      'X-API-Key': `${keyId}:${secret}`,
      Authorization: '',
    };
    const reply = await api.perform('domains.delete', { domainId: id }, { key: null, headers });
    expect(reply.body).toEqual({ commit: 2 });
    expect((await api.perform('domains.exists', { domainId: id }, { key: null, headers })).status).toBe(404);
  });

  it.each([
    'filter[type]=root&filter[type]=system',
    'filter[type][]=root&filter[type][]=system',
    'filter[type][0]=root&filter[type][1]=system',
    'filter%5Btype%5D%5B%5D=root&filter%5Btype%5D%5B%5D=system',
    'filter%5btype%5d%5b1%5d=root&filter%5btype%5d%5b0%5d=system',
  ])('may send a list as %s', async (query) => {
    const all: Json[] = await api.must('model.objects.list');
    const some: Json[] = await api.must('model.objects.list', {}, undefined, `?${query}`);
    expect(some).toEqual(all.filter(({ type }) => type === 'root' || type === 'system'));
  });
});
