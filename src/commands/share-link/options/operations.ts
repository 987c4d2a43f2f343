import { operationCommands } from '../../../cli/command/operation-commands.js';
import { choice, flag, identifier, identifiers, text } from '../../../cli/command/options.js';
import {
  getShareLinkOptions,
  SHARE_DRAWERS,
  SHARE_MODES,
  SHARE_OBJECT_TABS,
  SHARE_OVERLAY_TABS,
  upsertShareLinkOptions,
} from '../../../contract/resources/share-link.js';
import noun from './noun.js';

/** Fields that the service requires in every request; null means empty. */
const FIELDS = [
  ...['connectionIds', 'diagramId', 'domainId', 'drawer', 'expandedIds', 'filterIds', 'filterIdsExcluded'],
  ...['filterIdsIncluded', 'flowId', 'flowParentIds', 'flowPathIds', 'flowStepId', 'modelId', 'objectIds'],
  ...['objectIdsFocused', 'objectTab', 'overlayGroupId', 'overlayIdsFocused', 'overlayIdsHidden'],
  ...['overlayIdsPinned', 'overlayTab', 'search', 'x1', 'x2', 'y', 'y1', 'y2'],
];

const NOTHING = Object.fromEntries(FIELDS.map((name) => [name, null]));

export default operationCommands(
  { columns: noun.columns },
  {
    get: {
      operation: getShareLinkOptions,
      args: { optionsShortId: { name: 'OPTIONS_ID', help: 'Short id of the options' } },
      examples: {
        'The options of a link': 'archctl share-link options get OPTIONS_ID',
        'With all fields': 'archctl share-link options get OPTIONS_ID -o yaml',
      },
      related: ['share-link options keep', 'share-link get'],
    },
    keep: {
      operation: upsertShareLinkOptions,
      details:
        'The same options always get the same short id. --data sets options without a command-line option, such as the viewport.',
      options: {
        mode: choice(SHARE_MODES, 'Page of the app', { required: true, body: 'mode' }),
        diagram: identifier('Diagram', { body: 'diagramId', completes: 'diagram' }),
        flow: identifier('Flow', { body: 'flowId', completes: 'flow' }),
        flowStep: identifier('Step of the flow', { body: 'flowStepId' }),
        object: identifier('Model object', { body: 'modelId', completes: 'object' }),
        domain: identifier('Domain', { body: 'domainId', completes: 'domain' }),
        selected: identifiers('Selected object', { body: 'objectIds', completes: 'object' }),
        focus: identifiers('Object in focus', { body: 'objectIdsFocused', completes: 'object' }),
        objectTab: choice(SHARE_OBJECT_TABS, "Part of the object's details", { body: 'objectTab' }),
        overlayTab: choice(SHARE_OVERLAY_TABS, 'Property that diagrams are coloured by', {
          body: 'overlayTab',
        }),
        drawer: choice(SHARE_DRAWERS, 'State of the side panel', { body: 'drawer' }),
        search: text('Search text', { body: 'search' }),
        preventNavigation: flag('Prevent visitors from navigating elsewhere', { body: 'preventNavigation' }),
      },
      examples: {
        'Start with a diagram': 'archctl share-link options keep --mode diagram --diagram DIAGRAM',
        'Only an overview':
          'archctl share-link options keep --mode overview --prevent-navigation -o json --query shortId',
      },
      related: ['share-link options get', 'share-link get'],
      finish: (body) => ({ ...NOTHING, preventNavigation: false, ...body }),
      done: ({ shortId }) => `Saved the options as ${shortId}.`,
    },
  },
);
