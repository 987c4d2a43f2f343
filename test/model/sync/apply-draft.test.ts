import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../../src/base/errors.js';
import { bodyOfBytes, type Send, transport, type WireRequest } from '../../../src/client/send/wire.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { listOf, openService, type Service } from '../../support/sandbox.js';
import { failure } from '../../support/stub-transport.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService();
  at = await openPlanLandscape(service, 'Faults');
  await at.apply(await at.plan(`namespace: n\ndomains: [{ id: d, name: D, objects: [${OLD}] }]\n`));
});
afterAll(() => service.close());

const OLD = '{ id: old, type: system, name: Old }';
const ONE = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A }, { id: old, type: system, name: Old, caption: New }] }]
connections: [{ id: ab, origin: a, target: old, name: Calls }]
diagrams: [{ id: p, type: context-diagram, name: P, objects: [a, old] }]
`;

/**
 * A client with faults in the writes from a given one on, counted from 0. All except 409 were carried out.
 */
function faulty(fault: '409' | '500' | 'dropped', first: number, times: number) {
  let writes = 0;
  const send: Send = async (request: WireRequest) => {
    if (request.method === 'GET') return service.transport(request);
    const index = writes;
    writes += 1;
    if (index < first || index >= first + times) return service.transport(request);
    if (fault !== '409') await service.transport(request);
    if (fault === 'dropped') throw failure('ECONNRESET');
    return {
      status: Number(fault),
      headers: {},
      body: bodyOfBytes(Buffer.from('{"message":"Fault"}')),
      url: request.url,
    };
  };
  return service.client({ transport: transport(send), paced: false });
}

/** The only draft of a name, with every change once. */
async function isWhole(name: string, tasks: number): Promise<void> {
  const plan = await at.plan(ONE, 'none', name);
  expect([plan.steps, plan.problems, plan.draft?.tasks]).toEqual([[], [], tasks]);
  const { drafts } = await at.ask('drafts');
  expect(listOf({ drafts }, 'drafts').filter((it) => it.name === name)).toHaveLength(1);
}

describe('an apply into a draft', () => {
  it.each(['409', '500', 'dropped'] as const)('survives one %s at the draft, or at a task', async (fault) => {
    for (const index of [0, 2]) {
      const name = `Once ${fault} ${index}`;
      const plan = await at.plan(ONE, 'none', name);
      expect(plan.cost.requests).toEqual({ write: 5 });
      await at.apply(plan, faulty(fault, index, 1));
      await isWhole(name, 4);
    }
  });

  it('continues in the same draft after a permanent failure', async () => {
    for (const index of [0, 1, 3]) {
      const name = `Stopped ${index}`;
      const plan = await at.plan(ONE, 'none', name);
      const stopped = await at.apply(plan, faulty('dropped', index, 1_000)).catch((error: unknown) => error);
      expect(stopped).toBeInstanceOf(ArchctlError);
      const rest = await at.plan(ONE, 'none', name);
      expect(rest.draft?.isNew).toBe(false);
      await at.apply(rest);
      await isWhole(name, 4);
    }
  });

  it('does not overwrite concurrent changes at its merge, and stops if the draft is merged', async () => {
    const plan = await at.plan(ONE, 'none', 'Stale');
    await at.apply(plan);
    const merge = () => at.ask(`drafts/${plan.draft?.id}/merge`, 'POST', {});
    const old = listOf(await at.ask('model/objects?filter[name]=Old'), 'modelObjects')[0];
    await at.ask(`model/objects/${String(old?.id)}`, 'PATCH', { caption: 'Theirs' });
    const details = [expect.stringContaining('snapshot.caption')];
    await expect(merge()).rejects.toMatchObject({ facts: { status: 409, details } });
    await at.ask(`model/objects/${String(old?.id)}`, 'PATCH', { caption: '' });
    await merge();
    const closed = { details: [expect.stringContaining('cannot change after the draft has been merged')] };
    await expect(at.apply(plan)).rejects.toMatchObject({ facts: closed });
    await expect(at.plan(ONE, 'none', 'Stale')).rejects.toThrow('The draft Stale is merged');
  });
});
