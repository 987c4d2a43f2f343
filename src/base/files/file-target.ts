/** Resolves the path of a file to write, following links one by one, and checks that writing there is allowed. */

import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve } from 'node:path';

export interface FileTarget {
  /** Path after following all links. */
  path: string;
  /** Stat of the existing file; undefined if there is none. */
  stat: Stats | undefined;
  /** File descriptor of this process that the path refers to (`/dev/stdout`); it is not opened again. */
  descriptor?: number;
}

/** Same limit as Linux. */
const MAX_LINKS = 40;
/** Links of this kind refer to an open file, not to a path. */
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/;
/** Sticky and world-writable, like `/tmp`. */
const SHARED = 0o1002;

/**
 * Follows the links of a path to the file that will be written, which need not exist.
 *
 * @throws Error if the links form a cycle, or if the file belongs to another user and is in a shared directory. Linux
 * enforces the second rule when a file is opened (protected_symlinks, protected_regular), but not when one is
 * renamed; other systems do not enforce it.
 */
export function targetOf(path: string): FileTarget {
  if (process.platform === 'win32') return windowsTarget(path);
  const absolute = resolve(path);
  const rest = partsOf(absolute);
  let at = parse(absolute).root;
  let stat: Stats | undefined;
  for (let links = 0; rest.length > 0; ) {
    const here = join(at, rest.shift() ?? '');
    const descriptor = rest.length === 0 ? ownDescriptor(here) : undefined;
    if (descriptor !== undefined) return { path: here, stat: statSync(here), descriptor };
    stat = lstatSync(here, { throwIfNoEntry: false });
    if (stat === undefined) return { path: join(here, ...rest), stat };
    if (!stat.isDirectory()) rejectForeignFile(here, stat);
    if (!stat.isSymbolicLink()) {
      at = here;
      continue;
    }
    // The open pipe of another process has no path.
    if (DESCRIPTOR.test(here) && !statSync(here).isFile()) return { path: here, stat: statSync(here) };
    if (++links > MAX_LINKS) throw new Error('its links form a cycle');
    const to = readlinkSync(here);
    rest.unshift(...partsOf(to));
    if (isAbsolute(to)) at = parse(to).root;
  }
  return { path: at, stat: stat ?? statSync(at) };
}

/**
 * Rejects links and files of other users in a world-writable directory: they could trick a program that has more
 * permissions.
 */
function rejectForeignFile(path: string, { uid }: Stats): void {
  const own = process.geteuid?.();
  if (own === undefined || uid === own) return;
  const parent = statSync(dirname(path));
  if ((parent.mode & SHARED) === SHARED && uid !== parent.uid)
    throw new Error(`${path} belongs to another user, in a world-writable directory`);
}

/** Returns the file descriptor of this process that a path refers to. */
function ownDescriptor(path: string): number | undefined {
  const [, digits] = DESCRIPTOR.exec(path) ?? [];
  const [, owner = String(process.pid)] = /^\/proc\/(\d+)\//.exec(path) ?? [];
  return digits === undefined || owner !== String(process.pid) ? undefined : Number(digits);
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** Resolves a path on Windows, where creating a link needs a privilege and no directory is world-writable. */
function windowsTarget(path: string): FileTarget {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry?.isSymbolicLink()) return { path, stat: entry };
  try {
    const real = realpathSync(path);
    return { path: real, stat: statSync(real) };
  } catch {
    return { path: resolve(dirname(path), readlinkSync(path)), stat: undefined };
  }
}
