import { usageError } from '../../../base/errors.js';
import { pluralize } from '../../../base/text/words.js';
import { command } from '../../../cli/command/command.js';
import { number, text } from '../../../cli/command/options.js';
import { openEventReader } from '../../../webhooks/event-store/reader.js';
import { moment } from '../../shared/moment.js';
import { reportDamage } from '../shared/damage.js';
import { eventDirectory } from '../shared/options.js';

export default command({
  summary: 'Remove stored events from this machine',
  details:
    'Asks for confirmation; use --yes in scripts. Sorts by arrival, so that a wrong clock neither protects old events nor removes new ones. Works on a full disk.',
  options: {
    before: text('Events that arrived before this time', { value: 'TIME|AGE' }),
    keep: number('Number of newest events to keep', { integer: true, min: 0 }),
  },
  examples: {
    'Events older than a week': 'archctl webhook events prune --before 7d --yes',
    'All events': 'archctl webhook events prune --keep 0 --yes',
  },
  related: ['webhook events list', 'webhook events export'],
  async run(context, { options }) {
    const { before, keep } = options;
    if (before === undefined && keep === undefined)
      throw usageError('Option --before or --keep is missing.', { hint: 'Use --before TIME or --keep N.' });
    const beforeMs =
      before === undefined ? undefined : Date.parse(moment(before, context.world.now(), '--before'));
    await context.confirm('Permanently remove the stored events?');
    if (context.parsed.globals.dryRun) return { kind: 'nothing' };
    const reader = openEventReader({ directory: eventDirectory(context) });
    const nowMs = context.world.now().getTime();
    const removed = await reportDamage(context, reader, () => reader.prune({ beforeMs, keep, nowMs }));
    context.terminal.success(`Removed ${pluralize(removed, 'event')}.`);
    return { kind: 'record', record: { removed }, columns: [{ key: 'removed', kind: 'number' }] };
  },
});
