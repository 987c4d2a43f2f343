import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../../src/base/errors.js';
import {
  makePrivateFile,
  replaceFile,
  reserveSecretFile,
  writeFile,
} from '../../../src/base/files/write-file.js';
import { temporaryDirectory } from '../../cli/world.js';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
/** Whether this user can create device files, which root in a container cannot. */
const makesDevices = ((): boolean => {
  const directory = mkdtempSync(join(tmpdir(), 'archctl-test-'));
  try {
    execFileSync('mknod', [join(directory, 'null'), 'c', '1', '3'], { stdio: 'ignore' });
    writeFileSync(join(directory, 'null'), 'x');
    return process.platform === 'linux';
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true });
  }
})();
const modeOf = (path: string): number => statSync(path).mode & 0o7777;

/** Returns the error of a promise or call. Errors other than archctl's fail the test. */
async function failureOf(work: () => unknown): Promise<ArchctlError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

const writers = [
  ['writeFile', writeFile],
  ['replaceFile', async (path: string, content: string | Uint8Array) => replaceFile(path, content)],
] as const;

describe.each(writers)('%s', (_, write) => {
  test('creates the folder, writes text and bytes, and replaces existing files', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'a', 'b', 'file.svg');
    await write(path, 'é');
    expect(readFileSync(path, 'utf8')).toBe('é');
    const big = new Uint8Array(3_000_000).fill(7);
    await write(path, big);
    expect(readFileSync(path).equals(big)).toBe(true);
    expect(readdirSync(join(directory, 'a', 'b'))).toEqual(['file.svg']);
  });

  test('leaves nothing behind when it cannot write', async () => {
    const directory = temporaryDirectory();
    const taken = join(directory, 'taken');
    mkdirSync(join(taken, 'inside'), { recursive: true });
    const error = await failureOf(() => write(taken, 'x'));
    expect(error.kind).toBe('usage');
    expect(error.message).toContain(taken);
    expect(readdirSync(directory)).toEqual(['taken']);
    writeFileSync(join(directory, 'file'), 'kept');
    await failureOf(() => write(join(directory, 'file', 'below'), 'x'));
    expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('kept');
    expect(readdirSync(directory)).toEqual(['file', 'taken']);
  });

  test('a name of maximum length still has a temporary file', async () => {
    const path = join(temporaryDirectory(), 'n'.repeat(255));
    await write(path, 'x');
    expect(readFileSync(path, 'utf8')).toBe('x');
  });

  test.each([0o600, 0o640, 0o755])('keeps the mode %o of a replaced file', async (mode) => {
    const path = join(temporaryDirectory(), 'file');
    writeFileSync(path, 'old');
    chmodSync(path, mode);
    await write(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(modeOf(path)).toBe(mode);
  });

  test('gives a new file the mode of the umask', async () => {
    const path = join(temporaryDirectory(), 'file');
    await write(path, 'new');
    expect(modeOf(path)).toBe(0o666 & ~process.umask());
  });

  test('another hard link keeps the old content', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'one'), 'old');
    linkSync(join(directory, 'one'), join(directory, 'other'));
    await write(join(directory, 'one'), 'new');
    expect(readFileSync(join(directory, 'other'), 'utf8')).toBe('old');
  });

  test.runIf(isRoot)('keeps the owner when root replaces the file of a user', async () => {
    const path = join(temporaryDirectory(), 'file');
    writeFileSync(path, 'old', { mode: 0o640 });
    chownSync(path, NOBODY, NOBODY);
    await write(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path)).toMatchObject({ uid: NOBODY, gid: NOBODY });
    expect(modeOf(path)).toBe(0o640);
  });

  test('keeps our own links and replaces the target, over any number of links', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'real'));
    writeFileSync(join(directory, 'real', 'file'), 'old', { mode: 0o600 });
    symlinkSync('real', join(directory, 'folder'));
    symlinkSync('folder/../real/./file', join(directory, 'first'));
    symlinkSync(join(directory, 'first'), join(directory, 'second'));
    await write(join(directory, 'second'), 'new');
    expect(readlinkSync(join(directory, 'second'))).toBe(join(directory, 'first'));
    expect(readFileSync(join(directory, 'real', 'file'), 'utf8')).toBe('new');
    expect(modeOf(join(directory, 'real', 'file'))).toBe(0o600);
    expect(readdirSync(join(directory, 'real'))).toEqual(['file']);
  });

  test('creates the target of a dangling link, and refuses a loop of links', async () => {
    const directory = temporaryDirectory();
    symlinkSync('not/yet', join(directory, 'dangling'));
    await write(join(directory, 'dangling'), 'new');
    expect(readFileSync(join(directory, 'not', 'yet'), 'utf8')).toBe('new');
    symlinkSync('two', join(directory, 'one'));
    symlinkSync('one', join(directory, 'two'));
    expect((await failureOf(() => write(join(directory, 'one'), 'x'))).message).toContain('cycle');
    expect(readdirSync(directory).sort()).toEqual(['dangling', 'not', 'one', 'two']);
  });

  test.runIf(isRoot)('refuses links and files of another user in a shared directory', async () => {
    const shared = join(temporaryDirectory(), 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o1777);
    const victim = join(shared, '..', 'victim');
    writeFileSync(victim, 'precious');
    const planted = (name: string): string => join(shared, name);
    symlinkSync(victim, planted('link'));
    symlinkSync(join(shared, '..', 'new'), planted('dangling'));
    symlinkSync(join(shared, '..'), planted('folder'));
    writeFileSync(planted('file'), 'theirs');
    execFileSync('mkfifo', [planted('pipe')]);
    for (const name of readdirSync(shared)) lchownSync(planted(name), NOBODY, NOBODY);
    for (const name of ['link', 'dangling', 'folder/victim', 'file', 'pipe']) {
      const { kind, message } = await failureOf(() => write(planted(name), 'secret'));
      expect({ name, kind, told: message.includes('another user') || name === 'pipe' }).toEqual({
        name,
        kind: 'usage',
        told: true,
      });
    }
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(readFileSync(planted('file'), 'utf8')).toBe('theirs');
    expect(existsSync(join(shared, '..', 'new'))).toBe(false);
    expect(readdirSync(shared).sort()).toEqual(['dangling', 'file', 'folder', 'link', 'pipe']);
    // Our own files may be links, there too.
    symlinkSync(victim, planted('own'));
    await write(planted('own'), 'new');
    expect(readFileSync(victim, 'utf8')).toBe('new');
  });

  test.runIf(isRoot)(
    'a write-protected file is not replaced, even if its directory is writable',
    async () => {
      const directory = temporaryDirectory();
      chmodSync(directory, 0o777);
      writeFileSync(join(directory, 'file'), 'kept', { mode: 0o444 });
      process.seteuid?.(NOBODY);
      try {
        const { message } = await failureOf(() => write(join(directory, 'file'), 'x'));
        expect(message).toContain('permission denied');
      } finally {
        process.seteuid?.(0);
      }
      expect(readFileSync(join(directory, 'file'), 'utf8')).toBe('kept');
      expect(readdirSync(directory)).toEqual(['file']);
    },
  );

  test('refuses a socket and a directory', async () => {
    const directory = temporaryDirectory();
    const server = createServer().listen(join(directory, 'socket'));
    await once(server, 'listening');
    for (const name of ['socket', '.']) await failureOf(() => write(join(directory, name), 'x'));
    expect(lstatSync(join(directory, 'socket')).isSocket()).toBe(true);
    server.close();
  });
});

describe('writeFile', () => {
  const fifo = (): string => {
    const path = join(temporaryDirectory(), 'pipe');
    execFileSync('mkfifo', [path]);
    return path;
  };

  test('writes into a pipe without replacing it, and waits for its reader', async () => {
    const path = fifo();
    const content = 'line\n'.repeat(200_000);
    const written = writeFile(path, content);
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [seen] = await Promise.all([text(reader.stdout), written]);
    expect(seen === content).toBe(true);
    expect(lstatSync(path).isFIFO()).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['pipe']);
  });

  test('stops waiting for the reader of a pipe on interruption', async () => {
    const path = fifo();
    const controller = new AbortController();
    const written = writeFile(path, 'x', controller.signal);
    controller.abort();
    await expect(written).rejects.toMatchObject({ name: 'AbortError' });
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  test('fails when the reader of a pipe disappears', async () => {
    const path = fifo();
    const reader = spawn('head', ['-c', '1', path], { stdio: ['ignore', 'pipe', 'inherit'] });
    const { message, facts } = await failureOf(() => writeFile(path, new Uint8Array(2_000_000)));
    expect(message).toContain('EPIPE');
    expect(facts.hint).toContain('reader');
    if (reader.exitCode === null) await once(reader, 'exit');
  });

  test.runIf(makesDevices)('reports a full device and keeps it', async () => {
    const path = join(temporaryDirectory(), 'full');
    execFileSync('mknod', [path, 'c', '1', '7']);
    const { kind, message, facts } = await failureOf(() => writeFile(path, 'x'));
    expect({ kind, message }).toEqual({
      kind: 'usage',
      message: `Cannot write ${path}: the disk is full.`,
    });
    expect(facts.hint).toContain('Free some space');
    expect(lstatSync(path).isCharacterDevice()).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['full']);
    await expect(failureOf(() => replaceFile(path, 'x'))).resolves.toMatchObject({ kind: 'usage' });
    expect(lstatSync(path).isCharacterDevice()).toBe(true);
  });

  test('writes into a device, also through a link', async () => {
    const path = join(temporaryDirectory(), 'link');
    symlinkSync('/dev/null', path);
    expect(await writeFile(path, 'x')).toEqual({ isStdout: false });
    expect(readlinkSync(path)).toBe('/dev/null');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test.runIf(makesDevices)('refuses a disk', async () => {
    const path = join(temporaryDirectory(), 'disk');
    execFileSync('mknod', [path, 'b', '7', '250']);
    expect((await failureOf(() => writeFile(path, 'x'))).message).toContain('a disk');
  });
});

describe('owner-only access', () => {
  test('creates private files in private folders, and narrows the mode of an existing file', () => {
    const path = join(temporaryDirectory(), 'a', 'state.json');
    replaceFile(path, 'x', { access: 'owner' });
    expect([modeOf(path), modeOf(join(path, '..'))]).toEqual([0o600, 0o700]);
    chmodSync(path, 0o644);
    replaceFile(path, 'y', { access: 'owner' });
    expect(modeOf(path)).toBe(0o600);
    chmodSync(path, 0o644);
    makePrivateFile(path);
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual([0o600, 'y']);
    makePrivateFile(join(path, '..', 'new'));
    expect(modeOf(join(path, '..', 'new'))).toBe(0o600);
  });
});

describe('reserveSecretFile', () => {
  test('is empty and private from the first byte, then contains the written text', () => {
    const path = join(temporaryDirectory(), 'key.txt');
    const file = reserveSecretFile(path);
    expect(readFileSync(path, 'utf8')).toBe('');
    expect(modeOf(path)).toBe(0o600);
    file.write('id:secret\n');
    expect(readFileSync(path, 'utf8')).toBe('id:secret\n');
    expect(modeOf(path)).toBe(0o600);
  });

  test('never overwrites a file, and never follows a link or writes into a device', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'key.txt');
    writeFileSync(path, 'precious');
    expect((await failureOf(() => reserveSecretFile(path))).message).toContain('is not overwritten');
    expect(readFileSync(path, 'utf8')).toBe('precious');
    symlinkSync(join(directory, 'elsewhere'), join(directory, 'link'));
    await failureOf(() => reserveSecretFile(join(directory, 'link')));
    expect(existsSync(join(directory, 'elsewhere'))).toBe(false);
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    await failureOf(() => reserveSecretFile(join(directory, 'pipe')));
    expect(lstatSync(join(directory, 'pipe')).isFIFO()).toBe(true);
  });

  test.runIf(isRoot)('never writes below a link of another user', async () => {
    const shared = join(temporaryDirectory(), 'shared');
    mkdirSync(join(shared, 'real'), { recursive: true });
    chmodSync(shared, 0o1777);
    symlinkSync('real', join(shared, 'link'));
    lchownSync(join(shared, 'link'), NOBODY, NOBODY);
    await failureOf(() => reserveSecretFile(join(shared, 'link', 'key')));
    expect(readdirSync(join(shared, 'real'))).toEqual([]);
  });

  test('release removes the empty file, but not another file of that name', () => {
    const directory = temporaryDirectory();
    reserveSecretFile(join(directory, 'key.txt')).release();
    expect(readdirSync(directory)).toEqual([]);
    const file = reserveSecretFile(join(directory, 'key.txt'));
    replaceFile(join(directory, 'key.txt'), 'another');
    file.release();
    expect(readFileSync(join(directory, 'key.txt'), 'utf8')).toBe('another');
  });

  test('a missing folder is a usage error', async () => {
    const path = join(temporaryDirectory(), 'no', 'key');
    expect((await failureOf(() => reserveSecretFile(path))).kind).toBe('usage');
  });

  test.runIf(!isRoot)('a read-only folder is a usage error', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o500);
    expect((await failureOf(() => reserveSecretFile(join(directory, 'key')))).kind).toBe('usage');
    chmodSync(directory, 0o700);
  });
});
