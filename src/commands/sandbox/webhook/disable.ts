import { command } from '../../../cli/command/command.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';
import { SUBSCRIPTION_ID, switchSubscription } from './shared/subscriptions.js';

export default command({
  summary: 'Stop sending events to a subscription of the sandbox',
  details: 'What is on its way is dropped, and what happens meanwhile is not sent later.',
  args: { id: SUBSCRIPTION_ID },
  options: WHICH_SANDBOX,
  examples: [
    { note: 'For a while', line: 'archctl sandbox webhook disable SUBSCRIPTION_ID' },
    { note: 'In a script', line: 'archctl sandbox webhook disable SUBSCRIPTION_ID -o json --query enabled' },
  ],
  related: ['sandbox webhook enable', 'sandbox webhook list'],
  async run(context, { args }) {
    const record = await switchSubscription(context, args.id, false);
    return { kind: 'record', record, columns: noun.columns };
  },
});
