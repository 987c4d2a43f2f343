import { pluralize } from '../../../base/text/words.js';
import { command } from '../../../cli/command/command.js';
import { number, text } from '../../../cli/command/options.js';
import { openEventReader } from '../../../webhooks/event-store/reader.js';
import { readResults } from '../../../webhooks/event-store/target-results.js';
import { moment } from '../../shared/moment.js';
import { checkOutput, outputFile, writeOutput } from '../../shared/output/output-file.js';
import { reportDamage } from '../shared/damage.js';
import { EVENT_FILTERS, eventDirectory, FAILED } from '../shared/options.js';

export default command({
  summary: 'Write stored events to a file, one JSON object per line',
  details:
    'Each line contains the metadata, the headers, the results of targets and programs, and the raw body as base64 (bodyBase64). Oldest first. Events that are damaged on disk are reported on stderr and counted as "damaged"; the exit code is still 0.',
  options: {
    out: outputFile('File to write', { required: true }),
    ...EVENT_FILTERS,
    since: text('Only events received since this time', { value: 'TIME|AGE' }),
    failed: FAILED,
    limit: number('Maximum number of events, newest first', { integer: true, min: 1 }),
  },
  examples: {
    'For a bug report': 'archctl webhook events export --since 1d --out events.ndjson',
    'Only deletions': 'archctl webhook events export --operation deleted --out deleted.ndjson',
  },
  related: ['webhook events list', 'webhook replay'],
  async run(context, { options }) {
    const { world, terminal } = context;
    const file = options.out ?? '';
    checkOutput(context, file);
    const reader = openEventReader({ directory: eventDirectory(context) });
    const results = readResults(eventDirectory(context));
    const sinceMs =
      options.since === undefined ? undefined : Date.parse(moment(options.since, world.now(), '--since'));
    const events = await reportDamage(context, reader, () =>
      [
        ...reader.read({
          limit: options.limit,
          sinceMs,
          collections: options.collection,
          operations: options.operation,
          ids: options.failed ? results.failedIds() : undefined,
        }),
      ].reverse(),
    );
    const lines = events.map(
      ({ body, ...rest }) =>
        `${JSON.stringify({ ...rest, targets: results.of(rest.id), bodyBase64: Buffer.from(body).toString('base64') })}\n`,
    );
    if (!context.parsed.globals.dryRun) {
      const { isStdout } = await writeOutput(context, file, lines.join(''));
      if (isStdout) return { kind: 'nothing' };
      terminal.success(`Wrote ${pluralize(events.length, 'event')} to ${file}.`);
    }
    return {
      kind: 'record',
      record: { path: file, events: events.length, damaged: reader.damage().events },
      columns: [{ key: 'path' }, { key: 'events', kind: 'number' }, { key: 'damaged', kind: 'number' }],
    };
  },
});
