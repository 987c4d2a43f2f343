import { id, name } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { getFlowThumbnail } from '../../contract/resources/flow.js';
import type { Column } from '../../terminal/types.js';
import { downloadFile } from '../shared/download-file.js';
import { checkOutput, outputFile } from '../shared/output-file.js';

const FLOW_THUMBNAIL: readonly Column[] = [
  id,
  name,
  { key: 'url', header: 'URL', priority: 1 },
  { key: 'expires', kind: 'time', priority: 2 },
  { key: 'diagramId', header: 'Diagram', kind: 'id', priority: 3 },
];

export default command({
  summary: 'Get the thumbnail of a flow',
  details: 'Prints where the picture is, or writes it to --file. The address expires.',
  args: { flowId: { name: 'FLOW_ID', help: 'Flow', completes: 'flow' } },
  options: { file: outputFile('File to write the picture to') },
  scope: ['landscape', 'landscapeVersion'],
  operation: getFlowThumbnail,
  examples: [
    { note: 'Its address', line: 'archctl flow thumbnail FLOW_ID --landscape LANDSCAPE_ID' },
    {
      note: 'The picture itself',
      line: 'archctl flow thumbnail FLOW_ID --landscape LANDSCAPE_ID --file checkout.png',
    },
  ],
  related: ['flow list', 'diagram export'],
  async run(context, { args, options }) {
    checkOutput(context, options.file);
    const path = {
      landscapeId: await context.scope('landscape'),
      versionId: await context.scope('landscapeVersion'),
      flowId: args.flowId,
    };
    const client = await context.client();
    const { thumbnail } = await client.call(getFlowThumbnail, { path });
    if (options.file === undefined) return { kind: 'record', record: thumbnail, columns: FLOW_THUMBNAIL };
    const { file, isStdout } = await downloadFile(context, client, thumbnail.url, options.file);
    if (isStdout) return { kind: 'nothing' };
    context.terminal.success(`Wrote ${file.path}.`);
    return {
      kind: 'record',
      record: { ...file, thumbnail },
      columns: [
        { key: 'path' },
        { key: 'bytes', kind: 'number' },
        { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
      ],
    };
  },
});
