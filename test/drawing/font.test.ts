import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embedFonts } from '../../src/drawing/font/embed.js';
import { fontPaths, loadFonts } from '../../src/drawing/font/files.js';
import { readCharacters, readTables, subset, type Tables } from '../../src/drawing/font/sfnt.js';
import { withoutFonts } from '../../src/drawing/font/without-fonts.js';
import { readWoff, woffOf } from '../../src/drawing/font/woff.js';
import { embedFont } from '../../src/drawing/index.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { measure } from '../../src/drawing/text.js';
import { fontDir, scene } from './fixture.js';

const fonts = loadFonts(fontDir);
const codesOf = (text: string): number[] => Array.from(text, (it) => it.codePointAt(0) ?? 0);

/** Advance width of a character in a font, in units of 1/1000 em. */
function advance(tables: Tables, character: string): number {
  const view = (tag: string) => {
    const table = tables.get(tag) ?? new Uint8Array();
    return new DataView(table.buffer, table.byteOffset, table.byteLength);
  };
  const glyph = readCharacters(tables).get(character.codePointAt(0) ?? 0) ?? 0;
  return Math.round((view('hmtx').getUint16(glyph * 4) * 1000) / view('head').getUint16(18));
}

describe('a subset of a font', () => {
  it('has exactly the requested characters, with their widths', () => {
    const text = 'Booking → Ärger Ждать ≤ Ω';
    const part = subset(fonts[400], codesOf(`${text}漢`));
    expect([...readCharacters(part).keys()]).toEqual([...new Set(codesOf(text))].sort((a, b) => a - b));
    for (const character of text)
      expect(advance(part, character)).toBe(measure(character, { size: 1000, weight: 400 }));
  });

  it('contains the parts of composed characters, and leaves the font as it is', () => {
    const before = readFileSync(fontPaths(fontDir)[0] ?? '');
    const file = Buffer.from(before);
    const tables = readTables(file);
    const sizes = ['Ä', 'A', 'ÄA'].map((text) => subset(tables, codesOf(text)).get('glyf')?.byteLength ?? 0);
    const [composed = 0, plain = 0, both = 0] = sizes;
    expect(composed).toBeGreaterThan(plain);
    // The outline of A is shared.
    expect(both).toBe(composed);
    expect(file.equals(before)).toBe(true);
  });

  it('is the same after it was written as WOFF and read', () => {
    const part = subset(fonts[600], codesOf('Booking API'));
    const file = woffOf(part);
    expect(Buffer.from(file.subarray(0, 4)).toString()).toBe('wOFF');
    expect(new DataView(file.buffer).getUint32(8)).toBe(file.byteLength);
    const read = readWoff(file);
    expect([...read.keys()]).toEqual([...part.keys()].sort());
    for (const [tag, table] of part) expect(Buffer.compare(read.get(tag) ?? Buffer.of(), table)).toBe(0);
  });
});

describe('an SVG file', () => {
  const embedded = (svg: string): Tables[] =>
    Array.from(svg.matchAll(/font\/woff;base64,([^)]+)\)/g), ([, text = '']) =>
      readWoff(Uint8Array.from(Buffer.from(text, 'base64'))),
    );

  it('contains the characters of its texts, by weight', () => {
    const svg =
      '<svg width="1" height="1"><title>T</title><text x="0">a&amp;b</text><text x="0" font-weight="600" y="1">C</text></svg>';
    const file = embedFonts(svg, fonts);
    expect(file).toMatch(/^<svg [^>]*><title>T<\/title><style>@font-face/);
    const [regular, semibold] = embedded(file);
    expect([...readCharacters(regular ?? new Map()).keys()]).toEqual(expect.arrayContaining(codesOf('a&b')));
    expect([...readCharacters(semibold ?? new Map()).keys()]).toEqual(codesOf('C'));
  });

  it('is small, the same in each run, and can be written without its font', async () => {
    const { svg } = await renderSvg(scene().scene);
    const file = await embedFont(svg, fontDir);
    expect(file).toBe(await embedFont(svg, fontDir));
    expect(file.length - svg.length).toBeGreaterThan(1000);
    expect(file.length - svg.length).toBeLessThan(20_000);
    expect(withoutFonts(file)).toBe(svg);
    expect(embedFonts('<svg width="1"></svg>', fonts)).toBe('<svg width="1"></svg>');
  });

  it('fixes the width of its texts, except those that need other fonts', async () => {
    const named = async (name: string) => {
      const { svg } = await renderSvg({ ...scene().scene, title: name });
      return new RegExp(`<text ([^>]*)>${name}</text>`).exec(svg)?.[1] ?? '';
    };
    const style = { size: 24, weight: 600 } as const;
    expect(await named('Ferry')).toContain(`textLength="${Math.round(measure('Ferry', style) * 100) / 100}"`);
    expect(await named('漢字')).not.toContain('textLength');
  });

  it('is not written if a font is missing', async () => {
    await expect(
      embedFont('<svg width="1"><text x="0">a</text></svg>', join('/', 'nowhere')),
    ).rejects.toThrow('Font file not found');
  });
});
