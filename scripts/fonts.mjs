// Fonts of the browser page, made from the fonts of pictures (src/drawing/fonts/).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const directory = join(root, 'src/drawing/font');

/** Weights, with the range of weights for which a page uses the font. */
const FACES = { 400: ['Inter-Regular.ttf', '100 500'], 600: ['Inter-SemiBold.ttf', '600 900'] };

/** Numbers of known tables in WOFF 2 (https://www.w3.org/TR/WOFF2/#table_dir_format), in the order of their tags. */
const KNOWN_TABLES = {
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

/** A number in groups of 7 bits, the most significant first. */
function base128(value) {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

const aligned = (length) => (length + 3) & ~3;

/** Writes a font as a WOFF 2 file: one compressed stream of all tables. */
function woff2Of(tables) {
  const listed = Object.entries(KNOWN_TABLES).map(([tag, number]) => ({
    tag,
    number,
    table: tables.get(tag),
  }));
  const directory = Buffer.from(
    listed.flatMap(({ tag, number, table }) => [
      number | (tag === 'glyf' || tag === 'loca' ? AS_IS : 0),
      ...base128(table.byteLength),
    ]),
  );
  const body = brotliCompressSync(Buffer.concat(listed.map(({ table }) => table)));
  const head = Buffer.alloc(48);
  const size = aligned(head.byteLength + directory.byteLength + body.byteLength);
  head.write('wOF2', 'latin1');
  head.writeUInt32BE(0x00010000, 4);
  head.writeUInt32BE(size, 8);
  head.writeUInt16BE(listed.length, 12);
  const unpacked = listed.reduce(
    (sum, { table }) => sum + aligned(table.byteLength),
    12 + 16 * listed.length,
  );
  head.writeUInt32BE(unpacked, 16);
  head.writeUInt32BE(body.byteLength, 20);
  head.writeUInt16BE(1, 24);
  const file = Buffer.alloc(size);
  Buffer.concat([head, directory, body]).copy(file);
  return file;
}

/** The fonts as a style sheet with WOFF 2 files in `data:` addresses, and as WOFF files in base64 by weight. */
export async function pageFonts() {
  const code = `export { readCharacters, readTables, subset } from './sfnt.js'; export { woffOf } from './woff.js';`;
  const { readCharacters, readTables, subset, woffOf } = await import(
    pathToFileURL(await bundle({ code, directory })).href
  );
  const faces = Object.entries(FACES).map(([weight, [file, range]]) => {
    const tables = readTables(readFileSync(join(root, 'src/drawing/fonts', file)));
    return { weight, range, tables: subset(tables, readCharacters(tables).keys()) };
  });
  const styles = faces.map(
    ({ range, tables }) =>
      `@font-face{font-family:Inter;font-weight:${range};font-display:swap;src:url(data:font/woff2;base64,${woff2Of(tables).toString('base64')})format("woff2")}`,
  );
  const files = Object.fromEntries(
    faces.map(({ weight, tables }) => [weight, Buffer.from(woffOf(tables)).toString('base64')]),
  );
  return { styles: `${styles.join('\n')}\n`, files };
}
