import { withDescription, z } from '../schema.js';
import { tool } from '../tool.js';

export default tool({
  name: 'logs',
  title: 'Show who changed what',
  description:
    'Lists actions in the organization or landscape, newest first: time, action, subject, person, changes.',
  input: z.object({
    since: withDescription(z.optional(z.string()), 'Age or time: 2h, 7d, 2026-03-01'),
    until: z.optional(z.string()),
    type: withDescription(z.optional(z.string()), 'For example model-object-update'),
    actor: withDescription(z.optional(z.string()), 'User'),
    entity: withDescription(z.optional(z.string()), 'Object by name'),
    limit: z.optional(z.int().check(z.gte(1), z.lte(1_000))),
  }),
  needs: 'live',
  async run(workspace, { limit = 100, ...filter }) {
    const { items, hasMore } = await workspace.logs({ ...filter, limit });
    return {
      kind: 'list',
      items,
      facts: hasMore ? { more: `Older entries exist; the limit is ${limit}.` } : {},
    };
  },
});
