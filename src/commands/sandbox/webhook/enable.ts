import { command } from '../../../cli/command/command.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import { recordOf } from './shared/subscription-record.js';
import { SUBSCRIPTION_ID, switchSubscription } from './shared/subscriptions.js';

export default command({
  summary: 'Resume a subscription of the sandbox',
  details: 'Keeps its secret. Events from the time while it was disabled are not sent.',
  args: { id: SUBSCRIPTION_ID },
  options: WHICH_SANDBOX,
  examples: {
    'Go on': 'archctl sandbox webhook enable SUBSCRIPTION_ID',
    'In a script': 'archctl sandbox webhook enable SUBSCRIPTION_ID -o json --query enabled',
  },
  related: ['sandbox webhook disable', 'sandbox webhook list'],
  async run(context, { args }) {
    return recordOf(context, await switchSubscription(context, args.id, true));
  },
});
