/** Starts the program that shows a text page by page. */

import { spawn } from 'node:child_process';
import { withoutSecrets } from '../base/secret-environment.js';
import type { Environment } from './image.js';

/** Exit codes of `env`, and of a shell, for a program that is not there. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/**
 * Hands the text to the pager on this terminal and waits until it is closed, however that comes about. False where it
 * could not be started: nothing was shown then. `signal` ends it.
 */
export function runPager(
  argv: readonly string[],
  text: string,
  { env, signal }: { env: Environment; signal: AbortSignal },
): Promise<boolean> {
  const [file = '', ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      // As `git` does: a bare "less" shows colours, and does not stay for a single screen.
      env: { LESS: 'FRX', LV: '-c', ...withoutSecrets(env) },
      stdio: ['pipe', 'inherit', 'inherit'],
      signal,
    });
    child.on('error', () => resolve(child.pid !== undefined));
    child.on('close', (code) => resolve(!NOT_STARTED.includes(code)));
    // Whoever has seen enough reads no further.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
