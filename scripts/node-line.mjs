// Binaries of Node from the npm registry (packages node-<platform>-<arch>), for what has to hold on other lines.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * A Node of that version or line ("26", "20.19.0"): this one where it is of it, or one that is put below `folder`.
 * `fresh` never takes this one, which may be a distribution's build.
 */
export function nodeOf(line, folder, { fresh = false } = {}) {
  if (!fresh && `${process.version}.`.startsWith(`v${line}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(folder, `node-${line}`);
  const bin = join(prefix, 'node_modules', name, 'bin');
  const binary = join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  execFileSync('npm', ['install', '--prefix', prefix, '--ignore-scripts', ...QUIET, `${name}@${line}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (!existsSync(binary)) throw new Error(`${name}@${line} has no binary.`);
  return binary;
}
