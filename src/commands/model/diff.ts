import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { reportedChanges } from '../../model/compare/change-report.js';
import { diffModels } from '../../model/compare/diff.js';
import { diffDecisions } from '../../model/compare/diff-decisions.js';
import type { Column } from '../../terminal/types.js';
import { drawChanges, inNumbers } from './shared/diff-text.js';
import { bothSides } from './shared/sides.js';

export default command({
  summary: 'Show the differences between two models, in files or live',
  details:
    'Each side is a file, a folder, live (the current landscape), live@VERSION, draft:NAME (the landscape with the changes of the draft), or git:REF:PATH (a file or folder at a commit).\n\nElements are matched by id. Records of a landscape are matched by the labels that apply sets, by handle, by "moved" in the document, or by type, parent and name. The output lists added (+), removed (-), renamed, moved and changed (~) elements, field by field. Default values, timestamps, order, empty lists and fields that the document omits are not differences. Markdown output contains a table and a picture with the changes marked, and has at most 60,000 characters.\n\nThe exit code is 0 if the models are the same, and 8 if they differ.',
  args: {
    before: {
      name: 'BEFORE',
      help: 'File, folder, live, live@VERSION, draft:NAME or git:REF:PATH',
      completes: 'file',
    },
    after: { name: 'AFTER', help: 'Model to compare with, in the same forms', completes: 'file' },
  },
  options: {},
  scope: ['landscape'],
  formats: ['markdown'],
  examples: {
    'Changes in the landscape that are not in the document':
      'archctl model diff models live --landscape LANDSCAPE_ID',
    'Changes since a version': 'archctl model diff live@VERSION_ID live --landscape LANDSCAPE_ID',
    'Write a comment for a pull request': 'archctl model diff git:main:models models -o markdown',
  },
  related: ['version diff', 'model pull'],
  async run(context, { args }) {
    const { before, after } = await bothSides(context, args.before, args.after);
    const changes = [...diffModels(before, after), ...diffDecisions(before, after)];
    const numbers = inNumbers(changes);
    const failure =
      changes.length === 0 ? {} : { failure: new ArchctlError('check', `The models differ: ${numbers}.`) };
    const title = `${args.before} → ${args.after}: ${changes.length === 0 ? 'no differences' : numbers}`;
    const { terminal, parsed } = context;
    if (terminal.format === 'markdown') {
      const { markdownOfChanges } = await import('./shared/diff-markdown.js');
      return { kind: 'text', text: markdownOfChanges({ title, before, after, changes }), ...failure };
    }
    const { output, fields, query } = parsed.globals;
    const items = reportedChanges(changes);
    if (output !== undefined || fields !== undefined || query !== undefined)
      return { kind: 'list', items, columns: COLUMNS, empty: 'The models are the same.', ...failure };
    return { kind: 'drawing', data: items, draw: (line) => drawChanges(title, changes, line), ...failure };
  },
});

const COLUMNS: readonly Column[] = [
  { key: 'kind', priority: 1 },
  { key: 'change', kind: 'status', priority: 1 },
  { key: 'id', kind: 'id', priority: 1 },
  { key: 'name', priority: 2 },
  {
    key: 'fields',
    kind: 'list',
    priority: 2,
    value: ({ fields }: { fields: readonly { field: string }[] }) => fields.map(({ field }) => field),
  },
  { key: 'was', header: 'Was', priority: 4 },
];
