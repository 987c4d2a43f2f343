import { familyCommands } from '../../cli/command/family/family-command.js';
import { choice, choices } from '../../cli/command/options.js';
import { ADR_STATUSES } from '../../contract/enums.js';
import { adrs } from '../../contract/resources/adr.js';
import noun from './noun.js';
import { RELATED_COLUMNS } from './shared/related-columns.js';
import { RELATING, related, UNRELATING, withRelated } from './shared/related-items.js';
import { TEXTS, withTexts } from './shared/texts.js';

export default familyCommands({
  family: adrs,
  completes: 'adr',
  columns: noun.columns,
  details: RELATED_COLUMNS,
  filters: { status: choices(ADR_STATUSES, 'Filter by status', { query: 'filter.status' }) },
  fields: {
    ...TEXTS,
    status: choice(ADR_STATUSES, 'Status; new decisions are drafts', { body: 'status' }),
    ...RELATING,
  },
  updating: UNRELATING,
  finish: async (given, context, verb) => {
    const body = await withTexts(given, context);
    return withRelated(verb === 'create' ? { status: 'draft', ...body } : body, context, verb);
  },
  partialBody: related,
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
