import { usageError } from '../../base/errors.js';
import { id, name } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { queryOf } from '../../cli/command/input/request-parts.js';
import { versionPath } from '../../cli/command/version-path.js';
import { getFlowThumbnail } from '../../contract/resources/flow.js';
import { listFlowThumbnails } from '../../contract/resources/thumbnail.js';
import type { Column } from '../../terminal/types.js';
import { checkOutput, outputFile } from '../shared/output/output-file.js';
import { thumbnailOutcome } from '../shared/thumbnails.js';
import { FLOW_FILTERS } from './shared/filters.js';

const FLOW_THUMBNAIL: readonly Column[] = [
  id,
  name,
  { key: 'url', header: 'URL', priority: 1 },
  { key: 'expires', kind: 'time', priority: 2 },
  { key: 'diagramId', header: 'Diagram', kind: 'id', of: 'diagram', priority: 3 },
];

/** Filters of the operation that lists all thumbnails. */
const FILTERS = Object.fromEntries(
  Object.entries(FLOW_FILTERS).map(([key, { query: _, ...option }]) => [key, option]),
);

export default command({
  summary: 'Get the thumbnail of one flow or of all',
  details:
    'Prints the URL of the picture, or writes it to --out. Without a flow, prints the URLs of all flows that match the filters. URLs expire.',
  args: { flowId: { name: 'FLOW', help: 'Flow', optional: true, completes: 'flow' } },
  options: {
    out: outputFile('File to write'),
    ...FILTERS,
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: getFlowThumbnail,
  alsoPerforms: [listFlowThumbnails],
  examples: {
    'Its URL': 'archctl flow thumbnail FLOW',
    'The picture as a file': 'archctl flow thumbnail FLOW --out checkout.png',
    'The URLs of all thumbnails': 'archctl flow thumbnail',
  },
  related: ['flow list', 'diagram export'],
  async run(context, { args: { flowId }, options: { out } }) {
    const path = await versionPath(context);
    const target = typeof out === 'string' ? out : undefined;
    checkOutput(context, target);
    const query = queryOf(context, FLOW_FILTERS);
    if (flowId === undefined) {
      if (target !== undefined) throw usageError('--out requires the argument FLOW.');
      const client = await context.client();
      const { thumbnails } = await client.call(listFlowThumbnails, { path, query });
      return { kind: 'list', items: Object.values(thumbnails), columns: FLOW_THUMBNAIL, empty: 'No flows.' };
    }
    if (Object.keys(query).length > 0) throw usageError('Filters apply to all flows, not to one.');
    const client = await context.client();
    const { thumbnail } = await client.call(getFlowThumbnail, { path: { ...path, flowId } });
    return thumbnailOutcome(context, client, thumbnail, FLOW_THUMBNAIL, target);
  },
});
