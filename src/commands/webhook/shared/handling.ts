import { ArchctlError, interrupted, usageError } from '../../../base/errors.js';
import { SECRET_VARIABLES, withoutSecrets } from '../../../base/secret-environment.js';
import { pluralize } from '../../../base/text/words.js';
import { choices, flag, number, text, texts } from '../../../cli/command/options.js';
import type { Context } from '../../../cli/command/spec.js';
import type { Column } from '../../../terminal/types.js';
import type { ExecuteOptions } from '../../../webhooks/forward/execute.js';
import type { ForwardTarget } from '../../../webhooks/forward/forward.js';
import { hasSucceeded } from '../../../webhooks/forward/succeeded.js';
import type { Receiver } from '../../../webhooks/listen/receiver.js';
import type { ResultRecord } from '../../../webhooks/listen/result-counter.js';
import type { EventFilter } from '../../../webhooks/listen/show-event.js';
import { type Counts, RECORD_JSON, type WebhookRecord } from '../../../webhooks/types.js';
import { webhookLine } from './lines.js';
import { EVENT_FILTERS, matcher } from './options.js';

/** Options for the handling of events, shared by `webhook listen` and `webhook attach`. */
export const HANDLING_OPTIONS = {
  forwardTo: texts('Forward events to this URL; URL#collection=…,operation=… filters them', { value: 'URL' }),
  ...EVENT_FILTERS,
  match: text('Filter by a JMESPath expression', { value: 'JMESPATH' }),
  exec: text('Run a program for each event, with the body on stdin', { value: 'COMMAND' }),
  execEnv: choices(SECRET_VARIABLES, 'Pass this secret environment variable to the program', {
    value: 'NAME',
  }),
  count: number('Exit after this number of events', { integer: true, min: 1 }),
  full: flag('Print complete events'),
};

interface HandlingGiven {
  forwardTo?: string[] | undefined;
  collection?: string[] | undefined;
  operation?: string[] | undefined;
  match?: string | undefined;
  exec?: string | undefined;
  execEnv?: (typeof SECRET_VARIABLES)[number][] | undefined;
  count?: number | undefined;
}

/** Filter, targets and program of the options. */
export interface Handling {
  filter: EventFilter;
  forwardTo: ForwardTarget[];
  exec: ExecuteOptions | undefined;
  count: number | undefined;
  timeoutMs: number | undefined;
  signal: AbortSignal;
}

/** @throws ArchctlError `usage`. */
export async function handlingOf(
  { world, terminal, parsed }: Context,
  given: HandlingGiven,
): Promise<Handling> {
  if (given.execEnv && given.exec === undefined) throw usageError('--exec-env requires --exec.');
  const { parseTarget } = await import('../../../webhooks/forward/forward.js');
  const match = await matcher(given.match);
  const forwardTo = (given.forwardTo ?? []).map(parseTarget);
  const exec = given.exec === undefined ? undefined : await execOf(world, given.exec, given.execEnv);
  const { timeout } = parsed.globals;
  return {
    filter: { collections: given.collection, operations: given.operation, match },
    ...{ forwardTo, exec, count: given.count },
    timeoutMs: timeout === undefined ? undefined : timeout * 1000,
    signal: AbortSignal.any([world.signal, terminal.closing]),
  };
}

async function execOf({ env, cwd }: Context['world'], command: string, passed: HandlingGiven['execEnv']) {
  const { splitCommand } = await import('../../../base/text/split-command.js');
  return { argv: splitCommand(command), env: withoutSecrets(env, passed), cwd };
}

const COLUMNS: readonly Column[] = [
  { key: 'at', kind: 'time' },
  { key: 'type' },
  { key: 'collection' },
  { key: 'operation' },
  { key: 'resourceId', kind: 'id' },
  { key: 'landscapeId', kind: 'id' },
  { key: 'status' },
  { key: 'url' },
  { key: 'reason' },
];

/** Result of a command that prints the records of a source until it ends. */
export const recordStreamResult = (
  source: Pick<Receiver, 'batches' | 'close'>,
  { count, full }: { count?: number | undefined; full?: boolean | undefined },
  { onEnd, replay }: { onEnd?: (() => Promise<void>) | undefined; replay?: string | undefined } = {},
) =>
  ({
    kind: 'stream',
    batches: recordsUntilEnd(source, count, onEnd, replay),
    columns: COLUMNS,
    line: webhookLine(full ?? false),
    noun: null,
    json: (record: WebhookRecord) => (record.type === 'event' ? record[RECORD_JSON] : undefined),
  }) as const;

/**
 * Yields the records, and then throws if the stream did not end as expected or targets or programs failed. `onEnd` is
 * called in any case.
 * @param replay Command that sends failed events again.
 */
export async function* recordsUntilEnd(
  receiver: Pick<Receiver, 'batches' | 'close'>,
  count: number | undefined,
  onEnd?: () => Promise<void>,
  replay?: string,
): AsyncGenerator<readonly WebhookRecord[]> {
  let refused: string | undefined;
  let failed: ResultRecord | undefined;
  try {
    for await (const batch of receiver.batches) {
      yield batch;
      for (const record of batch) {
        if (record.type === 'rejected') refused = record.message;
        else if (isResult(record) && !hasSucceeded(record)) failed = record;
      }
      const last = batch.at(-1);
      if (last?.type !== 'closing') continue;
      const { reason, counts, message } = last;
      if (reason === 'broker-lost') throw new ArchctlError('unavailable', message ?? 'The broker is gone.');
      if (reason === 'tunnel-ended') throw new ArchctlError('unavailable', message ?? 'The tunnel ended.');
      const isShort = reason === 'timeout' && count !== undefined && counts.events < count;
      const missing = isShort ? tooFew(counts, count, refused) : undefined;
      if (counts.undelivered > 0) throw undelivered(counts, failed, replay, missing);
      if (missing) throw missing;
      if (reason === 'stopped') throw interrupted();
    }
  } finally {
    await receiver.close();
    await onEnd?.();
  }
}

const isResult = (record: WebhookRecord): record is ResultRecord =>
  record.type === 'forwarded' || record.type === 'executed';

/** Error for events that a target or program did not handle: part of the work failed. */
function undelivered(
  { forwardFailed, executeFailed, undelivered }: Counts,
  failed: ResultRecord | undefined,
  replay: string | undefined,
  missing: ArchctlError | undefined,
): ArchctlError {
  const dropped = undelivered - forwardFailed - executeFailed;
  const parts = [
    ...(forwardFailed > 0 ? [pluralize(forwardFailed, 'forward')] : []),
    ...(executeFailed > 0 ? [pluralize(executeFailed, 'program')] : []),
    ...(dropped > 0 ? [`${pluralize(dropped, 'event')} dropped before being tried`] : []),
  ];
  const last = failed && `The last failure: ${describeFailure(failed)}`;
  const again = replay && executeFailed < undelivered ? `Send them again with "${replay}".` : undefined;
  const hint = [missing?.facts.hint, last, again].filter((it) => it !== undefined).join('\n');
  const message = `Failed: ${parts.join(', ')}.`;
  return new ArchctlError('refused', missing ? `${missing.message} ${message}` : message, { hint });
}

function describeFailure(record: ResultRecord): string {
  const isForwarded = record.type === 'forwarded';
  const result = isForwarded ? `status ${record.status}` : `exit code ${record.exitCode}`;
  return `${isForwarded ? record.target : record.command}: ${record.error ?? result}`;
}

/** Error for a timeout: rejected deliveries are the most likely reason for missing events. */
function tooFew(counts: Counts, wanted: number, refused: string | undefined): ArchctlError {
  const message = `Only ${counts.events} of ${pluralize(wanted, 'event')} arrived in time`;
  if (counts.rejected === 0 || refused === undefined) return new ArchctlError('unavailable', `${message}.`);
  const also = `${counts.rejected} more ${counts.rejected === 1 ? 'delivery was' : 'deliveries were'} rejected`;
  return new ArchctlError('unavailable', `${message}; ${also}.`, { hint: `The last one: ${refused}` });
}
