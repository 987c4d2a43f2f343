import { id, name } from '../../cli/command/columns.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import { getFlowThumbnail } from '../../contract/resources/flow.js';
import type { Column } from '../../terminal/types.js';
import { downloadFile } from '../shared/download-file.js';

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
  options: { file: text('File to write the picture to', { value: 'FILE', completes: 'file' }) },
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
    const { world, terminal } = context;
    const path = {
      landscapeId: await context.scope('landscape'),
      versionId: await context.scope('landscapeVersion'),
      flowId: args.flowId,
    };
    const client = await context.client();
    const { thumbnail } = await client.call(getFlowThumbnail, { path });
    if (options.file === undefined) return { kind: 'record', record: thumbnail, columns: FLOW_THUMBNAIL };
    const { file, isStdout } = await downloadFile(
      client,
      thumbnail.url,
      options.file,
      world.cwd,
      world.signal,
    );
    terminal.success(`Wrote ${file.path}.`);
    if (isStdout) return { kind: 'nothing' };
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
