import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { World } from '../../../cli/command/world.js';

/** Installation method of archctl, and the matching upgrade command. */
export interface Installation {
  kind: 'npm' | 'pnpm' | 'yarn' | 'bun' | 'npx' | 'project' | 'source' | 'standalone' | 'unknown';
  /** A command line, or a sentence if there is no command. */
  command: string;
}

const COMMANDS: Readonly<Record<Installation['kind'], string>> = {
  npm: 'npm install --global archctl@latest',
  pnpm: 'pnpm add --global archctl@latest',
  yarn: 'yarn global add archctl@latest',
  bun: 'bun add --global archctl@latest',
  npx: 'npx archctl@latest',
  project: 'npm install archctl@latest',
  source: 'git pull && npm ci && npm run build',
  standalone: 'Replace the archctl file with that of the newer release.',
  unknown: 'npm install --global archctl@latest',
};

/** Derived from the path of the program, without requests or child processes. */
export function installationOf(program: World['program']): Installation {
  const kind = kindOf(program);
  return { kind, command: COMMANDS[kind] };
}

function kindOf([, script]: World['program']): Installation['kind'] {
  // A single-file executable has no script beside it.
  if (script === undefined) return 'standalone';
  const file = realPath(script);
  const path = file.replaceAll('\\', '/');
  if (!path.includes('/node_modules/archctl/'))
    return existsSync(join(dirname(file), '..', 'src', 'main.ts')) ? 'source' : 'unknown';
  if (path.includes('/_npx/')) return 'npx';
  if (/\/pnpm\/(global|store)\//.test(path)) return 'pnpm';
  if (/\/yarn\/(data\/)?global\//i.test(path)) return 'yarn';
  if (path.includes('/.bun/install/global/')) return 'bun';
  // In a global installation, the parent is the prefix's lib on Unix or npm's own folder on Windows; a project has a
  // manifest there.
  const above = path.slice(0, path.indexOf('/node_modules/archctl/'));
  return existsSync(join(above, 'package.json')) ? 'project' : 'npm';
}

function realPath(script: string): string {
  try {
    return realpathSync(script);
  } catch {
    return script;
  }
}
