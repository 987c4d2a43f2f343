import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePrivateDirectory } from '../base/private-directory.js';
import { makePrivateFile } from '../base/write-file.js';
import { conflict, invalid, notFound } from './refusal.js';
import type { Store } from './store/store.js';

/** Everything a sandbox held at a moment, under a name. */
export interface Snapshot {
  name: string;
  /** ISO 8601. */
  createdAt: string;
  bytes: number;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ENDING = '.db';

/**
 * Snapshots of the store, each a file of its own: below the data directory; of a sandbox that keeps nothing, in a
 * directory that goes with it.
 */
export function snapshots(store: Store, dataDir: string | undefined) {
  let made: string | undefined;
  const directory = (): string => {
    if (dataDir === undefined) made ??= mkdtempSync(join(tmpdir(), 'archctl-snapshots-'));
    const path = made ?? join(dataDir ?? '', 'snapshots');
    makePrivateDirectory(path);
    return path;
  };
  const isThere = (): boolean =>
    made !== undefined || (dataDir !== undefined && existsSync(join(dataDir, 'snapshots')));
  const fileOf = (name: string): string => {
    if (!NAME.test(name))
      throw invalid(['name: must be up to 64 letters, digits, ".", "-" and "_", a letter or digit first']);
    return join(directory(), `${name}${ENDING}`);
  };
  const existing = (name: string): string => {
    const file = fileOf(name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) throw notFound(`The snapshot ${name}`);
    // A link would be opened, a pipe waited for.
    if (!stat.isFile())
      throw conflict(`What lies in place of the snapshot ${name} is not a regular file.`, 'no-snapshot');
    return file;
  };
  const shown = (name: string): Snapshot => {
    const { mtime, size } = lstatSync(fileOf(name));
    return { name, createdAt: mtime.toISOString(), bytes: size };
  };
  return {
    list(): Snapshot[] {
      if (!isThere()) return [];
      return readdirSync(directory(), { withFileTypes: true })
        .filter((it) => it.isFile() && it.name.endsWith(ENDING))
        .map((it) => shown(it.name.slice(0, -ENDING.length)))
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.name.localeCompare(b.name));
    },
    /** Refuses a name that there is no snapshot of. */
    get(name: string): Snapshot {
      existing(name);
      return shown(name);
    },
    /** Keeps everything as it is now. Refuses a name that is taken, unless told to replace it. */
    save(name: string, replace: boolean): Snapshot {
      const file = fileOf(name);
      if (!replace && existsSync(file))
        throw conflict(`There is a snapshot ${name} already.`, 'snapshot-exists');
      // Whole or not at all: written beside its place, then moved there.
      const beside = `${file}.${process.pid}.tmp`;
      try {
        makePrivateFile(beside);
        store.copyInto(beside);
        renameSync(beside, file);
      } finally {
        rmSync(beside, { force: true });
      }
      return shown(name);
    },
    /** Puts everything back to what it was; `after` is a part of the same transaction. */
    load(name: string, after: () => void): Snapshot {
      store.copyFrom(existing(name), after);
      return shown(name);
    },
    remove: (name: string): void => rmSync(existing(name)),
    /** Removes what a sandbox that keeps nothing has written. */
    close(): void {
      if (made !== undefined) rmSync(made, { recursive: true, force: true });
    },
  };
}
