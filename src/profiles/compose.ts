import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * The text of a profile file, as conf writes it: two spaces, because people read and mend it. Conf works in `desk`, a
 * directory made for it and removed again: what it moves into place itself could not be held back once another process
 * has taken the lock away.
 */
export async function compose(store: Readonly<Record<string, unknown>>, desk: string): Promise<string> {
  const Conf = await loadConf(dirname(desk));
  mkdirSync(desk, { mode: 0o700 });
  try {
    const conf = new Conf<Record<string, unknown>>({
      cwd: desk,
      configName: basename(desk),
      projectName: 'archctl',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      serialize: (value) => `${JSON.stringify(value, undefined, 2)}\n`,
    });
    conf.store = { ...store };
    return readFileSync(join(desk, `${basename(desk)}.json`), 'utf8');
  } finally {
    rmSync(desk, { recursive: true, force: true });
  }
}

/** Conf looks for the user's home as it loads; in a container with any uid there may be none, and none is needed. */
async function loadConf(directory: string): Promise<typeof import('conf').default> {
  try {
    homedir();
  } catch {
    process.env.HOME = directory;
  }
  return (await import('conf')).default;
}
