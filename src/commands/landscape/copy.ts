import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { identifier } from '../../cli/command/options.js';
import { copyLandscape } from '../../contract/resources/landscape.js';

export default command({
  summary: 'Copy the content of a landscape into another one',
  details:
    'Copies the records into the live version of the target and keeps their handles. The service refuses a target that already contains some of them.',
  args: { landscapeId: { name: 'LANDSCAPE', help: 'Source landscape', completes: 'landscape' } },
  options: {
    target: identifier('Target landscape', {
      required: true,
      query: 'targetLandscapeId',
      completes: 'landscape',
    }),
  },
  scope: [],
  operation: copyLandscape,
  examples: {
    'Into another landscape': 'archctl landscape copy LANDSCAPE --target OTHER_LANDSCAPE',
    'Show the request without sending it':
      'archctl landscape copy LANDSCAPE --target OTHER_LANDSCAPE --dry-run',
  },
  related: ['landscape duplicate', 'landscape create', 'logs tree'],
  async run(context, { args: { landscapeId }, options: { target = '' } }) {
    const client = await context.client();
    await client.call(copyLandscape, { path: { landscapeId }, query: { targetLandscapeId: target } });
    context.terminal.success(
      `Copied landscape ${displayName(context, { id: landscapeId })} into ${displayName(context, { id: target })}.`,
    );
    return {
      kind: 'record',
      record: { landscapeId, targetLandscapeId: target },
      columns: [
        { key: 'landscapeId', header: 'From', kind: 'id', of: 'landscape', priority: 1 },
        { key: 'targetLandscapeId', header: 'Into', kind: 'id', of: 'landscape', priority: 1 },
      ],
    };
  },
});
