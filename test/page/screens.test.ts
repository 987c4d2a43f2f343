import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { FERRY } from '../support/ferry-document.js';
import { sharedSite } from '../support/site.js';

/**
 * Views, compared with golden files in `screens/`: positions and sizes of their parts, and one screenshot for each theme.
 * The page has its own font, so they do not depend on the fonts of the machine. ARCHCTL_TEST_SCREENS=write writes them.
 */

const FOLDER = join(import.meta.dirname, 'screens');
const isWriting = process.env.ARCHCTL_TEST_SCREENS === 'write';

const VIEWS = {
  start: ['#/', '.gallery .thumbnail svg'],
  diagram: ['#/diagrams/booking-apps?object=booking-api&colour=tag', '.frame[aria-busy="false"] .sheet svg'],
  explore: ['#/explore/booking-api', '.frame[aria-busy="false"] .sheet svg'],
} as const;

/** All visible thumbnails are drawn, and all fonts are loaded. */
const SHOWN = `document.fonts.status === 'loaded' && [...document.querySelectorAll('.thumbnail:empty')].every((it) => it.getBoundingClientRect().top > innerHeight)`;

async function openView(
  view: keyof typeof VIEWS,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const site = await sharedSite(FERRY, { options: ['--title', 'Ferry Platform'] });
  const [hash, content] = VIEWS[view];
  const { page } = await openPage(site.address(`index.html${hash}`), {
    colorScheme,
    viewport: { width, height: 800 },
  });
  await page.locator(content).first().waitFor({ timeout: 20_000 });
  await page.evaluate('document.fonts.ready');
  await page.waitForFunction(SHOWN);
  return page;
}

function golden(name: string, content: () => string | Buffer): Buffer {
  const path = join(FOLDER, name);
  if (isWriting) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, content());
  }
  expect(existsSync(path), 'ARCHCTL_TEST_SCREENS=write writes the file').toBe(true);
  return readFileSync(path);
}

/** A visible part of a view: its element and text, and its left, top, width and height in pixels. */
type Part = readonly [name: string, ...box: number[]];

/** Parts that make up the views. A native control is named by its label, because its text depends on the browser. */
const PARTS =
  'header, nav, main, section, h1, h2, h3, a, button, select, input, li, .thumbnail, .sheet svg, [data-id]';

const partsOf = (page: Page): Promise<Part[]> =>
  page.evaluate<Part[]>(`[...document.querySelectorAll(${JSON.stringify(PARTS)})].flatMap((it) => {
    const { left, top, width, height } = it.getBoundingClientRect();
    const isVisible = width > 0 && height > 0 && top < innerHeight && left < innerWidth && it.checkVisibility({ visibilityProperty: true });
    if (!isVisible) return [];
    const name = it.dataset.id ?? it.ariaLabel ?? it.textContent.trim().replace(/\\s+/g, ' ').slice(0, 30);
    const kind = it.tagName.toLowerCase() + (it.dataset.id ? '.' + it.classList[0] : '');
    return [[(kind + ' ' + name).trim(), left, top, width, height].map((part) => typeof part === 'number' ? Math.round(part) : part)];
  })`);

/** Maximum distance of an edge from its golden position, in pixels: native controls differ between browsers. */
const NEAR = 2;

/** Parts that are missing, new or elsewhere. */
function movedParts(shown: readonly Part[], wanted: readonly Part[]): string[] {
  const line = (part: Part | undefined): string => (part ? part.join(' ') : 'nothing');
  return Array.from({ length: Math.max(shown.length, wanted.length) }, (_, at) => [
    shown[at],
    wanted[at],
  ]).flatMap(([one, other]) => {
    const isSame =
      one?.[0] === other?.[0] &&
      one?.slice(1).every((it, edge) => Math.abs(Number(it) - Number(other?.[edge + 1])) <= NEAR);
    return isSame ? [] : [`${line(one)}, not ${line(other)}`];
  });
}

const CASES = Object.keys(VIEWS).flatMap((view) =>
  [1280, 360].map((width) => [view as keyof typeof VIEWS, width] as const),
);

/** Lines of a golden file: a part on each. */
const listed = (parts: readonly Part[]): string => parts.map((it) => `${it.join('\t')}\n`).join('');

const readParts = (text: string): Part[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [name = '', ...box] = line.split('\t');
      return [name, ...box.map(Number)];
    });

describe.skipIf(isBrowserMissing())('a view has its parts where its golden file has them', () => {
  it.each(CASES)('%s, %i pixels wide', async (view, width) => {
    const page = await openView(view, width, 'light');
    const shown = await partsOf(page);
    const wanted = readParts(golden(`${view}-${width}.txt`, () => listed(shown)).toString());
    expect(wanted.length).toBeGreaterThan(20);
    expect(movedParts(shown, wanted)).toEqual([]);
    await page.evaluate('document.querySelector(".gallery, .canvas").style.visibility = "hidden"');
    expect(movedParts(await partsOf(page), wanted)).not.toEqual([]);
  });
});

/** The mean colours of cells of this size are compared: antialiasing differs between versions of a browser. */
const CELL = 16;
/** Maximum difference, as a share of everything that differs from the background. Antialiasing changes less than this. */
const TOLERANCE = 0.03;

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
function differenceOf(shown: readonly number[][], wanted: readonly number[][]): number {
  if (shown.length !== wanted.length) return 1;
  const counts = new Map<string, number>();
  for (const cell of wanted) counts.set(cell.join(), (counts.get(cell.join()) ?? 0) + 1);
  const [background = ''] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const total = (other: (at: number) => readonly number[]) =>
    wanted.reduce((sum, cell, at) => sum + distance(cell, other(at)), 0);
  return total((at) => shown[at] ?? []) / total(() => background.split(',').map(Number));
}

describe.skipIf(isBrowserMissing())('a diagram looks like its golden file', () => {
  it.each(['light', 'dark'] as const)('%s', async (theme) => {
    const page = await openView('diagram', 1280, theme);
    const shot = await page.screenshot({ animations: 'disabled' });
    const wanted = await cellsOf(
      page,
      golden(`diagram-1280-${theme}.png`, () => shot),
    );
    expect(differenceOf(await cellsOf(page, shot), wanted)).toBeLessThan(TOLERANCE);
    // The tolerance detects that one box is missing.
    await page.evaluate(`document.querySelector('.node[data-id="booking-db"]').style.visibility = 'hidden'`);
    const other = await cellsOf(page, await page.screenshot({ animations: 'disabled' }));
    expect(differenceOf(other, wanted)).toBeGreaterThan(TOLERANCE);
  });
});
