/** Writing into what is there and stays what it is: a device, a pipe, an open descriptor. */

import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ArchctlError } from './errors.js';
import type { FileTarget } from './file-target.js';

/** What a file holds, in order: all that is there, or as it comes. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** How often it is tried again, where a pipe is full or nobody reads it yet. */
const AGAIN_MS = 20;

/**
 * Writes all of it. Nothing blocks: a pipe that nobody reads is waited for until `signal` aborts.
 * @throws Error with a reason fit for a message, what the system says, or the abort.
 */
export async function writeInto(target: FileTarget, content: Pieces, signal?: AbortSignal): Promise<void> {
  refuseUnfit(target);
  const { descriptor } = target;
  const pieces = unrepeatable(content);
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
  if (stat?.isBlockDevice()) throw new Error('it is a disk, which a file would spoil');
  if (stat?.isSocket() && descriptor === undefined) throw new Error('it is a socket');
}

async function open({ path, stat }: FileTarget, signal: AbortSignal | undefined): Promise<number> {
  const { O_WRONLY, O_NONBLOCK = 0, O_NOCTTY = 0, O_NOFOLLOW = 0 } = constants;
  // An open pipe of another process is named by a link.
  const noFollow = path.startsWith('/proc/') ? 0 : O_NOFOLLOW;
  const flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | noFollow;
  // What a pipe says that nobody reads.
  const unread = stat?.isFIFO() ? 'ENXIO' : undefined;
  const handle = await again(unread, signal, () => openSync(path, flags));
  const now = fstatSync(handle);
  if (now.dev === stat?.dev && now.ino === stat.ino) return handle;
  closeSync(handle);
  throw new Error('it was replaced while it was opened');
}

async function writeAll(handle: number, pieces: Pieces, signal: AbortSignal | undefined): Promise<void> {
  for await (const bytes of pieces)
    for (let offset = 0; offset < bytes.byteLength; )
      offset += await again('EAGAIN', signal, () => writeSync(handle, bytes, offset));
}

/** The pieces for who cannot take back what has arrived: where they break off, they must not come again from the start. */
export async function* unrepeatable(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let hasBegun = false;
  try {
    for await (const piece of pieces) {
      hasBegun = true;
      yield piece;
    }
  } catch (error) {
    if (!hasBegun || !(error instanceof ArchctlError)) throw error;
    // Without its cause, which is what another attempt is decided by.
    const { cause: _cause, ...facts } = error.facts;
    throw new ArchctlError(error.kind, error.message, facts);
  }
}

/** Does it, and tries again as long as it fails with that code. */
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
