import { posix } from 'node:path';
import { type ArchctlError, interrupted, usageError } from '../../../base/errors.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/text/words.js';
import { shellWord } from '../../../cli/command/input/shell-word.js';
import type { Context } from '../../../cli/command/spec.js';
import type { SourceFile } from '../../../model/document/read.js';
import { MAX_BYTES } from '../../../model/document/yaml/parse.js';
import { LOCK_FILE } from '../../../model/lock/lock-name.js';
import { isDocument, SUBFOLDERS, startsPlan } from './sources.js';

/** Files of a document at a commit. Checks out nothing, and runs no program of the repository. */

const FILE = '100';
const FOLDER = '040000';

interface Entry {
  mode: string;
  id: string;
  /** Relative to the working directory, or to the folder. */
  name: string;
}

/**
 * Reads the document at a path (relative to the working directory) of a commit, branch or tag: a file, or the files of
 * a folder. Errors: `usage` for files that are missing, links, too large or not text.
 */
export async function readFromGit(
  { world }: Pick<Context, 'world'>,
  ref: string,
  path: string,
): Promise<SourceFile[]> {
  // Git's arguments end at a NUL byte.
  if (`${ref}${path}`.includes('\0'))
    throw usageError(`The name git:${ref}:${path} contains a NUL byte.`, { hint: 'Remove it.' });
  const git = gitRunner(world);
  const commit = await commitOf(git, ref);
  const root = await entryAt(git, commit, path, ref);
  const entries = root.mode === FOLDER ? await documentsIn(git, root, path, ref) : [root];
  const place = `git:${ref}:`;
  if (entries.length === 0)
    throw usageError(`${place}${path} contains no .yaml, .yml or .json file.`, {
      hint: 'Use another folder, or a file.',
    });
  const files: SourceFile[] = [];
  let remainingBytes = MAX_BYTES;
  for (const { mode, id, name } of entries) {
    if (!mode.startsWith(FILE))
      throw usageError(`${place}${name} is not a regular file but a link or a submodule.`);
    const { code, stdout } = await git(['cat-file', 'blob', id]);
    if (code !== 0) throw notInClone(ref, name);
    if (root.mode === FOLDER && startsPlan(stdout.toString('latin1', 0, 64))) continue;
    remainingBytes -= stdout.byteLength;
    if (remainingBytes < 0) throw tooLargeError(`${place}${path}`);
    files.push({ path: `${place}${name}`, text: textOf(stdout, `${place}${name}`) });
  }
  return files;
}

interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}
type Git = (args: readonly string[]) => Promise<GitResult>;

/** Readable messages, no writes, no fetches, and literal paths. */
const SETTINGS = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
};

/** Runs git in the working directory, without fetching and without archctl's secrets. */
export const gitRunner =
  (world: Context['world']): Git =>
  async (args) => {
    const { execa } = await import('execa');
    const result = await execa('git', [...args], {
      cwd: world.cwd,
      env: { ...withoutSecrets(world.env), ...SETTINGS },
      extendEnv: false,
      stdin: 'ignore',
      encoding: 'buffer',
      stripFinalNewline: false,
      maxBuffer: MAX_BYTES + 1,
      reject: false,
      cancelSignal: world.signal,
    });
    if (world.signal.aborted) throw interrupted();
    if (result.isMaxBuffer) throw tooLargeError('The content');
    if (result.exitCode === undefined) throw gitError(result.cause ?? result);
    const { exitCode: code, stdout, stderr } = result;
    return { code, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr).toString('utf8').trim() };
  };

const tooLargeError = (what: string): ArchctlError =>
  usageError(`${what} is too large: a document can have at most ${bytesInWords(MAX_BYTES)} in all.`);

const gitError = (cause: unknown): ArchctlError =>
  usageError(`Cannot run git: ${systemWords(cause)}.`, {
    hint: 'Install git, which archctl uses to read commits.',
    cause,
  });

/** Resolves the id of the commit. Arguments after `--end-of-options` are never options. */
async function commitOf(git: Git, ref: string): Promise<string> {
  const { code, stdout, stderr } = await git([
    ...['rev-parse', '--verify', '--quiet', '--end-of-options'],
    `${ref}^{commit}`,
  ]);
  const id = stdout.toString('latin1').trim();
  if (code === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
  throw usageError(
    `There is no commit "${ref}" in this repository.${stderr === '' ? '' : ` git reports: ${stderr}`}`,
    {
      hint: 'List commits with "git log --oneline" and branches with "git branch --all". A shallow clone lacks older commits.',
    },
  );
}

async function entryAt(git: Git, commit: string, path: string, ref: string): Promise<Entry> {
  const clean = posix.normalize(path).replace(/\/+$/, '');
  if (clean === '.' || clean === '') {
    const { code, stdout, stderr } = await git(['rev-parse', '--verify', '--end-of-options', `${commit}:./`]);
    if (code === 0) return { mode: FOLDER, id: stdout.toString('latin1').trim(), name: '.' };
    if (isMissing(stderr)) throw notInClone(ref, path);
  } else {
    const [found] = await listEntries(git, [commit, '--', clean], ref, path);
    if (found) return { ...found, name: path };
  }
  throw usageError(`There is no ${path} in ${ref}.`, {
    hint: 'Paths are relative to the working directory. List them with "git ls-tree".',
  });
}

/** Documents of a folder, including those of its subfolders. */
async function documentsIn(git: Git, folder: Entry, path: string, ref: string): Promise<Entry[]> {
  const found = await listEntries(git, [folder.id], ref, path);
  const at = (base: string) => (it: Entry) => ({ ...it, name: posix.join(base, it.name) });
  const documents = found.filter(({ name }) => isDocument(name) || name === LOCK_FILE).map(at(path));
  for (const [folder, isOne] of Object.entries(SUBFOLDERS)) {
    const there = found.find(({ name, mode }) => name === folder && mode === FOLDER);
    const files = there ? await listEntries(git, [there.id], ref, path) : [];
    documents.push(...files.filter(({ name }) => isOne(name)).map(at(posix.join(path, folder))));
  }
  return documents;
}

/** Entries without sizes: git reads a blob to determine its size, and a partial clone may lack it. */
async function listEntries(git: Git, args: readonly string[], ref: string, path: string): Promise<Entry[]> {
  const { code, stdout, stderr } = await git(['ls-tree', '-z', ...args]);
  if (code !== 0 && isMissing(stderr)) throw notInClone(ref, path);
  if (code !== 0) throw usageError(`git cannot list the files: ${stderr}`);
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((line): Entry[] => {
      const [, mode = '', id = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      return name === '' ? [] : [{ mode, id, name }];
    });
}

/** Returns true if git failed because a partial clone lacks an object; fetching is disabled. */
const isMissing = (stderr: string): boolean => /promisor|lazy fetch/.test(stderr);

const notInClone = (ref: string, path: string): ArchctlError =>
  usageError(`The content of ${path} in ${ref} is missing from this partial clone.`, {
    hint: `Fetch it with "git show ${shellWord(`${ref}:./${path}`)}", or clone without --filter.`,
  });

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw usageError(`${name} is not UTF-8 text.`, { hint: 'Save it as UTF-8.' });
  }
}
