import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArchctlError } from '../../../src/base/errors.js';
import { bodyOfBytes, type Send, transport, type WireRequest } from '../../../src/client/send/wire.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { listOf, openService, type Service, textOf } from '../../support/sandbox.js';
import { failure } from '../../support/stub-transport.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService();
  at = await openPlanLandscape(service, 'Faults');
  await at.apply(await at.plan(ONE));
});
afterAll(() => service.close());

const ONE = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A, objects: [{ id: x, type: app, name: X }] }, { id: b, type: system, name: B }] }]
connections: [{ id: ab, origin: a, target: b, name: Calls }]
diagrams: [{ id: p, type: context-diagram, name: P, objects: [a, b] }]
flows: [{ id: f, diagram: p, name: F, steps: [{ origin: a, target: b, description: Calls }] }]
`;
/** A move, an update, a created and a deleted object, changed diagram content and a changed step. */
const TWO = `namespace: n
domains: [{ id: d, name: D, objects: [{ id: a, type: system, name: A, caption: Changed }, { id: c, type: system, name: C, objects: [{ id: x, type: app, name: X }] }] }]
connections: [{ id: ab, origin: a, target: c, name: Calls }]
diagrams: [{ id: p, type: context-diagram, name: P, objects: [a, c] }]
flows: [{ id: f, diagram: p, name: F, steps: [{ origin: a, target: c, description: Asks }] }]
`;

type Fault = '409' | '429' | '500' | 'dropped';

const refusal = (status: number, url: URL) => ({
  status,
  headers: status === 429 ? { 'retry-after': '1' } : {},
  body: bodyOfBytes(Buffer.from(JSON.stringify({ message: 'Fault' }))),
  url,
});

/** A client with faults in the writes from a given one on, counted from 0. */
function faulty(fault: Fault, first: number, times: number) {
  let writes = 0;
  const send: Send = async (request: WireRequest) => {
    if (request.method === 'GET') return service.transport(request);
    const at = writes;
    writes += 1;
    if (at < first || at >= first + times) return service.transport(request);
    // The worst case: requests without a response, or with a wrong one, were carried out.
    if (fault === 'dropped' || fault === '500') await service.transport(request);
    if (fault === 'dropped') throw failure('ECONNRESET');
    return refusal(Number(fault), request.url);
  };
  return service.client({ transport: transport(send), paced: false });
}

async function isAsWritten(document: string, objects: number): Promise<void> {
  const plan = await at.plan(document, 'namespace');
  expect([plan.steps, plan.problems]).toEqual([[], []]);
  const records = listOf(await at.ask('model/objects'), 'modelObjects').filter(({ type }) => type !== 'root');
  expect(records).toHaveLength(objects);
}

describe('applying a plan', () => {
  it.each(['409', '429', '500', 'dropped'] as const)('survives one %s at any request', async (fault) => {
    let wanted = TWO;
    for (let step = 0; ; step += 1) {
      const plan = await at.plan(wanted, 'namespace');
      if (step >= plan.steps.length) break;
      await at.apply(plan, faulty(fault, step, 1));
      await isAsWritten(wanted, 3);
      wanted = wanted === TWO ? ONE : TWO;
    }
    await at.apply(await at.plan(ONE, 'namespace'));
  });

  it.each(['dropped', '409'] as const)('continues after a permanent %s', async (fault) => {
    let wanted = TWO;
    for (let step = 0; ; step += 1) {
      const plan = await at.plan(wanted, 'namespace');
      if (step >= plan.steps.length) break;
      const stopped = await at.apply(plan, faulty(fault, step, 1_000)).catch((error: unknown) => error);
      expect(stopped).toBeInstanceOf(ArchctlError);
      expect((stopped as ArchctlError).message).toMatch(new RegExp(`^Step \\d of ${plan.steps.length}, `));
      await at.apply(await at.plan(wanted, 'namespace'));
      await isAsWritten(wanted, 3);
      wanted = wanted === TWO ? ONE : TWO;
    }
    await at.apply(await at.plan(ONE, 'namespace'));
  });

  it('does not overwrite concurrent changes, and names author and fields', async () => {
    const ours = ONE.replace('name: B', 'name: B, caption: Ours').replace('name: F', 'name: G');
    const plan = await at.plan(ours);
    const [b] = listOf(await at.ask('model/objects?filter[name]=B'), 'modelObjects');
    const id = textOf(b, 'id');
    await at.ask(`model/objects/${id}`, 'PATCH', { caption: 'Theirs' });
    await expect(at.apply(plan)).rejects.toThrow(
      /Step 1 of 2, update model object "B": The model object "B" has changed since the plan was made: caption\. Last change by api-key/,
    );
    // A change of another field is kept.
    const again = await at.plan(ours);
    await at.ask(`model/objects/${id}`, 'PATCH', { description: 'Said beside' });
    await at.apply(again);
    const { modelObject } = await at.ask(`model/objects/${id}`);
    expect(modelObject).toMatchObject({ caption: 'Ours', description: 'Said beside' });
  });
});
