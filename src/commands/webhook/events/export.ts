import { resolve } from 'node:path';
import { writeAtomically } from '../../../base/files.js';
import { moment } from '../../../cli/command/moment.js';
import { number, text } from '../../../cli/command/options.js';
import { command } from '../../../cli/command/spec.js';
import { keptEvents } from '../../../webhooks/kept/kept-events.js';
import { EVENT_FILTERS, eventDirectory } from '../shared/options.js';

export default command({
  summary: 'Write kept events to a file, one JSON line each',
  details:
    'Each line has the facts, the headers, and the raw body as base64 (bodyBase64), byte for byte. Oldest first.',
  options: {
    file: text('File to write', { value: 'FILE', required: true, completes: 'file' }),
    ...EVENT_FILTERS,
    since: text('Received since then', { value: 'TIME|AGE' }),
    limit: number('The newest so many at most', { integer: true, min: 1 }),
  },
  examples: [
    { note: 'For a bug report', line: 'archctl webhook events export --since 1d --file events.ndjson' },
    {
      note: 'Only deletions',
      line: 'archctl webhook events export --operation deleted --file deleted.ndjson',
    },
  ],
  related: ['webhook events list', 'webhook replay'],
  async run(context, { options }) {
    const { world, terminal } = context;
    const kept = keptEvents({ directory: eventDirectory(context) });
    const sinceMs =
      options.since === undefined ? undefined : Date.parse(moment(options.since, world.now(), '--since'));
    const events = [
      ...kept.read({
        limit: options.limit,
        sinceMs,
        collections: options.collection,
        operations: options.operation,
      }),
    ].reverse();
    const lines = events.map(
      ({ body, ...rest }) =>
        `${JSON.stringify({ ...rest, bodyBase64: Buffer.from(body).toString('base64') })}\n`,
    );
    const file = options.file ?? '';
    if (!context.parsed.globals.dryRun) {
      writeAtomically(resolve(world.cwd, file), lines.join(''));
      terminal.success(`Wrote ${events.length} events to ${file}.`);
    }
    return {
      kind: 'record',
      record: { path: file, events: events.length },
      columns: [{ key: 'path' }, { key: 'events', kind: 'number' }],
    };
  },
});
