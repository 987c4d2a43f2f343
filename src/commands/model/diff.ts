import { ArchctlError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { diffModels } from '../../model/compare/diff.js';
import { toldChanges } from '../../model/compare/told.js';
import type { Column } from '../../terminal/types.js';
import { drawChanges, inNumbers } from './shared/diff-text.js';
import { bothSides } from './shared/sides.js';

export default command({
  summary: 'Show what differs between two models, in files or live',
  details:
    'Each side is a file, a folder, live (the landscape as it is now), live@VERSION, draft:NAME (the landscape as the draft would make it), or git:REF:PATH (a file or folder as a commit has it).\n\nElements are compared by their ids: those of a landscape are known again by the labels that apply sets, by handle, by "moved" in the document, or by type, parent and name. What is new (+), gone (-), renamed, moved or changed (~) is told field by field; defaults, stamps, order, empty lists, and what a document leaves open, are no difference. Markdown has a table, a picture that marks what changed, and at most 60,000 characters.\n\nThe exit code is 0 where both are the same and 8 where they differ.',
  args: {
    before: {
      name: 'BEFORE',
      help: 'File, folder, live, live@VERSION, draft:NAME or git:REF:PATH',
      completes: 'file',
    },
    after: { name: 'AFTER', help: 'What it is compared with, likewise', completes: 'file' },
  },
  options: {},
  scope: ['landscape'],
  formats: ['markdown'],
  examples: [
    {
      note: 'What the landscape has that the document has not',
      line: 'archctl model diff models live --landscape LANDSCAPE_ID',
    },
    {
      note: 'What was done since a version',
      line: 'archctl model diff live@VERSION_ID live --landscape LANDSCAPE_ID',
    },
    {
      note: 'A comment for a pull request',
      line: 'archctl model diff git:main:models models -o markdown',
    },
  ],
  related: ['version diff', 'model pull'],
  async run(context, { args }) {
    const { before, after } = await bothSides(context, args.before, args.after);
    const changes = diffModels(before, after);
    const numbers = inNumbers(changes);
    const failure =
      changes.length === 0 ? {} : { failure: new ArchctlError('check', `The models differ: ${numbers}.`) };
    const title = `${args.before} → ${args.after}: ${changes.length === 0 ? 'nothing differs' : numbers}`;
    const { terminal, parsed } = context;
    if (terminal.format === 'markdown') {
      const { markdownOfChanges } = await import('./shared/diff-markdown.js');
      return { kind: 'text', text: markdownOfChanges({ title, before, after, changes }), ...failure };
    }
    const { output, fields, query } = parsed.globals;
    const items = toldChanges(changes);
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
