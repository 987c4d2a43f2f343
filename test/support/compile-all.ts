/** Before the tests: sources and tests as JavaScript that Node loads by itself, each with the map back to its lines. */

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'rolldown/utils';
import { COMPILED, compiledPath, ROOT } from './compiled.js';

const SELF = import.meta.filename;
const FOLDERS = ['src', 'test'];
/** What sources and tests import besides, from where it is. */
const LINKED = ['package.json', 'scripts'];

const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && it.name.endsWith(ending))
    .map((it) => join(it.parentPath, it.name))
    // The judges have packages of their own, where they were installed.
    .filter((file) => !relative(folder, file).split(sep).includes('node_modules'));

/** Another run of tests at the same time finds the file as it was, or as it is. */
function put(file: string, text: string, { atime, mtime }: Stats): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, text);
  utimesSync(fresh, atime, mtime);
  renameSync(fresh, file);
}

function compile(file: string, stats: Stats): void {
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    sourcemap: true,
    // Whoever asks where it lies means the source.
    define: {
      'import.meta.url': JSON.stringify(pathToFileURL(file).href),
      'import.meta.filename': JSON.stringify(file),
      'import.meta.dirname': JSON.stringify(dirname(file)),
    },
  });
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const target = compiledPath(file);
  mkdirSync(dirname(target), { recursive: true });
  put(`${target}.map`, JSON.stringify({ ...map, sources: [file] }), stats);
  put(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`, stats);
}

/** Makes what is missing or older than its source, all if this file is, and takes away what has no source. */
export default function compileAll(): void {
  mkdirSync(COMPILED, { recursive: true });
  for (const name of LINKED) link(name);
  const sources = FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder), '.ts'));
  const isAll = isStale(SELF);
  // This file last: whoever is stopped on the way begins anew.
  const order = [...sources.filter((file) => file !== SELF), SELF];
  for (const file of order) if (isAll || isStale(file)) compile(file, statSync(file));
  const known = new Set(sources.map(compiledPath));
  const made = FOLDERS.flatMap((folder) => filesBelow(join(COMPILED, folder), '.js'));
  for (const file of made) if (!known.has(file)) rmSync(file, { force: true });
}

/** What was made has the time of its source, in whole milliseconds. */
function isStale(file: string): boolean {
  const made = statSync(compiledPath(file), { throwIfNoEntry: false });
  return made?.mtime.getTime() !== statSync(file).mtime.getTime();
}

/** Packages that were copied with a clone lead to that clone. */
function link(name: string): void {
  const [target, path] = [join(ROOT, name), join(COMPILED, name)];
  try {
    if (readlinkSync(path) === target) return;
    rmSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    symlinkSync(target, path);
  } catch (error) {
    // Another run was quicker.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
