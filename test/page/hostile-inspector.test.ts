import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { eventOf, inspectingMachine, SECRET, serveInspector, storeEvents } from '../support/inspector.js';

const HOSTILE = [
  '<img src="https://evil.test/a.png" onerror="alert(1)">',
  '</script><script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  '<style>@import "https://evil.test/b.css"</style>',
  'javascript:alert(4)',
  '\u202e\u0000\u001b[31m \u2028 {{constructor}}',
].join(' ');

const LIST = { name: 'Events' } as const;

/** A server on another port of this machine that records its requests. */
async function listening(html = ''): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('Content-Type', 'text/html').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requests };
}

async function openAll(page: Page): Promise<void> {
  for (const name of ['Raw', 'Bytes', 'Formatted']) await page.getByRole('button', { name }).click();
  await page.getByText('Version counters and times').click();
}

describe.skipIf(isBrowserMissing())('a hostile delivery', () => {
  it('runs nothing and sends nothing, stored or rejected', async () => {
    const here = inspectingMachine();
    const state = { name: HOSTILE, [HOSTILE]: HOSTILE, ['__proto__']: HOSTILE, commit: 1 };
    const event = eventOf('', { before: { ...state, commit: 0, [HOSTILE]: '' }, after: state });
    storeEvents(here, [
      {
        ...{ event, collection: HOSTILE, operation: HOSTILE, resourceId: HOSTILE, organizationId: HOSTILE },
        ...{ subscriptionId: HOSTILE, landscapeId: HOSTILE, secretName: HOSTILE, path: `/?${HOSTILE}` },
        rawHeaders: [`X-${HOSTILE}`, HOSTILE, 'Link', '<https://evil.test/c.css>; rel=preload; as=style'],
      },
    ]);
    const listener = await serveInspector(here, ['listen', '--port', '0', '--page']);
    await fetch(listener.receiver, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...event, collection: HOSTILE }),
    });
    const { page, problems } = await listener.open({ permissions: ['clipboard-write'] });
    const rows = page.getByRole('listbox', LIST).getByRole('option');
    await rows.nth(1).waitFor();
    await rows.filter({ hasNotText: 'rejected' }).click();
    await page.getByRole('heading', { name: 'Body' }).waitFor();
    await openAll(page);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Copied.').waitFor();
    await rows.filter({ hasText: 'rejected' }).click();
    await page.getByText('missing-signature').waitFor();
    await openAll(page);
    const text = String(await page.evaluate('document.body.innerText'));
    expect(text).toContain('<img src="https://evil.test/a.png" onerror="alert(1)">');
    // Characters that change the order of others are shown as escapes.
    expect(text).toContain('\\u202e');
    expect(text).not.toContain('\u202e');
    expect(await page.locator('img, svg, style, a, iframe, #page script').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('cannot freeze the page with nesting or length', async () => {
    const here = inspectingMachine();
    const nested = `${'['.repeat(190)}${'1,'.repeat(100_000)}1${']'.repeat(190)}`;
    storeEvents(here, [{ event: eventOf('Deep', { after: { name: 'Deep', nested: JSON.parse(nested) } }) }]);
    const { open } = await serveInspector(here);
    const { page, problems } = await open();
    await page.getByRole('listbox', LIST).getByRole('option').click();
    await page.getByText('This is the beginning.').waitFor();
    const shown = await page.getByRole('region', { name: 'Body', exact: true }).textContent();
    expect(shown?.length).toBeLessThan(210_000);
    expect(problems).toEqual([]);
  });

  it('shows no secret of this machine, wherever it is', async () => {
    const here = inspectingMachine();
    storeEvents(here, [
      {
        event: eventOf(`Name ${SECRET}`, { note: Buffer.from(SECRET).toString('base64') }),
        path: `/?token=${SECRET}`,
        resourceId: SECRET,
        rawHeaders: [
          'X-Odd',
          SECRET,
          'Cookie',
          'a=b',
          'X-Api-Key',
          'k',
          'X-Service-Signature',
          'f'.repeat(64),
        ],
      },
    ]);
    const { open } = await serveInspector(here);
    const { page } = await open();
    const answers: Promise<string>[] = [];
    page.on('response', (it) => {
      if (!/\/api\//.test(it.url())) return;
      const answer = it.text();
      // A response that arrives while the page closes has no text any more, and nobody waits for it.
      answer.catch(() => undefined);
      answers.push(answer);
    });
    await page.getByRole('listbox', LIST).getByRole('option').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('WEBHOOK_SECRET', { exact: true }).waitFor();
    const texts = await Promise.all(answers);
    expect(texts.length).toBeGreaterThan(1);
    const bodies = texts.map((it) =>
      Buffer.from(/"body":"([^"]*)"/.exec(it)?.[1] ?? '', 'base64').toString(),
    );
    for (const text of [...texts, ...bodies, await page.content()]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(Buffer.from(SECRET).toString('base64'));
      expect(text).not.toMatch(/f{64}|a=b/);
    }
  });
});

describe.skipIf(isBrowserMissing())('a hostile page in another tab', () => {
  it('can neither send events nor read them', async () => {
    const here = inspectingMachine();
    const [id = ''] = storeEvents(here, [{ event: eventOf('Private API') }]);
    const { open, origin } = await serveInspector(here);
    const { page } = await open();
    await page.getByRole('listbox', LIST).getByRole('option').waitFor();
    const target = await listening();
    const attacker = await listening('<iframe name="frame"></iframe>');
    // The cookie is in this browser, and another port of the host is the same site.
    const tab = await page.context().newPage();
    await tab.goto(attacker.url);
    const input = JSON.stringify({
      id,
      to: target.url,
      collection: 'model-object',
      operation: 'updated',
      break: '',
    });
    const found = await tab.evaluate(
      async ({ origin, input }) => {
        const results: string[] = [];
        const attempt = async (path: string, init: RequestInit) => {
          try {
            const response = await fetch(`${origin}/${path}`, { credentials: 'include', ...init });
            results.push(await response.text());
          } catch {
            results.push('');
          }
        };
        for (const path of ['api/replay', 'api/trigger'])
          for (const mode of ['no-cors', 'cors'] as const)
            for (const type of ['text/plain', 'application/json'])
              await attempt(path, { method: 'POST', mode, body: input, headers: { 'Content-Type': type } });
        for (const path of ['api/list', 'events', '']) await attempt(path, {});
        return results;
      },
      { origin, input },
    );
    expect(found.filter((it) => it !== '')).toEqual([]);
    await tab.evaluate(
      `for (const path of ['api/replay', 'api/trigger']) {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '${origin}/' + path, target: 'frame', enctype: 'text/plain' });
        const field = document.createElement('input');
        field.name = ${JSON.stringify(input.slice(0, -1))} + ',"x":"';
        field.value = '"}';
        form.append(field);
        document.body.append(form);
        form.submit();
      }`,
    );
    await tab.waitForLoadState('networkidle');
    // The user's own replay still works, so the attempts were rejected and did not only fail to arrive.
    await page.getByRole('listbox', LIST).getByRole('option').click();
    await page.getByLabel('Target').fill(`${target.url}own`);
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Replayed: 200').waitFor();
    expect(target.requests).toEqual(['POST /own']);
  });

  it('gets nothing without the token', async () => {
    const here = inspectingMachine();
    storeEvents(here, [{ event: eventOf('Private API') }]);
    const { origin } = await serveInspector(here);
    const { page } = await openPage(`${origin}/`, { own: `${origin}/` });
    await page.getByText('open the address that archctl printed').waitFor();
    expect(await page.content()).not.toContain('Private API');
  });
});
