import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { choice, identifier, identifiers, text } from '../../cli/command/options.js';
import { EXPORT_TABS, THEMES } from '../../contract/enums.js';
import type { BodyOf } from '../../contract/operation.js';
import { exportDiagramPng } from '../../contract/resources/diagram-export.js';
import { downloadFile } from '../shared/download-file.js';
import { checkOutput, outputFile } from '../shared/output-file.js';

const options = {
  file: outputFile('File to write the picture to'),
  filename: text('Name of the file the service makes', { value: 'NAME', body: 'filename' }),
  name: text('Title of the picture', { body: 'name' }),
  flow: identifier('Flow to draw over it', { body: 'flowId', completes: 'flow' }),
  flowPath: identifiers('Only these paths of the flow', { body: 'flowPathIds' }),
  flowParent: identifiers('Flows that lead to it', { body: 'flowParentIds', completes: 'flow' }),
  tab: choice(EXPORT_TABS, 'What to colour by', { body: 'overlayTab' }),
  group: identifier('Tag group to colour by', { body: 'overlayGroupId', completes: 'tag-group' }),
  focus: identifiers('Put these first', { body: 'overlayIdsFocused' }),
  hide: identifiers('Leave these out', { body: 'overlayIdsHidden' }),
  pin: identifiers('Keep these in sight', { body: 'overlayIdsPinned' }),
  theme: choice(THEMES, 'Light or dark', { body: 'theme' }),
  organizationId: identifier('Organization it is exported for', { body: 'organizationId' }),
};

export default command({
  summary: 'Export a diagram as PNG in one request',
  details:
    'Uses an operation that the service has superseded; it works, and says so. "archctl diagram export" is the way of today.',
  args: { diagramId: { name: 'DIAGRAM_ID', help: 'Diagram', completes: 'diagram' } },
  options,
  scope: ['landscape', 'landscapeVersion'],
  takesData: true,
  operation: exportDiagramPng,
  examples: [
    {
      note: 'Into a file',
      line: 'archctl diagram export-png DIAGRAM_ID --landscape LANDSCAPE_ID --file apps.png',
    },
    {
      note: 'Its address, to fetch it yourself',
      line: 'archctl diagram export-png DIAGRAM_ID --landscape LANDSCAPE_ID -o json --query url',
    },
  ],
  related: ['diagram export', 'diagram thumbnail'],
  async run(context, { args, options: given }) {
    const { terminal } = context;
    checkOutput(context, given.file);
    const body = await checkedBody<BodyOf<typeof exportDiagramPng>>(context, exportDiagramPng, options);
    terminal.warn('The service has superseded this export by another one; it may go away.');
    const path = {
      landscapeId: await context.scope('landscape'),
      versionId: await context.scope('landscapeVersion'),
      diagramId: args.diagramId,
    };
    const client = await context.client();
    const { url } = await client.call(exportDiagramPng, { path, body });
    if (given.file === undefined)
      return { kind: 'record', record: { url }, columns: [{ key: 'url', header: 'URL' }] };
    const { file, isStdout } = await downloadFile(context, client, url, given.file);
    if (isStdout) return { kind: 'nothing' };
    terminal.success(`Wrote ${file.path}.`);
    return {
      kind: 'record',
      record: { url, ...file },
      columns: [{ key: 'path' }, { key: 'bytes', kind: 'number' }],
    };
  },
});
