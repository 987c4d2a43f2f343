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

/** Limit of Linux. */
const MAX_LINKS = 40;
/** Links of this kind refer to an open file, not to a path. */
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/;
/** Sticky and world-writable, like `/tmp`. */
const SHARED = 0o1002;

/**
 * Follows the links of a path to the file that will be written, which need not exist.
 *
 * @throws Error with a reason for the message: a loop, or a file that another user put into a shared directory. The
 * latter is Linux' own rule (protected_symlinks, protected_regular), which a rename or another system would not apply.
 */
export function targetOf(path: string): FileTarget {
  if (process.platform === 'win32') return windowsTarget(path);
  const given = resolve(path);
  const rest = partsOf(given);
  let at = parse(given).root;
  let stat: Stats | undefined;
  for (let links = 0; rest.length > 0; ) {
    const here = join(at, rest.shift() ?? '');
    const descriptor = rest.length === 0 ? ownDescriptor(here) : undefined;
    if (descriptor !== undefined) return { path: here, stat: statSync(here), descriptor };
    stat = lstatSync(here, { throwIfNoEntry: false });
    if (stat === undefined) return { path: join(here, ...rest), stat };
    if (!stat.isDirectory()) refuseStrangers(here, stat);
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
 * Rejects links and files of other users in a world-writable directory: they could be traps for a program with more
 * permissions.
 */
function refuseStrangers(path: string, { uid }: Stats): void {
  const own = process.geteuid?.();
  if (own === undefined || uid === own) return;
  const above = statSync(dirname(path));
  if ((above.mode & SHARED) === SHARED && uid !== above.uid)
    throw new Error(`${path} belongs to another user, in a world-writable directory`);
}

/** File descriptor of this process, if the path refers to one. */
function ownDescriptor(path: string): number | undefined {
  const [, digits] = DESCRIPTOR.exec(path) ?? [];
  const [, owner = String(process.pid)] = /^\/proc\/(\d+)\//.exec(path) ?? [];
  return digits === undefined || owner !== String(process.pid) ? undefined : Number(digits);
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** On Windows links need a privilege and no directory is world-writable. */
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
