import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { queryOf } from '../../cli/command/input/request-parts.js';
import { text } from '../../cli/command/options.js';
import { getDiagramThumbnail, listDiagramThumbnails } from '../../contract/resources/thumbnail.js';
import { checkOutput, outputFile } from '../shared/output-file.js';
import { DIAGRAM_THUMBNAIL, thumbnailOutcome } from '../shared/thumbnails.js';
import { versionPath } from '../shared/version-path.js';
import { DIAGRAM_FILTERS } from './shared/options.js';

const FILTERS = {
  ...DIAGRAM_FILTERS,
  nameExact: text('Filter by exact name', { query: 'filter.name' }),
};

export default command({
  summary: 'Get the thumbnail of one diagram or of all',
  details:
    'Prints the URL of the picture, or writes it to --out. Without a diagram, prints the URLs of all diagrams that match the filters. URLs expire.',
  args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', optional: true, completes: 'diagram' } },
  options: {
    out: outputFile('File to write'),
    ...FILTERS,
  },
  scope: ['landscape', 'landscapeVersion'],
  operation: listDiagramThumbnails,
  alsoPerforms: [getDiagramThumbnail],
  examples: {
    'The URLs of all thumbnails': 'archctl diagram thumbnail',
    'One thumbnail as a file': 'archctl diagram thumbnail DIAGRAM --out apps.png',
  },
  related: ['diagram list', 'diagram export', 'flow thumbnail'],
  async run(context, { args: { diagramId }, options }) {
    checkOutput(context, options.out);
    const path = await versionPath(context);
    const query = queryOf(context, FILTERS);
    if (diagramId === undefined) {
      if (options.out !== undefined) throw usageError('--out needs one diagram; name it.');
      const client = await context.client();
      const { thumbnails } = await client.call(listDiagramThumbnails, { path, query });
      return {
        kind: 'list',
        items: Object.values(thumbnails),
        columns: DIAGRAM_THUMBNAIL,
        empty: 'No diagrams.',
      };
    }
    if (Object.keys(query).length > 0) throw usageError('Filters apply to all diagrams, not to one.');
    const client = await context.client();
    const { thumbnail } = await client.call(getDiagramThumbnail, { path: { ...path, diagramId } });
    return thumbnailOutcome(context, client, thumbnail, DIAGRAM_THUMBNAIL, options.out);
  },
});
