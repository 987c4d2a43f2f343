import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.js';
import { REGISTRY } from '../../../src/commands/registry.generated.js';
import { diagrams, landscapes, objects, tags } from '../../../src/index.js';
import { idOf } from '../../../src/model/index.js';
import { PARENTS } from '../../../src/model/sync/id-of.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

const DOCUMENT = `namespace: shop
domains:
  - id: d
    name: D
    objects:
      - id: shop
        type: system
        name: Shop
        objects: [{ id: shop-api, type: app, name: API }, { id: web, type: app, name: Website }]
      - id: bank
        type: system
        name: Bank
        objects: [{ id: bank-api, type: app, name: API }]
tagGroups:
  - { id: area, name: Area, icon: globe }
  - { id: state, name: State, icon: cloud }
tags:
  - { id: area-new, name: New, group: area, color: blue }
  - { id: state-new, name: New, group: state, color: blue }
`;

let service: Service;
let at: PlanLandscape;
let client: Client;
let names: Map<string, string[]>;
beforeAll(async () => {
  service = await openService();
  at = await openPlanLandscape(service, 'Names to ids');
  await at.apply(await at.plan(DOCUMENT));
  client = service.client({ paced: false });
  names = new Map();
  for await (const { id, name } of client.pages(objects.list, { path: at.path }))
    names.set(name, [...(names.get(name) ?? []), id]);
});
afterAll(() => service.close());

const object = (name: string) => idOf(client, objects.list, { path: at.path }, name);

describe('idOf', () => {
  it('finds a record by id, by name in any case, and by path', async () => {
    const [website = ''] = names.get('Website') ?? [];
    expect(await object(website)).toBe(website);
    expect(await object('Website')).toBe(website);
    expect(await object('website')).toBe(website);
    const ids = [await object('Shop/API'), await object('Bank/API')];
    expect(new Set(ids)).toEqual(new Set(names.get('API')));
  });

  it('finds a record by a path through another list', async () => {
    const ids = [];
    for (const name of ['Area/New', 'State/New'])
      ids.push(await idOf(client, tags.list, { path: at.path }, name));
    expect(new Set(ids).size).toBe(2);
  });

  it('works for lists outside landscapes', async () => {
    const path = { organizationId: service.sandbox.organizationId };
    const id = await idOf(client, landscapes.list, { path }, 'Names to ids');
    expect(id).toBe(at.path.landscapeId);
    await expect(idOf(client, landscapes.list, { path }, 'Nowhere at all')).rejects.toThrow(
      'There is no landscape "Nowhere at all".',
    );
  });

  it('lists the ids of records with the same name', async () => {
    const error: unknown = await object('API').catch((it: unknown) => it);
    expect(error).toMatchObject({ kind: 'usage', message: expect.stringContaining('are named "API"') });
    const { hint } = (error as { facts: { hint: string } }).facts;
    for (const id of names.get('API') ?? ['']) expect(hint).toContain(`  ${id}  `);
    expect(hint).toContain('Shop/API');
  });

  it('suggests similar names with their ids', async () => {
    const [website] = names.get('Website') ?? [];
    await expect(object('Websit')).rejects.toMatchObject({
      kind: 'not-found',
      message: 'There is no model object "Websit".',
      facts: { hint: `Did you mean "Website" (${website})?` },
    });
  });

  it('stops when the signal aborts', async () => {
    const input = { path: at.path, signal: AbortSignal.abort(new Error('stop')) };
    await expect(idOf(client, objects.list, input, 'Shop')).rejects.toMatchObject({ kind: 'interrupted' });
  });

  it.each<[string, unknown[], string]>([
    ['client', [undefined, diagrams.list, {}, 'a'], 'client'],
    ['list', [{ call() {}, pages() {} }, diagrams.get, {}, 'a'], 'operation'],
    ['name', [{ call() {}, pages() {} }, diagrams.list, {}, undefined], 'name'],
  ])('rejects a wrong %s', async (_, given, argument) => {
    const wrong = (idOf as (...args: unknown[]) => Promise<string>)(...given);
    await expect(wrong).rejects.toThrow(`The argument "${argument}" of idOf`);
  });

  it('has the same paths as the commands', async () => {
    const nouns = await Promise.all(REGISTRY.nouns.map(async (it) => (await it.load()).default));
    const kinds = nouns.flatMap(({ completes = [] }) => completes);
    const listOf = async (kind: string) => (await kinds.find((it) => it.kind === kind)?.list())?.id;
    const declared = await Promise.all(
      kinds.flatMap(({ within, list }) =>
        within
          ? [
              (async () => {
                const parents = within.kind && (await listOf(within.kind));
                return [(await list()).id, within.field, parents];
              })(),
            ]
          : [],
      ),
    );
    const here = [...PARENTS].map(([id, { field, list }]) => [id, field, list?.id]);
    expect(here.sort()).toEqual(declared.sort());
  });
});
