import { join } from 'node:path';
import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import type { ConsumerOptions, Start } from '../../webhooks/broker/consumer.js';
import { moment } from '../shared/moment.js';
import { BROKER_OPTIONS, openBroker } from './shared/broker.js';
import { HANDLING_OPTIONS, handlingOf, recordStreamResult } from './shared/handling.js';
import { observeOutcomes } from './shared/inspect/observe-outcomes.js';
import { PREFIX, SECRET_FILE, secretsOf } from './shared/options.js';

const DEFAULT_PENDING = 256;
/** The output queue is larger, so that no event is dropped. */
const MAX_PENDING = 1_000;
const DEFAULT_ACK_WAIT_S = 30;

export default command({
  summary: 'Receive events from a stream of a NATS server',
  details:
    'Prints, filters, forwards and runs programs as "archctl webhook listen" does. With --secret-file, verifies each signature again. --timeout ends the command; if fewer than --count events arrived, the exit code is 7. If a target or program failed for an event and did not succeed later, the exit code is 5.\n\nThe server remembers the position of each durable consumer. Members of a --group share the events. With --dry-run, only prints the name of the consumer.\n\nAn event is acknowledged once it is printed and all targets and programs have succeeded. Otherwise it is delivered again, at most five times. An event that was being printed when the command was killed is printed again, with "duplicate": true.',
  args: { url: { name: 'URL', help: 'Stream: nats://HOST[:PORT]/STREAM' } },
  options: {
    durable: text('Name of the consumer', { value: 'NAME', fallback: 'archctl-USER-HOST' }),
    group: text('Share events with all consumers of this group', { value: 'NAME' }),
    since: text('First event of a new consumer: "now", "beginning", a time or an age', {
      value: 'now|beginning|TIME|AGE',
      fallback: 'now',
      suggests: ['now', 'beginning'],
    }),
    ...HANDLING_OPTIONS,
    maxPending: number('Events that may be delivered without being acknowledged', {
      ...{ integer: true, min: 1, max: MAX_PENDING, fallback: String(DEFAULT_PENDING) },
    }),
    ackWait: number('Seconds after which an event that a stopped consumer left is delivered again', {
      ...{ value: 'SECONDS', min: 1, max: 3_600, fallback: String(DEFAULT_ACK_WAIT_S) },
    }),
    secretFile: SECRET_FILE,
    headerPrefix: PREFIX,
    ...BROKER_OPTIONS,
  },
  waits: true,
  examples: {
    'Follow the events of your team': 'archctl webhook attach nats://localhost/EVENTS',
    'Forward all stored events to your development server':
      'archctl webhook attach nats://localhost/EVENTS --durable replay --since beginning --forward-to http://localhost:3000/hooks',
    'Share the work between several processes':
      'archctl webhook attach nats://localhost/EVENTS --group builds --exec ./build.sh',
  },
  related: ['webhook listen', 'webhook events list', 'webhook replay'],
  async run(context, { args, options: given }) {
    const { terminal, stateDirectory } = context;
    const handling = await handlingOf(context, given);
    const [{ openConsumer }, { openAttachment }, { openJournal }] = await Promise.all([
      import('../../webhooks/broker/consumer.js'),
      import('../../webhooks/broker/attach.js'),
      import('../../webhooks/broker/journal.js'),
    ]);
    const consumer: ConsumerOptions = {
      name: await nameOf(context, given),
      start: startOf(context, given.since),
      maxPending: given.maxPending ?? DEFAULT_PENDING,
      ackWaitMs: (given.ackWait ?? DEFAULT_ACK_WAIT_S) * 1000,
    };
    if (context.parsed.globals.dryRun) {
      const { parseStreamAddress } = await import('../../webhooks/broker/address.js');
      const { label } = parseStreamAddress(args.url, 'Argument URL');
      return {
        kind: 'record',
        record: { stream: label, consumer: consumer.name, maxPending: consumer.maxPending },
        columns: [{ key: 'stream' }, { key: 'consumer' }, { key: 'maxPending', kind: 'number' }],
      };
    }
    const secrets = given.secretFile === undefined ? [] : secretsOf(context, given.secretFile);
    const broker = await openBroker(context, args.url, 'Argument URL', given);
    try {
      const { info, isNew } = await openConsumer(broker, consumer);
      if (!isNew && given.since !== undefined)
        terminal.note(
          `Consumer "${consumer.name}" exists and continues after its last event. --since only applies to a new one.`,
        );
      const journal = openJournal(
        join(stateDirectory, 'attached'),
        `${broker.address.stream} ${consumer.name} ${info.config.description ?? ''}`,
      );
      const { headerPrefix } = given;
      const isPassedOn = handling.forwardTo.length > 0 || handling.exec !== undefined;
      const observe = isPassedOn ? observeOutcomes(context, given.secretFile) : undefined;
      const source = await openAttachment({
        ...{ ...handling, broker, consumer, journal, secrets, headerPrefix, observe },
      });
      const replay = `archctl webhook replay --failed --from ${broker.address.label}`;
      return recordStreamResult(source, given, { replay });
    } catch (error) {
      await broker.close();
      throw error;
    }
  },
});

async function nameOf(
  { world }: Context,
  { durable, group }: { durable?: string | undefined; group?: string | undefined },
): Promise<string> {
  if (durable !== undefined && group !== undefined)
    throw usageError('--durable and --group cannot be combined.', {
      hint: 'The members of a group share one consumer, which has the name of the group.',
    });
  const { consumerName } = await import('../../webhooks/broker/address.js');
  const given = durable ?? group;
  if (given !== undefined && (given === '' || consumerName(given) !== given))
    throw usageError(`"${given}" is not a valid consumer name.`, {
      hint: 'Use up to 64 letters, digits, "-" and "_".',
    });
  if (given !== undefined) return given;
  const { hostname } = await import('node:os');
  return consumerName(`archctl-${world.env.USER ?? world.env.USERNAME ?? 'user'}-${hostname()}`);
}

function startOf({ world }: Context, given: string | undefined): Start {
  if (given === undefined || given === 'now') return 'now';
  return given === 'beginning' ? given : { time: moment(given, world.now(), '--since') };
}
