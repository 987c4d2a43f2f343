import { lstatSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { usageError } from '../../../base/errors.js';
import { replaceFile } from '../../../base/files/write-file.js';
import type { Context, Outcome } from '../../../cli/command/spec.js';
import { gitIn } from './git.js';
import { LAYOUT_FOLDER } from './sources.js';

/** Configures git to merge documents with `archctl model merge`. */

const ATTRIBUTES = '.gitattributes';
const ATTRIBUTE = 'merge=archctl';
const SETTINGS = {
  'merge.archctl.name': 'merge of architecture models',
  'merge.archctl.driver': 'archctl model merge %O %A %B --out %A --path %P -q >/dev/null',
};

/** Configures the merge driver, and adds patterns to .gitattributes. Errors: `usage` outside of a repository. */
export async function installDriver(
  { world, terminal, parsed }: Pick<Context, 'world' | 'terminal' | 'parsed'>,
  { base: path = '.', ours }: { base?: string | undefined; ours?: string | undefined },
): Promise<Outcome> {
  if (ours !== undefined)
    throw usageError('Option --install requires exactly one argument: a document or its folder.');
  const git = gitIn(world);
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
