import { posix } from 'node:path';
import { type ArchctlError, interrupted, usageError } from '../../../base/errors.js';
import { withoutSecrets } from '../../../base/secret-environment.js';
import { systemWords } from '../../../base/system-words.js';
import { bytesInWords } from '../../../base/words.js';
import { shellWord } from '../../../cli/command/shell-word.js';
import type { Context } from '../../../cli/command/spec.js';
import { MOST_BYTES } from '../../../model/document/parse.js';
import type { SourceFile } from '../../../model/document/read.js';
import { isDocument, LAYOUT_FOLDER } from './sources.js';

/** Files of a document as a commit has them. Nothing is checked out, and no program of the repository is run. */

const FILE = '100';
const FOLDER = '040000';

interface Entry {
  mode: string;
  id: string;
  /** From the working directory, or of what is in a folder its name. */
  name: string;
}

/**
 * The document at a path, from the working directory, of a commit, branch or tag: a file, or what a folder holds.
 * Errors: `usage` for what is not there, is a link, is too large or no text.
 */
export async function readFromGit(
  { world }: Pick<Context, 'world'>,
  ref: string,
  path: string,
): Promise<SourceFile[]> {
  const git = gitIn(world);
  const commit = await commitOf(git, ref);
  const root = await entryAt(git, commit, path, ref);
  const entries = root.mode === FOLDER ? await documentsIn(git, root, path, ref) : [root];
  const told = `git:${ref}:`;
  if (entries.length === 0)
    throw usageError(`${told}${path} holds no .yaml, .yml or .json file.`, {
      hint: 'Name another folder, or a file.',
    });
  const files: SourceFile[] = [];
  let left = MOST_BYTES;
  for (const { mode, id, name } of entries) {
    if (!mode.startsWith(FILE)) throw usageError(`${told}${name} is no file: a link, or another repository.`);
    const { code, stdout } = await git(['cat-file', 'blob', id]);
    if (code !== 0) throw notInClone(ref, name);
    left -= stdout.byteLength;
    if (left < 0) throw tooMuch(`${told}${path}`);
    files.push({ path: `${told}${name}`, text: textOf(stdout, `${told}${name}`) });
  }
  return files;
}

interface Ran {
  code: number;
  stdout: Buffer;
  stderr: string;
}
type Git = (args: readonly string[]) => Promise<Ran>;

/** Words that can be read, no writing, no fetching, and paths that are nothing but paths. */
const SETTINGS = {
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LITERAL_PATHSPECS: '1',
};

/** Runs git in the working directory; it fetches nothing, and gets no secrets of archctl. */
export const gitIn =
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
      maxBuffer: MOST_BYTES + 1,
      reject: false,
      cancelSignal: world.signal,
    });
    if (world.signal.aborted) throw interrupted();
    if (result.isMaxBuffer) throw tooMuch('The content');
    if (result.exitCode === undefined) throw notRun(result.cause ?? result);
    const { exitCode: code, stdout, stderr } = result;
    return { code, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr).toString('utf8').trim() };
  };

const tooMuch = (what: string): ArchctlError =>
  usageError(`${what} is too much: a document has at most ${bytesInWords(MOST_BYTES)} in all.`);

const notRun = (cause: unknown): ArchctlError =>
  usageError(`git cannot be run: ${systemWords(cause)}.`, {
    hint: 'What is in a commit is read with git: install it.',
    cause,
  });

/** The id of the commit. What comes behind `--end-of-options` is no option, whatever it begins with. */
async function commitOf(git: Git, ref: string): Promise<string> {
  const { code, stdout, stderr } = await git([
    ...['rev-parse', '--verify', '--quiet', '--end-of-options'],
    `${ref}^{commit}`,
  ]);
  const id = stdout.toString('latin1').trim();
  if (code === 0 && /^[0-9a-f]{40,64}$/.test(id)) return id;
  throw usageError(`git knows no commit "${ref}" here.${stderr === '' ? '' : ` It says: ${stderr}`}`, {
    hint: '"git log --oneline" shows commits, "git branch --all" branches; a shallow clone lacks what is older.',
  });
}

async function entryAt(git: Git, commit: string, path: string, ref: string): Promise<Entry> {
  const clean = posix.normalize(path).replace(/\/+$/, '');
  if (clean === '.' || clean === '') {
    const { code, stdout, stderr } = await git(['rev-parse', '--verify', '--end-of-options', `${commit}:./`]);
    if (code === 0) return { mode: FOLDER, id: stdout.toString('latin1').trim(), name: '.' };
    if (isMissing(stderr)) throw notInClone(ref, path);
  } else {
    const [found] = await listed(git, [commit, '--', clean], ref, path);
    if (found) return { ...found, name: path };
  }
  throw usageError(`There is no ${path} in ${ref}.`, {
    hint: 'The path is one from the working directory, as git shows it with "git ls-tree".',
  });
}

/** The documents of a folder, and those of its `layout/`. */
async function documentsIn(git: Git, folder: Entry, path: string, ref: string): Promise<Entry[]> {
  const found = await listed(git, [folder.id], ref, path);
  const layout = found.find(({ name, mode }) => name === LAYOUT_FOLDER && mode === FOLDER);
  const layouts = layout ? await listed(git, [layout.id], ref, path) : [];
  const at = (base: string) => (it: Entry) => ({ ...it, name: posix.join(base, it.name) });
  return [
    ...found.filter(({ name }) => isDocument(name)).map(at(path)),
    ...layouts.filter(({ name }) => isDocument(name)).map(at(posix.join(path, LAYOUT_FOLDER))),
  ];
}

/** Entries without their sizes: git reads a blob to know its size, and a partial clone may lack it. */
async function listed(git: Git, args: readonly string[], ref: string, path: string): Promise<Entry[]> {
  const { code, stdout, stderr } = await git(['ls-tree', '-z', ...args]);
  if (code !== 0 && isMissing(stderr)) throw notInClone(ref, path);
  if (code !== 0) throw usageError(`git cannot list what is there: ${stderr}`);
  return stdout
    .toString('utf8')
    .split('\0')
    .flatMap((line): Entry[] => {
      const [, mode = '', id = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      return name === '' ? [] : [{ mode, id, name }];
    });
}

/** Whether git failed because a partial clone lacks an object; it is told not to fetch. */
const isMissing = (stderr: string): boolean => /promisor|lazy fetch/.test(stderr);

const notInClone = (ref: string, path: string): ArchctlError =>
  usageError(`The content of ${path} in ${ref} is not in this clone: git has left it out.`, {
    hint: `Fetch it with "git show ${shellWord(`${ref}:./${path}`)}", or clone without --filter.`,
  });

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw usageError(`${name} is no text in UTF-8.`, { hint: 'Save it as UTF-8.' });
  }
}
