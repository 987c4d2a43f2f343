import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { displayName } from '../../cli/command/family/display-name.js';
import { queryOf } from '../../cli/command/input/request-parts.js';
import { checkedBody, operationCommand } from '../../cli/command/operation-command.js';
import { choice, flag, identifier, identifiers, text } from '../../cli/command/options.js';
import { versionPath } from '../../cli/command/version-path.js';
import { DIAGRAM_ACTIONS, EXPORT_TABS, THEMES } from '../../contract/enums.js';
import type { BodyOf } from '../../contract/operation.js';
import { diagrams } from '../../contract/resources/diagram.js';
import { exportDiagramPng } from '../../contract/resources/diagram-export.js';
import { getDiagramThumbnail, listDiagramThumbnails } from '../../contract/resources/thumbnail.js';
import { getEntryDiagram, recordDiagramAction } from '../../contract/resources/view.js';
import { openCommand } from '../shared/open-page.js';
import { downloadOutcome } from '../shared/output/download-file.js';
import { checkOutput, outputFile } from '../shared/output/output-file.js';
import { DIAGRAM_THUMBNAIL, thumbnailOutcome } from '../shared/thumbnails.js';
import noun from './noun.js';
import { DIAGRAM_FILTERS, VIEWED } from './shared/options.js';

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
  theme: choice(THEMES, 'Colour theme', { body: 'theme' }),
  organizationId: identifier('Organization of the export', { body: 'organizationId' }),
};

const FILTERS = {
  ...DIAGRAM_FILTERS,
  nameExact: text('Filter by exact name', { query: 'filter.name' }),
};

export default {
  action: operationCommand(recordDiagramAction, {
    summary: "Record a user's action on a diagram",
    details: 'For programs that display diagrams: loading a diagram counts as a view.',
    args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
    options: { action: choice(DIAGRAM_ACTIONS, 'Action to record', { query: 'action' }) },
    columns: [{ key: 'id', header: 'ID', kind: 'id' }],
    examples: {
      'A user opened the diagram': 'archctl diagram action DIAGRAM --action initial-load',
      'A user zoomed in': 'archctl diagram action DIAGRAM --action zoom',
    },
    related: ['diagram get', 'logs list'],
    shown: (_, { parsed }) => ({ id: parsed.args.diagramId }),
    done: (_, context) =>
      `Recorded the action on the diagram ${displayName(context, { id: context.parsed.args.diagramId })}.`,
  }),
  entry: operationCommand(getEntryDiagram, {
    summary: 'Get the diagram that opens when you zoom into an object',
    args: { modelObjectId: { name: 'OBJECT', help: 'Model object', completes: 'object' } },
    options: {
      createEntry: flag('Create the diagram if it does not exist; needs a key with write permission', {
        query: 'createEntry',
      }),
      updateViewedAt: VIEWED,
    },
    columns: noun.columns,
    examples: {
      'The diagram of a system': 'archctl diagram entry OBJECT',
      'The id of the diagram, created if necessary': 'archctl diagram entry OBJECT --create-entry --query id',
    },
    related: ['diagram list', 'object tree'],
  }),
  'export-png': command({
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
  }),
  open: openCommand(diagrams.get, {
    kind: 'diagram',
    summary: 'Open a diagram in the web app',
    args: { diagramId: { name: 'DIAGRAM', help: 'Diagram', completes: 'diagram' } },
    examples: {
      'In the browser': 'archctl diagram open DIAGRAM',
      'Print its URL, for a document': 'archctl diagram open DIAGRAM --print',
    },
    related: ['diagram export', 'object open', 'search', 'profile set'],
  }),
  thumbnail: command({
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
        if (options.out !== undefined) throw usageError('--out requires the argument DIAGRAM.');
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
  }),
};
