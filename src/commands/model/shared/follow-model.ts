import { resolve } from 'node:path';
import { changesOf, watchFolder } from '../../../base/files/watch-files.js';
import type { Context } from '../../../cli/command/spec.js';
import { type LogRecord, landscapeLog } from '../../../client/jobs/log-source.js';
import { tail } from '../../../client/jobs/tail.js';
import { systemClock } from '../../../client/send/clock.js';
import { whenAborted } from '../../shared/stream-limits.js';
import { isElsewhere } from './sides.js';
import { isDocument, SUBFOLDERS } from './sources.js';

/** Events of a model: one at the start, and one after each change. */

/** Debounce time: editors write, rename and change modes during one save. */
const QUIET_MS = 80;

/** Files that can belong to a model. */
const isWatched = (name: string): boolean =>
  isDocument(name) || Object.values(SUBFOLDERS).some((isOne) => isOne(name));

/** Yields once at the start and after each save of the files or folders, until the signal aborts. */
export function fileSaves(
  { world }: Context,
  paths: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<void> {
  const { cwd, sleep = systemClock.sleep } = world;
  const watched = paths.flatMap((it) =>
    ['', ...Object.keys(SUBFOLDERS)].map((folder) => resolve(cwd, it, folder)),
  );
  const watching = { paths: watched, cwd, isOne: isWatched, watch: watchFolder, quietMs: QUIET_MS };
  return changesOf({ ...watching, sleep, signal });
}

export interface FollowOptions {
  signal: AbortSignal;
  /** Shortest time between two polls of the action log. */
  intervalMs: number;
  /** Further files that belong to the result, for example a rules file. */
  files?: readonly string[];
}

/**
 * Yields once at the start and after each change of a model: of its files, or of its landscape, whose action log is
 * followed. A model in git does not change.
 */
export async function* modelChanges(
  context: Context,
  paths: readonly string[],
  { signal, intervalMs, files = [] }: FollowOptions,
): AsyncGenerator<void> {
  const [first = ''] = paths;
  if (!isElsewhere(first)) return yield* fileSaves(context, [...paths, ...files], signal);
  if (/^(?:git:|live@)/.test(first)) {
    yield;
    return whenAborted(signal);
  }
  yield* actionsOf(context, signal, intervalMs);
}

/** Yields at the start, and once for all actions that were logged meanwhile. */
async function* actionsOf(context: Context, signal: AbortSignal, intervalMs: number): AsyncGenerator<void> {
  const { world, terminal } = context;
  const { sleep = systemClock.sleep, now } = world;
  const client = await context.client({ longLived: true });
  const source = landscapeLog(client, await context.scope('landscape'));
  const reports = {
    sleep,
    signal,
    onFault: ({ message }: Error, wait: number) =>
      terminal.warn(`${message} Retrying in ${Math.ceil(wait / 1000)} s.`),
    onRecovered: () => terminal.note('The service responds again.'),
  };
  let count = 0;
  let isStarted = false;
  let failure: { error: unknown } | undefined;
  let wake = (): void => {};
  const changed = (): void => {
    count += 1;
    wake();
  };
  const records = tail<LogRecord>({
    ...reports,
    page: (page) => source.page({ ...page, filter: {} }, signal),
    accept: source.accept,
    last: 0,
    follow: true,
    intervalMs,
    now,
    // Later actions are not missed.
    onCursor: () => {
      isStarted = true;
      wake();
    },
  });
  const follow = async () => {
    for await (const _ of records) changed();
  };
  void follow()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => wake());
  signal.addEventListener('abort', () => wake(), { once: true });
  for (let seen = -1; !signal.aborted && !failure; ) {
    while ((seen === count || !isStarted) && !signal.aborted && !failure)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (signal.aborted || failure) break;
    seen = count;
    yield;
  }
  if (failure && !signal.aborted) throw failure.error;
}
