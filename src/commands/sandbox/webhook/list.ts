import { command } from '../../../cli/command/spec.js';
import { askSandbox } from '../shared/control.js';
import { type SandboxSubscription, SUBSCRIPTION } from '../shared/webhooks.js';

export default command({
  summary: "List the sandbox's webhook subscriptions",
  examples: [
    { note: 'Who gets events?', line: 'archctl sandbox webhook list' },
    { note: 'Those with failures', line: "archctl sandbox webhook list --query '[?failed > `0`].name'" },
  ],
  related: ['sandbox webhook add', 'sandbox webhook deliveries'],
  async run(context) {
    const { subscriptions } = await askSandbox<{ subscriptions: SandboxSubscription[] }>(context, {
      method: 'GET',
      path: 'webhooks',
    });
    return {
      kind: 'list',
      items: subscriptions,
      columns: SUBSCRIPTION,
      empty: 'No subscriptions. "archctl sandbox webhook add" makes one.',
    };
  },
});
