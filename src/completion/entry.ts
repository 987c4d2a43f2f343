import { writeSync } from 'node:fs';
import { withoutSecrets } from '../base/secret-environment.js';
import type { World } from '../cli/command/world.js';
import { answer, type Desk, type Stale } from './answer.js';
import { TREE } from './tree.generated.js';

/** First word of the command line that refreshes; no help lists it. */
const REFRESH = '__refresh-completions';

/** What takes longer than this is left out: nobody waits for a Tab. */
const LIMIT_MS = 150;

/** What of a process a Tab needs. */
type CompletionWorld = Pick<World, 'env' | 'cwd' | 'program'>;

/** Answers one Tab on stdout, and has old names asked for in the background. Says nothing else, whatever happens. */
export async function completeLine(argv: readonly string[], world: CompletionWorld): Promise<void> {
  try {
    const start = performance.now();
    const isOver = (): boolean => performance.now() - start > LIMIT_MS;
    const desk: Desk = {
      env: world.env,
      // A directory that is gone matters only to those who look into it.
      get cwd() {
        return world.cwd;
      },
      now: Date.now,
      isOver,
    };
    const { lines, stale } = answer(argv, TREE, desk);
    writeSync(1, lines.map((line) => `${line}\n`).join(''));
    if (stale) await startRefresh(stale, world);
  } catch {
    // A shell that has gone, a directory that is no more: there is nobody to tell.
  }
}

/** A process of its own that outlives this one. It is archctl, and finds the key as any call does; a webhook secret it needs not. */
async function startRefresh({ slot, places }: Stale, { env, cwd, program }: CompletionWorld): Promise<void> {
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
