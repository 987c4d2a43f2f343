// Installs other release lines of Node from the npm registry (packages node-<platform>-<arch>).
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Path of a Node binary of a release line or version ("26", "20.19.0"): the running one if it matches, otherwise one that
 * is installed below `folder`. `fresh` excludes the running one, which may be a build of a Linux distribution.
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
  if (!existsSync(binary)) throw new Error(`${name}@${line} contains no binary.`);
  return binary;
}
