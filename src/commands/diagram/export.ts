import { ArchctlError, usageError } from '../../base/errors.js';
import { command } from '../../cli/command/command.js';
import { checkedBody } from '../../cli/command/operation-command.js';
import { choice, choices, flag, identifier, identifiers, number, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { DIAGRAM_TYPES, EXPORT_TABS, THEMES } from '../../contract/enums.js';
import { diagrams } from '../../contract/resources/diagram.js';
import {
  createDiagramExport,
  type ExportOptions,
  getDiagramExport,
} from '../../contract/resources/diagram-export.js';
import { inlineImage } from '../../terminal/image.js';
import { moment } from '../shared/moment.js';
import { checkOutput, isFolder, outputFileOrFolder } from '../shared/output/output-file.js';
import { pictureExtension } from '../shared/output/picture-extension.js';
import { FONT_OPTION } from '../shared/output/picture-font.js';
import {
  checkWanted,
  type DiagramFilter,
  selectDiagrams,
  severalPicturesError,
} from './shared/export-choice.js';
import { type ExportedFile, type ExportTarget, exportAll } from './shared/export-files.js';

const FORMATS = ['svg', 'png'] as const;

const options = {
  all: flag('Export every diagram of the version; pictures that did not change are not rewritten'),
  type: choices(DIAGRAM_TYPES, 'With --all: filter by type'),
  changedSince: text('With --all: only diagrams whose record or content changed since this time', {
    value: 'TIME|AGE',
  }),
  format: choices(FORMATS, 'Formats, separated by commas', { fallback: 'png' }),
  out: outputFileOrFolder('Folder for files named after the diagrams, or the file of one picture', {
    fallback: 'this folder',
  }),
  theme: choice(THEMES, 'Colour theme', { body: 'theme' }),
  tab: choice(EXPORT_TABS, 'Colour by', { body: 'tab' }),
  focus: identifiers('Show this object and fade the others', { body: 'focusIds', completes: 'object' }),
  hide: identifiers('Hide this object', { body: 'hideIds', completes: 'object' }),
  pin: identifiers('Always show this object, even if others are focused or hidden', {
    body: 'pinIds',
    completes: 'object',
  }),
  draft: identifier('Export the diagram as this draft changes it', { body: 'draftId', completes: 'draft' }),
  flow: identifier('Show this flow on the diagram', { body: 'flowId', completes: 'flow' }),
  flowPath: identifiers('Paths of the flow to show', { body: 'flowPathIds' }),
  group: identifier('Show only this group', { body: 'groupId' }),
  maxWidth: number('Largest width of the PNG in pixels, 100 to 10240', {
    integer: true,
    min: 100,
    body: 'maxWidth',
  }),
  ...FONT_OPTION,
  concurrency: number('Number of parallel exports', { integer: true, min: 1, fallback: '4' }),
  noWait: flag('Start the exports and exit without writing files'),
  preview: flag('Show the PNG in a terminal that supports images (kitty, iTerm2)'),
};

const DEADLINE_S = 120;

export default command({
  summary: 'Export diagrams as SVG or PNG',
  details:
    'Starts an export for each diagram, waits until it finishes (--timeout, default 120 s), and writes complete files named after the diagrams. If names collide, archctl appends part of the id. If an export fails, the others continue, and the exit code is not 0.\n\nWithout arguments, archctl prompts for a diagram or all of them. In that case, and with --all, names are unique among all diagrams of the version. Files with identical content are not rewritten (see "state"), and archctl does not write through links.',
  args: {
    diagramIds: {
      name: 'DIAGRAM',
      help: 'Diagrams',
      variadic: true,
      optional: true,
      completes: 'diagram',
    },
  },
  options,
  scope: ['landscape', 'landscapeVersion'],
  takesData: true,
  waits: true,
  operation: createDiagramExport,
  alsoPerforms: [getDiagramExport, diagrams.list],
  examples: {
    'A PNG in the current directory': 'archctl diagram export DIAGRAM',
    'All diagrams changed since yesterday, for a web site':
      'archctl diagram export --all --changed-since 1d --format svg --out images/',
    'A flow as one file': 'archctl diagram export DIAGRAM --flow FLOW --format svg --out checkout.svg',
  },
  related: ['diagram list', 'flow thumbnail'],
  async run(context, { args, options: given }) {
    const { terminal, parsed } = context;
    const { out = '.' } = given;
    const file = isFolder(context, out) ? undefined : out;
    const formats = [...new Set(given.format ?? [pictureExtension(file) ?? 'png'])];
    const wanted = filterOf(context, [...new Set(args.diagramIds ?? [])], given);
    checkWanted(context, wanted, file);
    if (file !== undefined && (wanted.ids.length > 1 || formats.length > 1)) throw severalPicturesError(file);
    checkOutput(context, file);
    if (given.preview && !formats.includes('png'))
      throw usageError('--preview requires a PNG.', { hint: 'Add --format png.' });
    const body = await checkedBody<ExportOptions>(context, createDiagramExport, options);
    const landscapeId = await context.scope('landscape');
    const versionId = await context.scope('landscapeVersion');
    const { ids, named } = await selectDiagrams(context, { landscapeId, versionId }, wanted);
    if (ids.length > 1 && file !== undefined) throw severalPicturesError(file);
    if (ids.length === 0) return { kind: 'list', items: [], columns: EXPORTED, empty: 'No diagram matches.' };
    const target: ExportTarget = {
      client: await context.client(),
      landscapeId,
      versionId,
      named: file === undefined ? named : undefined,
      options: body,
      formats,
      deadlineMs: (parsed.globals.timeout ?? DEADLINE_S) * 1000,
      file,
      directory: out,
      world: context.world,
      // A dry run shows the export request, not the lookup of a name.
      wait: !given.noWait && !parsed.globals.dryRun,
      preview: given.preview ?? false,
      noEmbedFont: given.noEmbedFont,
      concurrency: given.concurrency ?? 4,
      onDone: () => progress.update(`Exported ${++done} of ${ids.length}`),
    };
    let done = 0;
    const progress = terminal.progress(
      `Exporting ${ids.length === 1 ? 'the diagram' : `${ids.length} diagrams`}`,
    );
    const outcomes = await exportAll(target, ids).finally(() => progress.stop());

    const files: ExportedFile[] = outcomes.flatMap((outcome) => outcome.files);
    const failures = outcomes.flatMap((outcome) =>
      outcome.failure ? [{ ...outcome, failure: outcome.failure }] : [],
    );
    const failure = failureOf(failures, ids.length);
    // Stdout carries the file, possibly a part of it, so nothing else is printed there.
    if (failure && file === '-') throw failure;
    if (outcomes.some(({ isStdout }) => isStdout)) return { kind: 'nothing' };
    const columns = given.noWait ? STARTED : named ? UPDATED : EXPORTED;
    const previews = given.preview
      ? outcomes.flatMap((outcome) =>
          outcome.png ? [inlineImage(outcome.png, context.world.env, 'diagram.png')] : [],
        )
      : [];
    if (given.preview && terminal.isInteractive && previews.includes(undefined))
      terminal.note('This terminal cannot display images.');
    const shown = previews.filter((it) => it !== undefined);
    if (shown.length > 0 && terminal.isInteractive && !terminal.machine) {
      return {
        kind: 'drawing',
        hasImage: true,
        data: files,
        draw: ({ safe }) => [...shown, ...files.map((it) => safe(it.path ?? ''))].join('\n'),
        ...(failure ? { failure } : {}),
      };
    }
    return {
      kind: 'list',
      items: files,
      columns,
      ...(failure ? { failure, empty: 'No file was written.' } : {}),
      ...(named && files.length > 0 && target.wait ? { remark: inNumbers(files) } : {}),
    };
  },
});

/** Export options. Errors: `usage` for an invalid time. */
function filterOf(
  { world }: Context,
  ids: readonly string[],
  {
    all = false,
    type,
    changedSince,
  }: { all?: boolean | undefined; type?: string[] | undefined; changedSince?: string | undefined },
): DiagramFilter {
  const since = changedSince && moment(changedSince, world.now(), '--changed-since');
  return { ids, all, type, changedSince: since };
}

/** `2 new, 1 changed, 9 unchanged`. */
function inNumbers(files: readonly ExportedFile[]): string {
  const count = (state: ExportedFile['state']): number => files.filter((it) => it.state === state).length;
  const counts = [
    { number: count('new'), words: 'new' },
    { number: count('changed'), words: 'changed' },
    { number: count('unchanged'), words: 'unchanged, not rewritten' },
  ];
  return `${counts
    .filter(({ number }) => number > 0)
    .map(({ number, words }) => `${number} ${words}`)
    .join(', ')}.`;
}

const EXPORTED = [
  // Priority of an id: a truncated path is useless.
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'format', priority: 3 },
  { key: 'bytes', kind: 'number', priority: 2 },
  { key: 'diagramName', header: 'Diagram', priority: 2 },
  { key: 'diagramId', header: 'Diagram ID', kind: 'id', priority: 4 },
  { key: 'sha256', header: 'SHA-256', kind: 'id', priority: 5 },
] as const;

const UPDATED = [...EXPORTED, { key: 'state', kind: 'status', priority: 1 }] as const;

const STARTED = [
  { key: 'exportId', header: 'Export', kind: 'id', nameless: true, priority: 1 },
  { key: 'diagramId', header: 'Diagram', kind: 'id', of: 'diagram', priority: 2 },
  { key: 'format', priority: 3 },
  { key: 'url', header: 'URL', priority: 2 },
] as const;

/** One error for all failed exports, with the exit code of the first one. */
function failureOf(
  failures: readonly { diagramId: string; failure: ArchctlError }[],
  total: number,
): ArchctlError | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  if (total === 1) return first.failure;
  return new ArchctlError(first.failure.kind, `${failures.length} of ${total} diagrams were not exported.`, {
    ...first.failure.facts,
    details: failures.map(({ diagramId, failure }) => `${diagramId}: ${failure.message}`),
  });
}
