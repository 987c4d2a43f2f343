/** Where a path leads that is to be written, and whether it may be: links are followed one by one, with care. */

import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, resolve } from 'node:path';

export interface FileTarget {
  /** What lies at the end of all links. */
  path: string;
  /** What is there now; undefined where nothing is yet. */
  stat: Stats | undefined;
  /** The open descriptor that the path names (`/dev/stdout`); it is not to be opened anew. */
  descriptor?: number;
}

/** As many as Linux follows. */
const MAX_LINKS = 40;
/** Links of this kind lead to what is open, not to a name. */
const DESCRIPTOR = /^\/(?:dev|proc\/(?:self|\d+)(?:\/task\/\d+)?)\/fd\/(\d+)$/;
/** Sticky, and writable by everybody: `/tmp`. */
const SHARED = 0o1002;

/**
 * Follows the links of a path to what is to be written there, also where nothing is there yet.
 * @throws Error with a reason fit for a message: a loop, or something that another user put into a shared directory
 *   (Linux' own rule, protected_symlinks and protected_regular, which a rename or another system would not apply).
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
    // Another process's open pipe has no name to follow.
    if (DESCRIPTOR.test(here) && !statSync(here).isFile()) return { path: here, stat: statSync(here) };
    if (++links > MAX_LINKS) throw new Error('its links lead in a circle');
    const to = readlinkSync(here);
    rest.unshift(...partsOf(to));
    if (isAbsolute(to)) at = parse(to).root;
  }
  return { path: at, stat: stat ?? statSync(at) };
}

/**
 * Refuses what somebody else put into a directory where everybody may: a link or a file planted there waits for a
 * program with more rights.
 */
function refuseStrangers(path: string, { uid }: Stats): void {
  const own = process.geteuid?.();
  if (own === undefined || uid === own) return;
  const above = statSync(dirname(path));
  if ((above.mode & SHARED) === SHARED && uid !== above.uid)
    throw new Error(`${path} belongs to another user, in a directory where everybody may write`);
}

/** The number of a descriptor of this process, where a path names one. */
function ownDescriptor(path: string): number | undefined {
  const [, digits] = DESCRIPTOR.exec(path) ?? [];
  const [, owner = String(process.pid)] = /^\/proc\/(\d+)\//.exec(path) ?? [];
  return digits === undefined || owner !== String(process.pid) ? undefined : Number(digits);
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** Links need a privilege on Windows, and there is no directory where everybody may write. */
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
