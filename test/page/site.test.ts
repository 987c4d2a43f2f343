import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isBrowserMissing, openPage, violationsOf } from '../support/browser.js';
import { FERRY } from '../support/ferry-document.js';
import { sharedSite } from '../support/site.js';

describe.skipIf(isBrowserMissing())('a site in a browser', () => {
  it('shows the diagrams on its start page, and sends no requests', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address());
    await page.getByRole('link', { name: 'Booking Apps' }).locator('svg').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('model');
    expect(problems).toEqual([]);
  });

  it('opens the details of a clicked element, with an address that leads there', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address());
    await page.getByRole('link', { name: 'Booking Apps' }).click();
    await page.locator('[data-id="booking-api"]').first().click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
    const { page: other } = await openPage(page.url());
    await other.getByRole('heading', { name: 'Booking API' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('opens the details of an element with the keyboard alone', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    await page.getByRole('button', { name: 'Booking Database' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Booking Database' }).waitFor();
  });

  it('dims everything but the neighbours of the element under the pointer', async () => {
    const site = await sharedSite();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    await page.getByRole('button', { name: 'Booking Database' }).hover();
    await page.locator('[data-id="passenger"].faded').waitFor();
    expect(await page.locator('[data-id="booking-api"].faded').count()).toBe(0);
  });

  it('zooms, and shows the whole picture again', async () => {
    const site = await sharedSite();
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
    const site = await sharedSite();
    const { page } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    const colourOf = () => page.locator('[data-id="booking-api"] path').first().getAttribute('stroke');
    const before = await colourOf();
    await page.getByLabel('Colour by').selectOption('tag');
    await page.getByRole('list', { name: 'Legend' }).getByText('Public').waitFor();
    expect(await colourOf()).not.toBe(before);
    expect(page.url()).toContain('colour=tag');
  });

  it.each(['SVG', 'PNG'])('saves a picture as %s', async (format) => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address('index.html#/diagrams/booking-apps'));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: format }).click();
    expect((await download).suggestedFilename()).toBe(`Booking-Apps.${format.toLowerCase()}`);
    expect(problems).toEqual([]);
  });

  it('follows a flow with the arrow keys, along the chosen path', async () => {
    const site = await sharedSite();
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
    const site = await sharedSite();
    const { page } = await openPage(site.address());
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('public');
    await page.getByRole('dialog').getByRole('link', { name: 'Booking API' }).click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
  });

  it('shows what changed, by element and field', async () => {
    const site = await sharedSite(FERRY.replace('name: Booking API', 'name: Orders API'), { against: FERRY });
    const { page, problems } = await openPage(site.address('index.html#/changes'));
    const item = page.getByRole('listitem').filter({ hasText: 'Orders API' });
    expect(await item.locator('del').textContent()).toBe('Booking API');
    expect(await item.locator('ins').textContent()).toBe('Orders API');
    await page.locator('.thumbnail svg').waitFor();
    expect(problems).toEqual([]);
  });

  it('is a page for every element, diagram and flow without JavaScript', async () => {
    const site = await sharedSite();
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

  it('shows the decisions about an element', async () => {
    const site = await sharedSite(FERRY, { files: DECISIONS });
    const { page, problems } = await openPage(site.address('index.html#/objects/booking-api'));
    await page.getByRole('link', { name: 'ADR-0001 Use a queue' }).click();
    await page.getByText('A queue absorbs peaks.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Booking API' }).click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('shows violations of a rules file, which lead to their elements', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'archctl-rules-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const rules = join(folder, 'rules.yaml');
    writeFileSync(
      rules,
      'rules:\n  - { id: described, about: Apps explain themselves., objects: { type: app }, require: [description] }\n',
    );
    const site = await sharedSite(FERRY, { options: ['--rules', rules] });
    const { page } = await openPage(site.address('index.html#/findings'));
    const finding = page.getByRole('listitem').filter({ hasText: 'custom/described' });
    expect(await finding.textContent()).toContain('model.yaml:');
    await finding.getByRole('link').click();
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
  });

  it.each([
    ['light', 360],
    ['dark', 360],
    ['light', 1280],
    ['dark', 1280],
  ] as const)(
    'has no violation of accessibility rules in any view: %s, %i pixels wide',
    async (colorScheme, width) => {
      const site = await sharedSite(FERRY.replace('name: Booking API', 'name: Orders API'), {
        against: FERRY,
        files: DECISIONS,
      });
      const { page } = await openPage(site.address(), {
        colorScheme,
        viewport: { width, height: 800 },
      });
      for (const [hash, content] of Object.entries(VIEWS)) {
        await page.goto(site.address(`index.html${hash}`));
        await page.locator(content).first().waitFor({ timeout: 20_000 });
        if (hash === '#/') await page.keyboard.press('Control+k');
        expect(await violationsOf(page), hash).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), hash).toBe(true);
        await page.keyboard.press('Escape');
      }
    },
  );
});

/** Every view, with an element that shows that it is complete. */
const VIEWS = {
  '#/findings': 'h1',
  '#/changes': '.thumbnail svg',
  '#/decisions/use-a-queue': '.markdown',
  '#/objects/booking-api': '.impact',
  '#/flows/book': '.sheet svg',
  '#/diagrams/booking-apps?object=booking-api&colour=tag': '.legend',
  '#/diagrams/booking-apps?at=300,300,300': '.minimap img',
  '#/explore': '.empty',
  '#/explore/booking-api?object=booking-db': '.sheet svg',
  '#/nothing': 'h1',
  '#/': '.thumbnail svg',
};

const DECISIONS = {
  'decisions/0001-use-a-queue.md':
    '---\nid: use-a-queue\nstatus: accepted\nelements: [booking-api]\n---\n# Use a queue\n\nA queue absorbs peaks.\n',
};
