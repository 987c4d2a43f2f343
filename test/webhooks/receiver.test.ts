import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as secureRequest } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import {
  atEnd,
  bodyOf,
  deliver,
  NOW,
  openReceiverSuite,
  post,
  rawExchange,
  signed,
  stillMachine,
  temporaryDirectory,
} from './receiver-suite.js';

const rawPost = (body: string, more = ''): string => {
  const headers = signed(body).headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST / HTTP/1.1\r\nHost: x\r\n${headers.join('')}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

describe('bodies and connections', () => {
  it('accepts a chunked body, however it is split', async () => {
    const suite = await openReceiverSuite();
    const body = bodyOf({ note: 'Grüße' });
    const headers = signed(body)
      .headers.map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const bytes = Buffer.from(body);
    const chunks = Array.from(bytes, (byte) =>
      Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
    );
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`;
    const text = await rawExchange(suite.receiver.port, head, ...chunks, '0\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect((await suite.next('event')).event.note).toBe('Grüße');
  });

  it('answers pipelined requests in order', async () => {
    const writer = openEventWriter({ directory: await temporaryDirectory(), machine: stillMachine() });
    const suite = await openReceiverSuite({ writer });
    const all = Array.from({ length: 20 }, (_, at) => rawPost(bodyOf({ resourceId: `r${at}` })));
    all.splice(10, 0, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const text = await rawExchange(suite.receiver.port, all.join(''), rawPost('{', 'Connection: close\r\n'));
    const statuses = [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([...Array(10).fill(200), 405, ...Array(10).fill(200), 400]);
    expect((await suite.end()).counts).toMatchObject({ events: 20, rejected: 2 });
  });

  it.each(['declared', 'chunked', 'expected'])('rejects a body that is too large: %s', async (kind) => {
    const suite = await openReceiverSuite({ limits: { bodyBytes: 1_000 } });
    const body = 'x'.repeat(100_000);
    const size =
      kind === 'chunked' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(body.length) };
    const expects = kind === 'expected' ? { Expect: '100-continue' } : {};
    const answer = await post(suite.receiver.url, { headers: { ...size, ...expects }, body });
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe('close');
    expect((await suite.next('rejected')).reason).toBe('too-large');
    expect((await deliver(suite.receiver.url)).status).toBe(200);
  });

  it('accepts a body of exactly the limit', async () => {
    const body = bodyOf();
    const suite = await openReceiverSuite({ limits: { bodyBytes: Buffer.byteLength(body) } });
    expect((await deliver(suite.receiver.url, body)).status).toBe(200);
    expect((await deliver(suite.receiver.url, `${body} `)).status).toBe(413);
  });

  it('sends 100 Continue on request', async () => {
    const suite = await openReceiverSuite();
    const body = bodyOf();
    const text = await rawExchange(
      suite.receiver.port,
      rawPost(body, 'Expect: 100-continue\r\nConnection: close\r\n'),
    );
    expect(text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  });

  it('rejects headers that are too large, and invalid HTTP', async () => {
    const suite = await openReceiverSuite();
    const { port } = suite.receiver;
    const large = `POST / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`;
    expect(await rawExchange(port, large)).toMatch(/^HTTP\/1.1 431 /);
    expect((await suite.next('rejected')).reason).toBe('headers-too-large');
    expect(await rawExchange(port, '\x16\x03\x01 hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    expect((await suite.next('rejected')).reason).toBe('malformed-request');
  });

  it.each([
    ['headers', 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx'],
  ])('times out a client that sends its %s slowly', async (_, start) => {
    const suite = await openReceiverSuite({ limits: { headersMs: 150, requestMs: 150 } });
    const socket = connect(suite.receiver.port, '127.0.0.1');
    const drip = setInterval(() => socket.write('x'), 20);
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write(start);
    await closed;
    clearInterval(drip);
    expect(await suite.next('rejected')).toMatchObject({ reason: 'too-slow' });
    expect((await deliver(suite.receiver.url)).status).toBe(200);
  });

  it('detects a client that disconnects midway', async () => {
    const suite = await openReceiverSuite();
    const socket = connect(suite.receiver.port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
    });
    expect(await suite.next('rejected')).toMatchObject({ reason: 'aborted', status: null, size: 4 });
  });

  it('rejects connections above the limit', async () => {
    const suite = await openReceiverSuite({ limits: { connections: 2 } });
    const { port, url } = suite.receiver;
    const holding = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all(holding.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await expect(deliver(url)).rejects.toThrow();
    for (const socket of holding) socket.destroy();
    expect((await suite.end()).counts.connectionsRefused).toBe(1);
  });
});

describe('starting', () => {
  it('reports its address', async () => {
    const suite = await openReceiverSuite({ path: 'hooks' });
    const { port } = suite.receiver;
    expect(await suite.next('ready')).toEqual({
      type: 'ready',
      version: 1,
      at: new Date(NOW).toISOString(),
      url: `http://127.0.0.1:${port}/hooks`,
      host: '127.0.0.1',
      port,
      path: '/hooks',
      verifies: true,
      forwardTo: [],
    });
    expect(
      (
        await post(suite.receiver.url, {
          path: '/hooks?x=1',
          headers: signed(bodyOf()).headers,
          body: bodyOf(),
        })
      ).status,
    ).toBe(200);
  });

  it('on a port in use suggests a free one', async () => {
    const suite = await openReceiverSuite();
    const { port } = suite.receiver;
    const failure = await openReceiverSuite({ port }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'usage', message: `Port ${port} on 127.0.0.1 is in use.` });
    const [, free] = /--port (\d+), which is free/.exec(failure.facts.hint) ?? [];
    const other = await openReceiverSuite({ port: Number(free) });
    expect(other.receiver.port).toBe(Number(free));
  });

  it('on an address of another machine is an error', async () => {
    await expect(openReceiverSuite({ host: '192.0.2.1' })).rejects.toMatchObject({ kind: 'usage' });
  });

  it('with a certificate speaks TLS', async () => {
    const pem = (name: string) => join(directory, name);
    const directory = await temporaryDirectory();
    const made = [
      '-keyout',
      pem('key'),
      '-out',
      pem('cert'),
      '-subj',
      '/CN=localhost',
      '-days',
      '1',
      '-nodes',
    ];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    execFileSync('openssl', ['req', ...kind, ...made], { stdio: 'ignore' });
    const tls = { cert: readFileSync(pem('cert'), 'utf8'), key: readFileSync(pem('key'), 'utf8') };
    const suite = await openReceiverSuite({ tls });
    expect(suite.receiver.url).toMatch(/^https:/);
    const body = bodyOf();
    const status = await new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: Object.fromEntries(signed(body).headers), ca: tls.cert };
      const outgoing = secureRequest(
        suite.receiver.url,
        { ...options, servername: 'localhost', checkServerIdentity: () => undefined, agent: false },
        (response) => resolve(response.resume().statusCode),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    expect(status).toBe(200);
    expect((await suite.next('event')).verified).toBe(true);
  });

  it('with an invalid certificate is an error', async () => {
    await expect(openReceiverSuite({ tls: { cert: 'no', key: 'no' } })).rejects.toMatchObject({
      kind: 'usage',
    });
  });

  it('two listeners receive their own events', async () => {
    const directory = await temporaryDirectory();
    const open = () => openReceiverSuite({ writer: openEventWriter({ directory, machine: stillMachine() }) });
    const [one, two] = await Promise.all([open(), open()]);
    await Promise.all(
      [one, two].map(({ receiver }, at) => deliver(receiver.url, bodyOf({ resourceId: `r${at}` }))),
    );
    expect((await one.next('event')).resourceId).toBe('r0');
    expect((await two.next('event')).resourceId).toBe('r1');
  });
});

describe('ending', () => {
  it('after a number of events', async () => {
    const suite = await openReceiverSuite({ count: 2 });
    await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        deliver(suite.receiver.url, bodyOf({ resourceId: `r${at}` })).catch(() => {}),
      ),
    );
    const closing = await suite.next('closing');
    expect(closing).toMatchObject({ reason: 'count', counts: { events: 2 } });
    expect(suite.records.at(-1)).toBe(closing);
    expect(suite.records.filter(({ type }) => type === 'event')).toHaveLength(2);
  });

  it('after a time limit, by abort, and twice', async () => {
    const late = await openReceiverSuite({ timeoutMs: 1 });
    expect((await late.next('closing')).reason).toBe('timeout');
    const stop = new AbortController();
    const stopped = await openReceiverSuite({ signal: stop.signal });
    stop.abort();
    expect((await stopped.next('closing')).reason).toBe('stopped');
    await stopped.receiver.close();
    const before = await openReceiverSuite({ signal: AbortSignal.abort() });
    expect((await before.next('closing')).reason).toBe('stopped');
  });

  it('when the reader stops', async () => {
    const suite = await openReceiverSuite();
    const other = await openReceiverSuite();
    for await (const batch of (await openReader()).batches) {
      expect(batch).toMatchObject([{ type: 'ready' }]);
      break;
    }
    await Promise.all([suite.end(), other.end()]);
  });

  it('when the tunnel does', async () => {
    let end = (_: string) => {};
    const ended = new Promise<string>((resolve) => {
      end = resolve;
    });
    const tunnel = async () => ({ publicUrl: 'https://a.example', ended, close: async () => {} });
    const suite = await openReceiverSuite({ tunnel, path: '/in' });
    expect((await suite.next('ready')).publicUrl).toBe('https://a.example/in');
    end('The tunnel ended.');
    expect(await suite.next('closing')).toMatchObject({
      reason: 'tunnel-ended',
      message: 'The tunnel ended.',
    });
  });

  it('before the tunnel was open closes that as well', async () => {
    let closed = 0;
    const suite = await openReceiverSuite({
      count: 1,
      tunnel: async (url) => {
        expect((await deliver(url, bodyOf())).status).toBe(200);
        return {
          publicUrl: 'https://a.example',
          ended: new Promise(() => {}),
          close: async () => void closed++,
        };
      },
    });
    expect(await suite.next('closing')).toMatchObject({ reason: 'count', counts: { events: 1 } });
    expect(closed).toBeGreaterThan(0);
  });

  it('finishes running requests', async () => {
    const writer = openEventWriter({ directory: await temporaryDirectory(), machine: stillMachine() });
    const suite = await openReceiverSuite({ writer });
    const answers = Array.from({ length: 30 }, (_, at) =>
      deliver(suite.receiver.url, bodyOf({ resourceId: `r${at}` })).catch(() => undefined),
    );
    await suite.next('event');
    const { counts } = await suite.end();
    const acknowledged = (await Promise.all(answers)).filter((it) => it?.status === 200);
    expect(counts.events).toBe(acknowledged.length);
  });
});

async function openReader() {
  const { receiver } = await openWithoutReader();
  atEnd(() => receiver.close());
  return receiver;
}

/** A receiver without a reader. */
async function openWithoutReader() {
  const { openReceiver } = await import('../../src/webhooks/listen/receiver.js');
  const receiver = await openReceiver({
    port: 0,
    host: '127.0.0.1',
    path: '/',
    secrets: [{ name: 'main', secret: 'whsec_of_the_receiver' }],
    machine: stillMachine(),
  });
  return { receiver };
}

it('a slow reader blocks nothing, and gets the number of missed events', async () => {
  const receiver = await openReader();
  const sending = 1_100;
  const statuses: number[] = [];
  for (let from = 0; from < sending; from += 50) {
    const part = Array.from({ length: 50 }, (_, at) =>
      deliver(receiver.url, bodyOf({ resourceId: `r${from + at}` })),
    );
    for (const { status } of await Promise.all(part)) statuses.push(status);
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  void receiver.close();
  let events = 0;
  let dropped = 0;
  for await (const batch of receiver.batches) {
    for (const record of batch) {
      if (record.type === 'event') events++;
      if (record.type === 'dropped') dropped += record.count;
    }
  }
  expect(events).toBeLessThan(sending);
  expect(events + dropped).toBe(sending);
});

it('a target that is the listener itself is rejected', async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  const { parseTarget } = await import('../../src/webhooks/forward/forward.js');
  const forwardTo = [parseTarget(`http://localhost:${port}/x`)];
  await expect(openReceiverSuite({ port, forwardTo })).rejects.toThrow('is this listener itself');
});
