// Builds dist/ unless that is what a build would make: for `npm test`, where it takes half a minute of two processors. All
// that a build reads must be as it was, to the byte, and all that it wrote.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFlags } from './arguments.mjs';

readFlags();

const root = join(import.meta.dirname, '..');
const STAMP = join(root, 'node_modules', '.cache', 'archctl-built.json');
/** What npm installed is told by the list that npm keeps of it. */
const READ = [
  ...['src', 'scripts', 'bin', 'LICENSE', 'package.json', 'package-lock.json'],
  ...['tsconfig.json', 'tsconfig.build.json', 'node_modules/.package-lock.json'],
];
const WRITTEN = ['dist', 'completions'];

const filesOf = (path) => {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesOf(join(path, name)));
};

function print(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths.flatMap(filesOf).sort()) {
    let content = Buffer.alloc(0);
    try {
      content = readFileSync(join(root, path));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    hash.update(`\n${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

const look = () => JSON.stringify({ read: print(READ), written: print(WRITTEN) });

function built() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return '';
  }
}

if (built() !== look()) {
  process.argv.push('--types');
  await import('./build.mjs');
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, look());
}
