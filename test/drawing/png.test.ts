import { describe, expect, it } from 'vitest';
import { renderFlowThumbnail } from '../../src/drawing/flow-thumbnail.js';
import { fontPaths } from '../../src/drawing/font/files.js';
import { rasterize, svgToPng } from '../../src/drawing/png.js';
import { renderSvg } from '../../src/drawing/svg/svg.js';
import { chipColors, contrast, palette } from '../../src/drawing/svg/theme.js';
import { clean, drawable, measure, wrap } from '../../src/drawing/text.js';
import { flow, fontDir, scene } from './fixture.js';

const picture = await renderSvg(scene().scene);

function sizeOf(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

describe('svgToPng', () => {
  it('makes a PNG of the requested scale or width', async () => {
    const png = await svgToPng(picture.svg, { fontDir, scale: 1 });
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect(sizeOf(png)).toEqual({ width: picture.width, height: picture.height });
    expect(sizeOf(await svgToPng(picture.svg, { fontDir, maxWidth: 200 })).width).toBe(200);
  });

  it('creates a PNG with exactly the drawn pixels', async () => {
    const options = { fontDir, scale: 0.5 };
    const { width, height, pixels } = await rasterize(picture.svg, options);
    const png = Buffer.from(await svgToPng(picture.svg, options)).toString('base64');
    // Decoded by the renderer, which checks the checksums, and compared pixel by pixel.
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" image-rendering="optimizeSpeed" href="data:image/png;base64,${png}"/></svg>`;
    const back = await rasterize(svg, { fontDir, scale: 1 });
    expect(back).toMatchObject({ width, height });
    expect(Buffer.compare(back.pixels, pixels)).toBe(0);
  });

  it('draws more than the background', async () => {
    const { pixels } = await rasterize(picture.svg, { fontDir, scale: 0.5 });
    const colors = new Set<number>();
    const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    for (let i = 0; i + 4 <= view.byteLength; i += 4) colors.add(view.getUint32(i));
    expect(colors.size).toBeGreaterThan(200);
  });

  it('omits no character, with any system fonts', async () => {
    const shape = async (text: string, systemFonts: boolean) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#ffffff"/><text x="9" y="28" font-family="Inter" font-size="24">${text}</text></svg>`;
      return Buffer.from((await rasterize(svg, { fontDir, scale: 1, systemFonts })).pixels);
    };
    const [blank, box] = [await shape('', true), await shape('□', false)];
    for (const sign of ['漢', 'ع', '\u{10380}', '🚢']) {
      expect(Buffer.compare(await shape(sign, false), box)).toBe(0);
      expect(Buffer.compare(await shape(sign, true), blank)).not.toBe(0);
    }
    expect(Buffer.compare(await shape('□', true), box)).toBe(0);
  });

  it('names a missing font', () => {
    expect(() => fontPaths('/nowhere')).toThrow('Font file not found: /nowhere');
  });

  it('makes thumbnails of flows', async () => {
    const png = await renderFlowThumbnail(scene({ flowId: 'flow' }, { flow }).scene, { fontDir, width: 320 });
    expect(sizeOf(png).width).toBe(320);
  });
});

describe('text', () => {
  it.each([400, 600] as const)('is measured as the font draws it, weight %i', async (weight) => {
    const text = 'Wholesale HUMMUS minimum Äpfel Ωμέγα Москва 0123';
    const { Resvg } = await import('@resvg/resvg-js');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="50"><text y="30" font-family="Inter" font-size="20" font-weight="${weight}">${text}</text></svg>`;
    const drawn = new Resvg(svg, {
      font: { fontFiles: fontPaths(fontDir), loadSystemFonts: false },
    }).getBBox();
    expect(drawn?.width ?? 0).toBeGreaterThan(measure(text, { size: 20, weight }) * 0.97);
    expect(drawn?.width ?? 0).toBeLessThan(measure(text, { size: 20, weight }) * 1.01);
    expect(drawable(text)).toBe(text);
    expect(drawable('a 漢🧑🏽‍🚀')).toBe('a □□');
  });

  it('wraps into lines that fit, and truncates the rest', () => {
    const style = { size: 12, weight: 400, lineHeight: 16 } as const;
    const lines = wrap(`RiskAssessmentEngine ${'y'.repeat(300)} end`, 90, style, 4);
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toMatch(/…$/);
    for (const line of lines) expect(measure(line, style)).toBeLessThanOrEqual(90);
    expect(wrap('', 90, style, 2)).toEqual([]);
    expect(clean(' a\u0000b \n c\ud800 ')).toBe('ab c');
  });
});

describe('themes', () => {
  it.each(['light', 'dark'] as const)('%s has text of AA contrast', (theme) => {
    const colors = palette(theme);
    for (const text of [colors.text, colors.body, colors.muted, colors.flow]) {
      for (const ground of [colors.canvas, colors.surface, ...colors.frames]) {
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const name of Object.keys(colors.named)) {
      const { fill, text } = chipColors(colors, name);
      expect(contrast(text, fill)).toBeGreaterThanOrEqual(4.5);
    }
  });
});
