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
  at = await openPlanLandscape(service, 'Drafted');
  await at.apply(await at.plan('namespace: any\ndomains: [{ id: d0, name: Domain d0 }]\n'));
});
afterAll(() => service.close());

/** Complete content of the version. */
const live = async () =>
  JSON.stringify([...(await readLandscape(service.client({ paced: false }), at.path)).records]);

describe('any model, applied to a draft after any other', () => {
  it('is the result of the draft, which only a merge applies to the version', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(anyModel([]), anyModel([]), async (first, wanted) => {
        run += 1;
        const draft = `Draft ${run}`;
        const before = await live();
        // Content of the draft after an interruption.
        for (const model of [first, wanted]) {
          const plan = await at.plan(model, 'namespace', draft);
          expect(plan.problems).toEqual([]);
          expect(plan.steps.every(({ operation }) => operation === 'drafts.tasks.upsert')).toBe(true);
          expect(await at.plan(model, 'namespace', draft)).toEqual(plan);
          await at.apply(plan);
          const again = await at.plan(model, 'namespace', draft);
          expect([again.steps, again.problems]).toEqual([[], []]);
        }
        expect(await live()).toBe(before);
        const { draft: told } = await at.plan(wanted, 'namespace', draft);
        if (told && !told.isNew) await at.ask(`drafts/${told.id}/merge`, 'POST', {});
        const merged = await at.plan(wanted, 'namespace');
        expect([merged.steps, merged.problems]).toEqual([[], []]);
      }),
      { numRuns: runs(5), endOnFailure: true },
    );
  });
});

it('a flow whose steps lose an end with the diagram is merged with it', async () => {
  const own = await openPlanLandscape(service, 'Ends');
  const drawn = (objects: string, target: string) => `namespace: any
domains: [{ id: d0, name: Domain d0 }]
objects:
  - { id: s1, type: system, name: One, domain: d0 }
  - { id: s2, type: system, name: Two, domain: d0 }
diagrams:
  - id: p1
    type: context-diagram
    name: Both
    domain: d0
    objects: ${objects}
flows: [{ id: f1, name: Goes, diagram: p1, steps: [{ origin: s1, target: ${target}, description: Asks }] }]
`;
  await own.apply(await own.plan(drawn('[s1, s2]', 's2')));
  const wanted = drawn('[s1]', 's1');
  await own.apply(await own.plan(wanted, 'namespace', 'Fewer'));
  const { draft } = await own.plan(wanted, 'namespace', 'Fewer');
  await own.ask(`drafts/${draft?.id}/merge`, 'POST', {});
  expect((await own.plan(wanted, 'namespace')).steps).toEqual([]);
});
