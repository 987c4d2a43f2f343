import { fstatSync, writeSync } from 'node:fs';

/** The part of `process.stdout` and `process.stderr` that archctl uses. */
export interface OutputStream {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
  write(content: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Files are always written directly. */
const ALL_BYTES = Number.POSITIVE_INFINITY;

/** Size that an empty pipe accepts without blocking on every system. A larger write could block the process. */
const AT_ONCE_BYTES = 16_384;

/**
 * Stdout or stderr by file descriptor. Opening a stream on a pipe loads Node's sockets, which takes a sixth of a short
 * command's time. So files are written directly, and so are the first kilobytes of a pipe. Terminals, and everything
 * after a partial write, use the stream.
 */
export function outputOn(fd: 1 | 2, open: () => NodeJS.WritableStream): OutputStream {
  const limit = directLimitOf(fd);
  return limit > 0 ? directOutput(fd, limit, open) : open();
}

/** Number of bytes that may be written directly. None on Windows, where pipes and consoles differ. */
function directLimitOf(fd: number): number {
  if (process.platform === 'win32') return 0;
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) return ALL_BYTES;
    return stat.isCharacterDevice() ? 0 : AT_ONCE_BYTES;
  } catch {
    return 0;
  }
}

function directOutput(fd: number, limit: number, open: () => NodeJS.WritableStream): OutputStream {
  const listeners: ((error: Error) => void)[] = [];
  let stream: NodeJS.WritableStream | undefined;
  let remaining = limit;
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
      remaining -= bytes.byteLength;
      if (remaining < 0) return opened().write(content, done);
      const outcome = writeThrough(fd, bytes);
      if (outcome instanceof Uint8Array) return opened().write(outcome, done);
      done?.(outcome);
      return true;
    },
  };
}

/** Writes all bytes, or returns the rest that did not fit, or the error. */
function writeThrough(fd: number, bytes: Uint8Array): Uint8Array | Error | undefined {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
    return undefined;
  } catch (error) {
    // A non-blocking pipe that is full.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? rest : (error as Error);
  }
}
