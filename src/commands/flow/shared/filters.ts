import { flag, identifier, no } from '../../../cli/command/options.js';
import { NAMED_FILTERS } from '../../shared/model-options.js';

export const FLOW_FILTERS = {
  diagram: identifier('Filter by diagram', { query: 'filter.diagramId', completes: 'diagram' }),
  pinned: flag('Only pinned diagrams', { query: 'filter.pinned' }),
  noPinned: no('Only diagrams that are not pinned', { query: 'filter.pinned' }),
  ...NAMED_FILTERS,
};
