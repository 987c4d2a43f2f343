import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { outputOn } from '../../src/base/direct-output.js';

const folder = mkdtempSync(join(tmpdir(), 'archctl-output-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** An output on a descriptor of this test, and its stream once that is opened. */
function outputTo(fd: number) {
  const opened: PassThrough[] = [];
  const open = () => {
    opened.push(new PassThrough());
    return opened[0] as PassThrough;
  };
  return { output: outputOn(fd as 1, open), opened };
}

const written = (output: ReturnType<typeof outputOn>, text: string) =>
  new Promise<Error | null | undefined>((resolve) => void output.write(text, resolve));

describe.skipIf(process.platform === 'win32')('output into a file or a pipe', () => {
  it('is written without a stream, completely', async () => {
    const file = join(folder, 'short');
    const fd = openSync(file, 'w');
    const { output, opened } = outputTo(fd);
    expect(await written(output, 'Zürich\n')).toBeUndefined();
    expect(await written(output, 'Ålesund\n')).toBeUndefined();
    closeSync(fd);
    expect(readFileSync(file, 'utf8')).toBe('Zürich\nÅlesund\n');
    expect(opened).toEqual([]);
  });

  it('is written into a file without a stream, whatever its size', async () => {
    const fd = openSync(join(folder, 'long'), 'w');
    const { output, opened } = outputTo(fd);
    await written(output, 'x'.repeat(16_000));
    await written(output, 'ü'.repeat(200_000));
    closeSync(fd);
    expect(opened).toEqual([]);
    expect(readFileSync(join(folder, 'long'), 'utf8')).toBe('x'.repeat(16_000) + 'ü'.repeat(200_000));
  });

  it('uses a stream once it exceeds the capacity of a pipe, and keeps using it', async () => {
    const fd = openPipe('busy');
    const { output, opened } = outputTo(fd);
    await written(output, 'x'.repeat(16_000));
    expect(opened).toEqual([]);
    await written(output, 'y'.repeat(400));
    await written(output, 'z');
    expect(opened).toHaveLength(1);
    expect(String(opened[0]?.read())).toBe(`${'y'.repeat(400)}z`);
    expect(Buffer.concat([...emptied(fd)]).toString()).toBe('x'.repeat(16_000));
    closeSync(fd);
  });

  it('waits in a stream while a non-blocking pipe is full, without losing a byte', async () => {
    const fd = openPipe('full');
    const filled = fill(fd);
    const room = Buffer.alloc(4096);
    readSync(fd, room);
    const { output, opened } = outputTo(fd);
    await written(output, 'a'.repeat(6000));
    const rest = String(opened[0]?.read());
    let direct = 0;
    for (const piece of emptied(fd)) direct += piece.toString().split('a').length - 1;
    closeSync(fd);
    expect(filled).toBeGreaterThan(4096);
    expect(direct + rest.length).toBe(6000);
    expect(rest.length).toBeGreaterThan(0);
  });

  it('reports what could not be written, and leaves stream errors to listeners', async () => {
    const readOnly = openSync(join(folder, 'read-only'), constants.O_RDONLY | constants.O_CREAT);
    expect(await written(outputTo(readOnly).output, 'x')).toMatchObject({ code: 'EBADF' });
    closeSync(readOnly);
    const pipe = openPipe('faulty');
    const { output, opened } = outputTo(pipe);
    const errors: Error[] = [];
    output.on('error', (error) => errors.push(error));
    output.write('x'.repeat(20_000));
    closeSync(pipe);
    opened[0]?.emit('error', new Error('gone'));
    expect(errors.map((error) => error.message)).toEqual(['gone']);
  });
});

it('opens the stream at once for a terminal, and for anything without a descriptor', () => {
  const nothing = openSync('/dev/null', 'w');
  expect(outputTo(nothing).opened).toHaveLength(1);
  closeSync(nothing);
  expect(outputTo(9_999).opened).toHaveLength(1);
});

/** A non-blocking pipe with both ends in this process. */
function openPipe(name: string): number {
  const pipe = join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
}

/** Fills a non-blocking pipe, and returns the number of bytes. */
function fill(fd: number): number {
  let sum = 0;
  try {
    for (;;) sum += writeSync(fd, '.'.repeat(1024));
  } catch {
    return sum;
  }
}

/** Reads everything from a non-blocking pipe. */
function* emptied(fd: number): Generator<Buffer> {
  const piece = Buffer.alloc(65_536);
  try {
    for (;;) yield Buffer.from(piece.subarray(0, readSync(fd, piece)));
  } catch {
    // The pipe is empty.
  }
}
