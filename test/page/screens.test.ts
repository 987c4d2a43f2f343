import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { FERRY } from '../support/ferry-document.js';
import { sharedSite } from '../support/site.js';

/**
 * Screenshots, compared with golden files in `screens/`. ARCHCTL_TEST_SCREENS=write writes them. Fonts and browsers draw
 * texts differently, so the mean colours of cells of 16 by 16 pixels are compared, as a share of everything that differs
 * from the background: a similar font changes up to a tenth of it, a missing part of the view
 * more than a fifth.
 */

const FOLDER = join(import.meta.dirname, 'screens');
const CELL = 16;
const TOLERANCE = 0.2;

const VIEWS = {
  start: ['#/', '.gallery .thumbnail svg'],
  diagram: ['#/diagrams/booking-apps?object=booking-api&colour=tag', '.sheet svg'],
  explore: ['#/explore/booking-api', '.sheet svg'],
} as const;

/** All visible thumbnails are drawn. */
const SHOWN = `[...document.querySelectorAll('.thumbnail:empty')].every((it) => it.getBoundingClientRect().top > innerHeight)`;

const CASES = Object.keys(VIEWS).flatMap((view) =>
  [1280, 360].flatMap((width) => (['light', 'dark'] as const).map((theme) => [view, width, theme] as const)),
);

/** Mean colours of the cells of a picture, as red, green and blue. The browser scales the picture, so that no decoder is needed. */
async function cellsOf(page: Page, png: Buffer): Promise<number[][]> {
  const colours = await page.evaluate<number[]>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(image.naturalWidth / ${CELL});
    canvas.height = Math.floor(image.naturalHeight / ${CELL});
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return [...context.getImageData(0, 0, canvas.width, canvas.height).data];
  })()`);
  return Array.from({ length: colours.length / 4 }, (_, cell) => colours.slice(cell * 4, cell * 4 + 3));
}

const distance = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, channel) => sum + Math.abs(value - (other[channel] ?? 0)), 0);

/** Differences from the golden picture, as a share of its differences from its most frequent colour. */
function differenceOf(shown: readonly number[][], golden: readonly number[][]): number {
  if (shown.length !== golden.length) return 1;
  const counts = new Map<string, number>();
  for (const cell of golden) counts.set(cell.join(), (counts.get(cell.join()) ?? 0) + 1);
  const [background = ''] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const total = (other: (at: number) => readonly number[]) =>
    golden.reduce((sum, cell, at) => sum + distance(cell, other(at)), 0);
  return total((at) => shown[at] ?? []) / total(() => background.split(',').map(Number));
}

describe.skipIf(isBrowserMissing())('a view looks like its golden file', () => {
  it.each(CASES)('%s, %i pixels wide, %s', async (view, width, colorScheme) => {
    const site = await sharedSite(FERRY, { options: ['--title', 'Ferry Platform'] });
    const [hash, content] = VIEWS[view as keyof typeof VIEWS];
    const { page } = await openPage(site.address(`index.html${hash}`), {
      colorScheme,
      viewport: { width, height: 800 },
    });
    await page.locator(content).first().waitFor({ timeout: 20_000 });
    await page.waitForFunction(SHOWN);
    const shot = await page.screenshot({ animations: 'disabled' });
    const path = join(FOLDER, `${view}-${width}-${colorScheme}.png`);
    if (process.env.ARCHCTL_TEST_SCREENS === 'write') {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, shot);
    }
    expect(existsSync(path), 'ARCHCTL_TEST_SCREENS=write writes the file').toBe(true);
    const [shown, golden] = [await cellsOf(page, shot), await cellsOf(page, readFileSync(path))];
    expect(differenceOf(shown, golden)).toBeLessThan(TOLERANCE);
    // The tolerance detects that a part of the view is missing.
    await page.evaluate('document.querySelector(".gallery, .canvas").style.visibility = "hidden"');
    const damaged = await cellsOf(page, await page.screenshot({ animations: 'disabled' }));
    expect(differenceOf(damaged, golden)).toBeGreaterThan(TOLERANCE);
  });
});
