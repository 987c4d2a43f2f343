import type { Step } from '../plan/plan-types.js';
import { collectTexts } from '../plan/preconditions.js';

/**
 * Determines which steps may run concurrently: consecutive steps of the same sort, unless one refers to a record that
 * another creates or changes, such as the parent of an object. All others wait for the steps before them.
 */

/** Moves and renames depend on each other in ways that their bodies do not show, so they have no sort. */
const sortOf = ({ does, kind, operation }: Step): string | undefined => {
  if (does === 'move' || does === 'free-name') return undefined;
  // The service numbers decisions in the order of their requests.
  if (kind === 'decision' && does === 'create') return undefined;
  return does === 'delete' ? operation : kind;
};

/** Runs of steps that may run concurrently, in order. */
function runsOf(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  let last: string | undefined;
  for (const step of steps) {
    const sort = sortOf(step);
    const run = runs.at(-1);
    if (run && sort !== undefined && sort === last) run.push(step);
    else runs.push([step]);
    last = sort;
  }
  return runs;
}

/**
 * For each step of a run, the indexes of the earlier steps that it waits for: those of the same record, and of records
 * that it refers to.
 */
function waitsOf(run: readonly Step[]): number[][] {
  const seen = new Map<string, number[]>();
  return run.map((step, at) => {
    const named = new Set([step.recordId]);
    collectTexts(step.body, named);
    const waits = [...named].flatMap((id) => seen.get(id) ?? []);
    const same = seen.get(step.recordId);
    if (same) same.push(at);
    else seen.set(step.recordId, [at]);
    return waits;
  });
}

/**
 * Runs all steps with limited concurrency, each after the steps that it depends on. After a failure no step is started;
 * the first error in step order is thrown once the running steps have ended.
 */
export async function doAll(
  steps: readonly Step[],
  limit: number,
  work: (step: Step, at: number) => Promise<void>,
): Promise<void> {
  let from = 0;
  for (const run of runsOf(steps)) {
    const first = from;
    await doRun(run, limit, (step, at) => work(step, first + at));
    from += run.length;
  }
}

async function doRun(
  run: readonly Step[],
  limit: number,
  work: (step: Step, at: number) => Promise<void>,
): Promise<void> {
  const waits = waitsOf(run);
  const ended: Promise<void>[] = [];
  const failures = new Map<number, unknown>();
  const one = async (step: Step, at: number): Promise<void> => {
    await Promise.all((waits[at] ?? []).map((other) => ended[other]));
    if (failures.size > 0) return;
    try {
      await work(step, at);
    } catch (error) {
      failures.set(at, error);
    }
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < run.length && failures.size === 0; at = next++) {
      const step = run[at] as Step;
      const end = one(step, at);
      ended[at] = end;
      await end;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, run.length) }, worker));
  const [failure] = [...failures].sort(([a], [b]) => a - b);
  if (failure) throw failure[1];
}
