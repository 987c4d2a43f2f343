import { command } from '../../../cli/command/command.js';
import { askSandbox } from '../shared/control.js';
import { WHICH_SANDBOX } from '../shared/which.js';
import noun from './noun.js';
import type { SandboxSubscription } from './shared/subscriptions.js';

export default command({
  summary: "List the sandbox's webhook subscriptions",
  details:
    'A subscription is disabled after 20 deliveries that failed in a row. An event that is pending for 24 hours is dropped. An endpoint whose last delivery failed keeps the newest 1,000 pending events, up to 16 MiB.',
  options: WHICH_SANDBOX,
  examples: {
    'All subscriptions': 'archctl sandbox webhook list',
    'Subscriptions with failures': "archctl sandbox webhook list --query '[?deliveries.failed > `0`].name'",
  },
  related: ['sandbox webhook add', 'sandbox webhook deliveries'],
  async run(context) {
    const { subscriptions } = await askSandbox<{ subscriptions: SandboxSubscription[] }>(context, {
      method: 'GET',
      path: 'webhooks',
    });
    return {
      kind: 'list',
      items: subscriptions,
      columns: noun.columns,
      empty: 'No subscriptions. Create one with "archctl sandbox webhook add".',
    };
  },
});
