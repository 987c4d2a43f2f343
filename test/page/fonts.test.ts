import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { measure } from '../../src/drawing/text.js';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { sharedSite } from '../support/site.js';

/** Texts of pictures with their natural widths, which are those of the font that draws them. */
const widthsIn = (page: Page): Promise<[text: string, size: number, weight: string, width: number][]> =>
  page.evaluate(`document.fonts.ready.then(() => [...document.querySelectorAll('text')].map((it) => {
    it.removeAttribute('textLength');
    const width = it.getComputedTextLength();
    return [it.textContent, Number(it.getAttribute('font-size')), it.getAttribute('font-weight') ?? '400', width];
  }))`);

/** Texts whose width differs from the one that their box was made for. */
async function wrongWidths(page: Page): Promise<string[]> {
  const widths = await widthsIn(page);
  expect(widths.length).toBeGreaterThan(5);
  return widths.flatMap(([text, size, weight, width]) => {
    const wanted = measure(text, { size, weight: weight === '600' ? 600 : 400 });
    return Math.abs(wanted - width) > 0.5 ? [`${text}: ${width}, not ${wanted}`] : [];
  });
}

describe.skipIf(isBrowserMissing())('the font of pictures', () => {
  it('draws the texts of a page, without a request', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    await page.locator('.frame[aria-busy="false"] .sheet svg').waitFor();
    expect(await wrongWidths(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('draws the texts of an SVG file', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address('pictures/booking-apps.svg'));
    expect(await wrongWidths(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('draws the texts of a picture that the page saves', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    await page.locator('.frame[aria-busy="false"] .sheet svg').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    const path = await (await download).path();
    expect(readFileSync(path, 'utf8')).toContain('@font-face');
    const png = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PNG' }).click();
    expect((await png).suggestedFilename()).toBe('Booking-Apps.png');
    expect(problems).toEqual([]);
    const { page: saved } = await openPage(`data:image/svg+xml;base64,${readFileSync(path, 'base64')}`, {
      own: 'data:',
    });
    expect(await wrongWidths(saved)).toEqual([]);
  });

  it('is not needed for texts to fit in their boxes', async () => {
    const site = await sharedSite();
    const out = join(site.directory, '..', 'plain.svg');
    const { code, stderr } = await site.run('model', 'graph', site.model, '--no-embed-font', '--out', out);
    expect(code, stderr).toBe(0);
    const { page } = await openPage(String(pathToFileURL(out)));
    // Twice as wide as Inter: no machine has a font that is wider.
    await page.evaluate(
      `for (const it of document.querySelectorAll('text')) it.style.cssText = 'font-family: monospace; font-size-adjust: 1.1'`,
    );
    const drawn = await page.evaluate<[number, number][]>(
      `[...document.querySelectorAll('text')].map((it) => [it.getBBox().width, Number(it.getAttribute('textLength'))])`,
    );
    expect(drawn.length).toBeGreaterThan(5);
    expect(drawn.filter(([width, wanted]) => Math.abs(width - wanted) > 1)).toEqual([]);
  });
});
