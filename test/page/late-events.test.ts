import { describe, expect, it } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { sharedSite } from '../support/site.js';

const AT = 'index.html#/diagrams/booking-apps';

/** Positions become part of the address when `reportPosition` is called, and not once the picture rests. */
const HELD = `{
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (run, ms, ...rest) => {
    if (ms !== 250) return setTimeout(run, ms, ...rest);
    globalThis.reportPosition = run;
  };
}`;

/** Opens a diagram and zooms in, so that a position waits to be reported. */
async function openZoomed() {
  const site = await sharedSite();
  const opened = await openPage(site.address(AT), { before: HELD });
  await opened.page.getByRole('button', { name: 'Zoom in' }).click();
  await opened.page.waitForFunction('globalThis.reportPosition');
  return opened;
}

describe.skipIf(isBrowserMissing())('a late position', () => {
  it.each([
    ['an address', `location.hash = '#/findings'`],
    ['a link', `document.querySelector('a[href="#/findings"]').click()`],
  ])('does not undo a navigation by %s', async (_, navigate) => {
    const { page, problems } = await openZoomed();
    await page.evaluate(`${navigate}; reportPosition()`);
    await page.getByRole('heading', { name: 'Findings', level: 1 }).waitFor();
    expect(page.url()).toMatch(/#\/findings$/);
    expect(problems).toEqual([]);
  });

  it('does not undo a navigation to another position', async () => {
    const { page, problems } = await openZoomed();
    await page.evaluate(`location.hash = '#/diagrams/booking-apps?at=300,300,800'; reportPosition()`);
    const frame = page.locator('.minimap span');
    const width = () =>
      frame.evaluate((it: { style: { width: string } }) => Number.parseFloat(it.style.width));
    await frame.waitFor();
    await expect.poll(width).toBeLessThan(60);
    expect(page.url()).toMatch(/at=300,300,800$/);
    expect(problems).toEqual([]);
  });

  it('does not undo a selection', async () => {
    const { page, problems } = await openZoomed();
    await page.evaluate(`document.querySelector('.node[data-id="booking-db"]')
      .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })); reportPosition()`);
    await page.getByRole('complementary').getByRole('heading', { name: 'Booking Database' }).waitFor();
    expect(page.url()).toMatch(/object=booking-db&at=/);
    expect(problems).toEqual([]);
  });
});

describe.skipIf(isBrowserMissing())('a picture', () => {
  it('starts at the position of its address, if timers of the browser are late', async () => {
    const site = await sharedSite();
    const before = `{
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (run, ms = 0, ...rest) => setTimeout(run, Math.max(ms, 100), ...rest);
    }`;
    const { page } = await openPage(site.address(`${AT}?at=300,300,400`), { before });
    const frame = page.locator('.minimap span');
    await frame.waitFor();
    const left = () => frame.evaluate((it: { style: { left: string } }) => Number.parseFloat(it.style.left));
    const start = await left();
    expect(start).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => page.url()).toContain('at=300%2C300%2C500');
    expect(await left()).toBeGreaterThan(start);
  });

  it('opens the box of the first click of a double click, if the details move it away', async () => {
    const site = await sharedSite();
    const { page, problems } = await openPage(site.address('index.html#/diagrams/context'));
    const box = await page.locator('.node[data-id="booking"]').first().boundingBox();
    // The edge of the box that is left when the picture makes room for the details.
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 5, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.click(x, y);
    await page.getByRole('complementary').waitFor();
    await page.waitForFunction(`!document.elementFromPoint(${x}, ${y}).closest('[data-id="booking"]')`);
    expect(page.url()).toContain('object=booking');
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.getByRole('heading', { name: 'Booking Apps', level: 1 }).waitFor();
    expect(problems).toEqual([]);
  });
});
