import type { Step } from '../plan/plan-types.js';
import { collectTexts } from '../plan/preconditions.js';

/**
 * Runs steps concurrently where their order allows it. Consecutive steps with the same key form a batch. Within a batch, a
 * step waits only for steps of records that it refers to, such as the parent of an object. A batch waits for the one before.
 */

/** Key of the batch of a step; undefined for a step that runs alone. Moves and renames depend on each other in hidden ways. */
const batchKey = ({ does, kind, operation }: Step): string | undefined => {
  if (does === 'move' || does === 'free-name') return undefined;
  // The service numbers decisions in the order of their requests.
  if (kind === 'decision' && does === 'create') return undefined;
  return does === 'delete' ? operation : kind;
};

/** Batches of steps, in order. */
function batchesOf(steps: readonly Step[]): Step[][] {
  const batches: Step[][] = [];
  let last: string | undefined;
  for (const step of steps) {
    const key = batchKey(step);
    const batch = batches.at(-1);
    if (batch && key !== undefined && key === last) batch.push(step);
    else batches.push([step]);
    last = key;
  }
  return batches;
}

/** For each step of a batch, indexes of the earlier steps that it depends on. */
function dependenciesOf(batch: readonly Step[]): number[][] {
  const seen = new Map<string, number[]>();
  return batch.map((step, at) => {
    const named = new Set([step.recordId]);
    collectTexts(step.body, named);
    const dependencies = [...named].flatMap((id) => seen.get(id) ?? []);
    const same = seen.get(step.recordId);
    if (same) same.push(at);
    else seen.set(step.recordId, [at]);
    return dependencies;
  });
}

/**
 * Runs all steps, at most `limit` at once, each after the steps that it depends on. After a failure, no further step is
 * started. Throws the first error in step order once the running steps have ended.
 */
export async function runSteps(
  steps: readonly Step[],
  limit: number,
  work: (step: Step, at: number) => Promise<void>,
): Promise<void> {
  let from = 0;
  for (const batch of batchesOf(steps)) {
    const first = from;
    await runBatch(batch, limit, (step, at) => work(step, first + at));
    from += batch.length;
  }
}

async function runBatch(
  batch: readonly Step[],
  limit: number,
  work: (step: Step, at: number) => Promise<void>,
): Promise<void> {
  const dependencies = dependenciesOf(batch);
  const ended: Promise<void>[] = [];
  const failures = new Map<number, unknown>();
  const one = async (step: Step, at: number): Promise<void> => {
    await Promise.all((dependencies[at] ?? []).map((other) => ended[other]));
    if (failures.size > 0) return;
    try {
      await work(step, at);
    } catch (error) {
      failures.set(at, error);
    }
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < batch.length && failures.size === 0; at = next++) {
      const step = batch[at] as Step;
      const end = one(step, at);
      ended[at] = end;
      await end;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, batch.length) }, worker));
  const [failure] = [...failures].sort(([a], [b]) => a - b);
  if (failure) throw failure[1];
}
