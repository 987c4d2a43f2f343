import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyOfBytes, type Send, transport, type WireRequest } from '../../../src/client/send/wire.js';
import { anyModel } from '../../support/overlapping-models.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { runs } from '../../support/property-runs.js';
import { listOf, openService, type Service } from '../../support/sandbox.js';
import { failure } from '../../support/stub-transport.js';

let service: Service;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
});
afterAll(() => service.close());

const left = async (at: PlanLandscape, wanted: Parameters<PlanLandscape['plan']>[0]) => {
  const { steps, problems } = await at.plan(wanted, 'namespace');
  return [...steps.map(({ does, kind, id }) => `${does} ${kind} ${id}`), ...problems];
};

describe('any model after any other, by import', () => {
  it('has the same result as single requests', async () => {
    const at = await openPlanLandscape(service, 'Imported');
    const first = 'domains: [{ id: d0, name: Domain d0, objects: [{ id: s1, type: system, name: S }] }]';
    expect((await at.applyByImport(`namespace: any\n${first}`)).imports?.documents).toHaveLength(1);
    let imports = 0;
    await fc.assert(
      fc.asyncProperty(anyModel(), async (wanted) => {
        const plan = await at.applyByImport(wanted, 'namespace');
        imports += plan.imports?.documents.length ?? 0;
        expect(plan.problems).toEqual([]);
        expect(await left(at, wanted)).toEqual([]);
      }),
      { numRuns: runs(7), endOnFailure: true },
    );
    expect(imports).toBeGreaterThan(0);
  });
});

/** Every field that an import supports, and some that it does not. */
const ONE = `namespace: n
tagGroups: [{ id: g, name: G, icon: globe }]
tags: [{ id: t, name: T, color: blue, group: g }]
domains:
  - id: d
    name: D
    labels: { own: label }
    objects:
      - { id: outer, type: group, name: Outer, objects: [{ id: inner, type: group, name: Inner }] }
      - id: a
        type: system
        name: A
        caption: C
        description: "**D**"
        external: true
        status: future
        tags: [t]
        groups: [inner]
        technologies: [postgresql]
        icon: postgresql
        labels: { team: x }
        links: [{ url: "https://a.test", name: Home }]
        objects: [{ id: b, type: app, name: B, objects: [{ id: c, type: component, name: C }] }]
      - { id: mine, type: system, name: Mine, teamOnlyEditing: true }
connections:
  - { id: ab, origin: a, target: b, name: Calls, direction: bidirectional, via: c, tags: [t] }
  - { id: none, origin: a, target: b, name: Knows }
diagrams: [{ id: p, type: context-diagram, name: P, domain: d, objects: [a] }]
`;
const TWO = ONE.replace(
  'objects: [{ id: c,',
  'objects: [{ id: e, type: component, name: E }, { id: c,',
).replace('caption: C', 'caption: Changed');

type Fault = 'half' | '403' | '409' | '413' | '429' | '500' | 'lost' | 'never' | 'poll';

/** A client whose first import fails. */
function faulty(fault: Fault) {
  let met = false;
  const send: Send = async (request: WireRequest) => {
    const isImport = /\/import$/.test(request.url.pathname);
    const isPoll = /\/import\/\w+$/.test(request.url.pathname);
    if (met || !(fault === 'poll' ? isPoll : isImport)) return service.transport(request);
    met = true;
    if (fault === 'half') {
      const document = JSON.parse(String(request.body)) as {
        modelObjects: object[];
        modelConnections?: object[];
      };
      document.modelObjects.splice(Math.ceil(document.modelObjects.length / 2));
      delete document.modelConnections;
      return service.transport({ ...request, body: JSON.stringify(document) });
    }
    if (fault === 'lost' || fault === '500') await service.transport(request);
    if (fault === 'lost' || fault === 'never' || fault === 'poll') throw failure('ECONNRESET');
    const headers = fault === '429' ? { 'retry-after': '1' } : {};
    return {
      status: Number(fault),
      headers,
      body: bodyOfBytes(Buffer.from('{"message":"Fault"}')),
      url: request.url,
    };
  };
  return service.client({ transport: transport(send), paced: false });
}

describe('an apply by import', () => {
  it('lists imported elements, and needs a fraction of the requests', async () => {
    const at = await openPlanLandscape(service, 'Said');
    const from = service.requests.length;
    const plan = await at.applyByImport(ONE);
    const sent = service.requests.slice(from).filter(({ method }) => method !== 'GET');
    // Imported elements have every field: nothing is corrected afterwards.
    expect(sent).toHaveLength(2 + 5);
    const imported = plan.imports?.steps.map((step) => plan.steps[step]?.id);
    expect(imported).toEqual(['d', 'outer', 'inner', 'a', 'b', 'c', 'ab']);
    expect(plan.cost).toMatchObject({ requests: { import: 2, write: 5 }, access: 'admin' });
    expect(await left(at, ONE)).toEqual([]);
    // Elements within existing ones, which do not change.
    const more = await at.applyByImport(TWO.replace('caption: Changed', 'caption: C'));
    expect(more.imports?.steps.map((step) => more.steps[step]?.id)).toEqual(['e']);
    expect(await left(at, TWO)).toEqual(['update object a']);
  });

  it.each(['half', '403', '409', '413', '429', '500', 'lost', 'never', 'poll'] as const)(
    'reaches the planned state after %s',
    async (fault) => {
      const at = await openPlanLandscape(service, `Fault ${fault}`);
      await at.applyByImport(ONE, 'none', faulty(fault));
      expect(await left(at, ONE)).toEqual([]);
      const records = listOf(await at.ask('model/objects'), 'modelObjects');
      expect(records.filter(({ type }) => type !== 'root')).toHaveLength(6);
      expect(listOf(await at.ask('model/connections'), 'modelConnections')).toHaveLength(2);
      expect(listOf(await at.ask('domains'), 'domains')).toHaveLength(2);
    },
  );

  /** Systems and actors in groups, which imports can only create in the domain. */
  const GROUPED = `namespace: n
domains:
  - id: d
    name: D
    objects:
      - id: outer
        type: group
        name: Outer
        objects:
          - { id: person, type: actor, name: Person }
          - id: inner
            type: group
            name: Inner
            objects:
              - id: s
                type: system
                name: S
                objects: [{ id: a, type: app, name: A, objects: [{ id: c, type: component, name: C }] }]
connections: [{ id: pa, origin: person, target: a, name: Uses, direction: outgoing }]
`;

  it('moves systems and actors into their groups afterwards', async () => {
    const at = await openPlanLandscape(service, 'Grouped');
    const plan = await at.applyByImport(GROUPED);
    const imported = plan.imports?.steps.map((step) => plan.steps[step]?.id);
    expect(imported).toEqual(['d', 'outer', 'inner', 'person', 's', 'a', 'c', 'pa']);
    expect(plan.cost.requests).toEqual({ import: 2, write: 2 });
    expect(await left(at, GROUPED)).toEqual([]);
    // An existing system in a group stays there.
    const more = GROUPED.replace('id: c,', 'id: c2, type: component, name: C2 }, { id: c,');
    expect((await at.applyByImport(more)).imports).toBeUndefined();
    expect(await left(at, more)).toEqual([]);
  });

  it.each(['half', '409', 'lost', 'poll'] as const)('ends in the groups after %s', async (fault) => {
    const at = await openPlanLandscape(service, `Grouped ${fault}`);
    await at.applyByImport(GROUPED, 'none', faulty(fault));
    expect(await left(at, GROUPED)).toEqual([]);
    expect(listOf(await at.ask('model/objects'), 'modelObjects')).toHaveLength(6 + 2);
  });
});
