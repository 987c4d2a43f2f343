import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../../base/errors.js';
import type { World } from './world.js';

/** The raw bytes of a file, or of stdin for `-`: nothing is decoded on the way. */
export async function readBytes(file: string, world: World, option: string): Promise<Uint8Array> {
  if (file !== '-') {
    try {
      return readFileSync(resolve(world.cwd, file));
    } catch (error) {
      throw usageError(`Option ${option}: cannot read ${file}: ${(error as Error).message}.`, {
        cause: error,
      });
    }
  }
  return readStdinBytes(world, option);
}

/** Worlds whose stdin was read: it can be read once. */
const consumed = new WeakSet<World>();

/** All of stdin. A terminal would wait for ever without saying so, and a second reader would find nothing. */
export async function readStdinBytes(world: World, option: string): Promise<Buffer> {
  if (consumed.has(world)) {
    throw usageError(`Option ${option} reads stdin, which another option has read already.`);
  }
  consumed.add(world);
  if (world.stdin.isTTY) {
    throw usageError(`Option ${option} reads stdin, which is a terminal.`, { hint: 'Pipe something in.' });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of world.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
