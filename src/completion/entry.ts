import { writeSync } from 'node:fs';
import { withoutSecrets } from '../base/secret-environment.js';
import type { World } from '../cli/command/world.js';
import { answer, type CompletionContext, type StaleList } from './answer.js';
import { TREE } from './tree.generated.js';

/** Hidden command that refreshes a list. */
const REFRESH = '__refresh-completions';

/** Time limit of a completion request; slower results are left out. */
const LIMIT_MS = 150;

/** Parts of the process that completion uses. */
type CompletionWorld = Pick<World, 'env' | 'cwd' | 'program'>;

/** Answers a completion request on stdout and starts a background refresh if needed. Prints nothing else. */
export async function completeLine(argv: readonly string[], world: CompletionWorld): Promise<void> {
  try {
    const start = performance.now();
    const isOver = (): boolean => performance.now() - start > LIMIT_MS;
    const context: CompletionContext = {
      env: world.env,
      // The working directory may no longer exist; only file completion needs it.
      get cwd() {
        return world.cwd;
      },
      now: Date.now,
      isOver,
    };
    const { lines, stale } = answer(argv, TREE, context);
    writeSync(1, lines.map((line) => `${line}\n`).join(''));
    if (stale) await startRefresh(stale, world);
  } catch {
    // The shell or the directory is gone, so there is no one to report to.
  }
}

/** Starts a detached archctl process. It finds the key like any command, and needs no webhook secret. */
async function startRefresh(
  { slot, places }: StaleList,
  { env, cwd, program }: CompletionWorld,
): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [file = '', ...before] = program;
  const child = spawn(file, [...before, REFRESH, slot.kind, JSON.stringify(places)], {
    cwd,
    env: withoutSecrets(env, ['ARCHCTL_API_KEY']),
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
}
