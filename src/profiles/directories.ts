import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** An absolute directory of the environment; relative values are ignored, as the XDG base directory rules ask. */
const absolute = (value: string | undefined): string | undefined =>
  value && (value.startsWith('/') || /^[A-Za-z]:[\\/]/.test(value)) ? value : undefined;

/** A user that the system does not know (any uid in a container) has none: nothing is read there, nothing saved. */
function homeOfUser(): string {
  try {
    return homedir();
  } catch {
    return '/nonexistent';
  }
}

function base(env: Env, own: string, xdg: string, windows: string, fallback: readonly string[]): string {
  if (env[own]) return env[own];
  const named = absolute(env[xdg]);
  if (named) return join(named, 'archctl');
  const local = process.platform === 'win32' ? absolute(env[windows]) : undefined;
  return local ? join(local, 'archctl') : join(env.HOME || homeOfUser(), ...fallback, 'archctl');
}

/** Where profiles live: `ARCHCTL_CONFIG_DIR`, or `archctl` below the user's configuration directory. */
export const configDirectory = (env: Env): string =>
  base(env, 'ARCHCTL_CONFIG_DIR', 'XDG_CONFIG_HOME', 'APPDATA', ['.config']);

/** Where counters, cursors and the sandbox's data live: `ARCHCTL_STATE_DIR`, or the user's state directory. */
export const stateDirectory = (env: Env): string =>
  base(env, 'ARCHCTL_STATE_DIR', 'XDG_STATE_HOME', 'LOCALAPPDATA', ['.local', 'state']);
