import { resolve } from 'node:path';
import { type ArchctlError, toArchctlError, usageError } from '../../base/errors.js';
import { writeFile } from '../../base/files/write-file.js';
import type { JsonObject } from '../../base/json/json-object.js';
import { isLoopback } from '../../base/network/loopback.js';
import { randomId } from '../../base/random-id.js';
import type { Doc } from '../../contract/doc.js';
import type { Operation } from '../../contract/operation.js';
import { namesakeKind } from '../../contract/rules/namesakes.js';
import type { Column } from '../../terminal/types.js';
import { writeBytes } from '../../terminal/write-text.js';
import type { BulkRules } from '../command/family/bulk-rules.js';
import type { RecordChange } from '../command/family/change-line.js';
import type { ChangeReport } from '../command/family/command-family.js';
import { reportChanges } from '../command/family/report-change.js';
import type { DataEntry } from '../command/input/given-data.js';
import type { Finish } from '../command/input/request-parts.js';
import { checkOutput, STDOUT } from '../command/input/stdout-file.js';
import { printsOneLine } from '../command/one-line.js';
import { longName } from '../command/options.js';
import type { Context, Outcome } from '../command/spec.js';
import type { OptionSpec } from '../command/value-spec.js';
import { withoutNames } from '../names/body-names.js';
import type { SelectedRecords } from './choose.js';
import { type Job, type JobSource, jobsOf, lineToResend } from './jobs.js';
import { type JobResult, performJobs } from './perform.js';
import { confirmSelection, previewOf } from './preview.js';
import { Tally } from './tally.js';

/** Number of parallel requests; a local service commits concurrent writes together. */
const DEFAULT_CONCURRENCY = 8;
const LOCAL_CONCURRENCY = 64;
const DEFAULT_RETRIES = 2;

export interface BulkRun {
  operation: Operation;
  rules: BulkRules;
  options: Readonly<Record<string, OptionSpec>>;
  columns: readonly Column[];
  finish: Finish | undefined;
  path: JsonObject;
  query: JsonObject;
  entries: readonly DataEntry[];
  /** Kind of the records that `id` of an entry identifies. */
  idKind: string | undefined;
  /** Records selected on the command line; a person confirms them, and all get the same changes. */
  chosen: SelectedRecords | undefined;
  /** Family of the records, if a person gets a line for each change instead of the records. */
  written: ChangeReport | undefined;
}

/**
 * Runs one operation for many records. Validates all before the first request, sends several in parallel, and prints
 * answers in input order. A failure does not stop the others; failed lines are written to `--failures`. Errors:
 * `usage`. The outcome is `refused` if some failed, `interrupted` after Ctrl-C.
 */
export async function runBulk(context: Context, bulk: BulkRun): Promise<Outcome> {
  const { parsed, terminal, world } = context;
  const { operation, rules, options } = bulk;
  const partly = partialChange(context, bulk);
  const { entries, checked } = await entriesWithIds(context, bulk);
  const jobs = checked ?? (await jobsOf({ ...bulk, entries, context, newId: randomId, partly }));
  const failuresFile = parsed.failures;
  const isFailuresOnly = failuresFile === STDOUT;
  checkOutput(context, failuresFile, '--failures');
  const { chosen } = bulk;
  if (chosen && parsed.globals.dryRun) {
    if (!context.describesDryRun || operation.method !== 'DELETE' || !rules.question)
      return previewOf(context, { rules, options, jobs, chosen });
    const { describeEffects } = await import('../undo/describe-effects.js');
    const question = await rules.question(
      context,
      chosen.map(({ id }) => String(id)),
    );
    return describeEffects(
      context,
      question,
      operation,
      jobs.map(({ path }) => path),
    );
  }
  if (chosen) await confirmSelection(context, { rules, options, jobs, chosen });
  else if (rules.question && jobs.length > 0)
    await context.confirm(
      await rules.question(
        context,
        jobs.map(({ id }) => id ?? ''),
      ),
    );
  // Fails early if the file cannot be written.
  if (failuresFile !== undefined && !isFailuresOnly && !parsed.globals.dryRun)
    await saveFailures(context, failuresFile, []);
  const tally = new Tally(rules.noun, operation.method, entries.length);
  const progress = terminal.progress(tally.progress);
  const isLocal = isLoopback(new URL(context.settings.account().baseUrl).hostname);
  const client = await context.client({
    longLived: true,
    // A local service enforces its own limits, so requests are not paced.
    unpaced: isLocal,
    onWait: (text) => progress.update(`${tally.progress}; ${text}`),
  });
  if (!parsed.globals.dryRun && (operation.method === 'DELETE' || context.recordsUpdates))
    await (await context.recorder()).prepare(
      jobs.map(({ operation, path, body }) => ({ operation, path, body })),
      { records: (chosen ?? []) as readonly Doc[] },
    );
  await warnOfNamesakes(context, operation, jobs);
  const deletedIds = new Map<string, Set<string>>();
  let saveError: ArchctlError | undefined;
  const isOneLine = bulk.written !== undefined && printsOneLine(context);
  const written: RecordChange[] = [];
  const befores = new Map((chosen ?? []).map((record) => [record.id, record]));
  const settled = performJobs(jobs, {
    client,
    concurrency: parsed.concurrency ?? (isLocal ? LOCAL_CONCURRENCY : DEFAULT_CONCURRENCY),
    retries: parsed.globals.retries ?? DEFAULT_RETRIES,
    signal: world.signal,
    onSettled: (it) => {
      if (it.state === 'done') addIds(deletedIds, it.answer);
    },
  });
  const answers = async function* (): AsyncGenerator<readonly JsonObject[]> {
    try {
      for await (const batch of settled) {
        const ended = batch.map((it): JobResult => {
          // A record deleted by the cascade of an earlier delete counts as deleted.
          return isCascaded(it, deletedIds) ? { job: it.job, state: 'done', answer: {} } : it;
        });
        for (const end of ended) {
          tally.add(end);
          if (end.state === 'done' && isOneLine) written.push(recordChangeOf(operation, end, befores));
        }
        progress.update(tally.progress);
        yield ended.flatMap((end) => (end.state === 'done' ? [recordOfAnswer(operation, end)] : []));
      }
    } finally {
      progress.stop();
    }
    if (failuresFile !== undefined && !parsed.globals.dryRun && tally.failures.length > 0)
      await saveFailures(context, failuresFile, tally.failures).catch((error: unknown) => {
        // The results are reported even if the file cannot be written.
        saveError = toArchctlError(error);
      });
    if (isOneLine && bulk.written && operation.method !== 'DELETE')
      await reportChanges(context, bulk.written, written);
    if (tally.failures.length > 0) return;
    const answer = Object.fromEntries([...deletedIds].map(([field, ids]) => [field, [...ids]]));
    terminal.success(tally.sentence((await rules.losses?.(context, answer)) ?? ''));
  };
  const failed = {
    get failure() {
      return tally.error(world.signal.aborted, { file: failuresFile, saveError });
    },
  };
  if (parsed.globals.output === 'ndjson' && !parsed.globals.sort && !isFailuresOnly) {
    const line = (event: unknown): string => JSON.stringify(event);
    return Object.defineProperties(
      { kind: 'stream', columns: bulk.columns, batches: answers(), line },
      Object.getOwnPropertyDescriptors(failed),
    );
  }
  const items: JsonObject[] = [];
  for await (const batch of answers()) items.push(...batch);
  const { failure } = failed;
  if (isFailuresOnly || isOneLine) return { kind: 'nothing', ...(failure && { failure }) };
  return {
    kind: 'list',
    items,
    columns: bulk.columns,
    empty: 'Nothing was done.',
    ...(failure && { failure }),
  };
}

/** Warns about records that get the name of another one in the same place. */
async function warnOfNamesakes(
  context: Context,
  { envelope }: Operation,
  jobs: readonly Job[],
): Promise<void> {
  const bodies = jobs.map(({ id, body }) => ({ ...body, id }));
  const kind = bodies.map((it) => namesakeKind(envelope, it)).find((it) => it !== undefined);
  if (kind === undefined) return;
  const { warnAboutNamesakes } = await import('../names/namesake-warnings.js');
  await warnAboutNamesakes(context, kind, bodies, true);
}

/**
 * Entries with ids instead of names. Bodies that are complete without a request are validated before the lookups; their
 * jobs are `checked` if the entries contain no names.
 */
async function entriesWithIds(
  context: Context,
  bulk: BulkRun,
): Promise<{ entries: readonly DataEntry[]; checked?: Job[] | undefined }> {
  const { operation, options, finish, entries, idKind, chosen } = bulk;
  if (chosen) return { entries };
  const isPart = Object.entries(options).some(
    ([key, { changes }]) => changes && context.parsed.options[key] !== undefined,
  );
  const needsNoValues = operation.method === 'PATCH' || operation.method === 'DELETE';
  const isComplete = needsNoValues ? !isPart : finish === undefined;
  const jobs = isComplete
    ? await jobsOf({ ...bulk, context, finish: undefined, newId: randomId, partly: undefined })
    : undefined;
  const named = await withoutNames(context, entries, { operation, options, idKind });
  return { entries: named, checked: named === entries && finish === undefined ? jobs : undefined };
}

/**
 * Applies options that change part of a field to each body; undefined if there are none. Errors: `usage` for records
 * that were not read.
 */
function partialChange(
  context: Context,
  { options, rules: { partialBody }, chosen }: BulkRun,
): JobSource['partly'] {
  const part = Object.entries(options).find(
    ([key, { changes }]) => changes && context.parsed.options[key] !== undefined,
  );
  if (!part) return undefined;
  // An unreadable record has only its id.
  const isRead = chosen?.every((record) => Object.keys(record).length > 1);
  if (!partialBody || !isRead)
    throw usageError(`${longName(part[0])} supports one record at a time.`, {
      hint:
        partialBody && !chosen
          ? 'For several records, name them, or select them with --where or --filter.'
          : undefined,
    });
  return (body, record) => partialBody(body, record, context);
}

/** Adds the ids that an answer lists, such as those of deleted records, by field. */
function addIds(ids: Map<string, Set<string>>, answer: JsonObject): void {
  for (const [field, value] of Object.entries(answer)) {
    if (!Array.isArray(value)) continue;
    const known = ids.get(field) ?? new Set();
    ids.set(field, known);
    for (const id of value) known.add(String(id));
  }
}

const isCascaded = (it: JobResult, deletedIds: ReadonlyMap<string, ReadonlySet<string>>): boolean =>
  it.state === 'failed' &&
  it.job.operation.method === 'DELETE' &&
  it.error.kind === 'not-found' &&
  [...deletedIds.values()].some((ids) => ids.has(it.job.id ?? ''));

/** The record to show; for a delete, whose answer names no record, with its id. */
function recordOfAnswer(
  { envelope }: Operation,
  { job, answer }: Extract<JobResult, { state: 'done' }>,
): JsonObject {
  return envelope === null ? { id: job.id, ...answer } : (answer[envelope] as JsonObject);
}

/** A written record, with its state before if the command read it to select it. */
function recordChangeOf(
  operation: Operation,
  end: Extract<JobResult, { state: 'done' }>,
  befores: ReadonlyMap<unknown, JsonObject>,
): RecordChange {
  const after = recordOfAnswer(operation, end);
  const before = befores.get(after.id);
  // A record that was named by its id and not read has only its id.
  const isRead = before !== undefined && Object.keys(before).length > 1;
  const isNew = end.job.operation !== operation || operation.method === 'POST';
  return { before: isNew ? null : isRead ? before : undefined, after };
}

/** Writes lines that can be sent again. If the result is unknown, the line contains the id that was sent. */
async function saveFailures(
  { world }: Context,
  file: string,
  failures: readonly Exclude<JobResult, { state: 'done' }>[],
): Promise<void> {
  const lines = failures.map(
    ({ job, state }) => `${state === 'unknown' ? lineToResend(job) : job.entry.text}\n`,
  );
  if (file === STDOUT) await writeBytes(world.stdout, [Buffer.from(lines.join(''))]);
  else await writeFile(resolve(world.cwd, file), lines.join(''), undefined);
}
