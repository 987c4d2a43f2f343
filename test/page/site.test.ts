import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeBrowser, isBrowserMissing, openPage } from '../support/browser.js';
import { siteOf } from '../support/site.js';

describe.skipIf(isBrowserMissing())('a site in a browser', () => {
  afterAll(closeBrowser);

  it('shows the diagrams on its start page, and sends no requests', async () => {
    const site = await siteOf();
    const { page, problems } = await openPage(site.address());
    await page.getByRole('link', { name: 'Booking Apps' }).locator('svg').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('model');
    expect(problems).toEqual([]);
  });

  it('opens the details of an element that is clicked on a diagram, with an address that leads there', async () => {
    const site = await siteOf();
    const { page, problems } = await openPage(site.address());
    await page.getByRole('link', { name: 'Booking Apps' }).click();
    await page.locator('[data-id="booking-api"]').first().click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
    const { page: other } = await openPage(page.url());
    await other.getByRole('heading', { name: 'Booking API' }).waitFor();
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
    expect(
      await page
        .locator('img')
        .first()
        .evaluate((it: { naturalWidth: number }) => it.naturalWidth),
    ).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});

describe('the files of a site', () => {
  it('are the same for the same model', async () => {
    const [one, other] = [await siteOf(), await siteOf()];
    const names = readdirSync(one.directory, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => join(it.parentPath, it.name).slice(one.directory.length));
    expect(names.length).toBeGreaterThan(10);
    for (const name of names)
      expect(readFileSync(join(other.directory, name))).toEqual(readFileSync(join(one.directory, name)));
  });
});
