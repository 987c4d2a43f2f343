import { choices, flag, identifiers, no, pairs } from '../../cli/command/options.js';
import { MODEL_STATUSES } from '../../contract/enums.js';

/** Filters that commands of several nouns share. */

/** Filters of most lists. */
export const NAMED_FILTERS = {
  handleId: identifiers('Filter by handle', { query: 'filter.handleId' }),
  label: pairs('Filter by label', { query: 'filter.labels', completes: 'label' }),
};

/** Filters of model objects and connections. */

export const MODEL_FILTERS = {
  status: choices(MODEL_STATUSES, 'Filter by status', { query: 'filter.status' }),
  tag: identifiers('Filter by tag', { query: 'filter.tagIds', completes: 'tag' }),
  technology: identifiers('Filter by technology', {
    query: 'filter.technologyIds',
    completes: 'technology',
  }),
  ...NAMED_FILTERS,
  linked: flag('Only with reality links', { query: 'filter.linked' }),
  noLinked: no('Only without reality links', { query: 'filter.linked' }),
};
