import { readlinkSync, watch } from 'node:fs';
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkOptions, required, SIGNAL } from '../check-options.js';
import { requireArguments } from '../require-arguments.js';

/** Watches one directory until it is closed. */
export type WatchFolder = (folder: string, onChange: (name: string | null) => void) => Closable;

interface Closable {
  close(): void;
}

/** Watches with Node. A watcher that fails reports a change, so that its directory is opened again. */
export const watchFolder: WatchFolder = (folder, onChange) => {
  const watcher = watch(folder, (_, name) => onChange(name));
  watcher.on('error', () => {
    watcher.close();
    onChange(null);
  });
  return watcher;
};

/**
 * Yields once at the start and once after each change of files or folders, until the signal aborts. Several changes
 * within 80 ms count as one, because editors write, rename and change modes during one save.
 */
export async function* watchFiles(
  paths: readonly string[],
  options: { signal: AbortSignal },
): AsyncGenerator<void> {
  requireArguments('watchFiles', { paths });
  const { signal } = checkOptions('watchFiles', options, { signal: required(SIGNAL) });
  const cwd = process.cwd();
  const watched = paths.map((it) => resolve(cwd, it));
  const sleep = async (ms: number, until: AbortSignal) => delay(ms, undefined, { signal: until });
  yield* changesOf({
    paths: watched,
    cwd,
    isOne: () => true,
    watch: watchFolder,
    quietMs: 80,
    sleep,
    signal,
  });
}

export interface WatchSettings {
  /** Absolute paths of files and directories. Each may be absent, and may be created or replaced later. */
  paths: readonly string[];
  /** Working directory. Directories above it and above the paths are not watched. */
  cwd: string;
  /** Returns true for names that are watched in a directory. */
  isOne(name: string): boolean;
  watch: WatchFolder;
  /** A burst of changes has ended when nothing changed for this long. */
  quietMs: number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Yields once at the start and once after each burst of changes, until the signal aborts. Watchers are opened again
 * before each event: a watcher follows the directory that it opened, not the path, and is silent once that is deleted.
 */
export async function* changesOf(watching: WatchSettings): AsyncGenerator<void> {
  const { signal, sleep, quietMs } = watching;
  let count = 0;
  let wake = (): void => {};
  const changed = (): void => {
    count += 1;
    wake();
  };
  const watchers: Closable[] = [];
  const close = (): void => {
    for (const it of watchers.splice(0)) it.close();
  };
  const stop = (): void => wake();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let seen = 0; !signal.aborted; ) {
      close();
      openAll(watching, changed, watchers);
      yield;
      if (count === seen && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      while (count !== seen && !signal.aborted) {
        seen = count;
        await sleep(quietMs, signal).catch(() => {});
      }
    }
  } finally {
    signal.removeEventListener('abort', stop);
    close();
  }
}

/** Opens a watcher on each directory that leads to a path, and on each path that is a directory. */
function openAll(
  { paths, cwd, isOne, watch }: WatchSettings,
  changed: () => void,
  watchers: Closable[],
): void {
  const opened = new Map<string, Set<string>>();
  const open = (directory: string): Set<string> => {
    const known = opened.get(directory);
    if (known) return known;
    // Includes the name of the directory itself: some systems report its removal under this name.
    const names = new Set([basename(directory)]);
    opened.set(directory, names);
    const counts = (name: string): boolean => names.has(name) || (paths.includes(directory) && isOne(name));
    try {
      watchers.push(watch(directory, (name) => (name === null || counts(name)) && changed()));
    } catch (error) {
      if (!UNWATCHED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
    return names;
  };
  for (const path of paths) {
    // Each directory is opened before its entry is looked up, so that no change between the two is missed.
    for (const [directory, name] of lookups(path, cwd)) open(directory).add(name);
    open(path);
  }
}

/** Errors of a directory that is missing, is not a directory, or is not readable: its parent is watched instead. */
const UNWATCHED = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);
const MAX_LINKS = 40;

/** Directory entries that resolve a path, each with its directory. Starts where the path leaves the working directory. */
function* lookups(path: string, cwd: string, links = 0): Generator<[directory: string, name: string]> {
  let directory = cwd;
  while (!path.startsWith(join(directory, sep)) && directory !== dirname(directory))
    directory = dirname(directory);
  if (!path.startsWith(directory)) directory = parse(path).root;
  const names = relative(directory, path).split(sep);
  for (const [at, name] of names.entries()) {
    yield [directory, name];
    const target = linkTarget(join(directory, name));
    if (target !== undefined && links < MAX_LINKS)
      return yield* lookups(resolve(directory, target, ...names.slice(at + 1)), cwd, links + 1);
    directory = join(directory, name);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
