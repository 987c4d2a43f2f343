import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home, type RunningProcess } from '../support/binary.js';

const SECRET = 'whsec_of-the-inspector';
const SIGNED = { env: { ARCHCTL_WEBHOOK_SECRET: SECRET } };
const ADDRESS = /(http:\/\/127\.0\.0\.1:\d+)\/#token=([0-9a-f]+)/;

let user: Home;
beforeAll(() => {
  user = home();
});
afterAll(() => user.remove());

/** Exchanges the token in a printed address for a cookie. */
async function cookieOf([, origin = '', token = '']: RegExpExecArray): Promise<string> {
  const headers = { Origin: origin, 'Content-Type': 'application/json' };
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  const [cookie = ''] = session.headers.getSetCookie();
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
  return cookie.split(';')[0] ?? '';
}

/** The list of events of the page with an address. */
async function listOf(address: RegExpExecArray): Promise<{ name: string }[]> {
  const list = await fetch(`${address[1]}/api/list`, { headers: { Cookie: await cookieOf(address) } });
  return ((await list.json()) as { rows: { name: string }[] }).rows;
}

const urlOf = async (running: RunningProcess): Promise<string> => {
  const [line] = await running.until(/^\{"type":"ready".*$/m);
  return (JSON.parse(line) as { url: string }).url;
};

describe('webhook listen --page', () => {
  it('prints the address of the page on stderr, events on stdout, and ends both on Ctrl-C', async () => {
    const listener = user.start(['webhook', 'listen', '--port', '0', '--page', '-o', 'ndjson'], SIGNED);
    const receiver = await urlOf(listener);
    const address = await listener.until(ADDRESS, 'stderr');
    expect(new URL(receiver).origin).not.toBe(address[1]);
    expect(await listOf(address)).toEqual([]);
    const sent = await user.run(['webhook', 'trigger', '--to', receiver, '--set', 'after.name=Quay'], SIGNED);
    expect(sent).toMatchObject({ code: 0 });
    await listener.until(/^\{"type":"event".*$/m);
    expect(await listOf(address)).toMatchObject([{ name: 'Quay', result: 'verified' }]);
    listener.child.kill('SIGINT');
    const { code, stdout } = await listener.ended;
    expect(code).toBe(130);
    const types = stdout
      .split('\n')
      .flatMap((it) => (it === '' ? [] : [(JSON.parse(it) as { type: string }).type]));
    expect(types).toEqual(['ready', 'event', 'closing']);
    expect(stdout).not.toContain('#token=');
    await expect(fetch(address[1] ?? '')).rejects.toThrow();
    await expect(fetch(receiver)).rejects.toThrow();
  });

  it('ends with its number of events, although a page is open', async () => {
    const listener = user.start(
      ['webhook', 'listen', '--port', '0', '--page', '--count', '1', '-o', 'ndjson'],
      SIGNED,
    );
    const receiver = await urlOf(listener);
    const address = await listener.until(ADDRESS, 'stderr');
    const stream = await fetch(`${address[1]}/events`, { headers: { Cookie: await cookieOf(address) } });
    expect(stream.status).toBe(200);
    await user.run(['webhook', 'trigger', '--to', receiver], SIGNED);
    expect(await listener.ended).toMatchObject({ code: 0 });
  });

  it('reports a port in use before it receives', async () => {
    const inspector = user.start(['webhook', 'inspect', '-o', 'ndjson'], SIGNED);
    const { port } = new URL(await urlOf(inspector));
    const refused = await user.run(
      ['webhook', 'listen', '--port', '0', '--page', '--page-port', port],
      SIGNED,
    );
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/in use[\s\S]*--page-port \d+/);
    const alone = await user.run(['webhook', 'listen', '--port', '0', '--page-port', '0'], SIGNED);
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--page-port requires --page.') });
    inspector.child.kill('SIGINT');
    await inspector.ended;
  });
});

describe('webhook inspect', () => {
  it('serves events that were kept before, without a secret or an account', async () => {
    const inspector = user.start(['webhook', 'inspect', '-o', 'ndjson']);
    const url = await urlOf(inspector);
    const address = ADDRESS.exec(url);
    expect(address && (await listOf(address)).map(({ name }) => name)).toContain('Quay');
    inspector.child.kill('SIGINT');
    expect(await inspector.ended).toMatchObject({ code: 130 });
  });
});
