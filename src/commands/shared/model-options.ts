import { choices, flag, identifier, identifiers, pairs } from '../../cli/command/options.js';
import type { OptionSpec } from '../../cli/command/value-spec.js';
import { MODEL_STATUSES } from '../../contract/enums.js';
import type { Column } from '../../terminal/types.js';

/** Shared parts of the commands of model objects and connections. */

/** `--no-external` of `--external`. */
export const no = (help: string, place: { body: string } | { query: string }): OptionSpec<boolean> => ({
  ...flag(help, place),
  parse: () => false,
});

export const MODEL_FILTERS = {
  status: choices(MODEL_STATUSES, 'Filter by status', { query: 'filter.status' }),
  tag: identifiers('Filter by tag', { query: 'filter.tagIds', completes: 'tag' }),
  technology: identifiers('Filter by technology', {
    query: 'filter.technologyIds',
    completes: 'technology',
  }),
  handleId: identifiers('Filter by handle', { query: 'filter.handleId' }),
  label: pairs('Filter by label', { query: 'filter.labels', completes: 'label' }),
  linked: flag('Only with reality links', { query: 'filter.linked' }),
  noLinked: no('Only without reality links', { query: 'filter.linked' }),
};

export const ID_LISTS = {
  tag: identifiers('Tag', { body: 'tagIds', completes: 'tag' }),
  technology: identifiers('Technology', { body: 'technologyIds', completes: 'technology' }),
};

export const HANDLE_OPTION = {
  handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }),
};
/** Additional columns of `get`. */
export const MODEL_DETAILS = {
  description: { key: 'description', priority: 4 },
  commit: { key: 'commit', kind: 'number', priority: 4 },
  handle: { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 },
  version: { key: 'versionId', header: 'Version', kind: 'id', of: 'version', priority: 5 },
} as const satisfies Record<string, Column>;
