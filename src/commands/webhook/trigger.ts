import { command } from '../../cli/command/command.js';
import { readData } from '../../cli/command/input/body.js';
import { choice, number, pairs, text } from '../../cli/command/options.js';
import { WEBHOOK_COLLECTIONS, WEBHOOK_OPERATIONS } from '../../contract/webhook.js';
import { BREAKS } from '../../webhooks/build/delivery.js';
import { setFields } from '../../webhooks/build/event-factory.js';
import { deliveryOf, testEvent } from './shared/deliveries.js';
import { LOCAL_TARGET, PREFIX, SECRET_FILE, signingSecret } from './shared/options.js';
import { sendDeliveries, targetUrl } from './shared/send.js';

/** Suggested fields; others are allowed as well. */
const FIELDS = [
  ...['collection', 'operation', 'organizationId', 'subscriptionId', 'resourceId', 'before', 'after'],
  ...['before.name', 'after.name', 'after.status', 'after.landscapeId'],
];

export default command({
  summary: 'Send a realistic signed test event, or an invalid one',
  details:
    'Your server should reject a broken event: if it accepts it, the exit code is 8. Reads the secret from a file, the environment or the profile.',
  options: {
    collection: choice(WEBHOOK_COLLECTIONS, 'Collection of the event', { fallback: 'model-object' }),
    operation: choice(WEBHOOK_OPERATIONS, 'Operation of the event', { fallback: 'updated' }),
    to: text('URL to send to', { value: 'URL', fallback: LOCAL_TARGET }),
    set: pairs('Set a field of the event by its dotted path', {
      value: 'PATH=VALUE',
      suggests: FIELDS.map((field) => `${field}=`),
    }),
    data: text('The complete event as JSON or YAML: text, @FILE, or - for stdin', {
      value: 'JSON|@FILE|-',
      completes: 'text-or-file',
    }),
    count: number('Number of events', { integer: true, min: 1, fallback: '1' }),
    rate: number('Events per second', { min: 0.001 }),
    break: choice(BREAKS, 'Make the event invalid, to test that it is rejected'),
    secretFile: SECRET_FILE,
    headerPrefix: PREFIX,
  },
  examples: {
    'To a listener on this machine': 'archctl webhook trigger',
    'To your server, with a name of your choice':
      'archctl webhook trigger --to http://localhost:3000/hooks --set after.name=Shop',
    'Test that a wrong signature is rejected': 'archctl webhook trigger --break signature',
  },
  related: ['webhook listen', 'webhook replay'],
  async run(context, { options: given }) {
    const secret = signingSecret(context, given.secretFile);
    const url = targetUrl(given.to ?? LOCAL_TARGET);
    const data = given.data === undefined ? undefined : await readData(given.data, context.world);
    const { headerPrefix, break: broken, collection = 'model-object', operation = 'updated' } = given;
    const create = () => {
      const event = data ?? testEvent(context, collection, operation, secret);
      const changed = given.set ? setFields(event as never, given.set) : event;
      return deliveryOf(context, changed, secret, { headerPrefix, break: broken });
    };
    const deliveries = Array.from({ length: given.count ?? 1 }, () => ({ url, create }));
    return sendDeliveries(context, { deliveries, rate: given.rate, broken });
  },
});
