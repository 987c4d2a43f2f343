import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { elementsOf, type Model, modelOf, type Reference } from '../../../src/model/document/element.js';
import { readLandscape } from '../../../src/model/live/read-landscape.js';
import { ownersOf } from '../../../src/model/plan/owners.js';
import { planChanges } from '../../../src/model/plan/plan.js';
import type { Prune } from '../../../src/model/plan/plan-types.js';
import { openPlanLandscape, type PlanLandscape } from '../../support/plan-landscape.js';
import { runs } from '../../support/property-runs.js';
import { openService, type Service } from '../../support/sandbox.js';
import { validModel } from '../../support/valid-models.js';

let service: Service;
let at: PlanLandscape;
beforeAll(async () => {
  service = await openService({ uniqueNames: true });
  at = await openPlanLandscape(service, 'Shared');
});
afterAll(() => service.close());

/** Splits a model: the first document owns some elements, and the second refers to them and owns the others. */
function split(model: Model, isFirst: (index: number) => boolean): { first: Model; second: Model } {
  const all = [...model.elements.values()].flatMap((of) => [...of.values()]);
  const base = all.filter(({ kind }) => ['tagGroup', 'tag', 'domain', 'object'].includes(kind));
  const others = all.filter((it) => !base.includes(it));
  const own = others.filter((it, index) => it.kind !== 'flow' && it.kind !== 'diagram' && isFirst(index));
  const first = [...base, ...own];
  const references = first.map(({ kind, id }): [string, Reference] => [
    `${kind} ${id}`,
    { kind, id, namespace: 'first' },
  ]);
  return {
    first: modelOf(first, { namespace: 'first' }),
    second: modelOf(
      others.filter((it) => !own.includes(it)),
      { namespace: 'second', references: new Map(references) },
    ),
  };
}

describe('any document that refers to the elements of another', () => {
  it('has no step for them, whatever is pruned, and both documents have nothing more to do', async () => {
    await fc.assert(
      fc.asyncProperty(validModel, fc.infiniteStream(fc.boolean()), async (model, choices) => {
        const { first, second } = split(model, () => choices.next().value);
        // The landscape has elements of the last run.
        await at.apply(await at.plan(first, 'all', undefined, true));
        const live = await readLandscape(service.client({ paced: false }), at.path);
        const theirs = new Set([...live.records.values()].flat().map(({ id }) => id));
        for (const prune of ['none', 'namespace', 'all'] as const satisfies readonly Prune[]) {
          const { steps, problems } = await planChanges(second, live, { prune, forceOwner: true });
          expect(problems).toEqual([]);
          for (const { recordId, kind, id, goesAlong = [] } of steps) {
            const touched = [{ kind, id }, ...goesAlong].map((it) => `${it.kind} ${it.id}`);
            expect(touched.filter((key) => second.references.has(key))).toEqual([]);
            expect(theirs.has(recordId)).toBe(false);
          }
          expect(steps).toHaveLength(
            [...second.elements.keys()].flatMap((of) => elementsOf(second, of)).length,
          );
        }
        const plan = await at.plan(second, 'namespace');
        await at.apply(plan);
        for (const of of [first, second]) {
          const { steps, problems, left } = await at.plan(of, 'namespace');
          expect([steps, problems, left.filter(({ isNew }) => isNew)]).toEqual([[], [], []]);
        }
      }),
      { numRuns: runs(8), endOnFailure: true },
    );
  });
});

describe('owners of a namespace', () => {
  const owners = [
    { namespace: '*', owners: ['everyone'] },
    { namespace: 'pay-*', owners: ['team-pay'] },
    { namespace: 'pay-old', owners: [] },
  ];

  it.each([
    ['shop', ['everyone']],
    ['pay-api', ['team-pay']],
    ['pay-old', []],
  ])('%s are those of the last pattern that matches', (namespace, expected) => {
    expect(ownersOf(namespace, { owners })).toEqual(expected);
  });
});
