import { homedir } from 'node:os';
import { join, normalize } from 'node:path';
import { usageError } from '../base/errors.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * An absolute directory from the environment; relative values are ignored, as the XDG base directory specification
 * requires.
 */
const absolute = (value: string | undefined): string | undefined =>
  value && (value.startsWith('/') || /^[A-Za-z]:[\\/]/.test(value)) ? value : undefined;

/** A directory from archctl's own variable. A relative one would let every working directory provide profiles. */
function named(variable: string, value: string): string {
  const path = absolute(value);
  if (path === undefined) {
    throw usageError(`${variable} is not an absolute path: "${value}".`, {
      hint: `A relative path would depend on the working directory. Use an absolute path.`,
    });
  }
  return normalize(path);
}

/** A user that the system does not know (any uid in a container) has no home: nothing is read or saved there. */
function homeOfUser(): string {
  try {
    return absolute(homedir()) ?? '/nonexistent';
  } catch {
    return '/nonexistent';
  }
}

function base(env: Env, own: string, xdg: string, windows: string, fallback: readonly string[]): string {
  const given = env[own];
  if (given) return named(own, given);
  const place = absolute(env[xdg]);
  if (place) return join(place, 'archctl');
  const local = process.platform === 'win32' ? absolute(env[windows]) : undefined;
  return local ? join(local, 'archctl') : join(absolute(env.HOME) ?? homeOfUser(), ...fallback, 'archctl');
}

/**
 * Directory of the profiles: `ARCHCTL_CONFIG_DIR`, or `archctl` in the user's configuration directory. Errors: `usage`.
 */
export const configDirectory = (env: Env): string =>
  base(env, 'ARCHCTL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', ['.config']);

/**
 * Directory of counters, cursors and sandbox data: `ARCHCTL_STATE_DIR`, or the user's state directory. Errors: `usage`.
 */
export const stateDirectory = (env: Env): string =>
  base(env, 'ARCHCTL_STATE_DIR', 'XDG_STATE_HOME', 'LOCALAPPDATA', ['.local', 'state']);
