import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { FERRY } from '../support/ferry-document.js';
import { ADMIN, openService, SECRET_MARK } from '../support/sandbox.js';
import { machine } from '../support/world.js';

/** Runs `model view` until the test ends. */
async function view(argv: readonly string[]) {
  const service = await openService();
  const here = machine(service);
  here.signIn({ landscape: service.sandbox.landscapeId });
  const stop = new AbortController();
  let output = '';
  let check = () => {};
  const run = here.run(['model', 'view', ...argv, '-o', 'ndjson'], {
    signal: stop.signal,
    onStdout: (text) => {
      output = text;
      check();
    },
  });
  onTestFinished(async () => {
    stop.abort();
    await run;
    await here.remove();
    await service.close();
  });
  const events = () =>
    output
      .split('\n')
      .filter((it) => it.endsWith('}'))
      .map((it) => JSON.parse(it) as { type: string; url?: string; errors?: number });
  await new Promise<void>((resolve) => {
    check = () => events().length > 1 && resolve();
    check();
  });
  const url = events()[0]?.url ?? '';
  return { here, url, own: new URL('/', url).href, events };
}

/** Runs `model view` with a file. */
async function viewFile(document: string, ...argv: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-view-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'model.yaml');
  /** Editors save by replacing the file. */
  const save = (text: string) => {
    writeFileSync(join(folder, '.saving'), text);
    renameSync(join(folder, '.saving'), path);
  };
  save(document);
  return { save, ...(await view([path, ...argv])) };
}

describe.skipIf(isBrowserMissing())('a live page', () => {
  it('shows a saved change, and keeps position, selection and history', async () => {
    const { save, url, own } = await viewFile(FERRY);
    const { page, problems } = await openPage(url, { own });
    await page.getByRole('link', { name: 'Booking Apps' }).click();
    await page.locator('.sheet [data-id="booking-api"]').first().click();
    await page.getByRole('complementary').getByRole('heading', { name: 'Booking API' }).waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => page.url()).toContain('at=');
    const address = page.url();
    expect(address).not.toContain('token');
    const before = await page.locator('.sheet').getAttribute('style');
    save(FERRY.replace('name: Booking API', 'name: Orders API'));
    await page.getByRole('complementary').getByRole('heading', { name: 'Orders API' }).waitFor();
    await page.getByRole('button', { name: 'Orders API' }).waitFor();
    expect(page.url()).toBe(address);
    expect(await page.locator('.sheet').getAttribute('style')).toBe(before);
    expect(problems).toEqual([]);
  });

  it('lists errors in place and keeps the last model, until they are corrected', async () => {
    const { save, url, own, events } = await viewFile(FERRY);
    const { page, problems } = await openPage(url, { own });
    await page.getByRole('link', { name: 'Booking Apps' }).waitFor();
    const hostile = '<img src=x onerror=alert(1)>';
    save(FERRY.replace('domain: travel', `domain: "${hostile}"`));
    await page.getByRole('status').getByText(hostile).waitFor();
    await page.getByText('The page shows the model of').waitFor();
    expect(await page.getByRole('link', { name: 'Context' }).count()).toBe(1);
    save('domains: [');
    await page.getByRole('status').getByText(hostile).waitFor({ state: 'detached' });
    await page.getByRole('status').getByText('model.yaml:').first().waitFor();
    save(FERRY.replace('name: Context', 'name: Overview'));
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    expect(await page.getByRole('status').textContent()).toBe('');
    await expect
      .poll(() => events().map(({ type }) => type))
      .toEqual(['serving', 'shown', 'kept', 'kept', 'shown']);
    expect(problems).toEqual([]);
  });

  it('explores, and shows the changes from another model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'archctl-view-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const other = join(folder, 'other.yaml');
    writeFileSync(other, FERRY.replace('name: Booking API', 'name: Old API'));
    const { url, own } = await viewFile(FERRY, '--against', other);
    const { page, problems } = await openPage(url, { own });
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Changes' }).click();
    expect(await page.locator('del').textContent()).toBe('Old API');
    await page.goto(`${own}#/explore/booking-api`);
    await page.locator('.sheet [data-id="booking-db"]').first().waitFor();
    expect(problems).toEqual([]);
  });

  it('opens only with the token of this run', async () => {
    const { url, own } = await viewFile(FERRY);
    const { page } = await openPage(own, { own });
    await page.getByText('Open the link that archctl printed.').waitFor();
    await page.goto(url);
    await page.getByRole('link', { name: 'Booking Apps' }).waitFor();
    await page.goto(own);
    await page.getByRole('link', { name: 'Booking Apps' }).waitFor();
  });

  it('is shown although the first model has errors', async () => {
    const { save, url, own } = await viewFile('domains: [');
    const { page } = await openPage(url, { own });
    await page.getByRole('status').getByText('model.yaml:').first().waitFor();
    save(FERRY);
    await page.getByRole('link', { name: 'Booking Apps' }).waitFor();
  });

  it('follows the action log of a landscape', async () => {
    const { here, url, own } = await view(['live', '--interval', '0.2']);
    const { page, problems } = await openPage(url, { own });
    await page.locator('.card').getByRole('link', { name: 'Booking API' }).first().waitFor();
    // Everything that the page has loaded, but for the stream of events, which does not end.
    const texts = await page.evaluate<string[]>(`Promise.all([
      document.documentElement.outerHTML,
      ...performance.getEntriesByType('resource').map(({ name }) => name)
        .filter((it) => it.startsWith(location.origin) && !/[/](events|session)$/.test(it))
        .map((it) => fetch(it).then((response) => response.text())),
    ])`);
    expect(texts.join('')).toContain('Booking API');
    expect(texts.filter((it) => it.includes(SECRET_MARK) || it.includes(ADMIN.secret))).toEqual([]);
    expect((await here.run(['object', 'update', 'Booking API', '--name', 'Orders API'])).code).toBe(0);
    await page.locator('.card').getByRole('link', { name: 'Orders API' }).first().waitFor();
    expect(problems).toEqual([]);
  });
});
