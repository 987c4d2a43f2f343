import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Text of a profile file, written by conf with two spaces of indentation, because people read and repair it. Conf works
 * in a temporary directory: its own rename could not be stopped after another process has taken over the lock.
 */
export async function serializeProfiles(
  store: Readonly<Record<string, unknown>>,
  directory: string,
): Promise<string> {
  const Conf = await loadConf(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: directory,
      configName: basename(directory),
      projectName: 'archctl',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
    });
    conf.store = { ...store };
    return readFileSync(join(directory, `${basename(directory)}.json`), 'utf8');
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Conf resolves the home directory when it loads; a container user may have none, and none is needed. */
async function loadConf(directory: string): Promise<typeof import('conf').default> {
  try {
    homedir();
  } catch {
    process.env.HOME = directory;
  }
  return (await import('conf')).default;
}
