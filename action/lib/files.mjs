// Files in the folder of the outputs. The repository of a pull request is not trusted: it may contain this folder, with links.
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { Failure } from './settings.mjs';

const { O_CREAT, O_EXCL, O_WRONLY, O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

const refused = (path, reason) =>
  new Failure(
    `${path} ${reason}.`,
    'Remove it from the repository, or set "out" to a folder that does not exist.',
    2,
  );

/**
 * Creates a folder. No part of its path below the working directory may be a link, and an existing folder must belong to the
 * user of the job.
 */
export function makeFolder(path) {
  const below = relative(process.cwd(), resolve(path));
  const isBelow = below !== '' && !isAbsolute(below) && below.split(sep)[0] !== '..';
  // A path outside the repository is a choice of the workflow. Its last part is checked.
  let at = isBelow ? process.cwd() : dirname(resolve(path));
  for (const part of isBelow ? below.split(sep) : [basename(resolve(path))]) {
    at = join(at, part);
    if (!lstatSync(at, { throwIfNoEntry: false })) makeOne(at);
    checkFolder(at, path);
  }
}

function makeOne(path) {
  if (parse(path).root !== dirname(path)) mkdirSync(dirname(path), { recursive: true });
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function checkFolder(path, shown) {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) throw refused(`The folder ${shown}`, `is a link, or is behind a link`);
  if (!stat.isDirectory()) throw refused(`The folder ${shown}`, 'is not a folder');
  const self = process.geteuid?.();
  const isOther = self !== undefined && stat.uid !== self;
  if (isOther) throw refused(`The folder ${shown}`, `belongs to another user (uid ${stat.uid})`);
}

/** Deletes a folder below `parent` with its content. Links in it are deleted, not followed. */
export function removeFolder(parent, name) {
  makeFolder(parent);
  rmSync(join(parent, name), { recursive: true, force: true });
}

/** Writes a file atomically and creates its folder. Refuses a link, and anything else that is not a regular file. */
export function writeOutput(path, content) {
  makeFolder(dirname(path));
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) throw refused(`The file ${path}`, 'is a link');
  if (stat && !stat.isFile()) throw refused(`The file ${path}`, 'is not a regular file');
  const temporary = join(dirname(path), `.archctl-${randomUUID()}.tmp`);
  try {
    const handle = openSync(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o644);
    try {
      writeFileSync(handle, content);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Reads a regular file; never through a link in its place. */
export function readInput(path) {
  let handle;
  try {
    handle = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw error.code === 'ELOOP' ? refused(`The file ${path}`, 'is a link') : error;
  }
  try {
    if (!fstatSync(handle).isFile()) throw refused(`The file ${path}`, 'is not a regular file');
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}
