import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home, type Sandbox } from '../support/binary.js';
import { isBrowserMissing, openPage } from '../support/browser.js';

let user: Home;
let sandbox: Sandbox;
beforeAll(async () => {
  user = home();
  sandbox = await user.sandbox('--ephemeral', '--port', '0');
});
afterAll(() => user.remove());

const addressOf = async (...args: string[]): Promise<string> =>
  (await user.run([...args, '--print'])).stdout.trim();

describe.skipIf(isBrowserMissing())('the page of a sandbox', () => {
  it('shows the diagram that `diagram open` opens', async () => {
    const address = await addressOf('diagram', 'open', 'Booking Apps');
    const { page, problems } = await openPage(address, { own: sandbox.baseUrl });
    await page.getByRole('heading', { name: 'Booking Apps' }).waitFor();
    await page.locator('.sheet').getByText('Booking API').first().waitFor({ state: 'attached' });
    expect(page.url()).not.toContain('token');
    await page.reload();
    await page.getByRole('heading', { name: 'Booking Apps' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('shows elements, explores them, and shows decisions', async () => {
    const address = await addressOf('object', 'open', 'Booking API');
    const { page, problems } = await openPage(address, { own: sandbox.baseUrl });
    await page.getByRole('heading', { name: 'Booking API' }).waitFor();
    await page.getByRole('link', { name: 'Explore' }).last().click();
    await page.locator('.sheet svg').waitFor();
    await page.getByRole('link', { name: 'Ferry Platform' }).click();
    await page.getByRole('heading', { name: 'Decisions' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('accepts each link once, and only from this page', async () => {
    const address = await addressOf('diagram', 'open', 'Booking Apps');
    const { page } = await openPage(address, { own: sandbox.baseUrl });
    await page.getByRole('heading', { name: 'Booking Apps' }).waitFor();
    const { page: other } = await openPage(address, { own: sandbox.baseUrl });
    await other.getByText('The link is no longer valid.').waitFor();
    const data = new URL('data.js', address.replace(/[?#].*/, ''));
    expect((await fetch(data)).status).toBe(401);
    expect((await fetch(`${sandbox.baseUrl}/page/token`, { method: 'POST' })).status).toBe(401);
    const foreign = { origin: 'http://localhost:1', authorization: sandbox.authorization };
    const token = await fetch(`${sandbox.baseUrl}/page/token`, { method: 'POST', headers: foreign });
    expect(token.status).toBe(403);
    const shell = await fetch(address.replace(/#.*/, ''));
    expect(shell.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(shell.headers.get('content-security-policy')).not.toContain('unsafe');
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const sources = [await page.content(), await shell.text()].join('');
    expect(sources).not.toContain(sandbox.authorization.replace(/^\S+ /, ''));
  });

  it.each(['evil.test', 'localhost.evil.test'])('is not served for the host %s', async (host) => {
    const { pathname } = new URL(await addressOf('diagram', 'open', 'Booking Apps'));
    const link = JSON.parse((await user.run(['share-link', 'get', '-o', 'json'])).stdout) as { url: string };
    const statusOf = async (path: string, own: string): Promise<number | undefined> => {
      const sent = httpRequest(sandbox.baseUrl, { path, headers: { host: own } });
      sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    const { port } = new URL(sandbox.baseUrl);
    const shared = `/share/${link.url.split('/').at(-1)}/`;
    for (const path of [pathname, shared, `${pathname}page.js`, `${shared}data.js`]) {
      expect(await statusOf(path, `localhost:${port}`), path).toBe(200);
      expect(await statusOf(path, host), path).toBe(421);
      expect(await statusOf(path, `${host}:${port}`), path).toBe(421);
    }
    for (const path of [new URL(link.url).pathname, `${pathname}data.js`, '/page/token'])
      expect(await statusOf(path, host), path).toBe(421);
  });

  it('shows the landscape of a share link, and asks for its password', async () => {
    const link = JSON.parse((await user.run(['share-link', 'get', '-o', 'json'])).stdout) as { url: string };
    const { page, problems } = await openPage(link.url, { own: sandbox.baseUrl });
    await page.getByRole('link', { name: 'Booking Apps' }).click();
    await page.locator('.sheet').getByText('Booking API').first().waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
    const answer = await fetch(link.url);
    expect(answer.headers.get('content-type')).toBe('application/json');

    await user.run(['share-link', 'update', '--protected', '--password-stdin', '--yes'], {
      stdin: 'fog-horn',
    });
    const httpCredentials = { username: 'any', password: 'fog-horn' };
    const { page: reader } = await openPage(link.url, { own: sandbox.baseUrl, httpCredentials });
    await reader.getByRole('link', { name: 'Booking Apps' }).waitFor();
    const data = `${sandbox.baseUrl}/share/${link.url.split('/').at(-1)}/data.js`;
    expect((await fetch(data)).status).toBe(401);
  });
});
