import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { flag, number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { readResults } from '../../webhooks/event-store/target-results.js';
import type { StoredEvent } from '../../webhooks/types.js';
import { editSession } from '../shared/editor.js';
import { moment } from '../shared/moment.js';
import { outcomeOfSend, replayOf } from './shared/deliveries.js';
import { type EventSource, SOURCE_OPTIONS, withEventSource } from './shared/event-source.js';
import { type FailedDelivery, failedDeliveries, outcomesInstead } from './shared/failed.js';
import { openOutcomes } from './shared/inspect/observe-outcomes.js';
import {
  EVENT_FILTERS,
  eventDirectory,
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
    'Signs the events again if a secret is available, so that timestamps are current; --as-received sends the original bytes and headers. Oldest first. Damaged events are reported on stderr; the others are sent.\n\n--failed sends the events that a target of "webhook listen" or "webhook attach" did not acknowledge with a 2xx status, to that target or to --to. The new results are stored, so that the next call sends only what failed again.',
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
    failed: flag('Only events that a listener failed to forward, to the targets that failed'),
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
    'Again, what a listener failed to forward': 'archctl webhook replay --failed',
    'All events of the last hour': 'archctl webhook replay --since 1h --to http://localhost:3000/hooks',
  },
  related: ['webhook events list', 'webhook listen'],
  async run(context, { args, options: given }) {
    const { world } = context;
    if (given.reSign && given.asReceived) throw usageError('--re-sign and --as-received cannot be combined.');
    if (given.edit && given.asReceived)
      throw usageError('--edit changes the body, which must then be signed again; remove --as-received.');
    const results = readResults(eventDirectory(context));
    const failedIds = given.failed ? results.failedIds() : undefined;
    const events = await withEventSource(context, given, (source) => chosen(source, args.ids ?? []));
    async function chosen(source: EventSource, ids: readonly string[]): Promise<StoredEvent[]> {
      const ranged = given.last !== undefined || given.since !== undefined;
      if (ids.length > 0 && ranged) throw usageError('Ids cannot be combined with --last and --since.');
      if (ids.length > 0) return Promise.all(ids.map((id) => source.get(id)));
      if (!ranged && !failedIds)
        throw usageError('No event was given.', {
          hint: 'Pass ids, or use --last N, --since TIME or --failed. "archctl webhook events list" lists the events.',
        });
      const sinceMs =
        given.since === undefined ? undefined : Date.parse(moment(given.since, world.now(), '--since'));
      const filter = { sinceMs, collections: given.collection, operations: given.operation, ids: failedIds };
      return (await source.read({ ...filter, limit: given.last })).reverse();
    }
    const to = given.to === undefined && given.failed ? undefined : targetUrl(given.to ?? LOCAL_TARGET);
    const { deliveries: planned, programs } =
      given.failed || !to
        ? failedDeliveries(events, results, to)
        : { deliveries: events.map((event) => ({ event, url: to, failed: [] })), programs: undefined };
    if (planned.length === 0) {
      if (programs) throw programs;
      if (!given.failed) throw usageError('No stored event matches.');
      return { kind: 'list', items: [], columns: [{ key: 'id' }], empty: 'No failed delivery is stored.' };
    }
    if (programs) context.terminal.warn(`${programs.message} ${programs.facts.hint ?? ''}`);
    const signs =
      !given.asReceived && (given.reSign || given.edit || secretsOf(context, given.secretFile).length > 0);
    if (!signs && !given.asReceived)
      context.terminal.note(
        'No secret is available; events are sent with their original signatures and timestamps.',
      );
    const edited = new Map<string, Uint8Array>();
    // Sequential, because editors share the terminal.
    for (const { id, body } of given.edit ? events : []) edited.set(id, await editBody(context, body));
    const outcomes = openOutcomes(context, given.secretFile);
    return sendDeliveries(context, {
      deliveries: planned.map(({ event, url }) => ({
        url,
        id: event.id,
        create: () => {
          const secret = signs ? signingSecret(context, given.secretFile, event.subscriptionId) : undefined;
          const body = edited.get(event.id) ?? event.body;
          return replayOf(context, { ...event, body }, secret, given.headerPrefix);
        },
      })),
      rate: given.rate,
      showsTarget: given.failed ?? false,
      onSent(index, result) {
        const { event, url, failed } = planned[index] as FailedDelivery;
        const outcome = outcomeOfSend(context, url, result);
        const isElsewhere = to !== undefined && failed.length > 0 && outcome.succeeded;
        for (const it of isElsewhere ? outcomesInstead(outcome, failed, results) : [outcome])
          outcomes.addOutcome(event.id, it);
      },
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
