import { ArchctlError, usageError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { choice, flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { type Exported, exportModel } from '../../model/dialects/export.js';
import { LEVELS } from '../../model/dialects/view/view.js';
import {
  EXPORT_FORMATS,
  isPictureFormat,
  type PictureFormat,
  type WholeFormat,
} from '../../model/dialects/writers.js';
import { elementsOf, type Model } from '../../model/document/element.js';
import { checkOutput, outputFile } from '../shared/output-file.js';
import { textOutput } from '../shared/text-output.js';
import { formatOf, wantedOf } from './shared/export-choice.js';
import { isFolder, writeTexts } from './shared/export-target.js';
import { oneSide } from './shared/sides.js';

export default command({
  summary: 'Write a model in the format of another tool',
  details:
    'The model is files and folders, live (the landscape as it is now), live@VERSION, draft:NAME or git:REF:PATH.\n\nPictures (mermaid, plantuml, dot, d2) show a level: the landscape with actors and systems (context), each system that has apps opened up (app), each app that has components (component); what a connection ends at is lifted to what is shown. --diagram shows one diagram as it is written, and --flow its steps as a sequence diagram. Without them a folder gets a file for each picture of every level and for each flow, and stdout the landscape, or all of them where one file may hold several.\n\nstructurizr, likec4 and json have the whole model, csv its objects and connections, markdown is a page to read.\n\nIds are kept where the format has identifiers, names are always the same, and no text of the model means anything to the tool that reads it. What the format cannot say is counted on stderr.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model, live, live@VERSION, draft:NAME or git:REF:PATH; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    format: choice(EXPORT_FORMATS, 'What it is written as', { fallback: 'mermaid' }),
    level: choice(LEVELS, 'Only pictures of this level'),
    diagram: text('Only this diagram, by id or name', { value: 'NAME' }),
    flow: text('Only this flow, by id or name, as a sequence diagram', { value: 'NAME' }),
    flowchart: flag('With mermaid: flowcharts in place of its C4 diagrams'),
    connections: flag('With csv, on stdout or in a file: connections in place of objects'),
    out: outputFile('File or folder to write', {
      value: 'FILE|DIR|-',
      fallback: 'stdout',
      completes: 'file',
      isNew: true,
    }),
  },
  scope: ['landscape'],
  examples: [
    { note: 'The landscape, for Markdown', line: 'archctl model export models --format mermaid' },
    {
      note: 'A picture for each system',
      line: 'archctl model export models --format plantuml --level app --out pictures/',
    },
    {
      note: 'A page that tells all of a landscape',
      line: 'archctl model export live --format markdown --out landscape.md --landscape LANDSCAPE_ID',
    },
  ],
  related: ['model pull', 'model diff', 'diagram export', 'landscape export'],
  async run(context, { args: { files }, options }) {
    checkOutput(context, options.out, '--out');
    const format = formatOf(options);
    const model = await oneSide(context, files);
    const wanted = wantedOf(model, options);
    const { out } = options;
    const folder = out !== undefined && isFolder(context, out);
    const exported = exportModel(model, format, { ...wanted, flows: folder });
    const [first] = exported.files;
    if (!first)
      throw new ArchctlError('not-found', `The model has nothing at the level ${options.level}.`, {
        hint: 'Name another with --level.',
      });
    tellLeft(context, exported, format);
    if (isPictureFormat(format) && !Object.values(wanted).some((it) => it !== undefined))
      tellParts(context, model, format, folder);
    if (folder) {
      const items = await writeTexts(context, out, exported.files);
      return { kind: 'list', items, columns: COLUMNS };
    }
    const one = options.connections ? (exported.files[1] ?? first) : first;
    const content = inOne(exported, format, one.text, options.level);
    if (context.parsed.globals.dryRun && out !== undefined && out !== '-')
      return {
        kind: 'list',
        items: [{ path: out, shows: one.shows, state: 'would be written' }],
        columns: COLUMNS,
      };
    return textOutput(context, content, out);
  },
});

const COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'shows', priority: 2 },
  { key: 'state', kind: 'status', priority: 1 },
] as const;

/**
 * The text of one file. Errors: `usage` where a level has several pictures, and a file of the format holds one: which of them
 * was meant is not guessed.
 */
function inOne(
  { files }: Exported,
  format: PictureFormat | WholeFormat,
  one: string,
  level: string | undefined,
): string {
  if (!isPictureFormat(format) || files.length === 1) return one;
  if (format.holdsSeveral) return files.map(({ text: it }) => it).join('\n');
  if (level === undefined) return one;
  throw usageError(
    `The level ${level} has ${counted(files.length, 'picture')}, and ${format.title} holds one.`,
    {
      hint: 'Name a folder with --out, or one diagram with --diagram.',
    },
  );
}

/** What of a model has pictures of its own, which nobody asked for. */
function tellParts(
  { terminal }: Context,
  model: Model,
  { flow }: PictureFormat,
  areFlowsWritten: boolean,
): void {
  const diagrams = elementsOf(model, 'diagram').length;
  const flows = flow && !areFlowsWritten ? elementsOf(model, 'flow').length : 0;
  if (diagrams > 0) terminal.note(`${counted(diagrams, 'diagram')} of the model: --diagram writes one.`);
  if (flows > 0) terminal.note(`${counted(flows, 'flow')} of the model: --flow writes one.`);
}

/** More kinds of loss are not listed. */
const MOST_TOLD = 12;

function tellLeft(
  { terminal }: Context,
  { left, tooLarge }: Exported,
  { title }: PictureFormat | WholeFormat,
): void {
  if (left.length > 0) {
    const told = left.slice(0, MOST_TOLD).map(({ what, count }) => `${what} (${count})`);
    const more = left.length > MOST_TOLD ? ` and ${left.length - MOST_TOLD} more` : '';
    terminal.warn(`${title} has no words for: ${told.join(', ')}${more}.`);
  }
  for (const { shows } of tooLarge.slice(0, MOST_TOLD))
    terminal.warn(
      `The picture of ${shows} is larger than ${title} draws unless it is told to: show less with --level or --diagram.`,
    );
}
