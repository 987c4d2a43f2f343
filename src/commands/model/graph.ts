import { usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { choice, flag, number, text } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { THEMES } from '../../contract/enums.js';
import { LEVELS } from '../../model/ask/graph/choose.js';
import { bothModels, type Marks, markOfConnection, marksOf } from '../../model/ask/graph/scene-input.js';
import { nameOf } from '../../model/ask/seats.js';
import { diffModels } from '../../model/compare/diff.js';
import type { Model } from '../../model/document/element.js';
import { inlineImage } from '../../terminal/image.js';
import { checkOutput, outputFile, writeOutput } from '../shared/output-file.js';
import { pictureEnding } from '../shared/picture-ending.js';
import { WRITTEN_FILE } from '../shared/text-output.js';
import { askedModel, MODEL_ARG } from './shared/ask/asked-model.js';
import {
  graphPng,
  graphSvg,
  PICTURE_FORMATS,
  type PictureFormat,
  typedWords,
} from './shared/ask/graph-picture.js';
import { elementMeant } from './shared/element-meant.js';
import { bothSides } from './shared/sides.js';

export default command({
  summary: 'Draw a model, or what is around one object, without the service',
  details:
    'Objects with what they are in, and their connections, laid out and drawn on this machine. --focus draws an object, what is in it, and what is up to --depth connections away; --level draws what is deeper as what it is in, with one line for all connections between two. Connections between the same two that differ in their names only are one line as well.\n\n--against compares with another model: what is only there is red, what is only here green, and what changed amber. A picture holds 300 boxes and 400 lines.',
  args: { model: MODEL_ARG },
  options: {
    focus: text('The object it is about, by id, name or path (Shop/API)', { value: 'OBJECT' }),
    depth: number('With --focus: so many connections away', { integer: true, min: 0, fallback: '1' }),
    direction: choice(['in', 'out', 'both'], 'With --focus: those that use it, those it uses, or both', {
      fallback: 'both',
    }),
    level: choice(LEVELS, 'Nothing deeper than this', { fallback: 'all there is' }),
    against: text(
      'Mark what differs from this file, folder, live, live@VERSION, draft:NAME or git:REF:PATH',
      {
        value: 'FILE',
        completes: 'file',
      },
    ),
    format: choice(PICTURE_FORMATS, 'What to write', {
      fallback: 'by how the name of the file ends, else svg',
    }),
    file: outputFile('File to write', { fallback: 'model-graph.svg' }),
    theme: choice(THEMES, 'Light or dark background', { fallback: 'light' }),
    preview: flag('Show it on a terminal that can (kitty, iTerm2); a file is written where one is named'),
  },
  scope: ['landscape'],
  examples: [
    { note: 'All of it', line: 'archctl model graph models --file model.svg' },
    {
      note: 'What uses an app, at two steps',
      line: 'archctl model graph models --focus "Booking API" --direction in --depth 2',
    },
    {
      note: 'What a change does',
      line: 'archctl model graph models --against live --landscape LANDSCAPE_ID --format png',
    },
  ],
  related: ['model diff', 'model stats', 'object dependencies', 'diagram export'],
  async run(context, { args, options }) {
    const { focus, file, preview } = options;
    if (focus === undefined && (options.depth !== undefined || options.direction !== undefined))
      throw usageError('--depth and --direction are about an object.', { hint: 'Name it with --focus.' });
    const format = options.format ?? pictureEnding(file, '--file') ?? 'svg';
    checkOutput(context, file);
    const { model, marks } = await asked(context, args.model, options.against);
    const typed = typedWords(args.model, context.world);
    const around =
      focus === undefined ? undefined : elementMeant(model, 'object', focus, { option: 'focus' });
    const aim = {
      ...(around && { focus: around.id }),
      ...(options.level !== undefined && { level: options.level }),
      depth: options.depth ?? 1,
      direction: options.direction ?? 'both',
      ...(marks && { lookOf: (id: string) => markOfConnection(marks, id) }),
    } as const;
    const frame = {
      title: around ? nameOf(around) : (model.landscape ?? typed),
      theme: options.theme ?? 'light',
      ...(marks && { marks }),
    };
    const about = options.against === undefined ? typed : `${typed} compared with ${options.against}`;
    const svg = await graphSvg(model, aim, frame, about);
    return handedOut(context, svg, { format, file, preview: preview === true });
  },
});

async function asked(
  context: Context,
  paths: readonly string[],
  against: string | undefined,
): Promise<{ model: Model; marks?: Marks }> {
  if (against === undefined) return { model: await askedModel(context, paths) };
  const [path = ''] = paths;
  if (paths.length > 1)
    throw usageError('--against takes one file or folder to compare.', {
      hint: 'Name the folder they are in.',
    });
  const { before, after } = await bothSides(context, against, path);
  return { model: bothModels(before, after), marks: marksOf(diffModels(before, after)) };
}

/** The picture in its file, and on the terminal where it was asked for. */
async function handedOut(
  context: Context,
  svg: string,
  { format, file, preview }: { format: PictureFormat; file: string | undefined; preview: boolean },
): Promise<Outcome> {
  const { terminal, world } = context;
  const png = format === 'png' || preview ? await graphPng(svg, world) : undefined;
  const image =
    preview && png && terminal.isInteractive ? inlineImage(png, world.env, 'model.png') : undefined;
  if (preview && terminal.isInteractive && image === undefined)
    terminal.note('This terminal cannot display images.');
  const path = file ?? (image === undefined ? `model-graph.${format}` : undefined);
  if (path === undefined) return { kind: 'drawing', data: {}, draw: () => image ?? '', hasImage: true };
  if (context.parsed.globals.dryRun) return { kind: 'record', record: { path }, columns: WRITTEN_FILE };
  const { file: written, isStdout } = await writeOutput(context, path, format === 'png' && png ? png : svg);
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
