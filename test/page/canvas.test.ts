import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { FERRY } from '../support/ferry-document.js';
import { sharedSite } from '../support/site.js';

const AT = 'index.html#/diagrams/booking-apps';

describe.skipIf(isBrowserMissing())('a picture of a site', () => {
  it('has a minimap while a part of it is hidden, which moves it', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address(AT));
    await page.locator('.sheet svg').waitFor();
    expect(await page.locator('.minimap').count()).toBe(0);
    for (let times = 0; times < 6; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.locator('.minimap img').waitFor();
    const lower = async () => Number(new URLSearchParams(page.url().split('?')[1]).get('at')?.split(',')[1]);
    await expect.poll(lower).toBeGreaterThan(0);
    const before = await lower();
    const box = await page.locator('.minimap').boundingBox();
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) * 0.9);
    await expect.poll(lower).toBeGreaterThan(before + 20);
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(() => page.locator('.minimap').count()).toBe(0);
    await expect.poll(() => page.url()).not.toContain('at=');
    expect(problems).toEqual([]);
  });

  it('keeps its position in the address', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(`${AT}?at=300,200,150`));
    const svg = page.locator('.sheet svg');
    await svg.waitFor();
    await expect.poll(() => svg.boundingBox().then((it) => Math.round(it?.height ?? 0))).toBeGreaterThan(800);
    const { page: other } = await openPage(site.address(`${AT}?at=300,200,150`));
    const places = () => Promise.all([svg, other.locator('.sheet svg')].map((it) => it.boundingBox()));
    await expect.poll(async () => isDeepStrictEqual(...((await places()) as [unknown, unknown]))).toBe(true);
  });

  it('is at its place when it is drawn for the first time', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(`${AT}?at=300,200,150`), {
      before: `new MutationObserver(() => {
        const sheet = document.querySelector('.sheet');
        if (sheet && globalThis.first === undefined) globalThis.first = sheet.style.transform;
      }).observe(document, { childList: true, subtree: true });`,
    });
    await page.locator('.frame[aria-busy="false"] .sheet svg').waitFor();
    const first = await page.evaluate<string>('globalThis.first');
    expect(first).toContain('scale(1.5)');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    expect(await page.evaluate('document.querySelector(".sheet").style.transform')).toBe(first);
  });

  it('moves and zooms with keys, and follows the focus', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(AT));
    const svg = page.locator('.frame[aria-busy="false"] .sheet svg');
    await svg.waitFor();
    const left = async () => (await svg.boundingBox())?.x ?? 0;
    await page.locator('.frame').focus();
    const start = await left();
    await page.keyboard.press('ArrowRight');
    await expect.poll(left).toBeCloseTo(start - 80, 0);
    for (let times = 0; times < 8; times += 1) await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Booking Database' }).focus();
    const canvas = await page.locator('.frame').boundingBox();
    const box = page.getByRole('button', { name: 'Booking Database' });
    await expect
      .poll(async () => {
        const at = await box.boundingBox();
        return (
          at !== null && canvas !== null && at.y < canvas.y + canvas.height && at.y + at.height > canvas.y
        );
      })
      .toBe(true);
    await page.locator('.frame').focus();
    await page.keyboard.press('0');
    await expect.poll(left).toBeCloseTo(start, 0);
  });

  it('follows the focus before the browser has drawn a zoom', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(AT));
    await page.locator('.sheet svg').waitFor();
    const canvas = page.locator('.frame');
    const box = page.getByRole('button', { name: 'Booking Database' });
    await canvas.focus();
    // In one task, so that no animation frame is between the keys and the focus.
    await page.evaluate(`(() => {
      const frame = document.querySelector('.frame');
      for (let times = 0; times < 8; times += 1)
        frame.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, cancelable: true }));
      document.querySelector('.sheet [data-id="booking-db"]').focus();
    })()`);
    await expect
      .poll(async () => {
        const [at, around] = [await box.boundingBox(), await canvas.boundingBox()];
        const middle = (at?.y ?? 0) + (at?.height ?? 0) / 2 - (around?.y ?? 0);
        return (at?.height ?? 0) > 400 && middle > 0 && middle < (around?.height ?? 0);
      })
      .toBe(true);
  });

  it('saves the part that is visible', async () => {
    const site = await sharedSite();
    const shown = async (address: string) => {
      const { page } = await openPage(address);
      await page.locator('.sheet svg').waitFor();
      return page;
    };
    const saved = async (page: Page) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'SVG' }).click();
      const text = readFileSync(await (await download).path(), 'utf8');
      return /viewBox="([^"]*)"/.exec(text)?.[1]?.split(' ').map(Number) ?? [];
    };
    const whole = await shown(site.address(AT));
    await expect.poll(() => saved(whole).then((it) => it.slice(0, 2))).toEqual([0, 0]);
    const [, , width = 0, height = 0] = await saved(whole);
    const part = await shown(site.address(`${AT}?at=300,300,400`));
    await expect.poll(() => saved(part).then(([left = 0]) => left)).toBeGreaterThan(100);
    const [, top = 0, w = 0, h = 0] = await saved(part);
    expect(top).toBeGreaterThan(100);
    expect([w < width / 1.5, h < height / 1.5]).toEqual([true, true]);
  });

  it('leads down a level with a double click, and up again', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address('index.html#/diagrams/context'));
    await page.locator('[data-id="booking"]').first().dblclick();
    await page.getByRole('heading', { name: 'Booking Apps' }).waitFor();
    await page.getByRole('navigation', { name: 'Levels above' }).getByRole('link', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Diagrams' }).waitFor();
  });

  it('is readable on paper', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(AT), { viewport: { width: 800, height: 1100 } });
    await page.locator('.sheet svg').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Zoom in' }).isVisible()).toBe(false);
    expect(await page.locator('.bar').isVisible()).toBe(false);
    const box = await page.locator('.sheet svg').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect(box?.width).toBeGreaterThan(700);
  });

  it('is light on paper, although the page is dark', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(AT), { colorScheme: 'dark' });
    const picture = () => page.locator('.sheet').innerHTML();
    const colours = () =>
      page.evaluate<string[]>(
        '(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))',
      );
    await page.locator('.sheet svg').waitFor();
    const dark = [await picture(), await colours()];
    await page.emulateMedia({ media: 'print' });
    await expect.poll(picture).not.toBe(dark[0]);
    const printed = [await picture(), await colours()];
    expect(printed[1]).toEqual(['rgb(23, 32, 51)', 'rgb(255, 255, 255)']);
    await page.emulateMedia({ media: null });
    await expect.poll(picture).toBe(dark[0]);
    expect(await colours()).toEqual(dark[1]);
    await page.getByTitle('Dark theme').click();
    await expect.poll(picture).toBe(printed[0]);
  });

  it('is not covered by its tools on a phone', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(AT), { viewport: { width: 360, height: 800 } });
    await page.locator('.sheet svg').waitFor();
    const frame = await page.locator('.frame').boundingBox();
    const tools = await page.getByRole('toolbar', { name: 'Picture' }).boundingBox();
    expect(frame?.height).toBeGreaterThan(300);
    expect(tools?.y).toBeGreaterThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    expect((tools?.x ?? 0) + (tools?.width ?? 0)).toBeLessThanOrEqual(360);
  });

  it('grows on a large screen', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address(AT), { viewport: { width: 3840, height: 2160 } });
    await page.locator('.sheet svg').waitFor();
    expect(await page.evaluate('parseFloat(getComputedStyle(document.documentElement).fontSize)')).toBe(26);
    const svg = page.locator('.sheet svg');
    const ownWidth = Number((await svg.getAttribute('viewBox'))?.split(' ')[2]);
    const scale = async () => ((await svg.boundingBox())?.width ?? 0) / ownWidth;
    await expect.poll(scale).toBeGreaterThan(1.5);
  });
});

describe.skipIf(isBrowserMissing())('the start page of a site', () => {
  it('shows counts, domains, changes and findings', async () => {
    const changed = FERRY.replace('name: Booking API', 'name: Orders API').replace(
      'target: booking-db',
      'target: gone',
    );
    const site = await sharedSite(changed, { against: FERRY });
    const { page, problems } = await openPage(site.address());
    const card = (name: string) => page.locator('.card').filter({ hasText: name });
    expect(await page.getByRole('list', { name: 'Size of the model' }).textContent()).toContain('6 elements');
    await card('Passenger Travel').getByRole('link', { name: 'Orders API' }).waitFor();
    expect(await card('Recent changes').textContent()).toContain('Orders API');
    expect(await card('Findings').textContent()).toContain('There is no model object gone.');
    await card('Findings').getByRole('link', { name: 'All findings' }).click();
    await page.getByRole('heading', { name: 'Findings' }).waitFor();
    await page.getByRole('heading', { name: 'Without a team' }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe.skipIf(isBrowserMissing())('a published site', () => {
  it('works below a path, and in a frame of another page', async () => {
    const site = await sharedSite();
    const server = createServer((request, response) => {
      const path = (request.url ?? '').replace(/\?.*/, '');
      const type = path.endsWith('.js')
        ? 'text/javascript'
        : path.endsWith('.css')
          ? 'text/css'
          : 'text/html';
      response.setHeader('Content-Type', type);
      response.end(
        path.startsWith('/docs/site/')
          ? readFileSync(join(site.directory, path.slice('/docs/site/'.length)))
          : '<!doctype html><title>Wiki</title><link rel="icon" href="data:,"><iframe src="docs/site/index.html#/explore/booking-api" width="900" height="600"></iframe>',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const own = `http://127.0.0.1:${port}/`;
    const { page, problems } = await openPage(own, { own });
    const frame = page.frameLocator('iframe');
    await frame.locator('.sheet [data-id="booking-db"]').first().waitFor();
    await frame.getByRole('link', { name: 'model' }).first().click();
    await frame.getByRole('link', { name: 'Booking Apps' }).locator('svg').waitFor();
    expect(problems).toEqual([]);
  });
});
