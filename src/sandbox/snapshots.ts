import { existsSync, lstatSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteFile } from '../base/files/delete-file.js';
import { makePrivateDirectory } from '../base/files/private-directory.js';
import { makePrivateFile } from '../base/files/write-file.js';
import { conflict, invalid, notFound } from './refusal.js';
import type { Store } from './store/store.js';

/** A named copy of all data of a sandbox. */
export interface Snapshot {
  name: string;
  /** ISO 8601. */
  createdAt: string;
  bytes: number;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ENDING = '.db';

/**
 * Snapshots of the store, one file each: in the data directory, or for an in-memory sandbox in a temporary directory.
 */
export function snapshots(store: Store, dataDir: string | undefined) {
  let temporary: string | undefined;
  const directory = (): string => {
    if (dataDir === undefined) temporary ??= mkdtempSync(join(tmpdir(), 'archctl-snapshots-'));
    const path = temporary ?? join(dataDir ?? '', 'snapshots');
    makePrivateDirectory(path);
    return path;
  };
  const isThere = (): boolean =>
    temporary !== undefined || (dataDir !== undefined && existsSync(join(dataDir, 'snapshots')));
  const fileOf = (name: string): string => {
    if (!NAME.test(name))
      throw invalid([
        'name: must be up to 64 letters, digits, ".", "-" and "_", and start with a letter or digit',
      ]);
    return join(directory(), `${name}${ENDING}`);
  };
  const existing = (name: string): string => {
    const file = fileOf(name);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) throw notFound(`The snapshot ${name}`);
    // Rejects symbolic links and pipes, which would be followed or block.
    if (!stat.isFile()) throw conflict(`The snapshot ${name} is not a regular file.`, 'no-snapshot');
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
    /** @throws Refusal for an unknown name. */
    get(name: string): Snapshot {
      existing(name);
      return shown(name);
    },
    /** Saves the current state. Rejects an existing name unless `replace` is set. */
    save(name: string, replace: boolean): Snapshot {
      const file = fileOf(name);
      if (!replace && existsSync(file))
        throw conflict(`The snapshot ${name} already exists.`, 'snapshot-exists');
      // Written atomically: to a temporary file that is then renamed.
      const beside = `${file}.${process.pid}.tmp`;
      try {
        makePrivateFile(beside);
        store.copyInto(beside);
        renameSync(beside, file);
      } finally {
        deleteFile(beside);
      }
      return shown(name);
    },
    /** Restores a snapshot, in one transaction that includes `after`. */
    load(name: string, after: () => void): Snapshot {
      store.copyFrom(existing(name), after);
      return shown(name);
    },
    remove: (name: string): void => void deleteFile(existing(name)),
    /** Deletes the temporary directory of an in-memory sandbox. */
    close(): void {
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
    },
  };
}
