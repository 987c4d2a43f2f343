import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Step } from '../../../src/model/plan/plan-types.js';
import { runSteps } from '../../../src/model/sync/run-steps.js';
import { runs } from '../../support/property-runs.js';

type Lean = Pick<Step, 'does' | 'kind' | 'recordId'> & { names: readonly string[] };

const stepOf = ({ does, kind, recordId, names }: Lean): Step => ({
  does,
  kind,
  recordId,
  id: recordId,
  name: recordId,
  operation: `${kind}.${does}`,
  body: { in: { [names[0] ?? 'x']: names } },
  fields: [],
  why: 'told',
});

const anySteps = fc.array(
  fc
    .record({
      does: fc.constantFrom<Step['does'][]>('create', 'create', 'update', 'move', 'delete'),
      kind: fc.constantFrom<Step['kind'][]>('object', 'object', 'connection'),
      recordId: fc.constantFrom(...'abcdef'),
      names: fc.subarray([...'abcdef']),
    })
    .map(stepOf),
  { maxLength: 12 },
);

/** Order of starts and ends, for steps that take different numbers of turns. */
async function watched(steps: readonly Step[], limit: number, fails = -1) {
  const [begun, ended]: [number[], number[]] = [[], []];
  const endedBefore: number[][] = [];
  let most = 0;
  const outcome = await runSteps(steps, limit, async (_, at) => {
    begun.push(at);
    endedBefore[at] = [...ended];
    most = Math.max(most, begun.length - ended.length);
    for (let turn = 0; turn <= (at * 7) % 5; turn += 1) await Promise.resolve();
    ended.push(at);
    if (at === fails) throw new Error(`Step ${at}`);
  }).catch((error: unknown) => error);
  return { begun, ended, endedBefore, most, outcome };
}

it('runs each step once, after its dependencies and those of its record, within the limit', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
      const { ended, endedBefore, most } = await watched(steps, limit);
      expect([...ended].sort((a, b) => a - b)).toEqual(steps.map((_, at) => at));
      expect(most).toBeLessThanOrEqual(limit);
      for (const [at, step] of steps.entries()) {
        const body = JSON.stringify(step.body);
        for (const [before, other] of steps.slice(0, at).entries()) {
          const leans =
            other.recordId === step.recordId ||
            body.includes(`"${other.recordId}"`) ||
            other.kind !== step.kind;
          if (leans || step.does === 'move') expect(endedBefore[at]).toContain(before);
        }
      }
    }),
    { numRuns: runs(60) },
  );
});

it('starts nothing after a failure, and reports it once running steps have ended', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, fc.nat({ max: 11 }), async (steps, fails) => {
      fc.pre(fails < steps.length);
      const { begun, ended, endedBefore, outcome } = await watched(steps, 3, fails);
      expect(outcome).toEqual(new Error(`Step ${fails}`));
      expect(ended).toHaveLength(begun.length);
      // One each may have started in the same turn.
      expect(begun.filter((at) => endedBefore[at]?.includes(fails)).length).toBeLessThan(3);
      const after = steps.slice(fails + 1).findIndex(({ kind }) => kind !== steps[fails]?.kind);
      if (after >= 0) expect(begun.filter((at) => at > fails + after)).toEqual([]);
    }),
    { numRuns: runs(60) },
  );
});

it('runs several concurrently if their order allows it', async () => {
  const steps = [...'abcdefgh'].map((recordId) =>
    stepOf({ does: 'create', kind: 'object', recordId, names: ['z'] }),
  );
  expect((await watched(steps, 4)).most).toBe(4);
});
