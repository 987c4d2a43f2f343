import { ArchctlError, usageError } from '../../base/errors.js';
import { alternatives, pluralize, truncatedList } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { choice, flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { type Exported, exportModel, type Wanted } from '../../model/dialects/export.js';
import { LEVELS, type Level } from '../../model/dialects/view/view.js';
import {
  type AnyFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  FLOWCHART,
  FORMATS,
  isPictureFormat,
  type PictureFormat,
} from '../../model/dialects/writers.js';
import { elementsOf, type Model } from '../../model/document/element.js';
import { withDrawableReferences } from '../../model/lock/with-lock.js';
import { checkOutput, isFolder, outputFileOrFolder } from '../shared/output/output-file.js';
import { textOutput } from '../shared/output/text-output.js';
import { writeTexts } from './shared/export-target.js';
import { FILES_ARG, modelPaths, USUAL_MODEL } from './shared/model-paths.js';
import { resolveElement } from './shared/resolve-element.js';
import { oneSide } from './shared/sides.js';

export default command({
  summary: 'Convert a model to the format of another tool',
  details:
    'The model is files and folders, live (the current landscape), live@VERSION, draft:NAME or git:REF:PATH.\n\nmermaid, plantuml, dot and d2 are pictures of one level: the landscape with actors and systems (context), the apps of each system (app), or the components of each app (component). Connections of hidden objects are drawn to the nearest shown parent. --diagram exports one stored diagram, and --flow exports its steps as a sequence diagram. Without these options, a folder gets one file for each picture of every level and for each flow. Stdout gets the landscape picture, or all pictures if the format can hold several.\n\nstructurizr, likec4 and json contain the whole model, csv its objects and connections, and markdown is a readable page.\n\nNames are kept, and ids if the format has identifiers. Texts of the model are escaped, so that the other tool does not interpret them. Elements that the format cannot represent are counted on stderr.',
  args: {
    files: {
      ...FILES_ARG,
      help: `Files or folders of one model, live, live@VERSION, draft:NAME or git:REF:PATH; - for stdin (default: ${USUAL_MODEL})`,
    },
  },
  options: {
    format: choice(EXPORT_FORMATS, 'Output format', { fallback: 'mermaid' }),
    level: choice(LEVELS, 'Export only pictures of this level'),
    diagram: text('Export only this diagram, by id or name', { value: 'NAME' }),
    flow: text('Export only this flow, by id or name, as a sequence diagram', { value: 'NAME' }),
    flowchart: flag('With --format mermaid: write flowcharts instead of C4 diagrams'),
    connections: flag('With --format csv, on stdout or in one file: write connections instead of objects'),
    out: outputFileOrFolder('File or folder to write', { fallback: 'stdout', isNew: true }),
  },
  scope: ['landscape'],
  examples: {
    'Landscape picture for Markdown': 'archctl model export models --format mermaid',
    'One picture for each system':
      'archctl model export models --format plantuml --level app --out pictures/',
    'One page that documents a landscape': 'archctl model export live --format markdown --out landscape.md',
  },
  related: ['model pull', 'model diff', 'diagram export', 'landscape export'],
  async run(context, { args: { files }, options }) {
    checkOutput(context, options.out);
    const format = formatOf(options);
    const source = await oneSide(context, modelPaths(context, files));
    // A document keeps its references; other formats need the elements that these refer to.
    const model = 'document' in format ? source : withDrawableReferences(source);
    const wanted = selectionOf(model, options);
    const { out } = options;
    const folder = out !== undefined && isFolder(context, out);
    const exported = exportModel(model, format, { ...wanted, flows: folder });
    const [first] = exported.files;
    if (!first)
      throw new ArchctlError('not-found', `The model has no elements at the level ${options.level}.`, {
        hint: 'Use another level with --level.',
      });
    reportLosses(context, exported, format);
    if (isPictureFormat(format) && !Object.values(wanted).some((it) => it !== undefined))
      noteParts(context, model, format, folder);
    if (folder) {
      const items = await writeTexts(context, out, exported.files);
      return { kind: 'list', items, columns: COLUMNS };
    }
    const one = options.connections ? (exported.files[1] ?? first) : first;
    const content = textOfOne(exported, format, one.text, options.level);
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
 * Text of the single output file. Errors: `usage` if a level has several pictures, but the format holds one per file.
 */
function textOfOne({ files }: Exported, format: AnyFormat, one: string, level: string | undefined): string {
  if (!isPictureFormat(format) || files.length === 1) return one;
  if (format.holdsSeveral) return files.map(({ text: it }) => it).join('\n');
  if (level === undefined) return one;
  throw usageError(
    `The level ${level} has ${pluralize(files.length, 'picture')}, but a ${format.title} file holds only one.`,
    {
      hint: 'Use a folder with --out, or select one diagram with --diagram.',
    },
  );
}

/** Notes about diagrams and flows that have pictures of their own and were not exported. */
function noteParts(
  { terminal }: Context,
  model: Model,
  { flow }: PictureFormat,
  areFlowsWritten: boolean,
): void {
  const diagrams = elementsOf(model, 'diagram').length;
  const flows = flow && !areFlowsWritten ? elementsOf(model, 'flow').length : 0;
  if (diagrams > 0)
    terminal.note(`The model has ${pluralize(diagrams, 'diagram')}. Export one with --diagram.`);
  if (flows > 0) terminal.note(`The model has ${pluralize(flows, 'flow')}. Export one with --flow.`);
}

const MAX_REPORTED = 12;

function reportLosses({ terminal }: Context, { losses, tooLarge }: Exported, { title }: AnyFormat): void {
  if (losses.length > 0) {
    const listed = losses.map(({ what, count }) => `${what} (${count})`);
    terminal.warn(`${title} cannot represent: ${truncatedList(listed, MAX_REPORTED)}.`);
  }
  for (const { shows } of tooLarge.slice(0, MAX_REPORTED))
    terminal.warn(
      `The picture of ${shows} exceeds the default size limit of ${title}. Use --level or --diagram to show less.`,
    );
}

interface ExportRequest {
  format?: ExportFormat | undefined;
  level?: Level | undefined;
  diagram?: string | undefined;
  flow?: string | undefined;
  flowchart?: boolean | undefined;
  connections?: boolean | undefined;
}

/** Errors: `usage` for options that cannot be combined. */
function formatOf(asked: ExportRequest): AnyFormat {
  const { format: name = 'mermaid', flowchart, connections } = asked;
  const format = FORMATS[name];
  const parts = (['level', 'diagram', 'flow'] as const).filter((it) => asked[it] !== undefined);
  if (parts.length > 1)
    throw usageError(`Options ${parts.map((it) => `--${it}`).join(' and ')} cannot be combined.`);
  const [part] = parts;
  if (part !== undefined && !isPictureFormat(format))
    throw usageError(`--${part} applies only to pictures; ${format.title} contains the whole model.`, {
      hint: `Picture formats are ${alternatives(EXPORT_FORMATS.filter((it) => isPictureFormat(FORMATS[it])))}.`,
    });
  if (part === 'flow' && isPictureFormat(format) && !format.flow)
    throw usageError(`--flow requires a format with sequence diagrams; ${format.title} has none.`, {
      hint: 'Use --format mermaid or --format plantuml.',
    });
  if (flowchart && (name !== 'mermaid' || part === 'flow'))
    throw usageError('--flowchart requires --format mermaid and a picture of boxes and lines.');
  if (connections && name !== 'csv') throw usageError('--connections requires --format csv.');
  return flowchart ? FLOWCHART : format;
}

/** Errors: `not-found` for an unknown name, with similar names; `usage` for an ambiguous name. */
function selectionOf(model: Model, { level, diagram, flow }: ExportRequest): Wanted {
  return {
    ...(level && { level }),
    ...(diagram !== undefined && { diagram: resolveElement(model, 'diagram', diagram) }),
    ...(flow !== undefined && { flow: resolveElement(model, 'flow', flow) }),
  };
}
