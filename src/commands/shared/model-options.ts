import { choices, flag, identifier, identifiers, pairs } from '../../cli/command/options.js';
import type { OptionSpec } from '../../cli/command/value-spec.js';
import { MODEL_STATUSES } from '../../contract/enums.js';
import type { Column } from '../../terminal/types.js';

/** What the commands of model objects and of connections share. */

/** `--no-external` of `--external`. */
export const no = (help: string, place: { body: string } | { query: string }): OptionSpec<boolean> => ({
  ...flag(help, place),
  parse: () => false,
});

export const MODEL_FILTERS = {
  status: choices(MODEL_STATUSES, 'Only of this status', { query: 'filter.status' }),
  tag: identifiers('Only with this tag', { query: 'filter.tagIds', completes: 'tag' }),
  technology: identifiers('Only with this technology', {
    query: 'filter.technologyIds',
    completes: 'technology',
  }),
  handleId: identifiers('Only with this handle', { query: 'filter.handleId' }),
  label: pairs('Only with this label', { query: 'filter.labels', completes: 'label' }),
  linked: flag('Only with links to what there really is', { query: 'filter.linked' }),
  noLinked: no('Only without links', { query: 'filter.linked' }),
};

export const ID_LISTS = {
  tag: identifiers('Tag', { body: 'tagIds', completes: 'tag' }),
  technology: identifiers('Technology', { body: 'technologyIds', completes: 'technology' }),
};

export const HANDLE_OPTION = {
  handleId: identifier('Handle that stays the same across versions', { body: 'handleId' }),
};
/** Further columns of `get`. */
export const MODEL_DETAILS = {
  description: { key: 'description', priority: 4 },
  commit: { key: 'commit', kind: 'number', priority: 4 },
  handle: { key: 'handleId', header: 'Handle', kind: 'id', priority: 5 },
  version: { key: 'versionId', header: 'Version', kind: 'id', of: 'version', priority: 5 },
} as const satisfies Record<string, Column>;
