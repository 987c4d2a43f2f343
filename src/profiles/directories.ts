import { homedir } from 'node:os';
import { join, normalize } from 'node:path';
import { usageError } from '../base/errors.js';

type Env = Readonly<Record<string, string | undefined>>;

/** An absolute directory of the environment; relative values are ignored, as the XDG base directory rules ask. */
const absolute = (value: string | undefined): string | undefined =>
  value && (value.startsWith('/') || /^[A-Za-z]:[\\/]/.test(value)) ? value : undefined;

/** A directory that archctl's own variable names. A relative one would let each folder bring its own profiles. */
function named(variable: string, value: string): string {
  const path = absolute(value);
  if (path === undefined) {
    throw usageError(`${variable} is not an absolute path: "${value}".`, {
      hint: `It would be another directory wherever archctl runs. Give the whole path.`,
    });
  }
  return normalize(path);
}

/** A user that the system does not know (any uid in a container) has none: nothing is read there, nothing saved. */
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

/** Where profiles live: `ARCHCTL_CONFIG_DIR`, or `archctl` below the user's configuration directory. Errors: `usage`. */
export const configDirectory = (env: Env): string =>
  base(env, 'ARCHCTL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', ['.config']);

/** Where counters, cursors and the sandbox's data live: `ARCHCTL_STATE_DIR`, or the user's state directory. Errors: `usage`. */
export const stateDirectory = (env: Env): string =>
  base(env, 'ARCHCTL_STATE_DIR', 'XDG_STATE_HOME', 'LOCALAPPDATA', ['.local', 'state']);
