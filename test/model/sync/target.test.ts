import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readModel } from '../../../src/model/document/read.js';
import { applyModel } from '../../../src/model/sync/apply-model.js';
import { driftModel } from '../../../src/model/sync/drift-model.js';
import { planModel } from '../../../src/model/sync/plan-model.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService({});
  at = await openPlanLandscape(service, 'Here');
});
afterAll(() => service.close());

const read = (landscape: string, count: number) =>
  readModel([
    {
      path: 'm.yaml',
      text: [
        `# A model\nlandscape: ${landscape}\nnamespace: team\ndomains:\n  - id: d\n    name: D\n    objects:`,
        ...Array.from(
          { length: count },
          (_, index) => `      - { id: o${index}, name: O${index}, type: system }`,
        ),
      ].join('\n'),
    },
  ]);

describe('the library', () => {
  test('refuses a document of another landscape, unless it is confirmed', async () => {
    const client = service.client({ paced: false });
    const message = 'The document names the landscape "There" (m.yaml:2:12), not "Here".';
    await expect(planModel(client, at.path, read('There', 1))).rejects.toThrow(message);
    await expect(driftModel(client, at.path, read('There', 1))).rejects.toThrow(message);
    for (const named of ['Here', at.path.landscapeId])
      expect(await planModel(client, at.path, read(named, 1))).not.toHaveProperty('otherLandscape');
    const plan = await planModel(client, at.path, read('There', 1), { otherLandscape: true });
    expect(plan).toMatchObject({ landscape: { name: 'Here' }, otherLandscape: true });
    await applyModel(client, plan);
    expect(await driftModel(client, at.path, read('There', 1), { otherLandscape: true })).toMatchObject({
      same: 2,
    });
  });

  test('deletes many records only with allowDeletes', async () => {
    const client = service.client({ paced: false });
    await applyModel(client, await planModel(client, at.path, read('Here', 12)));
    const plan = await planModel(client, at.path, read('Here', 1), { prune: 'namespace' });
    expect(plan.deletions).toEqual({ records: 11, own: 11, ofOwn: 13, ofAll: 14 });
    for (const options of [{}, { allowDeletes: 10 }])
      await expect(applyModel(client, plan, options)).rejects.toThrow('deletes 11 of the 13 records');
    const edited = { ...plan, deletions: { ...plan.deletions, records: 1 } } as typeof plan;
    await expect(applyModel(client, edited)).rejects.toThrow('was edited');
    await applyModel(client, plan, { allowDeletes: 11 });
    expect((await planModel(client, at.path, read('Here', 1), { prune: 'namespace' })).steps).toEqual([]);
  });
});
