import { choices, flag, identifier, no, text } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { DIAGRAM_TYPES } from '../../../contract/enums.js';
import { NAMED_FILTERS } from '../../shared/model-options.js';

export const DIAGRAM_FILTERS = {
  type: choices(DIAGRAM_TYPES, 'Filter by type', { query: 'filter.type' }),
  of: identifier('Filter by model object', {
    query: 'filter.modelId',
    completes: 'object',
    hiddenAliases: [{ name: '--model' }],
  }),
  pinned: flag('Only pinned diagrams', { query: 'filter.pinned' }),
  noPinned: no('Only diagrams that are not pinned', { query: 'filter.pinned' }),
  empty: flag('Only empty diagrams', { query: 'filter.empty' }),
  noEmpty: no('Only diagrams with content', { query: 'filter.empty' }),
  status: text('Filter by status', { query: 'filter.status', suggests: ['current'] }),
  ...NAMED_FILTERS,
};

/** Records a view of the diagram that other users can see. */
export const VIEWED: OptionSpec<boolean> = flag('Count this request as a view', { query: 'updateViewedAt' });
