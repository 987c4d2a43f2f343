import { noun } from '../../../cli/command/noun.js';
import type { SandboxSubscription } from './shared/subscriptions.js';

/** `3 of 20`: consecutive failures, and the number that disables the subscription. */
const failuresOf = ({ failures, limits }: SandboxSubscription): string | undefined =>
  failures === 0 ? undefined : `${failures} of ${limits.failures}`;

export default noun({
  summary: 'Manage webhook subscriptions of the sandbox',
  aliases: ['webhooks'],
  examples: {
    'Send events to your server on this machine':
      'archctl sandbox webhook add --name app --url http://127.0.0.1:3000/hooks',
    'Check whether events arrived': 'archctl sandbox webhook deliveries',
  },
  related: ['webhook listen', 'sandbox start'],
  columns: [
    { key: 'id', header: 'ID', kind: 'id', priority: 1 },
    { key: 'name', priority: 1 },
    { key: 'enabled', kind: 'boolean', priority: 2 },
    { key: 'url', header: 'URL', priority: 1 },
    { key: 'deliveries.pending', header: 'Pending', kind: 'number', priority: 3 },
    { key: 'deliveries.delivered', header: 'Delivered', kind: 'number', priority: 4 },
    { key: 'deliveries.failed', header: 'Failed', kind: 'number', priority: 3 },
    { key: 'deliveries.dropped', header: 'Dropped', kind: 'number', priority: 4 },
    { key: 'oldestPendingAt', header: 'Oldest pending', kind: 'time', priority: 5 },
    { key: 'failures', header: 'Failed in a row', priority: 4, value: failuresOf },
    { key: 'disabledReason', header: 'Disabled because', priority: 3 },
    { key: 'createdAt', header: 'Created', kind: 'time', priority: 5 },
  ],
});
