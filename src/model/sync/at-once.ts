import { isObject } from '../../base/is-object.js';
import type { Step } from '../plan/plan-types.js';

/**
 * Which steps may be under way at the same time. Steps of one sort that stand behind each other do not mind each other,
 * but where one names what another makes or changes, such as the parent of an object. All others wait for those before.
 */

/** Steps that move something or free a name lean on each other in ways that no body tells. */
const sortOf = ({ does, kind, operation }: Step): string | undefined => {
  if (does === 'move' || does === 'free-name') return undefined;
  return does === 'delete' ? operation : kind;
};

/** Runs of steps that may mingle, in order. */
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

/** The places of the steps of a run that a step waits for: all before it that are of its record, or of one it names. */
function waitsOf(run: readonly Step[]): number[][] {
  const seen = new Map<string, number[]>();
  return run.map((step, at) => {
    const named = new Set([step.recordId]);
    collect(step.body, named);
    const waits = [...named].flatMap((id) => seen.get(id) ?? []);
    const same = seen.get(step.recordId);
    if (same) same.push(at);
    else seen.set(step.recordId, [at]);
    return waits;
  });
}

/** All texts in a body, its keys included: what is named is one of them. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) {
      into.add(key);
      collect(item, into);
    }
}

/**
 * Does all steps, so many at a time; each once those are done that it waits for. After a failure none is begun; those
 * under way come to their end before it is thrown, the first in order where there are several.
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
