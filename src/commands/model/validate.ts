import { ArchctlError, usageError } from '../../base/errors.js';
import { counted } from '../../base/words.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { readModel, type SourceFile } from '../../model/document/read.js';
import { validate } from '../../model/validate/validate.js';
import { readCatalog } from './shared/catalog.js';
import { type Located, locate, recordOf } from './shared/findings/located.js';
import { readSources } from './shared/sources.js';

export default command({
  summary: 'Check the files of a model, without the service',
  details:
    'Whether a model can be read, and whether it keeps the rules of the service: ids that name nothing, parents by type, names within a domain, what stands on diagrams and in flows. Each finding is told with its place. Ends with exit code 8 where there are errors, with --strict also where there are warnings, and with 2 where a file cannot be read or parsed.\n\n"ignore: [RULE, …]" silences a rule, at an element for that element and at the top of a document for all.',
  args: {
    files: {
      name: 'FILE',
      help: 'Files or folders of one model; - for stdin',
      variadic: true,
      completes: 'file',
    },
  },
  options: {
    strict: flag('Warnings count as errors'),
    catalog: text(
      'Technologies there are, as "technology list -o json" writes them; without it none is unknown',
      {
        value: 'FILE',
        completes: 'file',
      },
    ),
  },
  formats: ['sarif', 'github'],
  examples: [
    { note: 'A folder', line: 'archctl model validate models' },
    { note: 'As annotations of a pull request', line: 'archctl model validate models --strict -o github' },
  ],
  related: ['model init', 'model schema'],
  async run(context, { args, options }) {
    const technologies =
      options.catalog === undefined ? undefined : readCatalog(options.catalog, context.world);
    const files = await readSources(context, args.files);
    const read = readModel(files);
    const strict = options.strict === true;
    const findings = validate(files, read, { strict, ...(technologies && { technologies }) });
    const found = locate(findings, files);
    const shown = await shownAs(context, found, files);
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    if (!read.isWhole) return { ...shown, failure: unreadable(found) };
    if (errors > 0) return { ...shown, failure: new ArchctlError('check', `${countsOf(found)}.`) };
    return found.length > 0 ? { ...shown, remark: `${countsOf(found)}.` } : shown;
  },
});

/** For people the lines that are meant, in a pipe as well: a log is read by people. */
async function shownAs(
  { terminal, parsed }: Context,
  found: readonly Located[],
  files: readonly SourceFile[],
): Promise<Exclude<Outcome, { kind: 'exit' }>> {
  if (terminal.format === 'sarif')
    return { kind: 'text', text: (await import('./shared/findings/sarif.js')).sarifLog(found) };
  if (terminal.format === 'github')
    return { kind: 'text', text: (await import('./shared/findings/github.js')).githubAnnotations(found) };
  const items = found.map(recordOf);
  const { output, fields, query } = parsed.globals;
  if (found.length === 0 || [output, fields, query].some((it) => it !== undefined)) {
    const empty = `Nothing is wrong in ${counted(files.length, 'file')}.`;
    return { kind: 'list', items, columns: COLUMNS, empty };
  }
  const { drawFindings } = await import('./shared/findings/text.js');
  return { kind: 'drawing', data: items, draw: (line) => drawFindings(found, line) };
}

const COLUMNS = [
  { key: 'file', priority: 1 },
  { key: 'line', kind: 'number', priority: 1 },
  { key: 'column', kind: 'number', priority: 2 },
  { key: 'severity', kind: 'status', priority: 1 },
  { key: 'message', priority: 1 },
  { key: 'rule', priority: 2 },
  { key: 'hint', priority: 4 },
] as const;

/** `2 errors and 1 warning in 3 files`. */
function countsOf(found: readonly Located[]): string {
  const of = (severity: string): number =>
    found.filter(({ finding }) => finding.severity === severity).length;
  const counts = (['error', 'warning', 'note'] as const).flatMap((it) =>
    of(it) > 0 ? [counted(of(it), it)] : [],
  );
  const files = new Set(found.map(({ file }) => file)).size;
  return `${counts.join(' and ')} in ${counted(files, 'file')}`;
}

function unreadable(found: readonly Located[]): ArchctlError {
  const broken = found.filter(({ finding }) => finding.rule.startsWith('yaml/')).map(({ file }) => file);
  const [first = 'a file', ...others] = new Set(broken);
  const more = others.length > 0 ? ` and ${counted(others.length, 'other')}` : '';
  return usageError(`${first}${more} cannot be read as YAML or JSON.`);
}
