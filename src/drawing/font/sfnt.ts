/**
 * Subsets of the bundled TrueType fonts, in plain JavaScript, so that a browser can create them too.
 *
 * A subset has the outlines and advance widths of its glyphs. It has no kerning, so that its lines are exactly as wide as
 * `measure` computes.
 */

/** Tables of a font, by their four-letter tag. */
export type Tables = ReadonlyMap<string, Uint8Array>;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function tableOf(tables: Tables, tag: string): Uint8Array {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no table ${tag}.`);
  return found;
}

export function readTables(file: Uint8Array): Tables {
  // Not a Buffer, whose slices share memory.
  const font = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  const view = viewOf(font);
  const text = new TextDecoder('latin1');
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, at): [string, Uint8Array] => {
      const entry = 12 + at * 16;
      const offset = view.getUint32(entry + 8);
      return [
        text.decode(font.subarray(entry, entry + 4)),
        font.subarray(offset, offset + view.getUint32(entry + 12)),
      ];
    }),
  );
}

/** Glyph ids by code point, from the subtable of format 4 (Basic Multilingual Plane). */
export function readCharacters(tables: Tables): ReadonlyMap<number, number> {
  const cmap = viewOf(tableOf(tables, 'cmap'));
  const starts = Array.from({ length: cmap.getUint16(2) }, (_, at) => cmap.getUint32(8 + at * 8));
  const start = starts.find((it) => cmap.getUint16(it) === 4);
  if (start === undefined) throw new Error('The font has no character map of format 4.');
  const double = cmap.getUint16(start + 6);
  const [ends, begins] = [start + 14, start + 16 + double];
  const [deltas, offsets] = [begins + double, begins + 2 * double];
  const glyphs = new Map<number, number>();
  for (let at = 0; at < double; at += 2) {
    const [first, last] = [cmap.getUint16(begins + at), cmap.getUint16(ends + at)];
    const [delta, offset] = [cmap.getUint16(deltas + at), cmap.getUint16(offsets + at)];
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const stored = offset === 0 ? code : cmap.getUint16(offsets + at + offset + 2 * (code - first));
      if (stored !== 0 || offset === 0) glyphs.set(code, (stored + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** Flags of a component of a composite glyph. */
const WORDS = 1;
const SCALE = 8;
const MORE = 0x20;
const TWO_SCALES = 0x40;
const MATRIX = 0x80;

/** Positions of the glyph ids in the outline of a composite glyph; empty for other glyphs. */
function componentsOf(outline: Uint8Array): number[] {
  const view = viewOf(outline);
  if (outline.byteLength === 0 || view.getInt16(0) >= 0) return [];
  const found: number[] = [];
  let flags = MORE;
  for (let at = 10; flags & MORE; ) {
    flags = view.getUint16(at);
    found.push(at + 2);
    const scales = flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0;
    at += 4 + (flags & WORDS ? 4 : 2) + scales;
  }
  return found;
}

/** Tables of a font with the glyphs of some characters; characters that it lacks are ignored. */
export function subset(tables: Tables, codePoints: Iterable<number>): Tables {
  const characters = readCharacters(tables);
  const kept = [...new Set(codePoints)].filter((it) => characters.has(it)).sort((a, b) => a - b);
  const head = tableOf(tables, 'head').slice();
  const [loca, glyf] = [viewOf(tableOf(tables, 'loca')), tableOf(tables, 'glyf')];
  const isLong = viewOf(head).getInt16(50) === 1;
  const offsetOf = (glyph: number): number =>
    isLong ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
  const outlineOf = (glyph: number): Uint8Array => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));

  // New glyph ids by old ones. Glyph 0 is drawn for missing characters.
  const ids = new Map([[0, 0]]);
  const idOf = (glyph: number): number => {
    const id = ids.get(glyph) ?? ids.size;
    ids.set(glyph, id);
    return id;
  };
  const map = kept.map((code): [number, number] => [code, idOf(characters.get(code) ?? 0)]);
  const outlines: Uint8Array[] = [];
  // A Map iterator also visits entries that are added during the loop.
  for (const glyph of ids.keys()) {
    const outline = padded(outlineOf(glyph));
    const view = viewOf(outline);
    for (const at of componentsOf(outline)) view.setUint16(at, idOf(view.getUint16(at)));
    outlines.push(outline);
  }
  const glyphs = [...ids.keys()];
  viewOf(head).setInt16(50, 1);
  return new Map<string, Uint8Array>([
    ['OS/2', tableOf(tables, 'OS/2')],
    ['cmap', cmapOf(map)],
    ['glyf', joined(outlines)],
    ['head', head],
    ['hhea', withUint16(tableOf(tables, 'hhea'), 34, glyphs.length)],
    ['hmtx', metricsOf(tables, glyphs)],
    ['loca', locaOf(outlines.map((it) => it.byteLength))],
    ['maxp', withUint16(tableOf(tables, 'maxp'), 4, glyphs.length)],
    ['name', nameOf(NAMES)],
    ['post', tableOf(tables, 'post')],
  ]);
}

/** Rounds up to a multiple of 4. */
export const aligned = (length: number): number => (length + 3) & ~3;

function padded(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(aligned(bytes.byteLength));
  result.set(bytes);
  return result;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, it) => sum + it.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.byteLength;
  }
  return result;
}

function withUint16(table: Uint8Array, at: number, value: number): Uint8Array {
  const result = table.slice();
  viewOf(result).setUint16(at, value);
  return result;
}

function metricsOf(tables: Tables, glyphs: readonly number[]): Uint8Array {
  const count = viewOf(tableOf(tables, 'hhea')).getUint16(34);
  const from = viewOf(tableOf(tables, 'hmtx'));
  const result = new Uint8Array(glyphs.length * 4);
  const to = viewOf(result);
  for (const [at, glyph] of glyphs.entries()) {
    to.setUint16(at * 4, from.getUint16(Math.min(glyph, count - 1) * 4));
    to.setUint16(at * 4 + 2, from.getUint16(glyph < count ? glyph * 4 + 2 : count * 4 + (glyph - count) * 2));
  }
  return result;
}

function locaOf(lengths: readonly number[]): Uint8Array {
  const result = new Uint8Array((lengths.length + 1) * 4);
  const view = viewOf(result);
  let offset = 0;
  for (const [at, length] of lengths.entries()) {
    offset += length;
    view.setUint32((at + 1) * 4, offset);
  }
  return result;
}

/** Values as big-endian numbers of 16 bits. */
function words(values: readonly number[]): Uint8Array {
  const result = new Uint8Array(values.length * 2);
  const view = viewOf(result);
  for (const [at, value] of values.entries()) view.setUint16(at * 2, value & 0xffff);
  return result;
}

/** Character map of format 4: a segment for each run of consecutive code points and glyphs. */
function cmapOf(map: readonly (readonly [code: number, glyph: number])[]): Uint8Array {
  const runs: { first: number; last: number; delta: number }[] = [];
  for (const [code, glyph] of map) {
    const run = runs.at(-1);
    if (run && code === run.last + 1 && glyph - code === run.delta) run.last = code;
    else runs.push({ first: code, last: code, delta: glyph - code });
  }
  runs.push({ first: 0xffff, last: 0xffff, delta: 1 });
  const power = 2 ** Math.floor(Math.log2(runs.length));
  const search = [runs.length * 2, power * 2, Math.log2(power), (runs.length - power) * 2];
  const body = [
    ...search,
    ...runs.map(({ last }) => last),
    0,
    ...runs.map(({ first }) => first),
    ...runs.map(({ delta }) => delta),
    ...runs.map(() => 0),
  ];
  // The version, and one subtable for Windows and Unicode (3, 1) at offset 12.
  return words([0, 1, 3, 1, 0, 12, 4, 6 + body.length * 2, 0, ...body]);
}

/** Entries of the name table by id: family, style, licence. */
const NAMES: readonly (readonly [id: number, text: string])[] = [
  [1, 'Inter'],
  [2, 'Regular'],
  [13, 'SIL Open Font License 1.1'],
];

function nameOf(names: typeof NAMES): Uint8Array {
  const texts = names.map(([, text]) => words(Array.from(text, (it) => it.charCodeAt(0))));
  let offset = 0;
  const records = names.flatMap(([id], at) => {
    const length = texts[at]?.byteLength ?? 0;
    offset += length;
    return [3, 1, 0x409, id, length, offset - length];
  });
  return joined([words([0, names.length, 6 + names.length * 12, ...records]), ...texts]);
}
