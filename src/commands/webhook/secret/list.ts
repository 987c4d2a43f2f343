import { command } from '../../../cli/command/command.js';

export default command({
  summary: "List the names of the profile's signing secrets",
  examples: {
    'Names of accepted secrets': 'archctl webhook secret list',
    'The secrets of another profile': 'archctl webhook secret list -p ci -o csv --fields name',
  },
  related: ['webhook secret set', 'webhook secret remove'],
  async run({ settings }) {
    const secrets = settings.profile()?.webhookSecrets ?? [];
    return {
      kind: 'list',
      items: secrets.map(({ name, subscriptionId }) => ({ name, subscriptionId: subscriptionId ?? null })),
      columns: [
        { key: 'name', priority: 1 },
        { key: 'subscriptionId', header: 'Subscription', kind: 'id', priority: 2 },
      ],
      empty: 'No signing secrets: "archctl webhook secret set NAME" adds one.',
    };
  },
});
