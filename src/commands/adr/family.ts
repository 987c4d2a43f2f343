import type { JsonObject } from '../../base/json/json-object.js';
import { familyCommands } from '../../cli/command/family/family-command.js';
import { readSource } from '../../cli/command/input/read-input.js';
import { choice, choices, longName, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { ADR_STATUSES } from '../../contract/enums.js';
import { adrs } from '../../contract/resources/adr.js';
import noun from './noun.js';
import { RELATED_COLUMNS } from './shared/related-columns.js';
import {
  RELATE_OPTIONS,
  UNRELATE_OPTIONS,
  withRecordItems,
  withRelatedItems,
} from './shared/related-items.js';

const markdown = (help: string, body: string) =>
  text(`${help} as Markdown: the text, @file or - for stdin`, {
    value: 'TEXT|@FILE|-',
    completes: 'text-or-file',
    body,
  });

const TEXTS = {
  description: markdown('Short description', 'description'),
  content: markdown('Content', 'content'),
};

/** Replaces file names in the options by the contents of the files. */
async function withTexts(body: JsonObject, { parsed, world }: Context): Promise<JsonObject> {
  const next = { ...body };
  for (const field of ['description', 'content'] as const) {
    const given = parsed.options[field];
    if (typeof given === 'string') next[field] = (await readSource(given, world, longName(field))).text;
  }
  return next;
}

export default familyCommands({
  family: adrs,
  completes: 'adr',
  columns: noun.columns,
  details: RELATED_COLUMNS,
  filters: { status: choices(ADR_STATUSES, 'Filter by status', { query: 'filter.status' }) },
  fields: {
    ...TEXTS,
    status: choice(ADR_STATUSES, 'Status; new decisions are drafts', { body: 'status' }),
    ...RELATE_OPTIONS,
  },
  updating: UNRELATE_OPTIONS,
  finish: async (given, context, verb) => {
    const body = await withTexts(given, context);
    return withRelatedItems(verb === 'create' ? { status: 'draft', ...body } : body, context, verb);
  },
  partialBody: withRecordItems,
  examples: {
    list: { 'Decisions to be made': 'archctl adr list --status draft' },
    create: {
      'A draft about a diagram': 'archctl adr create "Use PostgreSQL" --relate-diagram DIAGRAM',
      'With its text from a file': 'archctl adr create "Use PostgreSQL" --content @decision.md',
    },
    update: {
      'Reopen a decision': 'archctl adr update ADR --status draft',
      'Replace its text, add a link and remove a diagram':
        'archctl adr update ADR --content @decision.md --relate-link "Benchmark=https://example.com/benchmark" --unrelate-diagram DIAGRAM',
    },
  },
  related: ['adr show', 'adr accept'],
});
