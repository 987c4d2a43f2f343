import AxeBuilder from 'axe-core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeBrowser, isBrowserMissing, openPage } from '../support/browser.js';
import { FERRY } from '../support/ferry-document.js';
import { siteOf } from '../support/site.js';

afterAll(closeBrowser);

describe.skipIf(isBrowserMissing())('a site in a browser', () => {
  it('shows the diagrams on its start page, and sends no requests', async () => {
    const site = await siteOf();
    const { page, problems } = await openPage(site.address());
    await page.getByRole('link', { name: 'Booking Apps' }).locator('svg').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('model');
    expect(problems).toEqual([]);
  });

  it('opens the details of a clicked element, with an address that leads there', async () => {
    const site = await siteOf();
    const { page, problems } = await openPage(site.address());
    await page.getByRole('link', { name: 'Booking Apps' }).click();
    await page.locator('[data-id="booking-api"]').first().click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
    const { page: other } = await openPage(page.url());
    await other.getByRole('heading', { name: 'Booking API' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('opens the details of an element with the keyboard alone', async () => {
    const site = await siteOf();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    await page.getByRole('button', { name: 'Booking Database' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Booking Database' }).waitFor();
  });

  it('dims everything but the neighbours of the element under the pointer', async () => {
    const site = await siteOf();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    await page.getByRole('button', { name: 'Booking Database' }).hover();
    await page.locator('[data-id="passenger"].faded').waitFor();
    expect(await page.locator('[data-id="booking-api"].faded').count()).toBe(0);
  });

  it('zooms, and shows the whole picture again', async () => {
    const site = await siteOf();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    const widthOf = async () => (await page.locator('.sheet svg').boundingBox())?.width ?? 0;
    await page.locator('.sheet svg').waitFor();
    const fitted = await widthOf();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(widthOf).toBeGreaterThan(fitted * 1.2);
    await page.getByRole('button', { name: 'Fit' }).click();
    await expect.poll(widthOf).toBeCloseTo(fitted, 0);
  });

  it('colours a diagram by a fact, with a legend, and keeps the choice in the address', async () => {
    const site = await siteOf();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    const colourOf = () => page.locator('[data-id="booking-api"] path').first().getAttribute('stroke');
    const before = await colourOf();
    await page.getByLabel('Colour by').selectOption('tag');
    await page.getByRole('list', { name: 'Legend' }).getByText('Public').waitFor();
    expect(await colourOf()).not.toBe(before);
    expect(page.url()).toContain('colour=tag');
  });

  it.each(['SVG', 'PNG'])('saves a picture as %s', async (format) => {
    const site = await siteOf();
    const { page, problems } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: format }).click();
    expect((await download).suggestedFilename()).toBe(`Booking-Apps.${format.toLowerCase()}`);
    expect(problems).toEqual([]);
  });

  it('follows a flow with the arrow keys, along the chosen path', async () => {
    const site = await siteOf();
    const { page } = await openPage(site.address('index.html#/flows/book'));
    const current = page.locator('[aria-current="step"]');
    await expect.poll(() => current.textContent()).toContain('Asks for a cabin');
    await page.getByText('Keeps it').waitFor();
    await page.getByRole('radio', { name: 'Full' }).check();
    await expect.poll(() => page.getByText('Keeps it').count()).toBe(0);
    await page.getByRole('button', { name: 'Next' }).click();
    expect(page.url()).toContain('step=choice');
  });

  it('finds an element by its tag', async () => {
    const site = await siteOf();
    const { page } = await openPage(site.address());
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('public');
    await page.getByRole('dialog').getByRole('link', { name: 'Booking API' }).click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
  });

  it('shows what changed, by element and field', async () => {
    const site = await siteOf(FERRY.replace('name: Booking API', 'name: Orders API'), { against: FERRY });
    const { page, problems } = await openPage(site.address('index.html#/changes'));
    const item = page.getByRole('listitem').filter({ hasText: 'Orders API' });
    expect(await item.locator('del').textContent()).toBe('Booking API');
    expect(await item.locator('ins').textContent()).toBe('Orders API');
    await page.locator('.thumbnail svg').waitFor();
    expect(problems).toEqual([]);
  });

  it('is a page for every element, diagram and flow without JavaScript', async () => {
    const site = await siteOf();
    const { page, problems } = await openPage(site.address('flows/book.html'), { javaScriptEnabled: false });
    expect(await page.getByRole('listitem').allTextContents()).toContain(
      '1. Passenger → Booking API: Asks for a cabin',
    );
    await page.getByRole('link', { name: 'Booking API' }).first().click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
    const image = page.locator('img').first();
    expect(await image.evaluate((it: { naturalWidth: number }) => it.naturalWidth)).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it.each([
    ['light', 360, '#/'],
    ['dark', 1280, '#/'],
    ['light', 1280, '#/diagrams/booking-apps?object=booking-api'],
    ['dark', 360, '#/objects/booking-api'],
    ['dark', 1280, '#/flows/book'],
    ['light', 1280, '#/findings'],
  ] as const)(
    'has no violation of accessibility rules: %s, %i pixels wide, %s',
    async (colorScheme, width, hash) => {
      const site = await siteOf();
      const { page } = await openPage(site.address(`index.html${hash}`), {
        colorScheme,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      await page.locator('main').waitFor();
      await page.addScriptTag({ content: AxeBuilder.source });
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof AxeBuilder };
        return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    },
  );
});
