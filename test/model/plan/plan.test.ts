import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../../src/model/plan/plan-types.js';
import { FERRY } from '../../support/ferry-document.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { listOf, openService, type Service, textOf } from '../../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
});
afterAll(() => service.close());

const stepsOf = ({ steps }: Plan) => steps.map(({ does, kind, id }) => `${does} ${kind} ${id}`);

/** Applies a plan; afterwards there is nothing to do. */
async function done(at: PlanLandscape, document: string, prune?: 'namespace' | 'all'): Promise<string[]> {
  const plan = await at.plan(document, prune);
  expect(plan.problems).toEqual([]);
  await at.apply(plan);
  const again = await at.plan(document, prune);
  expect([again.problems, stepsOf(again)]).toEqual([[], []]);
  return stepsOf(plan);
}

describe('a plan of a document for an empty landscape', () => {
  let ferry: PlanLandscape;
  beforeAll(async () => {
    ferry = await openPlanLandscape(service, 'Ferry');
  });

  it('creates all elements in dependency order, and then nothing', async () => {
    const first = await ferry.plan(FERRY);
    expect(await ferry.plan(FERRY)).toEqual(first);
    expect(first.cost).toEqual({ requests: { write: 16 }, seconds: 0, access: 'write' });
    expect(await done(ferry, FERRY)).toEqual([
      'create tagGroup reach',
      'create tag public',
      'create domain travel',
      'create object outer',
      'create object inner',
      'create object passenger',
      'create object booking',
      'create object booking-api',
      'create object booking-db',
      'create connection asks',
      'create connection api-db',
      'create diagramGroup main',
      'create diagram booking-apps',
      'create diagram context',
      'create flow pay',
      'create flow book',
    ]);
  });

  it('lays out new diagrams, and does not change them later', async () => {
    const { diagrams } = await ferry.ask('diagrams?filter[name]=Booking%20Apps');
    const id = textOf((diagrams as object[])[0], 'id');
    const { diagramContent } = await ferry.ask(`diagrams/${id}/content`);
    const { objects, connections } = diagramContent as Record<
      string,
      Record<string, { x: number; y: number }>
    >;
    const places = Object.values(objects ?? {}).map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(3);
    expect(Object.keys(connections ?? {})).toHaveLength(2);
    const [first = ''] = Object.keys(objects ?? {});
    await ferry.ask(`diagrams/${id}/content`, 'PATCH', { objects: { $update: { [first]: { x: 5_000 } } } });
    expect(stepsOf(await ferry.plan(FERRY))).toEqual([]);
  });

  it('changes differing fields, and nothing else', async () => {
    const document = FERRY.replace('Crosses on foot or by car.', 'Crosses.')
      .replace('[https://example.com/booking]', '[https://example.com/b]')
      .replace(
        'objects: [passenger, booking-api, booking-db]',
        'objects: [passenger, booking-api, booking-db, booking]',
      )
      .replace('Asks for a cabin', 'Asks for two cabins');
    expect(await done(ferry, document)).toEqual([
      'update object passenger',
      'update object booking',
      'update diagram booking-apps',
      'update flow book',
    ]);
    const back = await ferry.plan(FERRY);
    expect(back.steps.map(({ fields }) => fields.map(({ field }) => field))).toEqual([
      ['caption'],
      ['links'],
      ['objects'],
      ['steps'],
    ]);
    await ferry.apply(back);
  });

  it('keeps what a document does not describe about links that stay, and their ids', async () => {
    const { modelObjects } = await ferry.ask('model/objects?filter[name]=Booking');
    const [booking] = modelObjects as { id: string; links: Record<string, object> }[];
    const [first = ''] = Object.keys(booking?.links ?? {});
    const connector = { type: 'github-repo' };
    await ferry.ask(`model/objects/${booking?.id}`, 'PATCH', {
      links: { $update: { [first]: { connector, connectionResolveUrl: 'https://example.com/resolved' } } },
    });
    const links = async () => {
      const { modelObject } = await ferry.ask(`model/objects/${booking?.id}`);
      const all = Object.values((modelObject as typeof booking)?.links ?? {}) as Record<string, unknown>[];
      return all
        .sort((a, b) => Number(a.index) - Number(b.index))
        .map(({ id, url, customName, connector: of }) => [id === first, url, customName ?? null, of]);
    };
    const twice = FERRY.replace(
      '[https://example.com/booking]',
      '[{ url: "https://example.com/new" }, { url: "https://example.com/booking", name: Code }]',
    );
    expect(await done(ferry, twice)).toEqual(['update object booking']);
    expect(await links()).toEqual([
      [false, 'https://example.com/new', null, undefined],
      [true, 'https://example.com/booking', 'Code', connector],
    ]);
    expect(await done(ferry, FERRY)).toEqual(['update object booking']);
    expect(await links()).toEqual([[true, 'https://example.com/booking', null, connector]]);
  });

  it('reports unknown names, and has no steps in that case', async () => {
    const wrong = FERRY.replace('tags: [public]', 'tags: [secret], technologies: [nothing-such]');
    const plan = await ferry.plan(wrong);
    expect(plan.problems).toEqual([
      'model object booking-api: there is no technology nothing-such.',
      'model object booking-api: there is no tag secret.',
    ]);
    expect(plan.steps).toEqual([]);
    const typed = await ferry.plan(
      FERRY.replace('type: context-diagram, domain: travel', 'type: app-diagram, of: booking'),
    );
    expect(typed.problems).toEqual([expect.stringContaining('diagram context: its type cannot change')]);
  });

  it('recognizes renamed elements by label, and by "moved" under another id', async () => {
    const renamed = FERRY.replace('name: Booking API', 'name: Booking Service');
    expect(await done(ferry, renamed)).toEqual(['update object booking-api']);
    const other = renamed
      .replaceAll('booking-db', 'booking-store')
      .replace('name: Booking Database', 'name: Booking Data');
    const guessed = await ferry.plan(other, 'namespace');
    expect(guessed.moves).toEqual([{ kind: 'object', from: 'booking-db', to: 'booking-store' }]);
    const moved = `${other}moved: [{ from: booking-db, to: booking-store }]\n`;
    const plan = await ferry.plan(moved, 'namespace');
    expect([stepsOf(plan), plan.moves]).toEqual([['update object booking-store'], []]);
    expect(plan.steps[0]?.body).toMatchObject({
      name: 'Booking Data',
      labels: { 'import-original-id': 'booking-store' },
    });
  });
});

const GROUNDS = `namespace: grounds
domains:
  - id: shop
    name: Shop
    objects:
      - { id: a, type: system, name: Alpha }
      - { id: b, type: system, name: Beta }
      - { id: g, type: group, name: Ring, objects: [{ id: c, type: system, name: Gamma, objects: [{ id: d, type: app, name: Delta }] }] }
connections:
  - { id: ab, origin: a, target: b, name: Calls }
`;

describe('a plan of changes', () => {
  let grounds: PlanLandscape;
  beforeAll(async () => {
    grounds = await openPlanLandscape(service, 'Grounds');
    await grounds.apply(await grounds.plan(GROUNDS));
  });

  it('deletes nothing by default, and reports what stays', async () => {
    const plan = await grounds.plan(
      GROUNDS.replace('      - { id: b, type: system, name: Beta }\n', '').replace(/connections:.*/s, ''),
    );
    expect(stepsOf(plan)).toEqual([]);
    expect(plan.left.map(({ kind, id, why }) => `${kind} ${id}: ${why}`)).toEqual([
      'domain grounds: not owned by a namespace, and not adopted by a pull',
      'object b: `prune` deletes it',
      'connection ab: `prune` deletes it',
    ]);
  });

  it('swaps the names of two objects, and gives a new one the name of a deleted one', async () => {
    const swapped = GROUNDS.replace('name: Alpha', 'name: X')
      .replace('name: Beta', 'name: Alpha')
      .replace('name: X', 'name: Beta');
    expect(await done(grounds, swapped)).toEqual([
      'free-name object a',
      'free-name object b',
      'update object a',
    ]);
    const replaced = GROUNDS.replace('{ id: a,', '{ id: e,').replace('origin: a', 'origin: e');
    expect(await done(grounds, replaced, 'namespace')).toEqual([
      'free-name object a',
      'free-name object b',
      'create object e',
      'update connection ab',
      'delete object a',
    ]);
  });

  it('frees a name below a system that moves to another domain', async () => {
    const at = await openPlanLandscape(service, 'Carried names');
    const app = (id: string, name: string): string => `{ id: ${id}, type: app, name: ${name} }`;
    const here = (s: string): string =>
      `namespace: n\ndomains:\n  - { id: one, name: One }\n  - { id: two, name: Two }\nobjects:\n  ${s}\n`;
    const system = (domain: string, id: string, apps: string): string =>
      `- { id: ${id}, type: system, name: ${id}, domain: ${domain}, objects: [${apps}] }`;
    await done(at, here(system('one', 's', `${app('a', 'A')}, ${app('b', 'B')}`)));
    expect(await done(at, here(system('two', 's', `${app('b', 'A')}, ${app('a', 'C')}`)))).toEqual([
      'free-name object a',
      'move object s',
      'update object b',
    ]);
  });

  it('moves dependents of a deleted element first, and reports cascades', async () => {
    const start = GROUNDS.replace('{ id: a,', '{ id: e,').replace('origin: a', 'origin: e');
    const flat = start.replace(
      / {6}- \{ id: g.*\n/,
      '      - { id: c, type: system, name: Gamma, objects: [{ id: d, type: app, name: Delta }] }\n',
    );
    expect(await done(grounds, flat, 'namespace')).toEqual(['move object c', 'delete object g']);
    const less = flat
      .replace(/ {6}- \{ id: c.*\n/, '')
      .replace(/ {6}- \{ id: e.*\n/, '')
      .replace(/connections:.*/s, '');
    const plan = await grounds.plan(less, 'namespace');
    expect(plan.steps.map(({ id, goesAlong }) => [id, goesAlong?.map((it) => it.id)])).toEqual([
      ['e', ['ab']],
      ['c', ['d']],
    ]);
    await grounds.apply(plan);
  });

  it('does not change elements without or of another namespace, or what they depend on', async () => {
    const [shop] = listOf(await grounds.ask('domains?filter[name]=Shop'), 'domains');
    const roots = listOf(await grounds.ask('model/objects?filter[type]=root'), 'modelObjects');
    const root = roots.find(({ domainId }) => domainId === textOf(shop, 'id'));
    const [beta] = listOf(await grounds.ask('model/objects?filter[name]=Beta'), 'modelObjects');
    const make = (name: string, type: string, parentId: string) =>
      grounds.ask('model/objects', 'POST', { name, type, parentId });
    await make('By hand', 'system', textOf(root, 'id'));
    await make('Below', 'app', textOf(beta, 'id'));
    const none = 'namespace: grounds\ndomains: [{ id: shop, name: Shop }]\n';
    const plan = await grounds.plan(none, 'namespace');
    expect(stepsOf(plan)).toEqual([]);
    expect(plan.left.map(({ id, why }) => `${id}: ${why}`)).toEqual([
      'grounds: not owned by a namespace, and not adopted by a pull',
      'b: the model object below is kept and depends on it',
      'by-hand: not owned by a namespace, and not adopted by a pull',
      'below: not owned by a namespace, and not adopted by a pull',
    ]);
    expect(stepsOf(await grounds.plan(none, 'all'))).toEqual([
      'delete object by-hand',
      'delete object b',
      'delete domain grounds',
    ]);
  });
});

describe('a plan for a landscape without labels', () => {
  it('adopts elements by name, and labels them', async () => {
    const at = await openPlanLandscape(service, 'Drawn');
    const roots = listOf(await at.ask('model/objects?filter[type]=root'), 'modelObjects');
    await at.ask('model/objects', 'POST', {
      name: 'Booking',
      type: 'system',
      parentId: textOf(roots[0], 'id'),
      labels: { team: 'sea' },
    });
    const document =
      'namespace: own\nobjects: [{ id: book, type: system, name: Booking, labels: { team: sea } }]\n';
    const plan = await at.plan(document);
    expect(stepsOf(plan)).toEqual(['adopt object book']);
    await at.apply(plan);
    const [book] = listOf(await at.ask('model/objects?filter[name]=Booking'), 'modelObjects');
    expect(book?.labels).toEqual({
      imported: 'true',
      'import-namespace': 'own',
      'import-original-id': 'book',
      team: 'sea',
    });
    expect(stepsOf(await at.plan(document))).toEqual([]);
  });
});
