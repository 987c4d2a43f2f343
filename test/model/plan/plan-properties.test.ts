import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLandscape } from '../../../src/model/live/read-landscape.js';
import { anyModel } from '../../support/overlapping-models.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { runs } from '../../support/property-runs.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
  at = await openPlanLandscape(service, 'Any');
});
afterAll(() => service.close());

describe('any model after any other', () => {
  it('exists after its reproducible plan; then there is nothing to do', async () => {
    await fc.assert(
      fc.asyncProperty(anyModel(), async (wanted) => {
        // The landscape contains the result of the previous run.
        const plan = await at.plan(wanted, 'namespace');
        expect(plan.problems).toEqual([]);
        expect(await at.plan(wanted, 'namespace')).toEqual(plan);
        await at.apply(plan);
        const again = await at.plan(wanted, 'namespace');
        expect([again.steps, again.problems]).toEqual([[], []]);
        const live = await readLandscape(service.client({ paced: false }), at.path);
        const [count] = [[...live.records.values()].reduce((sum, it) => sum + it.length, 0)];
        const size = [...wanted.elements.values()].reduce((sum, it) => sum + it.size, 0);
        // The landscape's own domain has no owner.
        expect(count).toBe(size + 1);
      }),
      { numRuns: runs(10), endOnFailure: true },
    );
  });
});
