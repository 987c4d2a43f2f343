import { ArchctlError, usageError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { choice, flag, text } from '../../cli/command/options.js';
import type { Context } from '../../cli/command/spec.js';
import { IMPORT_FORMATS, type ImportFormat } from '../../model/dialects/by-format.js';
import { importFrom } from '../../model/dialects/import.js';
import { IMPORT_RULES } from '../../model/dialects/sketch.js';
import { ELEMENT_KINDS, type Model } from '../../model/document/element.js';
import type { SourceFile } from '../../model/document/read.js';
import { writeModel } from '../../model/document/write.js';
import { checkOutput, outputFile, STDOUT } from '../shared/output-file.js';
import { textOutput } from '../shared/text-output.js';
import { applyTo } from './apply.js';
import { catalogFor } from './shared/catalog.js';
import { type DialectFiles, readDialectFiles, recognizeFormat } from './shared/dialect-files.js';
import { documentOf } from './shared/document.js';
import { type Located, locate } from './shared/findings/located.js';
import { AIM, type AimOptions, aimOf } from './shared/planning.js';
import { ONE_FILE, placed, refuseTooLarge, type Target, writeFiles } from './shared/pulled-files.js';

export default command({
  summary: 'Make a model of the files of another tool',
  details:
    'Writes a document to stdout, or to --out; with --apply, plans and applies the model to a landscape as "archctl model apply" does. What was guessed and what the model has no place for is told on stderr, each with its place; with --strict, anything lost is a failure, and nothing is written. The document passes "model validate". Technologies are looked up in the catalog of the service; one that is not in it is kept as the label "technology". Included files are read if they lie beside the given ones; nothing else is fetched.',
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
    out: outputFile('File, ending in .yaml, or folder to write; what is there is not written over', {
      value: 'FILE|DIR|-',
      fallback: 'stdout',
      completes: 'file',
      isNew: true,
    }),
    namespace: text('Whose the elements are', { value: 'NAME', fallback: 'made of the title' }),
    catalog: text(
      'Known technologies, as "technology list -o json" writes them (default: the service\'s, or archctl\'s own list when not signed in)',
      { value: 'FILE', completes: 'file' },
    ),
    strict: flag('Fail where something is lost'),
    apply: flag(
      'Apply the model to a landscape in place of writing a document; plans, shows the plan and asks first',
    ),
    ...AIM,
  },
  scope: ['landscape'],
  examples: [
    { note: 'To stdout', line: 'archctl model import-from compose.yaml' },
    {
      note: 'Into a folder, and nothing may be lost',
      line: 'archctl model import-from catalog-info.yaml --format backstage --out architecture --strict',
    },
    {
      note: 'Straight into a landscape',
      line: 'archctl model import-from compose.yaml --apply --yes --landscape LANDSCAPE_ID',
    },
  ],
  related: ['model validate', 'model apply', 'model init', 'import'],
  async run(context, { args: { files: paths }, options }) {
    const { terminal, parsed } = context;
    const { out, namespace, strict } = options;
    checkOutput(context, out, '--out');
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
    tell(terminal, found);
    refuseNothing(model, read);
    const target = targetOf(out ?? STDOUT);
    const made = writeModel(model, 'file' in target && !options.apply ? ONE_FILE : {});
    for (const file of made) refuseTooLarge(file);
    if (options.apply)
      return applyTo(context, { model: documentOf(context, made).model, aim: aimOf(options) });
    if (out === undefined || out === STDOUT)
      return textOutput(context, made.map((it) => it.text).join(''), out);
    const isDry = parsed.globals.dryRun === true;
    const items = writeFiles(context, target, [], placed(target, made), isDry);
    terminal.success(`${isDry ? 'Would write' : 'Wrote'} ${items.map(({ path }) => path).join(', ')}.`);
    return { kind: 'list', items, columns: COLUMNS };
  },
});

const COLUMNS = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'status', kind: 'status', priority: 1 },
] as const;

/** Errors: `usage` for options that exclude each other. */
function checkApply({
  apply,
  out,
  ...aim
}: AimOptions & { apply?: boolean | undefined; out?: string | undefined }) {
  if (apply && out !== undefined)
    throw usageError('--apply and --out exclude one another.', {
      hint: 'Write the document with --out, then apply it with "archctl model apply".',
    });
  const [option] = (['prune', 'pruneAll', 'draft', 'noImport'] as const).filter(
    (it) => aim[it] !== undefined,
  );
  if (!apply && option !== undefined)
    throw usageError(`--${option.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`)} needs --apply.`);
}

const targetOf = (out: string): Target =>
  out === STDOUT || /\.ya?ml$/i.test(out) ? { file: out } : { dir: out };

/** So many are told in an error. */
const MOST_TOLD = 20;

const inWords = ({ file, line, column, finding }: Located): string =>
  `${file}:${line}:${column}: ${finding.message}${finding.hint === undefined ? '' : ` ${finding.hint}`}`;

/** Errors: `usage` where a file is not of the format; `check` where something is lost that must not be. */
function refuseFaults(
  found: readonly Located[],
  { format, strict }: { format: ImportFormat; strict: boolean },
): void {
  const broken = found.filter(({ finding }) => finding.severity === 'error');
  if (broken.length > 0)
    throw usageError(`The files cannot be read as ${format}.`, {
      details: toldOf(broken),
      hint: 'Nothing was written. --format says what the files are.',
    });
  const lost = found.filter(({ finding }) => finding.rule === IMPORT_RULES.lost);
  if (strict && lost.length > 0)
    throw new ArchctlError('check', `${counted(lost.length, 'thing')} would be lost.`, {
      details: toldOf(lost),
      hint: 'Nothing was written. Without --strict the rest is.',
    });
}

function toldOf(found: readonly Located[]): string[] {
  const left = found.length - MOST_TOLD;
  return [...found.slice(0, MOST_TOLD).map(inWords), ...(left > 0 ? [`… and ${left} more`] : [])];
}

/** What was lost, and what was guessed. */
function tell(terminal: Context['terminal'], found: readonly Located[]): void {
  for (const it of found) {
    const line = it.finding.place === undefined ? it.finding.message : inWords(it);
    if (it.finding.rule === IMPORT_RULES.lost) terminal.warn(line);
    else terminal.note(line);
  }
}

/** Errors: `usage`. */
function refuseNothing(model: Model, { files }: DialectFiles): void {
  if (ELEMENT_KINDS.some((kind) => (model.elements.get(kind)?.size ?? 0) > 0)) return;
  throw usageError(`There is nothing of a model in ${files.map(nameOf).join(', ')}.`);
}

const nameOf = ({ path }: SourceFile): string => path;
