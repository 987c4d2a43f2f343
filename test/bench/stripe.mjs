// The `stripe` program of @stripe/cli, installed on demand into a cache outside the repository.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { captureStdout } from './measure.mjs';

/** `{ path, version }`, or `{ reason }` if it is not available. */
export function stripeProgram() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'archctl-bench', 'stripe');
  try {
    mkdirSync(folder, { recursive: true });
    const found = locate(folder);
    if (found) return found;
    // Installs without scripts: the program is in a package for the platform. On other platforms the script
    // of @stripe/cli would download it from outside npm.
    const install = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '@stripe/cli@1',
    ];
    captureStdout({ command: 'npm', args: install, env: process.env, cwd: folder });
    return (
      locate(folder) ?? { reason: `@stripe/cli contains no program for ${process.platform}-${process.arch}` }
    );
  } catch (error) {
    return {
      reason: `Cannot install @stripe/cli (${String(error.message).split('\n')[0].slice(0, 120)})`,
    };
  }
}

/** Path and version of the native program, not of the Node script that npm links. */
function locate(folder) {
  const modules = join(folder, 'node_modules', '@stripe');
  const name = process.platform === 'win32' ? 'stripe.exe' : 'stripe';
  const path = join(modules, `cli-${process.platform}-${process.arch}`, 'bin', name);
  if (!existsSync(path)) return undefined;
  return { path, version: JSON.parse(readFileSync(join(modules, 'cli', 'package.json'), 'utf8')).version };
}
