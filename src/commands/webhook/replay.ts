import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { StoredEvent } from '../../webhooks/types.js';
import { editSession } from '../shared/editor.js';
import { moment } from '../shared/moment.js';
import { replayOf } from './shared/deliveries.js';
import { type EventSource, SOURCE_OPTIONS, withEventSource } from './shared/event-source.js';
import {
  EVENT_FILTERS,
  LOCAL_TARGET,
  PREFIX,
  SECRET_FILE,
  secretsOf,
  signingSecret,
} from './shared/options.js';
import { sendDeliveries, targetUrl } from './shared/send.js';

export default command({
  summary: 'Send stored events again',
  details:
    'Signs the events again if a secret is available, so that timestamps are current; --as-received sends the original bytes and headers. Oldest first. Damaged events are reported on stderr; the others are sent.',
  args: {
    ids: {
      name: 'EVENT_ID',
      help: 'Stored events, by id, prefix or suffix',
      variadic: true,
      optional: true,
    },
  },
  options: {
    last: number('Number of newest events', { value: 'N', integer: true, min: 1 }),
    since: text('Only events received since this time', { value: 'TIME|AGE' }),
    ...EVENT_FILTERS,
    to: text('URL to send to', { value: 'URL', fallback: LOCAL_TARGET }),
    edit: flag('Edit the body in $VISUAL or $EDITOR first'),
    reSign: flag('Sign again'),
    asReceived: flag('Send the original headers and body'),
    rate: number('Events per second', { min: 0.001 }),
    secretFile: SECRET_FILE,
    headerPrefix: PREFIX,
    ...SOURCE_OPTIONS,
  },
  examples: {
    'The last event, to your server': 'archctl webhook replay --last 1 --to http://localhost:3000/hooks',
    'All events of the last hour': 'archctl webhook replay --since 1h --to http://localhost:3000/hooks',
  },
  related: ['webhook events list', 'webhook listen'],
  async run(context, { args, options: given }) {
    const { world } = context;
    if (given.reSign && given.asReceived) throw usageError('--re-sign and --as-received cannot be combined.');
    if (given.edit && given.asReceived)
      throw usageError('--edit changes the body, which must then be signed again; remove --as-received.');
    const events = await withEventSource(context, given, (source) => chosen(source, args.ids ?? []));
    async function chosen(source: EventSource, ids: readonly string[]): Promise<StoredEvent[]> {
      const ranged = given.last !== undefined || given.since !== undefined;
      if (ids.length > 0 && ranged) throw usageError('Ids cannot be combined with --last and --since.');
      if (ids.length > 0) return Promise.all(ids.map((id) => source.get(id)));
      if (!ranged)
        throw usageError('No event was given.', {
          hint: 'Pass ids, or use --last N or --since TIME. "archctl webhook events list" lists the events.',
        });
      const sinceMs =
        given.since === undefined ? undefined : Date.parse(moment(given.since, world.now(), '--since'));
      const filter = { sinceMs, collections: given.collection, operations: given.operation };
      return (await source.read({ ...filter, limit: given.last })).reverse();
    }
    if (events.length === 0) throw usageError('No stored event matches.');
    const signs =
      !given.asReceived && (given.reSign || given.edit || secretsOf(context, given.secretFile).length > 0);
    if (!signs && !given.asReceived)
      context.terminal.note(
        'No secret is available; events are sent with their original signatures and timestamps.',
      );
    const bodies: Uint8Array[] = [];
    // Sequential, because editors share the terminal.
    for (const { body } of events) bodies.push(given.edit ? await editBody(context, body) : body);
    const deliveries = events.map((event, index) => () => {
      const secret = signs ? signingSecret(context, given.secretFile, event.subscriptionId) : undefined;
      return replayOf(context, { ...event, body: bodies[index] ?? event.body }, secret, given.headerPrefix);
    });
    return sendDeliveries(context, {
      url: targetUrl(given.to ?? LOCAL_TARGET),
      deliveries,
      rate: given.rate,
      ids: events.map((event) => event.id),
    });
  },
});

/** Opens a JSON body in the user's editor; the result must be JSON. */
export async function editBody(context: Context, body: Uint8Array): Promise<Uint8Array> {
  if (!context.terminal.canPrompt) throw usageError('--edit requires a terminal.');
  const session = editSession(context, 'event.json', pretty(body));
  try {
    const edited = await session.edit();
    JSON.parse(edited.toString('utf8'));
    return edited;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw usageError(`The edited body is not valid JSON: ${error.message}.`);
    throw error;
  } finally {
    session.remove();
  }
}

function pretty(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n`;
  } catch {
    return text;
  }
}
