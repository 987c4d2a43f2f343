import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ELEMENT_KINDS, elementsOf } from '../../../src/model/document/element.js';
import { applyModel } from '../../../src/model/sync/apply-model.js';
import { driftFor } from '../../../src/model/sync/drift-model.js';
import { planFor } from '../../../src/model/sync/plan-model.js';
import { anyModel } from '../../support/overlapping-models.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { runs } from '../../support/property-runs.js';
import { openService, type Service } from '../../support/sandbox.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
  at = await openPlanLandscape(service, 'Any part');
});
afterAll(() => service.close());

const STATES: Readonly<Record<string, string>> = { create: 'gone', delete: 'new' };

describe('any part of any plan', () => {
  it('is applied with its dependencies; then drift is exactly what was left out', async () => {
    const client = service.client({ paced: false });
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(anyModel(), fc.infiniteStream(fc.boolean()), async (wanted, picks) => {
        const whole = await at.plan(wanted, 'namespace');
        const all = ELEMENT_KINDS.flatMap((kind) => elementsOf(wanted, kind));
        const gone = whole.steps.flatMap((step) =>
          step.does === 'delete' ? [step, ...(step.goesAlong ?? [])] : [],
        );
        const elements = [...all, ...gone].flatMap(({ kind, id }) =>
          picks.next().value ? [{ kind, id }] : [],
        );
        const selection = { only: ['any'], elements, withDependencies: true, dependencies: [] };
        const aim = { prune: 'namespace', selection } as const;
        const plan = await planFor(client, at.path, wanted, aim);
        // A name that only the deletion of another element frees is a problem.
        const deletions = /to be deleted, which `only` leaves out/;
        expect(plan.problems.filter((it) => !deletions.test(it))).toEqual([]);
        if (plan.problems.length === 0) {
          await applyModel(client, plan);
          const again = await planFor(client, at.path, wanted, aim);
          expect([again.problems, again.steps]).toEqual([[], []]);
          const { drift } = await driftFor(client, at.path, wanted);
          const rest = (plan.leftOut ?? []).filter(({ does }) => does !== 'adopt');
          expect(drift.map(({ state, kind, id }) => `${state} ${kind} ${id}`).sort()).toEqual(
            rest.map(({ does, kind, id }) => `${STATES[does] ?? 'changed'} ${kind} ${id}`).sort(),
          );
          applied += plan.steps.length;
        }
        await at.apply(await at.plan(wanted, 'namespace'));
      }),
      { numRuns: runs(10), endOnFailure: true },
    );
    expect(applied).toBeGreaterThan(0);
  });
});
