import { unzlibSync, zlibSync } from 'fflate';
import { aligned, joined, type Tables } from './sfnt.js';

/** Writes fonts as WOFF files, which all browsers read: each table is compressed on its own. */

const HEADER = 44;
const ENTRY = 20;
/** Version of a font with TrueType outlines. */
const TRUETYPE = 0x00010000;

/** Sum of a table's words of 32 bits. */
function checksum(table: Uint8Array): number {
  const view = new DataView(
    joined([table, new Uint8Array(aligned(table.byteLength) - table.byteLength)]).buffer,
  );
  let sum = 0;
  for (let at = 0; at < view.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

export function woffOf(tables: Tables): Uint8Array {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = new Uint8Array(HEADER + sorted.length * ENTRY);
  const view = new DataView(head.buffer);
  const bodies: Uint8Array[] = [];
  let offset = head.byteLength;
  for (const [index, [tag, table]] of sorted.entries()) {
    const packed = zlibSync(table, { level: 9 });
    const body = packed.byteLength < table.byteLength ? packed : table;
    const at = HEADER + index * ENTRY;
    for (const [letter, it] of Array.from(tag).entries()) view.setUint8(at + letter, it.charCodeAt(0));
    for (const [field, it] of [offset, body.byteLength, table.byteLength, checksum(table)].entries())
      view.setUint32(at + 4 + field * 4, it);
    bodies.push(body, new Uint8Array(aligned(body.byteLength) - body.byteLength));
    offset += aligned(body.byteLength);
  }
  const unpacked = sorted.reduce((sum, [, it]) => sum + aligned(it.byteLength), 12 + sorted.length * 16);
  for (const [at, it] of [0x774f4646, TRUETYPE, offset].entries()) view.setUint32(at * 4, it);
  view.setUint16(12, sorted.length);
  view.setUint32(16, unpacked);
  return joined([head, ...bodies]);
}

/** Reads the tables of a file that `woffOf` wrote. */
export function readWoff(file: Uint8Array): Tables {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  return new Map(
    Array.from({ length: view.getUint16(12) }, (_, index): [string, Uint8Array] => {
      const at = HEADER + index * ENTRY;
      const [offset = 0, length = 0, unpacked = 0] = [4, 8, 12].map((it) => view.getUint32(at + it));
      const body = file.subarray(offset, offset + length);
      return [String.fromCharCode(...file.subarray(at, at + 4)), length < unpacked ? unzlibSync(body) : body];
    }),
  );
}
