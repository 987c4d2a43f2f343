import { fstatSync, writeSync } from 'node:fs';

/** What is needed of `process.stdout` and `process.stderr`; on a terminal it is a whole stream. */
export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  write(content: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What a file takes: its stream would write no other way. */
const ALL_BYTES = Number.POSITIVE_INFINITY;

/** What an empty pipe takes at once on every system; beyond it a write could wait for the reader, and stop all else. */
const AT_ONCE_BYTES = 16_384;

/**
 * Stdout or stderr, by its file descriptor. Opening a stream on a pipe loads sockets and all, a sixth of the time of a
 * short command: into a file all goes straight, into a pipe the first kilobytes do. A terminal, what a direct write does
 * not take, and all that comes after it, are left to the stream.
 */
export function outputOn(fd: 1 | 2, open: () => NodeJS.WritableStream): OutputStream {
  const room = roomOf(fd);
  return room > 0 ? directOutput(fd, room, open) : open();
}

/** How much goes straight. On Windows, how a pipe is written to and what a console shows depends on more than bytes. */
function roomOf(fd: number): number {
  if (process.platform === 'win32') return 0;
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) return ALL_BYTES;
    return stat.isCharacterDevice() ? 0 : AT_ONCE_BYTES;
  } catch {
    return 0;
  }
}

function directOutput(fd: number, room: number, open: () => NodeJS.WritableStream): OutputStream {
  const listeners: ((error: Error) => void)[] = [];
  let stream: NodeJS.WritableStream | undefined;
  let left = room;
  const opened = (): NodeJS.WritableStream => {
    if (stream === undefined) {
      stream = open();
      for (const listener of listeners) stream.on('error', listener);
    }
    return stream;
  };
  return {
    on(event, listener) {
      if (stream) stream.on(event, listener);
      else listeners.push(listener);
    },
    write(content, done) {
      if (stream) return stream.write(content, done);
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      left -= bytes.byteLength;
      if (left < 0) return opened().write(content, done);
      const outcome = writeThrough(fd, bytes);
      if (outcome instanceof Uint8Array) return opened().write(outcome, done);
      done?.(outcome);
      return true;
    },
  };
}

/** Writes all; or gives back what there is no room for now, or what failed. */
function writeThrough(fd: number, bytes: Uint8Array): Uint8Array | Error | undefined {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    return undefined;
  } catch (error) {
    // Somebody has made it a pipe that does not wait, and it is full.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? rest : (error as Error);
  }
}
