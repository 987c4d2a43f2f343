import { command } from '../../../cli/command/command.js';
import { getPublicLandscape } from '../../../contract/resources/share-link-public.js';
import type { Column } from '../../../terminal/types.js';
import { PASSWORD_OPTIONS, SHORT_ID, visitorHeaders } from '../shared/visit.js';

const count = (key: string, header?: string): Column => ({
  key,
  ...(header && { header }),
  kind: 'number',
  priority: 2,
  value: (row) => {
    const list = (row as Record<string, unknown>)[key];
    return Array.isArray(list) ? list.length : 0;
  },
});

export default command({
  summary: 'Get all content of a share link',
  details:
    'A table prints counts; -o json prints everything. A protected link needs its password. Each read counts as a visit.',
  args: SHORT_ID,
  options: PASSWORD_OPTIONS,
  operation: getPublicLandscape,
  examples: {
    'Counts of its content': 'archctl share-link public landscape SHORT_ID',
    'The names of the objects': `archctl share-link public landscape SHORT_ID -o json --query "modelObjects[].name"`,
  },
  related: ['share-link public get', 'share-link get'],
  async run(context, { args }) {
    const headers = await visitorHeaders(context);
    const client = await context.client();
    const shared = await client.call(getPublicLandscape, { path: { shortId: args.shortId }, headers });
    return {
      kind: 'record',
      record: shared,
      columns: [
        { key: 'landscape.name', header: 'Landscape', priority: 1 },
        { key: 'version.name', header: 'Version', priority: 2 },
        count('domains'),
        count('modelObjects', 'Objects'),
        count('modelConnections', 'Connections'),
        count('diagrams'),
        count('flows'),
        count('tags'),
        count('comments'),
      ],
    };
  },
});
