import { ArchctlError, usageError } from '../../base/errors.js';
import { pluralize, truncatedLines } from '../../base/text/words.js';
import { command } from '../../cli/command/command.js';
import { choice, flag, longName, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { IMPORT_FORMATS, type ImportFormat } from '../../model/dialects/by-format.js';
import { IMPORT_RULES } from '../../model/dialects/diagnostics.js';
import { importFrom } from '../../model/dialects/import.js';
import { ELEMENT_KINDS, type Model } from '../../model/document/element.js';
import type { SourceFile } from '../../model/document/read.js';
import { writeModel } from '../../model/document/write.js';
import { refuseTooLarge } from '../../model/document/yaml/parse.js';
import { FILE_STATUS_COLUMNS } from '../shared/file-changes.js';
import { checkOutput, outputFileOrFolder, STDOUT } from '../shared/output/output-file.js';
import { textOutput } from '../shared/output/text-output.js';
import { catalogFor } from './shared/catalog.js';
import { type DialectFiles, readDialectFiles, recognizeFormat } from './shared/dialect-files.js';
import { documentOf } from './shared/document.js';
import { type Located, locate } from './shared/findings/located.js';
import { confirmAndApply } from './shared/plans/apply-plan.js';
import { applyOutcome } from './shared/plans/apply-record.js';
import { APPLY_OPTIONS, type PlanFlags, planSettingsOf } from './shared/plans/planning.js';
import { movedToTarget, ONE_FILE, targetOf, writeFiles } from './shared/pulled-files.js';

export default command({
  summary: "Convert another tool's files into a model",
  details:
    'Writes a document to stdout, or to --out. With --apply, plans and applies the model to a landscape like "archctl model apply". The document passes "archctl model validate".\n\nGuesses and lost information are listed on stderr with their locations. With --strict, any loss is an error, and nothing is written. Technologies are looked up in the catalog of the service; an unknown technology is kept as the label "technology".\n\nLikeC4 projects are read from their source files. If these use features that archctl does not support, pass the output of "likec4 export json" instead. Included files are read only if they are in the folders of the given files; nothing is downloaded.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    format: choice(IMPORT_FORMATS, 'Format of the files (default: recognized by content and name)'),
    out: outputFileOrFolder('File ending in .yaml, or folder, to write; existing files are not overwritten', {
      fallback: 'stdout',
      isNew: true,
    }),
    namespace: text('Namespace that owns the elements', {
      value: 'NAME',
      fallback: 'derived from the title',
    }),
    catalog: text(
      'Catalog file written by "technology list -o json" (default: the catalog of the service, or the built-in list if you are not signed in)',
      { value: 'FILE', completes: 'file' },
    ),
    strict: flag('Fail if information would be lost'),
    apply: flag(
      'Apply the model to a landscape instead of writing a document; shows the plan and asks for confirmation',
    ),
    ...APPLY_OPTIONS,
  },
  scope: ['landscape'],
  examples: {
    'Write to stdout': 'archctl model import-from compose.yaml',
    'Write to a folder, and fail if anything would be lost':
      'archctl model import-from catalog-info.yaml --format backstage --out architecture --strict',
    'Apply directly to a landscape': 'archctl model import-from compose.yaml --apply --yes',
  },
  related: ['model validate', 'model apply', 'model init', 'import'],
  async run(context, { args: { files: paths }, options }) {
    const { terminal, parsed } = context;
    const { out, namespace, strict } = options;
    checkOutput(context, out);
    checkApply(options);
    const { format, stdin } = options.format
      ? { format: options.format }
      : await recognizeFormat(context, paths);
    const read = await readDialectFiles(context, paths, format, stdin);
    const { model, findings } = await importFrom(format, read.files, {
      include: read.include,
      ...(namespace !== undefined && { namespace }),
      catalog: await catalogFor(context, options.catalog),
    });
    const found = locate([...findings, ...read.skipped()], read.all());
    refuseFaults(found, { format, strict: strict === true });
    report(terminal, found);
    refuseNothing(model, read);
    const target = targetOf(context, out ?? STDOUT);
    const writtenFiles = writeModel(model, 'file' in target && !options.apply ? ONE_FILE : {});
    refuseTooLarge(writtenFiles);
    if (options.apply) {
      const settings = planSettingsOf(options);
      const { landscapePosition: _, ...document } = (await documentOf(context, writtenFiles)).model;
      const outcome = await confirmAndApply(context, {
        model: document,
        settings,
        isTitle: true,
      });
      return applyOutcome(context, outcome);
    }
    if (out === undefined || out === STDOUT)
      return textOutput(context, writtenFiles.map((it) => it.text).join(''), out);
    const isDry = parsed.globals.dryRun === true;
    const items = writeFiles(context, target, [], movedToTarget(target, writtenFiles), isDry);
    terminal.success(`${isDry ? 'Would write' : 'Wrote'} ${items.map(({ path }) => path).join(', ')}.`);
    return { kind: 'list', items, columns: FILE_STATUS_COLUMNS };
  },
});

/** Errors: `usage` for options that exclude each other. */
function checkApply({
  apply,
  out,
  ...settings
}: PlanFlags & { apply?: boolean | undefined; out?: string | undefined }) {
  if (apply && out !== undefined)
    throw usageError('--apply cannot be combined with --out.', {
      hint: 'Write the document with --out, then apply it with "archctl model apply".',
    });
  const [option] = (
    ['prune', 'pruneAll', 'draft', 'forceOwner', 'otherLandscape', 'allowDeletes', 'noImport'] as const
  ).filter((it) => settings[it] !== undefined);
  if (!apply && option !== undefined) throw usageError(`${longName(option)} requires --apply.`);
}

const MAX_REPORTED = 20;

const inWords = ({ file, line, column, finding }: Located): string =>
  `${file}:${line}:${column}: ${finding.message}${finding.hint === undefined ? '' : ` ${finding.hint}`}`;

/** Errors: `usage` if a file does not have the format; `check` if --strict forbids a loss. */
function refuseFaults(
  found: readonly Located[],
  { format, strict }: { format: ImportFormat; strict: boolean },
): void {
  const broken = found.filter(({ finding }) => finding.severity === 'error');
  if (broken.length > 0)
    throw usageError(`The files cannot be read as ${format}.`, {
      details: firstReported(broken),
      hint: 'Nothing was written. Use --format if the files have another format.',
    });
  const lost = found.filter(({ finding }) => finding.rule === IMPORT_RULES.lost);
  if (strict && lost.length > 0)
    throw new ArchctlError('check', `${pluralize(lost.length, 'detail')} would be lost.`, {
      details: firstReported(lost),
      hint: 'Nothing was written. Without --strict, everything else is converted.',
    });
}

const firstReported = (found: readonly Located[]): readonly string[] =>
  truncatedLines(found.map(inWords), MAX_REPORTED);

function report(terminal: Context['terminal'], found: readonly Located[]): void {
  for (const it of found) {
    const line = it.finding.place === undefined ? it.finding.message : inWords(it);
    if (it.finding.rule === IMPORT_RULES.lost) terminal.warn(line);
    else terminal.note(line);
  }
}

/** Errors: `usage` for files without model elements. */
function refuseNothing(model: Model, { files }: DialectFiles): void {
  if (ELEMENT_KINDS.some((kind) => (model.elements.get(kind)?.size ?? 0) > 0)) return;
  throw usageError(`Found no model elements in ${files.map(nameOf).join(', ')}.`);
}

const nameOf = ({ path }: SourceFile): string => path;
