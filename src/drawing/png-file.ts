import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { type Pixels, pixelRows } from './pixel-rows.js';

const pack = promisify<Uint8Array, { level: number }, Buffer>(deflate);

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bit depth 8, colour type RGB, and the only defined compression, filter and interlace methods. */
const KIND = [8, 2, 0, 0, 0];
/** Deflate level: 10% larger than at the default 6, in less than half the time. */
const LEVEL = 4;

/** Encodes an opaque picture as a PNG file; compresses off the main thread. */
export async function pngFile(picture: Pixels): Promise<Uint8Array> {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(picture.width, 0);
  size.writeUInt32BE(picture.height, 4);
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', Buffer.concat([size, Buffer.from(KIND)])),
    ...chunk('IDAT', await pack(pixelRows(picture), { level: LEVEL })),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer[] {
  const head = Buffer.from(`\0\0\0\0${name}`, 'latin1');
  head.writeUInt32BE(data.byteLength, 0);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(data, crc32(name)), 0);
  return [head, data, sum];
}
