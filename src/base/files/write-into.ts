/** Writes into something that must not be replaced: a device, a pipe, an open descriptor. */

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ArchctlError } from '../errors.js';
import type { FileTarget } from './file-target.js';

/** Content of a file in order, complete or streamed. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Interval between attempts while a pipe is full or has no reader. */
const AGAIN_MS = 20;

/**
 * Writes all pieces without blocking: waits for the reader of a pipe until `signal` aborts.
 *
 * @throws Error with a reason for the message, a system error, or the abort.
 */
export async function writeInto(target: FileTarget, content: Pieces, signal?: AbortSignal): Promise<void> {
  refuseUnfit(target);
  const { descriptor } = target;
  const pieces = withoutRetry(content);
  if (descriptor !== undefined) return writeAll(descriptor, pieces, signal);
  const handle = await open(target, signal);
  try {
    await writeAll(handle, pieces, signal);
  } finally {
    closeSync(handle);
  }
}

function refuseUnfit({ stat, descriptor }: FileTarget): void {
  if (stat?.isDirectory()) throw new Error('it is a directory');
  if (stat?.isBlockDevice()) throw new Error('it is a disk');
  if (stat?.isSocket() && descriptor === undefined) throw new Error('it is a socket');
}

async function open({ path, stat }: FileTarget, signal: AbortSignal | undefined): Promise<number> {
  const { O_WRONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;
  // The open pipe of another process is a link below /proc.
  const noFollow = path.startsWith('/proc/') ? 0 : O_NOFOLLOW;
  const flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | noFollow;
  // Error code of a pipe without a reader.
  const unread = stat?.isFIFO() ? 'ENXIO' : undefined;
  const handle = await again(unread, signal, () => openSync(path, flags));
  const now = fstatSync(handle);
  if (now.dev === stat?.dev && now.ino === stat.ino) return handle;
  closeSync(handle);
  throw new Error('it was replaced while being opened');
}

async function writeAll(handle: number, pieces: Pieces, signal: AbortSignal | undefined): Promise<void> {
  for await (const bytes of pieces)
    for (let offset = 0; offset < bytes.byteLength; )
      offset += await again('EAGAIN', signal, () => writeSync(handle, bytes, offset));
}

/** Pieces for a target that cannot take back bytes: after an error they must not be sent again from the start. */
export async function* withoutRetry(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let hasStarted = false;
  try {
    for await (const piece of pieces) {
      hasStarted = true;
      yield piece;
    }
  } catch (error) {
    if (!hasStarted || !(error instanceof ArchctlError)) throw error;
    // Removes the cause, which would trigger a retry.
    const { cause: _cause, ...facts } = error.facts;
    throw new ArchctlError(error.kind, error.message, facts);
  }
}

/** Retries `work` while it fails with this error code. */
async function again(
  code: string | undefined,
  signal: AbortSignal | undefined,
  work: () => number,
): Promise<number> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return work();
    } catch (error) {
      if (code === undefined || (error as NodeJS.ErrnoException).code !== code) throw error;
    }
    await wait(AGAIN_MS, undefined, { signal });
  }
}
