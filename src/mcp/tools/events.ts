import { WEBHOOK_COLLECTIONS, WEBHOOK_OPERATIONS } from '../../contract/webhook.js';
import { withDescription, z } from '../schema.js';
import { tool } from '../tool.js';

export default tool({
  name: 'events',
  title: 'Show received webhook events',
  description:
    'Lists webhook events that archctl received on this machine, newest first; or one event with its body.',
  input: z.object({
    id: withDescription(z.optional(z.string()), 'Show this event'),
    since: withDescription(z.optional(z.string()), 'Age or time: 2h, 7d'),
    collection: z.optional(z.enum(WEBHOOK_COLLECTIONS)),
    operation: z.optional(z.enum(WEBHOOK_OPERATIONS)),
    limit: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
  }),
  async run(workspace, { id, limit = 100, ...filter }) {
    if (id !== undefined) return { kind: 'record', record: await workspace.event(id) };
    const { items, hasMore } = await workspace.events({ ...filter, limit });
    return {
      kind: 'list',
      items,
      facts: hasMore ? { more: `Older entries exist; the limit is ${limit}.` } : {},
    };
  },
});
