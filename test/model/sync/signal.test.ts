import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModel } from '../../../src/model/document/read.js';
import { applyModel } from '../../../src/model/sync/apply-model.js';
import { driftModel } from '../../../src/model/sync/drift-model.js';
import { planModel } from '../../../src/model/sync/plan-model.js';
import { pullModel } from '../../../src/model/sync/pull-model.js';
import { FERRY } from '../../support/ferry-document.js';
import { openPlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const read = readModel([{ path: 'model.yaml', text: FERRY }]);
const reason = new Error('The user stopped it.');
const stopped = { kind: 'interrupted', cause: reason };

describe('an aborted signal', () => {
  it('stops planModel and pullModel before any request', async () => {
    const { path } = await openPlanLandscape(service, 'Stopped');
    const client = service.client({ paced: false });
    const sent = service.requests.length;
    const signal = AbortSignal.abort(reason);
    await expect(planModel(client, path, read, { signal })).rejects.toMatchObject(stopped);
    await expect(pullModel(client, path, [], { signal })).rejects.toMatchObject(stopped);
    expect(service.requests).toHaveLength(sent);
  });

  it('stops driftModel before any request, and between requests', async () => {
    const { path } = await openPlanLandscape(service, 'Stopped drift');
    const sent = service.requests.length;
    const client = service.client({ paced: false });
    const drift = driftModel(client, path, read, { signal: AbortSignal.abort(reason) });
    await expect(drift).rejects.toMatchObject(stopped);
    expect(service.requests).toHaveLength(sent);
    const stop = new AbortController();
    const stopping = service.client({ paced: false, hooks: { onResponse: () => stop.abort(reason) } });
    await expect(driftModel(stopping, path, read, { signal: stop.signal })).rejects.toMatchObject(stopped);
    expect((await driftModel(client, path, read)).drift.length).toBeGreaterThan(0);
  });

  it('stops applyModel between steps; a new plan contains the rest', async () => {
    const { path } = await openPlanLandscape(service, 'Stopped later');
    const client = service.client({ paced: false });
    const plan = await planModel(client, path, read);
    const stop = new AbortController();
    const onDone = () => stop.abort(reason);
    const applied = applyModel(client, plan, { signal: stop.signal, onDone, atOnce: 1 });
    await expect(applied).rejects.toMatchObject(stopped);
    const rest = await planModel(client, path, read);
    expect(rest.steps.length).toBeGreaterThan(0);
    expect(rest.steps.length).toBeLessThan(plan.steps.length);
    await applyModel(client, rest, { signal: new AbortController().signal });
    expect((await planModel(client, path, read)).steps).toEqual([]);
  });

  it('stops applyModel between steps; the same plan does the rest', async () => {
    const { path } = await openPlanLandscape(service, 'Repeated');
    const client = service.client({ paced: false });
    const plan = await planModel(client, path, read);
    const stop = new AbortController();
    const onDone = () => stop.abort(reason);
    const applied = applyModel(client, plan, { signal: stop.signal, onDone, atOnce: 1 });
    await expect(applied).rejects.toMatchObject(stopped);
    let done = 0;
    await applyModel(client, plan, { onDone: () => (done += 1) });
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(plan.steps.length);
    await applyModel(client, plan);
    expect((await planModel(client, path, read)).steps).toEqual([]);
  });
});
