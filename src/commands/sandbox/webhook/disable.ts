import { command } from '../../../cli/command/command.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import { recordOf } from './shared/subscription-record.js';
import { SUBSCRIPTION_ID, switchSubscription } from './shared/subscriptions.js';

export default command({
  summary: 'Stop sending events to a subscription of the sandbox',
  details: 'Cancels pending deliveries. Later events are not sent afterwards.',
  args: { id: SUBSCRIPTION_ID },
  options: WHICH_SANDBOX,
  examples: {
    'Pause a subscription': 'archctl sandbox webhook disable SUBSCRIPTION_ID',
    'In a script': 'archctl sandbox webhook disable SUBSCRIPTION_ID -o json --query enabled',
  },
  related: ['sandbox webhook enable', 'sandbox webhook list'],
  async run(context, { args }) {
    return recordOf(context, await switchSubscription(context, args.id, false));
  },
});
