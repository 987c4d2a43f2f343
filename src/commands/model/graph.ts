import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { choice, flag, number, text } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { THEMES } from '../../contract/enums.js';
import { type Marks, markOfConnection, marksOf, unionOf } from '../../model/analysis/graph/scene-input.js';
import { LEVELS } from '../../model/analysis/graph/select-graph.js';
import { diffModels } from '../../model/compare/diff.js';
import { nameOf } from '../../model/document/containers.js';
import { decisionsAbout } from '../../model/document/decision/elements.js';
import { titleOf } from '../../model/document/decision/references.js';
import type { Element, Model } from '../../model/document/element.js';
import { withDrawableReferences } from '../../model/lock/with-lock.js';
import { inlineImage } from '../../terminal/image.js';
import { checkOutput, outputFile, writeOutput } from '../shared/output/output-file.js';
import { pictureExtension } from '../shared/output/picture-extension.js';
import { FONT_OPTION, type FontOption, svgFile } from '../shared/output/picture-font.js';
import { WRITTEN_FILE } from '../shared/output/text-output.js';
import {
  diagramSvg,
  graphPng,
  graphSvg,
  PICTURE_FORMATS,
  type PictureFormat,
  pictureSubject,
} from './shared/analysis/graph-picture.js';
import { MODEL_ARG, readModelFiles } from './shared/analysis/read-model-files.js';
import { modelPaths } from './shared/model-paths.js';
import { resolveElement } from './shared/resolve-element.js';
import { bothSides, oneSide } from './shared/sides.js';

export default command({
  summary: 'Render a model, or the neighbourhood of one object, offline',
  details:
    'Lays out and draws objects, their parents and their connections on this machine. A picture can show up to 300 boxes and 400 lines. Connections between the same two objects that differ only in name share one line.\n\n--focus draws one object, its contents, and objects up to --depth connections away. --level replaces deeper objects with their parents, and merges connections between the same two objects into one line.\n\n--diagram draws a stored diagram with its positions, sizes and connectors. Objects without a position are laid out automatically; with --auto-layout all are.\n\n--against compares with another model: green is added, red is removed, amber is changed.',
  args: { model: MODEL_ARG },
  options: {
    focus: text('Draw this object and its neighbours, by id, name or path (Shop/API)', { value: 'OBJECT' }),
    diagram: text('Draw this diagram, by id or name, with its stored layout', { value: 'DIAGRAM' }),
    autoLayout: flag('With --diagram: ignore stored positions'),
    depth: number('With --focus: distance in connections', { integer: true, min: 0, fallback: '1' }),
    direction: choice(
      ['in', 'out', 'both'],
      'With --focus: follow incoming connections, outgoing connections, or both',
      {
        fallback: 'both',
      },
    ),
    level: choice(LEVELS, 'Deepest level to draw', { fallback: 'all levels' }),
    against: text('Mark differences from this file, folder, live, live@VERSION, draft:NAME or git:REF:PATH', {
      value: 'FILE',
      completes: 'file',
    }),
    format: choice(PICTURE_FORMATS, 'Picture format', {
      fallback: 'from the file extension, else svg',
    }),
    out: outputFile('File to write', { fallback: 'model-graph.svg' }),
    theme: choice(THEMES, 'Colour theme', { fallback: 'light' }),
    ...FONT_OPTION,
    preview: flag(
      'Show the picture in a terminal that supports images (kitty, iTerm2); with --out also write the file',
    ),
  },
  scope: ['landscape'],
  examples: {
    'Draw everything that uses an app, up to two connections away':
      'archctl model graph models --focus "Booking API" --direction in --depth 2',
    'Draw a diagram of a landscape with its stored layout':
      'archctl model graph live --diagram "Booking Apps" --out apps.svg',
    'Draw the effect of a change': 'archctl model graph models --against live --format png',
  },
  related: ['model diff', 'model stats', 'object dependencies', 'diagram export'],
  async run(context, { args, options }) {
    const { focus, out: file, preview } = options;
    checkDiagramOptions(options);
    if (focus === undefined && (options.depth !== undefined || options.direction !== undefined))
      throw usageError('--depth and --direction require --focus.', {
        hint: 'Select an object with --focus.',
      });
    const format = options.format ?? pictureExtension(file) ?? 'svg';
    checkOutput(context, file);
    const shown = { format, file, preview: preview === true, noEmbedFont: options.noEmbedFont };
    const paths = modelPaths(context, args.model);
    const typed = pictureSubject(paths, context.world);
    const theme = options.theme ?? 'light';
    if (options.diagram !== undefined) {
      const model = withDrawableReferences(await oneSide(context, paths));
      const diagram = resolveElement(model, 'diagram', options.diagram);
      const frame = { theme, title: nameOf(diagram) };
      return pictureOutcome(
        context,
        await diagramSvg(model, diagram, frame, options.autoLayout === true),
        shown,
      );
    }
    const { model, marks } = await readWithMarks(context, paths, options.against);
    const around =
      focus === undefined ? undefined : resolveElement(model, 'object', focus, { option: 'focus' });
    if (around) noteDecisions(context, model, around);
    const aim = {
      ...(around && { focus: around.id }),
      ...(options.level !== undefined && { level: options.level }),
      depth: options.depth ?? 1,
      direction: options.direction ?? 'both',
      ...(marks && { appearanceOf: (id: string) => markOfConnection(marks, id) }),
    } as const;
    const title = around ? nameOf(around) : (model.landscape ?? typed);
    const source = title === typed ? [] : [typed];
    const about = options.against === undefined ? source : [...source, `compared with ${options.against}`];
    const svg = await graphSvg(model, aim, { theme, title, ...(marks && { marks }) }, about.join(' '));
    return pictureOutcome(context, svg, shown);
  },
});

function noteDecisions({ terminal }: Context, model: Model, object: Element): void {
  const found = decisionsAbout(model)(object);
  if (found.length > 0)
    terminal.note(`Decisions about ${nameOf(object)}: ${found.map((it) => titleOf(it)).join('; ')}.`);
}

/** Errors: `usage` for options that --diagram excludes or requires. */
function checkDiagramOptions({
  diagram,
  autoLayout,
  ...others
}: Partial<Record<'diagram' | 'autoLayout' | 'focus' | 'level' | 'against', unknown>>): void {
  if (diagram === undefined && autoLayout !== undefined)
    throw usageError('--auto-layout requires --diagram.', { hint: 'Select a diagram with --diagram.' });
  const other = (['focus', 'level', 'against'] as const).find((it) => others[it] !== undefined);
  if (diagram !== undefined && other !== undefined)
    throw usageError(`--diagram cannot be combined with --${other}.`, {
      hint: `Without --${other}, the whole diagram is drawn.`,
    });
}

async function readWithMarks(
  context: Context,
  paths: readonly string[],
  against: string | undefined,
): Promise<{ model: Model; marks?: Marks }> {
  if (against === undefined) return { model: withDrawableReferences(await readModelFiles(context, paths)) };
  const [path = ''] = paths;
  if (paths.length > 1)
    throw usageError('--against requires exactly one file or folder to compare.', {
      hint: 'Pass the folder that contains them.',
    });
  const { before, after } = await bothSides(context, against, path);
  return { model: unionOf(before, after), marks: marksOf(diffModels(before, after)) };
}

/** Writes the picture to its file, and displays it in the terminal if requested. */
async function pictureOutcome(
  context: Context,
  svg: string,
  shown: { format: PictureFormat; file: string | undefined; preview: boolean } & FontOption,
): Promise<Outcome> {
  const { terminal, world } = context;
  const { format, file, preview } = shown;
  const png = format === 'png' || preview ? await graphPng(svg, world) : undefined;
  const image =
    preview && png && terminal.isInteractive ? inlineImage(png, world.env, 'model.png') : undefined;
  if (preview && terminal.isInteractive && image === undefined)
    terminal.note('This terminal cannot display images.');
  const path = file ?? (image === undefined ? `model-graph.${format}` : undefined);
  if (path === undefined) return { kind: 'drawing', data: {}, draw: () => image ?? '', hasImage: true };
  if (context.parsed.globals.dryRun) return { kind: 'record', record: { path }, columns: WRITTEN_FILE };
  const content = format === 'png' && png ? png : await svgFile(svg, world, shown);
  const { file: written, isStdout } = await writeOutput(context, path, content);
  if (isStdout) return { kind: 'nothing' };
  if (image !== undefined && !terminal.machine)
    return {
      kind: 'drawing',
      data: written,
      draw: ({ safe }) => [image, safe(path)].join('\n'),
      hasImage: true,
    };
  terminal.success(`Wrote ${path}.`);
  return { kind: 'record', record: written, columns: WRITTEN_FILE };
}
