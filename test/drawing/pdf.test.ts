import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { toPdf } from '../../src/drawing/pdf.js';
import { textRuns } from '../../src/drawing/pdf-text.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { fontDir, scene } from './fixture.js';

const [light, dark] = await Promise.all([
  renderSvg(scene().scene),
  renderSvg(scene({ theme: 'dark', tab: 'tags' }).scene),
]);
const pages = [
  { title: 'Light', svg: light.svg },
  { title: 'Dark – zwei', svg: dark.svg },
];
const options = { fontDir, scale: 0.5 };
const hex = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

describe('toPdf', () => {
  it('makes a page for each picture, with a title and an outline', async () => {
    const pdf = Buffer.from(await toPdf(pages, { ...options, title: 'Model é' })).toString('latin1');
    expect(pdf).toMatch(/^%PDF-1\.7/);
    expect(pdf).toMatch(/%%EOF\n$/);
    expect(pdf.match(/\/Type \/Page /g)).toHaveLength(2);
    expect(pdf).toContain('/Count 2');
    expect(pdf).toContain(`/Title ${hex('Model é')}`);
    expect(pdf).toContain(`/Title ${hex('Dark – zwei')}`);
  });

  it('has a cross-reference table of every object', async () => {
    const pdf = Buffer.from(await toPdf(pages, options)).toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1]);
    const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets.length).toBeGreaterThan(10);
    for (const [i, offset] of offsets.entries())
      expect(pdf.slice(offset)).toMatch(new RegExp(`^${i + 1} 0 obj`));
  });

  it('gives the same bytes for the same pages, and records a time only if given', async () => {
    const [one, two] = await Promise.all([toPdf(pages, options), toPdf(pages, options)]);
    expect(Buffer.compare(one, two)).toBe(0);
    expect(Buffer.from(one).includes('/CreationDate')).toBe(false);
    const dated = await toPdf(pages, { ...options, createdAt: new Date('2026-01-02T03:04:05Z') });
    expect(Buffer.from(dated).includes('/CreationDate (D:20260102030405Z)')).toBe(true);
  });

  it('needs a page', async () => {
    await expect(toPdf([], options)).rejects.toThrow('at least one page');
  });

  it('adds the text of the picture invisibly', () => {
    const runs = textRuns(light.svg);
    expect(runs.map(({ text }) => text)).toEqual(expect.arrayContaining(['Shop', 'Takes payments', 'pays']));
    for (const { x, y, width } of runs) {
      expect(x >= 0 && x + width <= light.width && y > 0 && y < light.height).toBe(true);
    }
  });
});
