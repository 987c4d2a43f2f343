import type { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, number } from '../../cli/command/options.js';
import { tail } from '../../client/jobs/tail.js';
import { type RetryReports, whileUnavailable } from '../../client/jobs/while-unavailable.js';
import { MONTHLY_QUOTA } from '../../contract/limits.js';
import { listActionLogs, listOrganizationLogs } from '../../contract/resources/action-log.js';
import { logSource } from '../shared/log-source.js';
import { configuredPlan } from '../shared/plan-in-use.js';
import { monthlyPolls } from '../shared/poll-cost.js';
import { limitStream } from '../shared/stream-limits.js';
import {
  checkPublish,
  LOG_SUBJECT,
  openRecordPublisher,
  PUBLISH_LOG_OPTIONS,
} from '../webhook/shared/publish.js';
import noun from './noun.js';
import { cursorStore } from './shared/cursor-store.js';
import { showsIds } from './shared/log-columns.js';
import { LOG_FILTERS, serverFilter, timesOf } from './shared/log-filters.js';
import { logLine, type Row } from './shared/log-line.js';

const DEFAULT_INTERVAL_S = 3;
/** On a metered plan, a poll every three seconds would use up a month's reads within nine hours. */
const METERED_INTERVAL_S = 60;

const options = {
  ...LOG_FILTERS,
  last: number('Number of latest entries to print first', {
    short: 'n',
    integer: true,
    min: 0,
    fallback: '10, or all with --since',
  }),
  noFollow: flag('Print existing entries and exit'),
  interval: number('Seconds between polls; increases while nothing happens', { value: 'SECONDS', min: 0.1 }),
  count: number('Exit after this number of entries', { integer: true, min: 1 }),
  resume: flag('Continue after the last entry of the previous tail with --resume'),
  ...PUBLISH_LOG_OPTIONS,
};

export default command({
  summary: 'Follow the actions in an organization',
  details:
    'Prints each entry once, in order, as it appears. If the service is unavailable, also at the start, reports it and retries until --timeout. If it is still unavailable then, or fewer than --count entries arrived, the exit code is 7.',
  options,
  scope: ['org', 'landscape'],
  waits: true,
  operation: listOrganizationLogs,
  alsoPerforms: [listActionLogs],
  examples: {
    'Wait for a new key, at most one minute':
      'archctl logs tail -n 0 --type api-key-create --count 1 --timeout 60 -o ndjson',
    'Publish to a stream of a NATS server':
      'archctl logs tail --publish nats://localhost/LOGS --create-stream',
    'From a cron job, without repeats or gaps': 'archctl logs tail --resume --no-follow -o ndjson',
  },
  related: ['logs list', 'logs tree', 'quota'],
  async run(context, { options: given }) {
    const { world, terminal, parsed } = context;
    const filter = serverFilter(given);
    const { since, until } = timesOf(context, given);
    checkPublish(given);
    const publisher =
      given.publish === undefined
        ? undefined
        : await openRecordPublisher(context, given.publish, given.subject ?? LOG_SUBJECT, given);
    const plan = configuredPlan(context);
    const metered = plan !== undefined && MONTHLY_QUOTA[plan].read !== null;
    const seconds = given.interval ?? (metered ? METERED_INTERVAL_S : DEFAULT_INTERVAL_S);
    if (metered && !given.noFollow) terminal.note(monthlyPolls(plan, seconds));

    let serviceTime: number | undefined;
    const client = await context.client({
      longLived: !given.noFollow,
      onResponse: ({ date = '' }) => {
        serviceTime = Date.parse(date) || undefined;
      },
    });
    const { systemClock } = await import('../../client/send/clock.js');
    const { sleep = systemClock.sleep, now } = world;
    let fault: ArchctlError | undefined;
    const events = limitStream<Row>({
      failure: () => fault,
      count: given.count,
      timeoutMs: parsed.globals.timeout === undefined ? undefined : parsed.globals.timeout * 1000,
      signal: AbortSignal.any([world.signal, terminal.closing]),
      sleep,
      start: async function* (signal) {
        const reports: RetryReports = {
          sleep,
          signal,
          onFault: (error, wait) => {
            fault = error;
            terminal.warn(`${error.message} Retrying in ${Math.ceil(wait / 1000)} s.`);
          },
          onRecovered: () => {
            fault = undefined;
            terminal.note('The service responds again.');
          },
        };
        const source = await whileUnavailable(reports, () =>
          logSource(context, client, given.importance, signal),
        );
        const target = given.publish && { ...filter, publish: given.publish };
        const cursor = given.resume || target ? cursorStore(context, source, target || filter) : undefined;
        try {
          const rows = tail<Row>({
            ...reports,
            page: (page) => source.page({ ...page, filter }, signal),
            accept: (record) => source.accept(record),
            last: given.last ?? (since === undefined ? 10 : undefined),
            since,
            until,
            resume: cursor?.read(),
            follow: !given.noFollow,
            intervalMs: seconds * 1000,
            now,
            serviceTime: () => serviceTime,
            onClockStep: ({ before, after, from }) =>
              terminal.warn(
                `The service's clock went back from ${before} to ${after}. Entries since ${from} are matched by id; an entry from before the step may be printed again.`,
              ),
            ...(cursor ? { onCursor: (at) => cursor.write(at) } : {}),
          });
          // The position is saved when the next row is requested: after the stream has this one.
          for await (const row of rows) {
            const fields = { resource: source.id, operation: row.action?.type ?? null };
            await publisher?.publish({ id: row.id, fields, value: row }, signal);
            yield row;
          }
        } finally {
          // Saves the position of the last printed record, however this tail ends.
          cursor?.flush();
          await publisher?.close();
        }
      },
    });
    return {
      kind: 'stream',
      events,
      columns: noun.columns,
      line: logLine({ ids: showsIds(context) }),
      noun: 'record',
    };
  },
});
