import { operationCommand } from '../../cli/command/operation-command.js';
import { choices, text, texts } from '../../cli/command/options.js';
import type { AnyCommand } from '../../cli/command/spec.js';
import { selectTechnologies, TECHNOLOGY_FIELDS } from '../../contract/resources/technology.js';
import { TECHNOLOGY_FILTERS } from './shared/technology-options.js';

/** Fields that determine a choice. */
const FIELDS = ['name', 'provider', 'type', 'restrictions', 'description'];

const select = operationCommand(selectTechnologies, {
  summary: 'Search technologies by approximate name',
  options: {
    search: text('Name to search for', { query: 'search' }),
    ...TECHNOLOGY_FILTERS,
    name: texts('Filter by exact name', { query: 'filter.name' }),
    field: choices(
      TECHNOLOGY_FIELDS.filter((field) => field !== 'id'),
      'Field to request; the id is always included',
      {
        query: 'fields',
        fallback: FIELDS.join(','),
      },
    ),
  },
  columns: [
    { key: 'id', kind: 'id', priority: 1 },
    { key: 'name', priority: 1 },
    { key: 'provider', priority: 3 },
    { key: 'type', priority: 2 },
    { key: 'restrictions', kind: 'list', priority: 4 },
    { key: 'description', priority: 5 },
  ],
  empty: 'No technology has a similar name.',
  examples: {
    'Find a technology': 'archctl technology select --search postgres --limit 5',
    'Its id, for a script': 'archctl technology select --name PostgreSQL --field name --query "[0].id"',
  },
  related: ['technology list', 'technology get'],
});

const command: AnyCommand = {
  ...select,
  run(context, input) {
    // The service requires at least one field.
    context.parsed.options.field ??= FIELDS;
    return select.run(context, input);
  },
};

export default command;
