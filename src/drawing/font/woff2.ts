import { brotliCompressSync, constants } from 'node:zlib';
import { aligned, joined, type Tables } from './sfnt.js';

/** Writes fonts as WOFF 2 files: one compressed stream of all tables. */

/** Numbers of known tables (https://www.w3.org/TR/WOFF2/#table_dir_format), in the order of their tags. */
const KNOWN_TABLES: Readonly<Record<string, number>> = {
  'OS/2': 6,
  cmap: 0,
  glyf: 10,
  head: 1,
  hhea: 2,
  hmtx: 3,
  loca: 11,
  maxp: 4,
  name: 5,
  post: 7,
};
/** Outlines are stored as they are (transformation 3). */
const AS_IS = 3 << 6;
const HEADER = 48;

/** A number in groups of 7 bits, the most significant first. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** @throws Error if a table is missing. */
export function woff2Of(tables: Tables): Uint8Array {
  const listed = Object.entries(KNOWN_TABLES).map(([tag, number]) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`The font has no table ${tag}.`);
    return { tag, number, table };
  });
  const directory = Uint8Array.from(
    listed.flatMap(({ tag, number, table }) => [
      number | (tag === 'glyf' || tag === 'loca' ? AS_IS : 0),
      ...base128(table.byteLength),
    ]),
  );
  const content = joined(listed.map(({ table }) => table));
  const body = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const size = aligned(HEADER + directory.byteLength + body.byteLength);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const unpacked = listed.reduce(
    (sum, { table }) => sum + aligned(table.byteLength),
    12 + 16 * listed.length,
  );
  for (const [at, it] of [0x774f4632, 0x00010000, size].entries()) view.setUint32(at * 4, it);
  view.setUint16(12, listed.length);
  view.setUint32(16, unpacked);
  view.setUint32(20, body.byteLength);
  view.setUint16(24, 1);
  file.set(directory, HEADER);
  file.set(body, HEADER + directory.byteLength);
  return file;
}
