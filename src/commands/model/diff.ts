import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { reportedChanges } from '../../model/compare/change-report.js';
import { type Change, diffModels } from '../../model/compare/diff.js';
import { diffDecisions } from '../../model/compare/diff-decisions.js';
import type { Model } from '../../model/document/element.js';
import type { Column, LineContext } from '../../terminal/types.js';
import { differenceExit, EXIT_CODE_DETAILS, EXIT_CODE_OPTION } from '../shared/exit-code.js';
import { FONT_OPTION, type FontOption } from '../shared/output/picture-font.js';
import { modelPaths, USUAL_MODEL } from './shared/model-paths.js';
import { drawChanges, inNumbers } from './shared/report/diff-text.js';
import { bothSides } from './shared/sides.js';

export default command({
  summary: 'Show the differences between two models, in files or live',
  details: `Each model is a file, a folder, live (the current landscape), live@VERSION, draft:NAME (the landscape with the changes of a draft) or git:REF:PATH (a file or folder at a commit). A single model is compared with the landscape.\n\nLists elements that were added (+), removed (-), renamed, moved or changed (~), field by field. Elements are matched by id. Records of a landscape are matched by label, handle, "moved" in the document, or by type, parent and name. Default values, timestamps, order, empty lists, and fields or positions that one side omits are not differences.\n\n-o markdown writes a comment for a pull request: a table, and a picture with the changes marked, in at most 60,000 characters. --pictures also draws each changed diagram before and after the change.\n\n${EXIT_CODE_DETAILS}`,
  args: {
    before: {
      name: 'BEFORE',
      help: `File, folder, live, live@VERSION, draft:NAME or git:REF:PATH (default: ${USUAL_MODEL})`,
      completes: 'file',
      optional: true,
    },
    after: {
      name: 'AFTER',
      help: 'Model to compare with, in the same forms; without it, BEFORE is compared with the landscape',
      completes: 'file',
      optional: true,
    },
  },
  options: {
    pictures: text(
      'With -o markdown: write pictures of changed diagrams to this folder, as ID-before.svg and ID-after.svg',
      {
        value: 'DIR',
        completes: 'directory',
        isNew: true,
      },
    ),
    ...FONT_OPTION,
    ...EXIT_CODE_OPTION,
  },
  scope: ['landscape'],
  formats: ['markdown'],
  examples: {
    'Changes of the document that are not in the landscape': 'archctl model diff models',
    'Changes since a version': 'archctl model diff live@VERSION live',
    'Write a comment for a pull request, with pictures':
      'archctl model diff git:main:models models -o markdown --pictures pictures',
  },
  related: ['version diff', 'model pull'],
  async run(context, { args, options }) {
    const { terminal, parsed } = context;
    const { output, fields, query } = parsed.globals;
    const isMarkdown = terminal.format === 'markdown';
    if (options.pictures !== undefined && !isMarkdown)
      throw usageError('Option --pictures requires -o markdown.', {
        hint: 'Draw a single diagram with "archctl model graph --diagram".',
      });
    const [from, to] = sidesOf(context, args);
    const { before, after } = await bothSides(context, from, to);
    const changes = [...diffModels(before, after), ...diffDecisions(before, after)];
    const isSame = changes.length === 0;
    const numbers = inNumbers(changes);
    const exit = differenceExit(!isSame, options);
    const sides = `${from} → ${to}`;
    if (isMarkdown) {
      const [{ markdownOfChanges }, pictures] = await Promise.all([
        import('./shared/report/diff-markdown.js'),
        picturesOf(context, options, { before, after, changes }),
      ]);
      const title = `${sides}: ${isSame ? 'no differences' : numbers}`;
      return { kind: 'text', text: markdownOfChanges({ title, before, after, changes, pictures }), ...exit };
    }
    const items = reportedChanges(changes);
    const summary = `The models differ: ${numbers}.`;
    if (output !== undefined || fields !== undefined || query !== undefined)
      return {
        kind: 'list',
        items,
        columns: COLUMNS,
        empty: 'The models are the same.',
        ...(!isSame && !terminal.machine && { remark: summary }),
        ...exit,
      };
    const draw = (line: LineContext): string =>
      isSame
        ? drawChanges(`${sides}: no differences`, changes, line)
        : [drawChanges(sides, changes, line), '', `${numbers}.`].join('\n');
    return { kind: 'drawing', data: items, draw, ...exit };
  },
});

/** The sides as typed. A single model is the later side: its changes are those that `model apply` would make. */
function sidesOf(
  context: Context,
  { before, after }: { before?: string | undefined; after?: string | undefined },
): [string, string] {
  if (before !== undefined && after !== undefined) return [before, after];
  const [model = ''] = modelPaths(context, before === undefined ? [] : [before]);
  return ['live', model];
}

async function picturesOf(
  context: Context,
  { pictures: folder, ...font }: { pictures?: string | undefined } & FontOption,
  compared: { before: Model; after: Model; changes: readonly Change[] },
) {
  if (folder === undefined) return [];
  const { writePictures } = await import('./shared/report/diff-pictures.js');
  return writePictures(context, folder, compared, font);
}

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
