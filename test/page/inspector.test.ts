import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { isBrowserMissing, violationsOf } from '../support/browser.js';
import { eventOf, inspectingMachine, SECRET, serveInspector, storeEvents } from '../support/inspector.js';
import { hookServer } from '../support/webhook-consumer.js';

/** The list of events; selects have options as well. */
const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Events' });

/** A server of the user that accepts signed events, for one test. */
async function consumer() {
  const server = await hookServer([SECRET], () => new Date());
  return { ...server, [Symbol.asyncDispose]: server.close };
}

describe.skipIf(isBrowserMissing())('the inspector in a browser', () => {
  it('shows stored events, newest first, and one in full', async () => {
    const here = inspectingMachine();
    storeEvents(here, [{ event: eventOf('Old API') }, { event: eventOf('Payment API') }]);
    const { open } = await serveInspector(here);
    const { page, problems } = await open();
    const options = rowsOf(page).getByRole('option');
    await options.nth(1).waitFor();
    expect((await options.allTextContents()).map((it) => /Old|Payment/.exec(it)?.[0])).toEqual([
      'Payment',
      'Old',
    ]);
    await options.first().click();
    const details = page.getByRole('region', { name: 'Selected event' });
    await details.getByRole('heading', { name: 'Payment API' }).waitFor();
    expect(await details.locator('del').first().textContent()).toBe('"Earlier"');
    expect(await details.locator('ins').first().textContent()).toBe('"Payment API"');
    const text = await details.textContent();
    expect(text).toContain('The signature matches the secret "main".');
    expect(text).toContain('X-Keptyes');
    expect(text).not.toMatch(/of-the-sender|f{64}/);
    await details.getByRole('button', { name: 'Bytes' }).click();
    await details.getByText('000000 7b 22 63 6f', { exact: false }).waitFor();
    expect(page.url()).not.toContain('token');
    expect(problems).toEqual([]);
  });

  it('shows events and rejections as they arrive, and sends test events', async () => {
    const here = inspectingMachine();
    await using target = await consumer();
    const listener = await serveInspector(here, [
      'listen',
      '--port',
      '0',
      '--page',
      '--forward-to',
      target.url,
    ]);
    const { page, problems } = await listener.open();
    await page.getByText('No events have arrived yet.').waitFor();
    await page.getByRole('button', { name: 'Test event' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('200', { exact: true }).waitFor();
    await dialog.getByLabel('Defect').selectOption('signature');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('401', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const verified = rowsOf(page).getByRole('option').filter({ hasText: 'verified' });
    await verified.filter({ hasText: 'passed on' }).click();
    await page.getByText(`forward ${target.url}`).waitFor();
    await rowsOf(page).getByRole('option').filter({ hasText: 'rejected' }).click();
    await page.getByText('mismatch', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(0);
    expect(target.received).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it.each([
    { listener: 'a listener', more: [] },
    { listener: 'a listener with a page', more: ['--page'] },
  ])('shows everything about an event of $listener after a restart', async ({ more }) => {
    const here = inspectingMachine();
    await using target = await consumer();
    const listener = await serveInspector(here, [
      ...['listen', '--port', '0', '--allow-unverified', '--insecure-forward', '--forward-to', target.url],
      ...more,
    ]);
    const body = JSON.stringify(eventOf('Payment API'));
    const headers = { 'Content-Type': 'application/json', 'X-Kept': 'yes' };
    const response = await fetch(listener.receiver, { method: 'POST', headers, body });
    expect(await response.text()).toBe('');
    await expect.poll(() => target.received.length).toBe(1);
    await listener.stop();
    const { open } = await serveInspector(here);
    const { page, problems } = await open();
    await rowsOf(page).getByRole('option').filter({ hasText: 'unverified' }).click();
    const details = page.getByRole('region', { name: 'Selected event' });
    await details.getByRole('heading', { name: 'Payment API' }).waitFor();
    await details.getByText(`forward ${target.url}`).waitFor();
    expect(await details.locator('del').first().textContent()).toBe('"Earlier"');
    expect(await details.locator('ins').first().textContent()).toBe('"Payment API"');
    const text = await details.textContent();
    expect(text).toContain('missing-signature');
    expect(text).toContain('X-Keptyes');
    expect(problems).toEqual([]);
  });

  it('shows events that a listener of another process stores', async () => {
    const here = inspectingMachine();
    const { open } = await serveInspector(here);
    const { page, problems } = await open();
    await page.getByText('No events have arrived yet.').waitFor();
    storeEvents(here, [{ event: eventOf('From elsewhere') }]);
    await rowsOf(page).getByRole('option', { name: 'From elsewhere' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('filters by collection, operation and result, and searches bodies', async () => {
    const here = inspectingMachine();
    storeEvents(here, [
      { event: eventOf('One', { after: { name: 'One', note: 'Quay 7' } }) },
      { event: eventOf('Two'), collection: 'flow', operation: 'created' },
      { event: eventOf('Three'), verified: false, secretName: null, unverifiedReason: 'mismatch' },
      { event: eventOf('Four'), duplicate: true },
    ]);
    const { open } = await serveInspector(here);
    const { page, problems } = await open();
    const names = async () =>
      (await page.locator('.row-title').allTextContents()).sort((a, b) => a.localeCompare(b));
    await expect.poll(names).toEqual(['Four', 'One', 'Three', 'Two']);
    await page.getByLabel('Collection').selectOption('flow');
    await expect.poll(names).toEqual(['Two']);
    await page.getByLabel('Collection').selectOption('');
    await page.getByLabel('Operation').selectOption('updated');
    await page.getByLabel('Result').selectOption('unverified');
    await expect.poll(names).toEqual(['Three']);
    await page.getByLabel('Result').selectOption('duplicate');
    await expect.poll(names).toEqual(['Four']);
    await page.getByLabel('Result').selectOption('');
    await page.getByRole('searchbox').fill('quay 7');
    await expect.poll(names).toEqual(['One']);
    await page.getByText('1 of 4 events').waitFor();
    expect(problems).toEqual([]);
  });

  it('replays an event to a server: signed again, or as received', async () => {
    const here = inspectingMachine();
    await using target = await consumer();
    storeEvents(here, [{ event: eventOf('Payment API') }]);
    const { open } = await serveInspector(here);
    const { page } = await open();
    await rowsOf(page).getByRole('option').click();
    await page.getByLabel('Target').fill(target.url);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Replayed: 200').waitFor();
    await page.getByLabel('With the original signature').check();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Replayed: 401').waitFor();
    expect(await Promise.all(target.received.map((it) => target.reasonOf(it)))).toEqual(['ok', 'stale']);
    await expect.poll(() => page.getByText(`replay ${target.url}`).count()).toBe(2);
    await page.getByLabel('Target').fill('ftp://files.test/');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The target: "ftp://files.test/" is not an http(s) address.').waitFor();
    expect(target.received).toHaveLength(2);
  });

  it('copies commands that sign the event with a variable', async () => {
    const here = inspectingMachine();
    const [id] = storeEvents(here, [{ event: eventOf('Payment API') }]);
    const { open, origin } = await serveInspector(here);
    const { page, problems } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await rowsOf(page).getByRole('option').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied.').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(copied).toContain(`WEBHOOK_SECRET="$WEBHOOK_SECRET"`);
    expect(copied).toContain(`BODY='{"collection":"model-object"`);
    expect(copied).not.toMatch(/of-the-sender|f{64}|whsec_/);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save body' }).click();
    expect((await download).suggestedFilename()).toBe(`${id}.json`);
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(problems).toEqual([]);
  });

  it('works with the keyboard alone', async () => {
    const here = inspectingMachine();
    storeEvents(here, [{ event: eventOf('C') }, { event: eventOf('B') }, { event: eventOf('A') }]);
    const { open } = await serveInspector(here);
    const { page } = await open();
    await rowsOf(page).getByRole('option').nth(2).waitFor();
    await rowsOf(page).focus();
    const selected = () => page.locator('[aria-selected="true"] .row-title').textContent();
    for (const [key, name] of [
      ['ArrowDown', 'A'],
      ['j', 'B'],
      ['End', 'C'],
      ['k', 'B'],
      ['ArrowUp', 'A'],
      ['PageDown', 'C'],
      ['Home', 'A'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await selected(), key).toBe(name);
    }
    await page.getByRole('heading', { level: 2, name: 'A' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.className')).toBe('details');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.className')).toBe('rows');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
  });

  it('scrolls through 10,000 events with few elements, and stays in place when more arrive', async () => {
    const here = inspectingMachine();
    const events = Array.from({ length: 10_000 }, (_, at) => ({ event: eventOf(`Event ${at}`) }));
    storeEvents(here, events);
    const { open } = await serveInspector(here);
    const { page, problems } = await open();
    await page.getByText('10,000 events').waitFor();
    await rowsOf(page).evaluate((it: { scrollTop: number }) => {
      it.scrollTop = 60 * 5_000;
    });
    await rowsOf(page).getByRole('option', { name: 'Event 4999' }).waitFor();
    expect(await rowsOf(page).getByRole('option').count()).toBeLessThan(60);
    storeEvents(here, [{ event: eventOf('Late') }]);
    await page.getByText('10,000 events').waitFor();
    await expect
      .poll(() => rowsOf(page).evaluate((it: { scrollTop: number }) => it.scrollTop))
      .toBe(60 * 5_001);
    await rowsOf(page).getByRole('option', { name: 'Event 4999' }).waitFor();
    await rowsOf(page).press('End');
    await rowsOf(page)
      .getByRole('option', { name: /^Event 1 / })
      .waitFor();
    expect(problems).toEqual([]);
  });

  it.each([
    ['light', 360, false],
    ['dark', 360, true],
    ['light', 1280, true],
    ['dark', 1280, true],
  ] as const)(
    'has no violation of accessibility rules: %s, %i pixels wide, an event open: %s',
    async (colorScheme, width, isOpen) => {
      const here = inspectingMachine();
      storeEvents(here, [
        { event: eventOf('One', { description: 'long '.repeat(200) }) },
        { event: eventOf('n'.repeat(300)), verified: false, secretName: null, unverifiedReason: 'stale' },
      ]);
      const { open } = await serveInspector(here);
      const { page } = await open({ colorScheme, viewport: { width, height: 800 } });
      await rowsOf(page).getByRole('option').first().waitFor();
      if (isOpen) {
        await rowsOf(page).getByRole('option').first().click();
        await page.getByRole('heading', { name: 'Body' }).waitFor();
      }
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      if (isOpen && width === 360) {
        await page.getByRole('button', { name: 'Back to the list' }).click();
        await rowsOf(page).waitFor();
      }
    },
  );
});
