/** Functions of `archctl/model` that read the service, with the real client. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versions } from '../../../src/index.js';
import * as model from '../../../src/model/index.js';
import { openPlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
});
afterAll(() => service.close());

const documentOf = (name: string) => `namespace: shop
domains:
  - id: d
    name: D
    objects:
      - { id: web, type: system, name: Web }
      - { id: api, type: system, name: ${name} }
      - { id: db, type: system, name: Database }
connections:
  - { id: asks, name: asks, origin: web, target: api }
  - { id: reads, name: reads, origin: api, target: db }
`;

async function opened(name: string) {
  const at = await openPlanLandscape(service, name);
  await at.apply(await at.plan(documentOf('API')));
  return { at, client: service.client({ paced: false }) };
}

describe('dependencies', () => {
  it('are walked in a graph of the version', async () => {
    const { at, client } = await opened('Dependencies');
    const read = await model.readObjectGraph(client, at.path);
    const idOf = (name: string) => [...read.objects.values()].find((it) => it.name === name)?.id ?? '';
    const graph = model.graphOf(read.objects.values(), read.connections);
    const { steps } = model.walk(graph, idOf('Web'), 'out');
    expect(steps.map(({ far, depth }) => [read.nameOf(far), depth])).toEqual([
      ['API', 1],
      ['Database', 2],
    ]);
    const { routes } = model.routesBetween(graph, idOf('Web'), idOf('Database'), { most: 5 });
    expect(routes.map((route) => route.length)).toEqual([2]);
  });
});

describe('objectImpact', () => {
  it('lists what a deletion affects', async () => {
    const { at, client } = await opened('Impact');
    const { objects } = await model.readObjectGraph(client, at.path);
    const api = [...objects.values()].find(({ name }) => name === 'API');
    const impacts = await model.objectImpact(client, at.path, api?.id ?? '');
    const found = impacts.map(({ kind, name, effect }) => `${kind} ${name} ${effect}`);
    expect(found).toEqual(expect.arrayContaining(['connection asks deleted', 'dependent Web affected']));
    await expect(model.objectImpact(client, at.path, 'unknown')).rejects.toMatchObject({ kind: 'not-found' });
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(model.objectImpact(client, at.path, 'x', { signal })).rejects.toMatchObject({
      kind: 'interrupted',
    });
  });
});

describe('compareVersions', () => {
  it('finds no difference between a version and itself', async () => {
    const { at, client } = await opened('Versions');
    const compared = { landscapeId: at.path.landscapeId, before: 'latest', after: 'latest' };
    expect((await model.compareVersions(client, compared)).changes).toEqual([]);
  });

  it('lists added, changed and removed records with names and ends', async () => {
    const { at, client } = await opened('Differences');
    const body = { name: 'Before', notes: 'The first version', modelHandleId: null };
    const { landscapeId } = at.path;
    const { version } = await client.call(versions.create, { path: { landscapeId }, body });
    const next = documentOf('Interface').replace(/ {2}- \{ id: reads.*\n/, '');
    const added = next.replace(
      'name: Database }',
      'name: Database }\n      - { id: new, type: actor, name: New }',
    );
    await at.apply(await at.plan(added, 'namespace'));
    const compared = { landscapeId, before: version.id, after: 'latest' };
    const { changes, names, ends } = await model.compareVersions(client, compared);
    const rows = changes.map(({ kind, change, name }) => [kind, change, name]);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['object', 'added', 'New'],
        ['object', 'changed', 'Interface'],
        ['connection', 'removed', 'reads'],
      ]),
    );
    expect(rows).toHaveLength(3);
    const renamed = changes.find(({ name }) => name === 'Interface');
    expect(renamed?.fields).toEqual([{ field: 'name', from: 'API', to: 'Interface' }]);
    const removed = changes.find(({ name }) => name === 'reads');
    const between = ends.get(removed?.handleId ?? '')?.map((handle) => names.get(handle));
    expect(between).toEqual(['Interface', 'Database']);
    const back = await model.compareVersions(client, { landscapeId, before: 'latest', after: version.id });
    expect(back.changes.map(({ change }) => change).sort()).toEqual(['added', 'changed', 'removed']);
  });
});

describe('lockModel', () => {
  it('writes a lock file that withLock accepts, unless elements are gone', async () => {
    const { at, client } = await opened('Lock');
    const text = `namespace: other
references:
  - { id: api, namespace: shop }
  - { id: gone, namespace: shop }
`;
    const read = model.readModel([{ path: 'model.yaml', text }]);
    expect(read.findings).toEqual([]);
    const { landscapeId } = at.path;
    const current = await model.currentReferences(client, landscapeId, read.model);
    expect(current.changes.map(({ id, change }) => [id, change])).toEqual([['gone', 'gone']]);
    await expect(model.lockModel(client, landscapeId, read)).rejects.toMatchObject({
      kind: 'not-found',
      message: '1 reference cannot be resolved; nothing was written.',
    });
    const rest = model.readModel([{ path: 'model.yaml', text: text.replace(/^.*gone.*\n/m, '') }]);
    const locked = await model.lockModel(client, landscapeId, rest);
    expect(locked.changes).toEqual([]);
    const states = model.readLock(locked.text);
    if ('problem' in states) throw new Error(states.problem);
    const references = [...model.withLock(read.model, states).references.values()];
    expect(references.map((it) => it.locked?.name)).toEqual(['API', undefined]);
  });
});

describe('pullModel', () => {
  it('pulls decisions if asked, or if the files adopt some', async () => {
    const client = service.client({ paced: false });
    const path = { landscapeId: service.sandbox.landscapeId, versionId: 'latest' };
    const isDecision = ({ path: file }: { path: string }) => file.startsWith('decisions/');
    expect((await model.pullModel(client, path)).files.filter(isDecision)).toEqual([]);
    const { files } = await model.pullModel(client, path, [], { decisions: true });
    expect(files.filter(isDecision).length).toBeGreaterThan(0);
    const document = files.filter((it) => !isDecision(it));
    const again = await model.pullModel(client, path, document);
    expect([...again.model.adopted].filter((it) => it.startsWith('decision '))).not.toEqual([]);
    expect((await model.pullModel(client, path, files)).files).toEqual(files);
  });

  it('pulls the elements of one namespace', async () => {
    const { at, client } = await opened('Namespaces');
    const own = await model.pullModel(client, at.path, [], { namespace: 'shop' });
    const ids = model.elementsOf(own.model, 'object').map(({ id }) => id);
    expect(ids.sort()).toEqual(['api', 'db', 'web']);
    const others = await model.pullModel(client, at.path, [], { namespace: 'other' });
    expect(model.elementsOf(others.model, 'object')).toEqual([]);
  });
});

describe('mergeModels', () => {
  it('merges changes of different fields, and reports conflicts', () => {
    const of = (name: string) => model.readModel([{ path: 'm.yaml', text: documentOf(name) }]).model;
    expect(model.mergeModels(of('API'), of('API'), of('New')).conflicts).toEqual([]);
    expect(model.mergeModels(of('API'), of('One'), of('Two')).conflicts).toMatchObject([{ id: 'api' }]);
  });
});
