import type { FamilyCommandSpec } from '../../../cli/command/family-command.js';
import { choices, flag, identifier, no, pairs, text } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { DIAGRAM_TYPES } from '../../../contract/enums.js';
import { diagrams } from '../../../contract/resources/diagram.js';
import { NAMED_FILTERS } from '../../shared/model-options.js';
import noun from '../noun.js';
import { warnedOfDrawing } from './warned-of-drawing.js';

/** Filters of diagrams, and of their thumbnails. */
export const DIAGRAM_FILTERS = {
  type: choices(DIAGRAM_TYPES, 'Filter by type', { query: 'filter.type' }),
  model: identifier('Filter by model object', { query: 'filter.modelId', completes: 'object' }),
  pinned: flag('Only pinned diagrams', { query: 'filter.pinned' }),
  noPinned: no('Only diagrams that are not pinned', { query: 'filter.pinned' }),
  empty: flag('Only empty diagrams', { query: 'filter.empty' }),
  noEmpty: no('Only diagrams with content', { query: 'filter.empty' }),
  status: text('Filter by status', { query: 'filter.status', suggests: ['current'] }),
  ...NAMED_FILTERS,
};

/** Records a view of the diagram that other users can see. */
export const VIEWED: OptionSpec<boolean> = flag('Count this request as a view', { query: 'updateViewedAt' });

/** Shared parts of the commands of diagrams. */
export const DIAGRAM_COMMANDS: FamilyCommandSpec = {
  family: diagrams,
  completes: 'diagram',
  columns: noun.columns,
  filters: DIAGRAM_FILTERS,
  getting: { updateViewedAt: VIEWED },
  fields: {
    zoom: pairs('Diagrams that objects open on zooming', {
      value: 'OBJECT_ID=DIAGRAM_ID',
      body: 'zoomOverrides',
      completes: 'object',
    }),
  },
  finish: warnedOfDrawing,
  examples: {
    list: [
      {
        note: 'Ids of all app diagrams, one per line',
        line: 'archctl diagram list --landscape LANDSCAPE_ID --type app-diagram --query "[].id"',
      },
    ],
    create: [
      {
        note: 'An empty diagram of a system',
        line: 'archctl diagram create --landscape LANDSCAPE_ID --name Apps --type app-diagram --model OBJECT_ID --index 0',
      },
      {
        note: 'From a file, with content',
        line: 'archctl diagram create --landscape LANDSCAPE_ID --data @diagram.yaml --name "Apps, drawn"',
      },
    ],
    update: [
      {
        note: 'Pin it and remove it from its group',
        line: 'archctl diagram update DIAGRAM_ID --landscape LANDSCAPE_ID --pinned --group none',
      },
    ],
  },
  related: ['diagram content get', 'diagram export'],
};
