/** The real launcher with a program of the test behind it, run as this user or another. */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import zlib from 'node:zlib';
import { PROGRAM } from './binary.js';

export const isRoot = process.getuid?.() === 0;
/** From this version on, Node has a compile cache of its own. */
export const hasNativeCompileCache = Number.parseInt(process.versions.node, 10) >= 22;
/** Two other users of the machine. */
export const [NOBODY, STRANGER] = [65_534, 65_533];

interface Options {
  as?: number;
  env?: Record<string, string>;
  args?: readonly string[];
}

export interface Launcher {
  readonly directory: string;
  /** A home directory, and the directory of archctl's compile cache in it. */
  readonly home: string;
  readonly compiled: string;
  /** Replaces the program: files of dist/. */
  program(files: Readonly<Record<string, string>>): void;
  /** Runs it to its end and returns its output. Throws unless the exit code is 0. */
  run(options?: Options): string;
  remove(): void;
}

/** `built` uses the built program. */
export function launcher({ built = false, owner }: { built?: boolean; owner?: number } = {}): Launcher {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-launcher-'));
  const [copy, home] = [join(directory, 'package'), join(directory, 'home')];
  const root = join(dirname(PROGRAM), '..');
  // Other users need access.
  chmodSync(directory, 0o755);
  mkdirSync(home, { mode: 0o755 });
  if (owner !== undefined) chownSync(home, owner, owner);
  cpSync(join(root, 'bin'), join(copy, 'bin'), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  if (built) {
    for (const part of ['main.cjs', 'chunks'])
      cpSync(join(root, 'dist', part), join(copy, 'dist', part), { recursive: true });
  }
  return {
    directory,
    home,
    compiled: join(home, '.cache', 'archctl', 'compiled'),
    program(files) {
      for (const [name, source] of Object.entries(files)) {
        mkdirSync(dirname(join(copy, 'dist', name)), { recursive: true });
        writeFileSync(join(copy, 'dist', name), source);
      }
    },
    run({ as, env = {}, args = [] } = {}) {
      const { status, signal, stdout, stderr } = spawnSync(
        process.execPath,
        [join(copy, 'bin', 'archctl.js'), ...args],
        {
          cwd: directory,
          env: { PATH: process.env.PATH, HOME: home, TMPDIR: directory, ...env },
          encoding: 'utf8',
          // Limit for processes that hang. A start takes many times longer on a busy machine.
          timeout: 45_000,
          ...(as !== undefined && { uid: as, gid: as }),
        },
      );
      if (status !== 0) throw new Error(`It ended with ${status ?? signal}: ${stdout}${stderr}`);
      return stdout + stderr;
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Lists every file below a directory. */
export const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((it) =>
    it.isFile() ? [join(it.parentPath, it.name)] : [],
  );

/** Cache files that contain code. The others record which commands have added theirs. */
export const entriesBelow = (directory: string): string[] =>
  filesBelow(directory).filter((it) => !it.endsWith('.added'));

/** Metadata and contents of everything below a directory, to detect changes. */
export const snapshotOf = (directory: string): unknown[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((it) => {
      const path = join(it.parentPath, it.name);
      const { mode, uid, gid, mtimeMs } = lstatSync(path);
      return [path, mode, uid, gid, mtimeMs, it.isFile() && readFileSync(path, 'latin1')];
    })
    .sort();

/**
 * Makes the cached code of one `dist/main.cjs` pass for that of another of the same length, as an attacker
 * with write access to the cache could.
 */
export function forgeEntries(compiled: string, source: string, main: string): void {
  for (const file of entriesBelow(compiled)) {
    if (hasNativeCompileCache) {
      // Magic number, length of the source, length of the data, checksum of the source, checksum of the data.
      const entry = readFileSync(file);
      if (entry.readUInt32LE(4) !== source.length) continue;
      entry.writeUInt32LE(zlib.crc32(source), 12);
      writeFileSync(file, entry);
    } else {
      const { mtimeMs, ctimeMs } = lstatSync(main);
      const build = `${Math.trunc(mtimeMs)}-${Math.trunc(ctimeMs)}-${source.length}`;
      renameSync(file, join(dirname(file), `main.cjs-${build}.bin`));
    }
  }
}
