import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, number, text } from '../../cli/command/options.js';
import { replayDelivery } from '../../webhooks/craft/delivery.js';
import { openKeptReader } from '../../webhooks/kept/reader.js';
import type { KeptEvent } from '../../webhooks/types.js';
import { moment } from '../shared/moment.js';
import { tellingDamage } from './shared/damage.js';
import { editBody } from './shared/edit.js';
import {
  EVENT_FILTERS,
  eventDirectory,
  LOCAL_TARGET,
  PREFIX,
  SECRET_FILE,
  secretsOf,
  signingSecret,
} from './shared/options.js';
import { sent, targetUrl } from './shared/send.js';

export default command({
  summary: 'Send kept events again',
  details:
    'Signs them anew where there is a secret, so that their timestamps are fresh; --as-received sends exactly what came. Oldest first. Events that are damaged on disk are told on stderr, and the others are sent.',
  args: {
    ids: {
      name: 'EVENT_ID',
      help: 'Kept events, by id, its beginning or its end',
      variadic: true,
      optional: true,
    },
  },
  options: {
    last: number('The newest so many', { value: 'N', integer: true, min: 1 }),
    since: text('Those received since then', { value: 'TIME|AGE' }),
    ...EVENT_FILTERS,
    to: text('Where to send them', { value: 'URL', fallback: LOCAL_TARGET }),
    edit: flag('Edit the body first, in $VISUAL or $EDITOR'),
    reSign: flag('Sign them anew'),
    asReceived: flag('Send headers and body exactly as they came'),
    rate: number('How many a second', { min: 0.001 }),
    secretFile: SECRET_FILE,
    headerPrefix: PREFIX,
  },
  examples: [
    {
      note: 'The last one, to your server',
      line: 'archctl webhook replay --last 1 --to http://localhost:3000/hooks',
    },
    {
      note: 'Everything of the last hour',
      line: 'archctl webhook replay --since 1h --to http://localhost:3000/hooks',
    },
  ],
  related: ['webhook events list', 'webhook listen'],
  async run(context, { args, options: given }) {
    const { world } = context;
    if (given.reSign && given.asReceived)
      throw usageError('--re-sign and --as-received exclude one another.');
    if (given.edit && given.asReceived)
      throw usageError('--edit changes the body, so that it must be signed anew: leave --as-received out.');
    const kept = openKeptReader({ directory: eventDirectory(context) });
    const events = await tellingDamage(context, kept, () => chosen(args.ids ?? []));
    function chosen(ids: readonly string[]): KeptEvent[] {
      const ranged = given.last !== undefined || given.since !== undefined;
      if (ids.length > 0 && ranged) throw usageError('Give ids, or --last and --since, not both.');
      if (ids.length > 0) return ids.map((id) => kept.get(id));
      if (!ranged)
        throw usageError('No event was named.', {
          hint: 'Give ids, --last N or --since TIME. "archctl webhook events list" shows them.',
        });
      const sinceMs =
        given.since === undefined ? undefined : Date.parse(moment(given.since, world.now(), '--since'));
      return [
        ...kept.read({
          limit: given.last,
          sinceMs,
          collections: given.collection,
          operations: given.operation,
        }),
      ].reverse();
    }
    if (events.length === 0) throw usageError('No kept event matches.');
    const signs =
      !given.asReceived && (given.reSign || given.edit || secretsOf(context, given.secretFile).length > 0);
    if (!signs && !given.asReceived)
      context.terminal.note('There is no secret to sign with: they go as they came, with old timestamps.');
    const bodies: Uint8Array[] = [];
    // One editor at a time: they share the terminal.
    for (const { body } of events) bodies.push(given.edit ? await editBody(context, body) : body);
    const deliveries = events.map((event, index) => () => {
      const secret = signs
        ? signingSecret(context, given.secretFile, event.subscriptionId).secret
        : undefined;
      const timestamp = Math.floor(world.now().getTime() / 1000);
      return replayDelivery({
        method: event.method,
        headers: event.headers,
        body: bodies[index] ?? event.body,
        ...(secret === undefined ? {} : { reSign: { secret, timestamp, headerPrefix: given.headerPrefix } }),
      });
    });
    return sent(context, {
      url: targetUrl(given.to ?? LOCAL_TARGET, '--to'),
      deliveries,
      rate: given.rate,
      ids: events.map((event) => event.id),
    });
  },
});
