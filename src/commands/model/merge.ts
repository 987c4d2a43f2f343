import { lstatSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { usageError } from '../../base/errors.js';
import { replaceFile } from '../../base/files/write-file.js';
import { command } from '../../cli/command/command.js';
import { flag, text } from '../../cli/command/options.js';
import type { Context, Outcome } from '../../cli/command/spec.js';
import { mergeTexts } from '../../model/compare/merge-texts.js';
import type { SourceFile } from '../../model/document/read.js';
import { checkOutput } from '../shared/output/output-file.js';
import { OUT_OPTION, textOutput } from '../shared/output/text-output.js';
import { gitRunner } from './shared/git.js';
import { LAYOUT_FOLDER, readSources } from './shared/sources.js';

export default command({
  summary: 'Merge two changed versions of a document',
  details:
    'Merges three versions of a file: BASE, OURS and THEIRS. Elements are matched by id, so order, indentation and neighbouring lines cause no conflict. If only one side changed a field, the merge uses that change. Lists of ids, labels, drawings and layouts are merged entry by entry. Comments and quotes come from OURS.\n\nIf both sides changed the same field, the result contains conflict markers around both versions, and the exit code is 8. If a version cannot be parsed, archctl merges line by line, and the exit code is 2. "archctl model validate" reports the marked blocks.\n\n--install sets up git to merge with this command: it writes the merge driver to the configuration of the repository, and patterns to .gitattributes. With --install, the only argument is the document or its folder (default: this folder).',
  args: {
    base: { name: 'BASE', help: 'Common ancestor of both versions', completes: 'file', optional: true },
    ours: { name: 'OURS', help: 'Our version', completes: 'file', optional: true },
    theirs: { name: 'THEIRS', help: 'Their version', completes: 'file', optional: true },
  },
  options: {
    ...OUT_OPTION,
    path: text('Name of the document in messages', { value: 'PATH', fallback: 'OURS' }),
    install: flag('Set up git to merge documents with this command'),
  },
  examples: {
    'Write the merged document over OURS':
      'archctl model merge base.yaml model.yaml theirs.yaml --out model.yaml',
    'Print the result without writing it': 'archctl model merge base.yaml model.yaml theirs.yaml',
    'Install the merge driver of git': 'archctl model merge --install models',
  },
  related: ['model diff', 'model fmt'],
  async run(context, { args, options: { out: file, path, install } }) {
    if (install) return installDriver(context, args);
    checkOutput(context, file);
    const base = await sourceAt('BASE', args.base);
    const ours = await sourceAt('OURS', args.ours);
    const theirs = await sourceAt('THEIRS', args.theirs);
    const { text: merged, conflicts, failure } = mergeTexts({ base, ours, theirs }, { name: path });
    const failed = failure && { failure };
    if (context.parsed.globals.dryRun && file !== undefined)
      return { kind: 'record', record: { path: file, conflicts }, columns: PLANNED, ...failed };
    return { ...(await textOutput(context, merged, file)), ...failed };

    async function sourceAt(argument: string, given: string | undefined): Promise<SourceFile> {
      if (given === undefined) throw usageError(`Argument ${argument} is missing.`);
      const [source, ...others] = await readSources(context, [given]);
      if (source === undefined || others.length > 0)
        throw usageError(`Argument ${argument}: ${given} is a folder; merge one file at a time.`);
      return source;
    }
  },
});

const PLANNED = [
  { key: 'path', kind: 'id', priority: 1 },
  { key: 'conflicts', kind: 'list', priority: 2 },
] as const;

/** Configures git to merge documents with `archctl model merge`. */

const ATTRIBUTES = '.gitattributes';
const ATTRIBUTE = 'merge=archctl';
const SETTINGS = {
  'merge.archctl.name': 'merge of architecture models',
  'merge.archctl.driver': 'archctl model merge %O %A %B --out %A --path %P -q >/dev/null',
};

/** Configures the merge driver, and adds patterns to .gitattributes. Errors: `usage` outside of a repository. */
async function installDriver(
  { world, terminal, parsed }: Pick<Context, 'world' | 'terminal' | 'parsed'>,
  { base: path = '.', ours }: { base?: string | undefined; ours?: string | undefined },
): Promise<Outcome> {
  if (ours !== undefined)
    throw usageError('Option --install requires exactly one argument: a document or its folder.');
  const git = gitRunner(world);
  const { code, stdout, stderr } = await git(['rev-parse', '--show-cdup']);
  if (code !== 0)
    throw usageError(`Option --install: ${world.cwd} is not in a git working tree: ${stderr}`, {
      hint: 'Create a repository with "git init", or change to one.',
    });
  const root = resolve(world.cwd, stdout.toString('utf8').trim());
  const lines = patternsOf(root, resolve(world.cwd, path), path).map((it) => `${it} ${ATTRIBUTE}`);
  const attributes = join(root, ATTRIBUTES);
  const before = textAt(attributes);
  const missing = lines.filter((it) => !before.split(/\r?\n/).includes(it));
  const shown = relative(world.cwd, attributes);
  if (!parsed.globals.dryRun) {
    for (const [key, value] of Object.entries(SETTINGS)) {
      const set = await git(['config', '--local', key, value]);
      if (set.code !== 0) throw usageError(`git cannot write its configuration: ${set.stderr}`);
    }
    const start = before === '' || before.endsWith('\n') ? before : `${before}\n`;
    if (missing.length > 0) replaceFile(attributes, `${start}${missing.join('\n')}\n`);
    terminal.success(
      `git now merges ${path} with archctl. Commit ${shown}; run "--install" once in each clone.`,
    );
  }
  const items = [
    ...Object.entries(SETTINGS).map(([key, value]) => ({ place: 'git config', text: `${key}=${value}` })),
    ...lines.map((it) => ({ place: shown, text: it })),
  ];
  return { kind: 'list', items, columns: COLUMNS };
}

const COLUMNS = [
  { key: 'place', priority: 1 },
  { key: 'text', priority: 1 },
] as const;

/** Patterns of a document, relative to the root of the repository. Errors: `usage` for a path outside it. */
function patternsOf(root: string, full: string, path: string): string[] {
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (!stat)
    throw usageError(`Option --install: ${path} does not exist.`, {
      hint: 'Pass the document or its folder.',
    });
  const inside = relative(root, full).split(sep).join('/');
  if (inside === '..' || inside.startsWith('../'))
    throw usageError(`Option --install: ${path} is not in the repository ${root}.`);
  if (!stat.isDirectory()) return [patternOf(inside)];
  return ['', LAYOUT_FOLDER].flatMap((below) =>
    ['*.yaml', '*.yml'].map((name) => patternOf(posix.join(inside, below), name)),
  );
}

/** An anchored pattern, quoted if the path contains a space. */
function patternOf(path: string, name = ''): string {
  const pattern = `/${posix.join(path.replace(/[*?[\]\\]/g, '\\$&'), name)}`;
  return /[\s"]/.test(pattern) ? JSON.stringify(pattern) : pattern;
}

function textAt(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return '';
  if (!stat.isFile()) throw usageError(`${path} is not a regular file and was not written.`);
  return readFileSync(path, 'utf8');
}
