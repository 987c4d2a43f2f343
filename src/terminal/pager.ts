/** Starts the pager. */

import { spawn } from 'node:child_process';
import { withoutSecrets } from '../base/secret-environment.js';
import type { Environment } from './image.js';

/** Exit codes of `env` and of a shell for a program that was not found. */
const NOT_STARTED: readonly (number | null)[] = [126, 127];

/**
 * Sends the text to the pager on this terminal and waits until the pager exits, whatever the reason. Returns false if
 * the pager could not be started and nothing was shown. `signal` ends the pager.
 */
export function runPager(
  argv: readonly string[],
  text: string,
  { env, signal }: { env: Environment; signal: AbortSignal },
): Promise<boolean> {
  const [file = '', ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      // The same as `git`: a bare "less" shows colours, and exits if the text fits on one screen.
      env: { LESS: 'FRX', LV: '-c', ...withoutSecrets(env) },
      stdio: ['pipe', 'inherit', 'inherit'],
      signal,
    });
    child.on('error', () => resolve(child.pid !== undefined));
    child.on('close', (code) => resolve(!NOT_STARTED.includes(code)));
    // The user can close the pager before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
