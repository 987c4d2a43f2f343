import { identifier, identifiers, number, pairs, text } from '../../cli/command/options.js';
import type { Column } from '../../terminal/types.js';

/** Shared parts of the commands of records inside a version. */

/** Filters of most lists. */
export const NAMED_FILTERS = {
  handleId: identifiers('Filter by handle', { query: 'filter.handleId' }),
  label: pairs('Filter by label', { query: 'filter.labels', completes: 'label' }),
};

/** Position of a record among its siblings. */
export const placeAmong = (those: string, required = false) =>
  number(`Position among the ${those}, from 0`, {
    body: 'index',
    ...(required && { required, usual: '0' }),
  });

export const PINNED_AT = {
  pinnedAt: text('When it was pinned (ISO 8601)', { value: 'TIME', body: 'pinnedAt' }),
  pinnedIndex: number('Position among pinned items', { body: 'pinnedIndex' }),
};

export const HANDLE = {
  handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }),
};

/** Additional columns of `get`. */
export const DETAILS = [
  { key: 'commit', kind: 'number', priority: 4 },
  { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 },
  { key: 'versionId', header: 'Version', kind: 'id', of: 'version', priority: 5 },
] as const satisfies readonly Column[];
