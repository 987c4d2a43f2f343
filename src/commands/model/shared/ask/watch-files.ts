import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Tells when files change, by the folders they lie in: editors put another file in the place of the one they save. */

/** Watches one folder until it is closed. */
export type WatchFolder = (folder: string, onChange: (name: string | null) => void) => { close(): void };

/** How Node watches; what goes wrong with one folder ends in silence, and the next run tells it. */
export const watchFolder: WatchFolder = (folder, onChange) => {
  const watcher: FSWatcher = watch(folder, { persistent: true }, (_, name) => onChange(name));
  watcher.on('error', () => watcher.close());
  return watcher;
};

export interface Watching {
  /** Full paths: files, whose folders are watched, and folders as they are. */
  files: readonly string[];
  folders: readonly string[];
  /** Whether a file of this name in such a folder counts. */
  isOne(name: string): boolean;
  watch: WatchFolder;
  /** A burst of changes is over when nothing came for so long. */
  quietMs: number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
}

/** One event as soon as it watches, and one for each burst of changes of these files, until the signal aborts. */
export async function* changesOf(watching: Watching): AsyncGenerator<void> {
  const { signal, sleep, quietMs } = watching;
  let count = 0;
  let wake = (): void => {};
  const changed = (): void => {
    count += 1;
    wake();
  };
  const watchers = [...foldersOf(watching)].map(([folder, names]) =>
    watching.watch(folder, (name) => {
      // Where the system does not tell which file it was, it may have been one of these.
      if (name === null || (names ? names.has(name) : watching.isOne(name))) changed();
    }),
  );
  const stop = (): void => wake();
  signal.addEventListener('abort', stop, { once: true });
  try {
    yield;
    for (let seen = 0; !signal.aborted; ) {
      if (count === seen)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (signal.aborted) return;
      while (count !== seen) {
        seen = count;
        await sleep(quietMs, signal).catch(() => {});
        if (signal.aborted) return;
      }
      yield;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    for (const it of watchers) it.close();
  }
}

/** The names that count in each folder; all of them where the folder itself is watched. */
function foldersOf({
  files,
  folders,
}: Pick<Watching, 'files' | 'folders'>): Map<string, Set<string> | undefined> {
  const found = new Map<string, Set<string> | undefined>();
  for (const file of files) {
    const names = found.get(dirname(file)) ?? new Set<string>();
    found.set(dirname(file), names.add(basename(file)));
  }
  for (const folder of folders) found.set(folder, undefined);
  return found;
}
