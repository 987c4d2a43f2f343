import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client/client.js';
import type { Plan } from '../../../src/model/plan/plan-types.js';
import { applyModel } from '../../../src/model/sync/apply-model.js';
import { driftFor } from '../../../src/model/sync/drift-model.js';
import { type PlanAim, planFor } from '../../../src/model/sync/plan-model.js';
import { FERRY } from '../../support/ferry-document.js';
import { modelIn, openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
  client = service.client({ paced: false });
});
afterAll(() => service.close());

const inWords = (changes: readonly { does: string; kind: string; id: string }[]) =>
  changes.map(({ does, kind, id }) => `${does} ${kind} ${id}`);
const steps = (plan: Plan) => inWords(plan.steps);
const leftOut = ({ leftOut: list = [] }: Plan) => inWords(list);

/** A landscape with a document, and plans of parts of another. */
async function opened(name: string, before?: string) {
  const at = await openPlanLandscape(service, name);
  if (before !== undefined) await at.apply(await at.plan(before));
  const plan = (text: string, only: readonly string[], aim: PlanAim = {}) =>
    planFor(client, at.path, modelIn(text), { ...aim, only });
  return { at, plan };
}

/** Applies a part; afterwards nothing of it remains, and drift is exactly what was left out. */
async function done(at: PlanLandscape, text: string, plan: Awaited<ReturnType<typeof planFor>>) {
  expect(plan.problems).toEqual([]);
  await applyModel(client, plan);
  const { selection, prune } = plan;
  const again = await planFor(client, at.path, modelIn(text), { prune, ...(selection && { selection }) });
  expect([again.problems, steps(again)]).toEqual([[], []]);
  const { drift } = await driftFor(client, at.path, modelIn(text));
  const states = { create: 'gone', delete: 'new' } as Record<string, string>;
  const rest = (plan.leftOut ?? []).filter(({ does }) => does !== 'adopt');
  expect(drift.map(({ state, kind, id }) => `${state} ${kind} ${id}`).sort()).toEqual(
    rest.map(({ does, kind, id }) => `${states[does] ?? 'changed'} ${kind} ${id}`).sort(),
  );
}

describe('a plan of a part', () => {
  it('has only the steps of the named elements, and lists all others', async () => {
    const { at, plan } = await opened('Part', FERRY);
    const text = FERRY.replace('Crosses on foot', 'Walks')
      .replace('name: Booking API', 'name: API')
      .replace('name: Pay', 'name: Pay now')
      .replace(
        '{ id: booking-db, type: store,',
        '{ id: cache, type: store, name: Cache }\n          - { id: booking-db, type: store,',
      );
    const part = await plan(text, ['Passenger', 'booking/**']);
    expect(steps(part)).toEqual([
      'update object passenger',
      'update object booking-api',
      'create object cache',
      'update flow pay',
    ]);
    expect(leftOut(part)).toEqual([]);
    const one = await plan(text, ['API']);
    expect([steps(one), leftOut(one)]).toEqual([
      ['update object booking-api'],
      ['update object passenger', 'create object cache', 'update flow pay'],
    ]);
    expect(one.selection).toEqual({
      only: ['API'],
      elements: [{ kind: 'object', id: 'booking-api' }],
      withDependencies: false,
      dependencies: [],
    });
    expect(one.cost.requests).toEqual({ write: 1 });
    await done(at, text, one);
  });

  it('needs the records that its steps refer to', async () => {
    const { at, plan } = await opened('Needs');
    const bare = await plan(FERRY, ['booking-api', 'asks']);
    expect(bare.steps).toEqual([]);
    expect(bare.problems).toEqual([
      'model object booking-api needs the model object booking to be created, which `only` leaves out. Select it with `only`, or use `withDependencies`.',
      'model object booking-api needs the tag public to be created, which `only` leaves out. Select it with `only`, or use `withDependencies`.',
      'model connection asks needs the model object passenger to be created, which `only` leaves out. Select it with `only`, or use `withDependencies`.',
    ]);
    const all = await plan(FERRY, ['booking-api', 'asks'], { withDependencies: true });
    expect(steps(all)).toEqual([
      'create tagGroup reach',
      'create tag public',
      'create domain travel',
      'create object outer',
      'create object inner',
      'create object passenger',
      'create object booking',
      'create object booking-api',
      'create connection asks',
    ]);
    expect(all.selection?.dependencies.map(({ id }) => id).sort()).toEqual([
      'booking',
      'inner',
      'outer',
      'passenger',
      'public',
      'reach',
      'travel',
    ]);
    await done(at, FERRY, all);
  });

  it('needs what is drawn on its diagrams, and the diagrams of its flows', async () => {
    const { at, plan } = await opened('Drawn');
    const flow = await plan(FERRY, ['pay'], { withDependencies: true });
    expect(steps(flow)).toEqual(
      expect.arrayContaining(['create diagram booking-apps', 'create connection asks', 'create flow pay']),
    );
    expect(leftOut(flow)).toEqual(['create diagram context', 'create flow book']);
    await done(at, FERRY, flow);
    const drawn = FERRY.replace(
      'objects: [passenger, booking-api, booking-db] }',
      'objects: [passenger, booking-api, booking-db, booking] }',
    ).replace(
      'steps: [{ origin: passenger, target: booking-api, description: Pays }]',
      'steps: [{ origin: passenger, target: booking, description: Pays }]',
    );
    expect((await plan(drawn, ['pay'])).problems).toEqual([
      'flow pay needs the diagram booking-apps to change, which `only` leaves out. Select it with `only`, or use `withDependencies`.',
    ]);
    const both = await plan(drawn, ['pay'], { withDependencies: true });
    expect(steps(both)).toEqual(['update diagram booking-apps', 'update flow pay']);
    await done(at, drawn, both);
  });

  it('needs names that other objects give up, and parents of another type', async () => {
    const before = `namespace: n
domains:
  - id: d
    name: D
    objects:
      - { id: a, type: system, name: A }
      - { id: b, type: system, name: B }
      - { id: c, type: actor, name: C }
`;
    const { at, plan } = await opened('Names', before);
    const swapped = before
      .replace('name: A', 'name: X')
      .replace('name: B', 'name: A')
      .replace('name: X', 'name: B');
    const needs = (by: string, what: string) =>
      `model object ${by} needs the model object ${what} to change, which \`only\` leaves out. Select it with \`only\`, or use \`withDependencies\`.`;
    const [problem, ...others] = (await plan(swapped, ['object:a'])).problems;
    expect([others, problem]).toEqual([[], expect.stringContaining('needs the model object b to change')]);
    const both = await plan(swapped, ['object:a'], { withDependencies: true });
    expect(both.selection?.dependencies.map(({ id }) => id)).toEqual(['b']);
    await done(at, swapped, both);
    const typed = swapped.replace(
      '- { id: c, type: actor, name: C }',
      '- { id: c, type: system, name: C, objects: [{ id: e, type: app, name: E }] }',
    );
    expect((await plan(typed, ['object:e'])).problems).toEqual([needs('e', 'c')]);
    await done(at, typed, await plan(typed, ['object:e'], { withDependencies: true }));
  });

  it('deletes only named elements', async () => {
    const { at, plan } = await opened('Deletes', FERRY);
    const text = FERRY.replace(/ {2}- \{ id: api-db.*\n/, '')
      .replace(/ {10}- \{ id: booking-db.*\n/, '')
      .replaceAll(', booking-db]', ']')
      .replace(/ {6}- \{ origin: booking-api, target: booking-db.*\n/, '')
      .replace(/ {2}- id: pay[\s\S]*$/, '')
      .replace(/ {6}- \{ type: subflow.*\n/, '');
    const none = await plan(text, ['api-db']);
    expect([steps(none), leftOut(none)]).toEqual([[], ['update diagram booking-apps', 'update flow book']]);
    const one = await plan(text, ['api-db', 'booking-apps'], { prune: 'namespace' });
    expect(steps(one)).toEqual(['update diagram booking-apps', 'delete connection api-db']);
    expect(leftOut(one)).toEqual(['update flow book', 'delete object booking-db', 'delete flow pay']);
    expect(one.left.filter(({ isNew }) => isNew).map(({ id, why }) => [id, why])).toEqual([
      ['booking-db', 'left out by `only`'],
      ['pay', 'left out by `only`'],
    ]);
    await done(at, text, one);
  });

  it('keeps an element that another one needs, even if it is named', async () => {
    const { plan } = await opened('Kept', FERRY);
    const { steps: some, left } = await plan('namespace: ferry\n', ['object:booking', 'reach'], {
      prune: 'namespace',
    });
    expect(some).toEqual([]);
    const why = Object.fromEntries(left.map((it) => [it.id, it.why]));
    expect(why.reach).toBe('the tag public is kept and depends on it');
    expect(why.booking).toMatch(/is kept and depends on it$/);
    const whole = await plan('namespace: ferry\n', ['object:booking/**'], { prune: 'namespace' });
    expect(steps(whole)).toEqual([
      'delete diagram booking-apps',
      'delete diagramGroup main',
      'delete object booking-db',
    ]);
    const all = await plan('namespace: ferry\n', ['object:booking/**', 'asks'], { prune: 'namespace' });
    expect(all.steps.map(({ id, goesAlong = [] }) => [id, goesAlong.map((it) => it.id).sort()])).toEqual([
      ['booking', ['api-db', 'asks', 'book', 'booking-api', 'booking-apps', 'booking-db', 'main', 'pay']],
    ]);
  });

  it('leaves out what a deletion changes by itself', async () => {
    const before = FERRY.replace(/ {2}- id: book\n[\s\S]*$/, '').replace('flows:\n', '');
    const { at, plan } = await opened('Cascade', before);
    const text = before.replace(/tagGroups:[\s\S]*(?=domains:)/, '').replace(', tags: [public]', '');
    const part = await plan(text, ['reach/**'], { prune: 'namespace' });
    expect([steps(part), leftOut(part)]).toEqual([['delete tagGroup reach'], []]);
    await done(at, text, part);
  });

  it('ignores problems of other elements', async () => {
    const { at, plan } = await opened('Problems', FERRY);
    const text = FERRY.replace(
      'name: Booking API,',
      'name: Booking API, technologies: [no-such-thing],',
    ).replace('Crosses on foot', 'Walks');
    const part = await plan(text, ['passenger']);
    expect([part.problems, steps(part)]).toEqual([[], ['update object passenger']]);
    expect((await plan(text, ['booking-api'])).problems).toEqual([
      'model object booking-api: there is no technology no-such-thing.',
    ]);
    await applyModel(client, part);
    expect(steps(await at.plan(FERRY.replace('Crosses on foot', 'Walks')))).toEqual([]);
  });

  it('is applied by import without changing other elements', async () => {
    const { at, plan } = await opened('Imported');
    await at.applyByImport(FERRY);
    const text = FERRY.replace('name: Booking\n', 'name: Bookings\n').replace(
      '{ id: booking-db,',
      '{ id: cache, type: store, name: Cache }\n          - { id: booking-db,',
    );
    const part = await plan(text, ['cache'], { importsLeft: async () => 9, leastImported: 1 });
    expect(leftOut(part)).toEqual(['update object booking']);
    await done(at, text, part);
  });

  it('goes into a draft', async () => {
    const { plan } = await opened('Drafted', FERRY);
    const text = FERRY.replace('Crosses on foot', 'Walks').replace('name: Pay', 'name: Pay now');
    const part = await plan(text, ['passenger'], { draft: 'Next' });
    expect([steps(part), leftOut(part), part.draft?.name]).toEqual([
      ['update object passenger'],
      ['update flow pay'],
      'Next',
    ]);
  });

  it('of an unknown name is an error', async () => {
    const { plan } = await opened('Unknown', FERRY);
    await expect(plan(FERRY, ['pasenger'])).rejects.toThrow(
      expect.objectContaining({ kind: 'not-found', facts: { hint: 'Did you mean "passenger"?' } }) as Error,
    );
  });
});
