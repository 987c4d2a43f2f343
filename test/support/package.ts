/** A copy of the built program that every user of this machine can run, wherever the repository is. */

import { cpSync, existsSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PROGRAM } from './binary.js';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const manifestOf = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;

/** Resolves a package as Node does: beside the importer, or in a folder above. */
function locate(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (at === dirname(at)) return undefined;
  }
}

/**
 * Installed packages that `directory` needs at run time, including their dependencies. Optional ones may be
 * missing.
 */
function needed(directory: string, found = new Map<string, string>()): Map<string, string> {
  const { dependencies = {}, optionalDependencies = {} } = manifestOf(directory);
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const path = locate(name, directory);
    if (path === undefined && name in optionalDependencies) continue;
    if (path === undefined) throw new Error(`${name} is not installed.`);
    if (found.has(name)) continue;
    found.set(name, path);
    needed(path, found);
  }
  return found;
}

/** Hard links files if the file system supports it, otherwise copies them. */
function place(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (source, target) => {
      if (!source.endsWith('.node')) return true;
      mkdirSync(dirname(target), { recursive: true });
      try {
        linkSync(source, target);
        return false;
      } catch {
        return true;
      }
    },
  });
}

/** Puts program and packages into `directory`, and returns the path of the program. */
export function copyProgram(directory: string): string {
  const root = resolve(dirname(PROGRAM), '..');
  for (const part of ['bin', 'dist', 'package.json']) place(join(root, part), join(directory, part));
  for (const [name, path] of needed(root)) place(path, join(directory, 'node_modules', name));
  return join(directory, 'bin', 'archctl.js');
}
