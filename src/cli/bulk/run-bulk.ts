import { resolve } from 'node:path';
import { type ArchctlError, toArchctlError, usageError } from '../../base/errors.js';
import { isLoopback } from '../../base/loopback.js';
import { randomId } from '../../base/random-id.js';
import { writeFile } from '../../base/write-file.js';
import type { Operation } from '../../contract/operation.js';
import type { Column } from '../../terminal/types.js';
import { writeBytes } from '../../terminal/write-text.js';
import type { BulkRules } from '../command/bulk-rules.js';
import type { Entry } from '../command/given-data.js';
import { longName } from '../command/options.js';
import type { Finish } from '../command/request-parts.js';
import type { Context, Outcome } from '../command/spec.js';
import { checkOutput, STDOUT } from '../command/stdout-file.js';
import type { OptionSpec } from '../command/value-spec.js';
import type { Chosen } from './choose.js';
import { type JobSource, jobsOf, lineAgain } from './jobs.js';
import { perform, type Settled } from './perform.js';
import { askOfChosen, wouldBeDone } from './preview.js';
import { Tally } from './tally.js';

type Json = Record<string, unknown>;

/** Requests at a time; a service on this machine waits for its disk once for all that come together. */
const DEFAULT_CONCURRENCY = 8;
const CONCURRENCY_HERE = 64;
const DEFAULT_RETRIES = 2;

export interface Bulk {
  operation: Operation;
  rules: BulkRules;
  options: Readonly<Record<string, OptionSpec>>;
  columns: readonly Column[];
  finish: Finish | undefined;
  path: Json;
  query: Json;
  entries: readonly Entry[];
  /** The records that were named or chosen on the command line: a person is shown them, and all change alike. */
  chosen: Chosen | undefined;
}

/**
 * Does one operation for many records. All are checked before the first request; a few requests are under way at a
 * time; answers come in the order of the lines. What fails does not stop the others, and is kept for `--failures`.
 * Errors: `usage`. The outcome carries `refused` where some failed, `interrupted` after Ctrl-C.
 */
export async function runBulk(context: Context, bulk: Bulk): Promise<Outcome> {
  const { parsed, terminal, world } = context;
  const { operation, rules, options, entries } = bulk;
  const partly = partsOf(context, bulk);
  const jobs = await jobsOf({ ...bulk, context, newId: randomId, partly });
  const failuresFile = parsed.failures;
  const isFailuresOnly = failuresFile === STDOUT;
  checkOutput(context, failuresFile, '--failures');
  const { chosen } = bulk;
  if (chosen && parsed.globals.dryRun) return wouldBeDone(context, { rules, options, jobs, chosen });
  if (chosen) await askOfChosen(context, { rules, options, jobs, chosen });
  else if (rules.question && jobs.length > 0)
    await context.confirm(
      await rules.question(
        context,
        jobs.map(({ id }) => id ?? ''),
      ),
    );
  // A file that cannot be written is told before anything is done.
  if (failuresFile !== undefined && !isFailuresOnly && !parsed.globals.dryRun)
    await keep(context, failuresFile, []);
  const tally = new Tally(rules.noun, operation.method, entries.length);
  const progress = terminal.progress(tally.progress);
  const isHere = isLoopback(new URL(context.settings.account().baseUrl).hostname);
  const client = await context.client({
    longLived: true,
    // A service on this machine is nobody else's: it says itself when it has had enough.
    unpaced: isHere,
    onWait: (text) => progress.update(`${tally.progress}; ${text}`),
  });
  const gone = new Map<string, Set<string>>();
  let notKept: ArchctlError | undefined;
  const settled = perform(jobs, {
    client,
    concurrency: parsed.concurrency ?? (isHere ? CONCURRENCY_HERE : DEFAULT_CONCURRENCY),
    retries: parsed.globals.retries ?? DEFAULT_RETRIES,
    signal: world.signal,
    onSettled: (it) => {
      if (it.state === 'done') addIds(gone, it.answer);
    },
  });
  const answers = async function* (): AsyncGenerator<readonly Json[]> {
    try {
      for await (const batch of settled) {
        const ended = batch.map((it): Settled => {
          // One that an earlier delete took along is gone, as was asked.
          return wentAlong(it, gone) ? { job: it.job, state: 'done', answer: {} } : it;
        });
        for (const end of ended) tally.add(end);
        progress.update(tally.progress);
        yield ended.flatMap((end) => (end.state === 'done' ? [shownOf(operation, end)] : []));
      }
    } finally {
      progress.stop();
    }
    if (failuresFile !== undefined && !parsed.globals.dryRun && tally.failures.length > 0)
      await keep(context, failuresFile, tally.failures).catch((error: unknown) => {
        // What was done is told all the same.
        notKept = toArchctlError(error);
      });
    if (tally.failures.length > 0) return;
    const answer = Object.fromEntries([...gone].map(([field, ids]) => [field, [...ids]]));
    terminal.success(tally.sentence((await rules.losses?.(context, answer)) ?? ''));
  };
  const failed = {
    get failure() {
      return tally.error(world.signal.aborted, { file: failuresFile, notKept });
    },
  };
  if (parsed.globals.output === 'ndjson' && !parsed.globals.sort && !isFailuresOnly) {
    const line = (event: unknown): string => JSON.stringify(event);
    return Object.defineProperties(
      { kind: 'stream', columns: bulk.columns, batches: answers(), line },
      Object.getOwnPropertyDescriptors(failed),
    );
  }
  const items: Json[] = [];
  for await (const batch of answers()) items.push(...batch);
  const { failure } = failed;
  if (isFailuresOnly) return { kind: 'nothing', ...(failure && { failure }) };
  return {
    kind: 'list',
    items,
    columns: bulk.columns,
    empty: 'Nothing was done.',
    ...(failure && { failure }),
  };
}

/**
 * How options that change a part of a field get into the body of each; undefined where there are none. Errors: `usage`
 * for records that nobody has read.
 */
function partsOf(context: Context, { options, rules: { partly }, chosen }: Bulk): JobSource['partly'] {
  const part = Object.entries(options).find(
    ([key, { changes }]) => changes && context.parsed.options[key] !== undefined,
  );
  if (!part) return undefined;
  // Of one that could not be read, the id is all that is known.
  const isRead = chosen?.every((record) => Object.keys(record).length > 1);
  if (!partly || !isRead)
    throw usageError(`${longName(part[0])} is for one record at a time.`, {
      hint:
        partly && !chosen ? 'Or for several that are named, or chosen with --where or --filter.' : undefined,
    });
  return (body, record) => partly(body, record, context);
}

/** Adds the ids that an answer lists, such as those of deleted records, by field. */
function addIds(ids: Map<string, Set<string>>, answer: Json): void {
  for (const [field, value] of Object.entries(answer)) {
    if (!Array.isArray(value)) continue;
    const known = ids.get(field) ?? new Set();
    ids.set(field, known);
    for (const id of value) known.add(String(id));
  }
}

const wentAlong = (it: Settled, gone: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
  it.state === 'failed' &&
  it.job.operation.method === 'DELETE' &&
  it.error.kind === 'not-found' &&
  [...gone.values()].some((ids) => ids.has(it.job.id ?? ''));

/** The record; of a delete, whose answer names no record, its id as well. */
function shownOf({ envelope }: Operation, { job, answer }: Extract<Settled, { state: 'done' }>): Json {
  return envelope === null ? { id: job.id, ...answer } : (answer[envelope] as Json);
}

/** Lines to be fed again. Where nobody knows whether one was carried out, it has the id it was sent under. */
async function keep(
  { world }: Context,
  file: string,
  failures: readonly Exclude<Settled, { state: 'done' }>[],
): Promise<void> {
  const lines = failures.map(
    ({ job, state }) => `${state === 'unknown' ? lineAgain(job) : job.entry.text}\n`,
  );
  if (file === STDOUT) await writeBytes(world.stdout, [Buffer.from(lines.join(''))]);
  else await writeFile(resolve(world.cwd, file), lines.join(''), undefined);
}
