import { ArchctlError, usageError } from '../../base/errors.js';
import { pluralize } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { systemClock } from '../../client/send/clock.js';
import { withDrawableReferences } from '../../model/lock/with-lock.js';
import { validate } from '../../model/validate/validate.js';
import { fitLine } from '../../terminal/change-text.js';
import type { LineContext } from '../../terminal/types.js';
import { type WrittenFile, writeOutput } from '../shared/output/output-file.js';
import { pictureExtension } from '../shared/output/picture-extension.js';
import { FONT_OPTION, type FontOption, svgFile } from '../shared/output/picture-font.js';
import { limitStream } from '../shared/stream-limits.js';
import { graphPng, graphSvg, pictureSubject } from './shared/analysis/graph-picture.js';
import { type FindingRecord, locate, recordOf } from './shared/findings/located.js';
import { fileSaves } from './shared/follow-model.js';
import { readLocked } from './shared/lock.js';
import { FILES_ARG, modelPaths, USUAL_MODEL } from './shared/model-paths.js';
import { readSources } from './shared/sources.js';

interface Run {
  at: string;
  files: number;
  errors: number;
  warnings: number;
  notes: number;
  findings: readonly FindingRecord[];
  /** Reason why nothing could be read or drawn. */
  fault?: string;
  graph?: WrittenFile;
}

export default command({
  summary: 'Validate and redraw a model on each save',
  details:
    'Validates at the start and after each save. Prints one line for each run to a terminal, or one event to a pipe. With --out, also writes the picture of "archctl model graph" if there are no errors. If a file or folder cannot be read, archctl reports it and waits until it exists again, for example after git switched branches. Press Ctrl-C to stop.',
  args: {
    files: { ...FILES_ARG, help: `Files or folders of one model (default: ${USUAL_MODEL})` },
  },
  options: {
    out: text('Write a picture on each run to this .svg or .png file', {
      value: 'FILE',
      completes: 'file',
      hiddenAliases: [{ name: '--graph' }],
    }),
    ...FONT_OPTION,
    count: number('Exit after this number of runs', { integer: true, min: 1 }),
  },
  waits: true,
  examples: {
    'Watch while you edit': 'archctl model watch models',
    'Watch and update a picture': 'archctl model watch models --out model.svg',
  },
  related: ['model validate', 'model graph'],
  async run(context, { args, options: { out: graph, count, noEmbedFont } }) {
    const { world, terminal, parsed } = context;
    if (args.files?.includes('-') || graph === '-')
      throw usageError('stdin and stdout cannot be watched.', { hint: 'Pass files or folders.' });
    // Files that are missing at the start, and unknown picture formats, are usage errors.
    pictureExtension(graph);
    const typed = modelPaths(context, args.files);
    await readSources(context, typed);
    const sleep = world.sleep ?? systemClock.sleep;
    const { timeout } = parsed.globals;
    const events = limitStream<Run>({
      count,
      timeoutMs: timeout === undefined ? undefined : timeout * 1000,
      signal: AbortSignal.any([world.signal, terminal.closing]),
      sleep,
      start: async function* (signal) {
        for await (const _ of fileSaves(context, typed, signal))
          yield await run(context, typed, { graph, noEmbedFont });
      },
    });
    return { kind: 'stream', events, columns: COLUMNS, line: drawRun, noun: 'run' };
  },
});

const COLUMNS = [
  { key: 'at', kind: 'time', priority: 1 },
  { key: 'errors', kind: 'number', priority: 1 },
  { key: 'warnings', kind: 'number', priority: 1 },
  { key: 'files', kind: 'number', priority: 2 },
  { key: 'fault', priority: 2 },
] as const;

/** Runs once. Errors in the files are reported instead of thrown: the next save may fix them. */
async function run(
  context: Context,
  paths: readonly string[],
  { graph, noEmbedFont }: { graph: string | undefined } & FontOption,
): Promise<Run> {
  const at = context.world.now().toISOString();
  const nothing = { at, files: 0, errors: 0, warnings: 0, notes: 0, findings: [] };
  try {
    const files = await readSources(context, paths);
    const read = await readLocked(context, files);
    const found = locate(validate(files, read), files);
    const count = (severity: string): number =>
      found.filter(({ finding }) => finding.severity === severity).length;
    const numbers = { errors: count('error'), warnings: count('warning'), notes: count('note') };
    const result: Run = { at, files: files.length, ...numbers, findings: found.map(recordOf) };
    if (graph === undefined || numbers.errors > 0 || context.parsed.globals.dryRun) return result;
    try {
      const aim = { depth: 1, direction: 'both' } as const;
      const typed = pictureSubject(paths, context.world);
      const frame = { title: read.model.landscape ?? typed, theme: 'light' } as const;
      const svg = await graphSvg(withDrawableReferences(read.model), aim, frame, typed);
      const picture =
        pictureExtension(graph) === 'png'
          ? await graphPng(svg, context.world)
          : await svgFile(svg, context.world, { noEmbedFont });
      return { ...result, graph: (await writeOutput(context, graph, picture)).file };
    } catch (error) {
      return { ...result, fault: wordsOf(error) };
    }
  } catch (error) {
    return { ...nothing, fault: wordsOf(error) };
  }
}

/** Errors: those not caused by the files. */
function wordsOf(error: unknown): string {
  if (error instanceof ArchctlError && error.kind === 'usage') return error.message;
  throw error;
}

/** `14:02:11  2 errors, 1 warning  m.yaml:3:5: There is no model object dbb.` */
function drawRun(event: unknown, line: LineContext): string {
  const { at, files, errors, warnings, notes, findings, fault, graph } = event as Run;
  const { palette, safe } = line;
  const counts = [
    [errors, 'error'],
    [warnings, 'warning'],
    [notes, 'note'],
  ] as const;
  const words = counts.flatMap(([count, noun]) => (count > 0 ? [pluralize(count, noun)] : []));
  const [first] = findings;
  const more = first
    ? `${first.file}:${first.line}:${first.column}: ${first.message}`
    : pluralize(files, 'file');
  const paint =
    fault !== undefined || errors > 0 ? palette.red : words.length > 0 ? palette.yellow : palette.green;
  return fitLine(
    [
      { text: line.clock(at), paint: palette.dim },
      { text: `  ${words.join(', ') || (fault === undefined ? 'valid' : 'not read')}`, paint },
      { text: `  ${safe(fault ?? more)}` },
      { text: graph ? `  → ${safe(graph.path)}` : '', paint: palette.dim },
    ],
    line,
  );
}
