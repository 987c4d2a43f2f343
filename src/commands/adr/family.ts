import { familyCommands } from '../../cli/command/family/family-command.js';
import { choice, choices } from '../../cli/command/options.js';
import { ADR_STATUSES } from '../../contract/enums.js';
import { adrs } from '../../contract/resources/adr.js';
import noun from './noun.js';
import { RELATED_COLUMNS } from './shared/related-columns.js';
import { RELATING, related, UNRELATING, withRelated } from './shared/related-items.js';
import { TEXTS, withTexts } from './shared/texts.js';

/** The commands of decisions. */
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
  partly: related,
  examples: {
    list: [
      {
        note: 'Decisions to be made',
        line: 'archctl adr list --landscape LANDSCAPE_ID --status draft',
      },
    ],
    create: [
      {
        note: 'A draft about a diagram',
        line: 'archctl adr create --landscape LANDSCAPE_ID --name "Use PostgreSQL" --relate-diagram DIAGRAM_ID',
      },
      {
        note: 'With its text from a file',
        line: 'archctl adr create --landscape LANDSCAPE_ID --name "Use PostgreSQL" --content @decision.md',
      },
    ],
    update: [
      {
        note: 'Reopen a decision',
        line: 'archctl adr update ADR_ID --landscape LANDSCAPE_ID --status draft',
      },
      {
        note: 'Replace its text, add a link and remove a diagram',
        line: 'archctl adr update ADR_ID --landscape LANDSCAPE_ID --content @decision.md --relate-link "Benchmark=https://example.com/benchmark" --unrelate-diagram DIAGRAM_ID',
      },
    ],
  },
  related: ['adr show', 'adr accept'],
});
