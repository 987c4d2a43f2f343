import { usageError } from '../../../base/errors.js';
import { command } from '../../../cli/command/command.js';
import { number, text } from '../../../cli/command/options.js';
import { openKeptReader } from '../../../webhooks/kept/reader.js';
import { moment } from '../../shared/moment.js';
import { tellingDamage } from '../shared/damage.js';
import { eventDirectory } from '../shared/options.js';

export default command({
  summary: 'Remove kept events from this machine',
  details:
    'Asks first; give --yes in scripts. Goes by the order of arrival: the time that a wrong clock gave an event neither keeps old events nor takes young ones along. Works on a full disk.',
  options: {
    before: text('Those that arrived before then', { value: 'TIME|AGE' }),
    keep: number('All but the newest so many', { integer: true, min: 0 }),
  },
  examples: [
    { note: 'Older than a week', line: 'archctl webhook events prune --before 7d --yes' },
    { note: 'All of them', line: 'archctl webhook events prune --keep 0 --yes' },
  ],
  related: ['webhook events list', 'webhook events export'],
  async run(context, { options }) {
    const { before, keep } = options;
    if (before === undefined && keep === undefined)
      throw usageError('Nothing says what to remove.', { hint: 'Give --before TIME or --keep N.' });
    const beforeMs =
      before === undefined ? undefined : Date.parse(moment(before, context.world.now(), '--before'));
    await context.confirm('Remove kept events for good?');
    if (context.parsed.globals.dryRun) return { kind: 'nothing' };
    const kept = openKeptReader({ directory: eventDirectory(context) });
    const nowMs = context.world.now().getTime();
    const removed = await tellingDamage(context, kept, () => kept.prune({ beforeMs, keep, nowMs }));
    context.terminal.success(`Removed ${removed} events.`);
    return { kind: 'record', record: { removed }, columns: [{ key: 'removed', kind: 'number' }] };
  },
});
