import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { choice, identifier, identifiers, text } from '../../cli/command/options.js';
import { EXPORT_TABS, THEMES } from '../../contract/enums.js';
import type { BodyOf } from '../../contract/operation.js';
import { exportDiagramPng } from '../../contract/resources/diagram-export.js';
import { downloadOutcome } from '../shared/download-file.js';
import { checkOutput, outputFile } from '../shared/output-file.js';
import { versionPath } from '../shared/version-path.js';

const options = {
  out: outputFile('File to write'),
  filename: text('File name that the service uses', { value: 'NAME', body: 'filename' }),
  name: text('Title of the picture', { body: 'name' }),
  flow: identifier('Flow to show on the diagram', { body: 'flowId', completes: 'flow' }),
  flowPath: identifiers('Paths of the flow to show', { body: 'flowPathIds' }),
  flowParent: identifiers('Flows that led to this flow', { body: 'flowParentIds', completes: 'flow' }),
  tab: choice(EXPORT_TABS, 'Property to colour by', { body: 'overlayTab' }),
  group: identifier('Tag group to colour by', { body: 'overlayGroupId', completes: 'tag-group' }),
  focus: identifiers('Objects to highlight', { body: 'overlayIdsFocused' }),
  hide: identifiers('Objects to hide', { body: 'overlayIdsHidden' }),
  pin: identifiers('Objects that always stay visible', { body: 'overlayIdsPinned' }),
  theme: choice(THEMES, 'Theme', { body: 'theme' }),
  organizationId: identifier('Organization of the export', { body: 'organizationId' }),
};

export default command({
  summary: 'Export a diagram as PNG in one request',
  details: 'Uses an operation that the service has superseded. Use "archctl diagram export" instead.',
  args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
  options,
  scope: ['landscape', 'landscapeVersion'],
  takesData: true,
  operation: exportDiagramPng,
  examples: {
    'Into a file': 'archctl diagram export-png DIAGRAM --out apps.png',
    'The URL of the picture': 'archctl diagram export-png DIAGRAM -o json --query url',
  },
  related: ['diagram export', 'diagram thumbnail'],
  async run(context, { args, options: given }) {
    checkOutput(context, given.out);
    const body = await checkedBody<BodyOf<typeof exportDiagramPng>>(context, exportDiagramPng, options);
    context.terminal.warn('The service has superseded this export and may remove it.');
    const path = {
      ...(await versionPath(context)),
      diagramId: args.diagramId,
    };
    const client = await context.client();
    const { url } = await client.call(exportDiagramPng, { path, body });
    return downloadOutcome(context, client, url, given.out);
  },
});
