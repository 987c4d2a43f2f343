import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  BREAKS,
  curlCommand,
  replayDelivery,
  signedCurl,
  signedDelivery,
} from '../../src/webhooks/build/delivery.js';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { sender } from '../../src/webhooks/forward/send.js';
import { systemMachine } from '../../src/webhooks/machine.js';
import {
  atEnd,
  bodyOf,
  NOW,
  openReceiverSuite,
  post,
  SECRET,
  stillMachine,
  temporaryDirectory,
} from './receiver-suite.js';

const timestamp = NOW / 1000;

describe('a deliberately broken delivery', () => {
  const REASONS = {
    signature: 'mismatch',
    timestamp: 'stale',
    body: 'mismatch',
    json: 'not-json',
    headers: 'missing-signature',
  };

  it.each(BREAKS)('%s is rejected for that reason', async (broken) => {
    const suite = await openReceiverSuite();
    const delivery = signedDelivery({ body: bodyOf(), secret: SECRET, timestamp, break: broken });
    await post(suite.receiver.url, delivery);
    expect((await suite.next('rejected')).reason).toBe(REASONS[broken]);
  });
});

it('a stored event is replayed byte for byte, or signed again', async () => {
  const directory = await temporaryDirectory();
  const suite = await openReceiverSuite({ writer: openEventWriter({ directory, machine: stillMachine() }) });
  const body = ` ${bodyOf({ note: 'Grüße' })}`;
  const sent = signedDelivery({ body, secret: SECRET, timestamp });
  await post(suite.receiver.url, {
    ...sent,
    headers: [...sent.headers, ['X-Kept', 'Yes'], ['Connection', 'close']],
  });
  const { id } = await suite.next('event');
  const kept = openEventReader({ directory }).get(id);

  const asReceived = replayDelivery(kept);
  expect(Buffer.from(asReceived.body).toString('utf8')).toBe(body);
  expect(asReceived.headers).toEqual([...sent.headers, ['X-Kept', 'Yes']]);
  await post(suite.receiver.url, asReceived);
  expect((await suite.next('event')).duplicate).toBe(true);

  const later = stillMachine(NOW + 3_600_000);
  const tomorrow = await openReceiverSuite({ machine: later, headerPrefix: 'X-Mine' });
  await post(tomorrow.receiver.url, asReceived);
  expect((await tomorrow.next('rejected')).reason).toBe('missing-signature');
  const reSign = { secret: SECRET, timestamp: later.now() / 1000, headerPrefix: 'X-Mine' };
  await post(tomorrow.receiver.url, replayDelivery({ ...kept, reSign }));
  expect((await tomorrow.next('event')).event.note).toBe('Grüße');
});

describe('a curl command', () => {
  const body = bodyOf({ note: `it's "quoted" $HOME \`id\` \\ @file\n` });
  const delivery = signedDelivery({ body, secret: SECRET, timestamp });

  it('survives the shell and contains no secret', () => {
    const command = curlCommand(`http://127.0.0.1:1/a'b`, delivery);
    expect(command).not.toContain(SECRET);
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`]).toString();
    const headers = delivery.headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    expect(words.split('\0')).toEqual([
      '-X',
      'POST',
      `http://127.0.0.1:1/a'b`,
      ...headers,
      '--data-raw',
      body,
      '',
    ]);
  });

  it('may read the body from a file', () => {
    expect(curlCommand('http://x/', delivery, 'a b.json')).toMatch(/--data-binary '@a b.json'$/);
  });
});

describe('the sender', () => {
  it('truncates the response and reports failures', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/long') response.end('x'.repeat(3_000_000));
      if (request.url === '/reset') request.socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const wire = sender();
    atEnd(() => wire.close());
    const delivery = signedDelivery({ body: '{}', secret: SECRET, timestamp });
    const send = (path: string, more = {}) =>
      wire.send({ url: new URL(`http://127.0.0.1:${port}${path}`), delivery, ...more });
    expect(await send('/long')).toMatchObject({ status: 200, answer: 'x'.repeat(4_096) });
    expect(await send('/reset')).toMatchObject({
      status: null,
      error: expect.stringContaining('socket hang up'),
    });
    expect(await send('/silent', { timeoutMs: 20 })).toMatchObject({
      status: null,
      timedOut: true,
      error: 'No response within 0.02 s.',
    });
    expect(await send('/silent', { signal: AbortSignal.timeout(20) })).toMatchObject({
      error: 'Cancelled.',
    });
  });
});

describe('curl commands that sign', () => {
  const headers = [
    ['Host', 'old.test'],
    ['X-Service-Signature', 'old'],
    ["X-It's", '$(touch hacked)'],
    ['X-Odd', 'a\u009b31m'],
  ] as const;
  const commandsFor = (url: string, body: string | Buffer, more = {}) =>
    signedCurl(url, { headers, body: Buffer.from(body), bodyFile: "it's.json", ...more });

  /** Runs commands as a user does who has set the variable. */
  const run = (commands: string, cwd: string) =>
    promisify(execFile)('sh', ['-c', `WEBHOOK_SECRET='${SECRET}'\n${commands}`], { cwd });

  it.each([
    ['a body with quotes and an expansion', bodyOf({ note: `it's "quoted" $HOME \`id\` \\ @file\n!` }), {}],
    ['other header names', bodyOf(), { headerPrefix: 'X-Mine' }],
    ['a body with control characters, in a file', bodyOf().replace('{', '{ \r\n'), {}],
    ['a long body, in a file', bodyOf({ note: 'n'.repeat(200_000) }), {}],
  ])('deliver %s', async (_, body, more) => {
    const directory = await temporaryDirectory();
    const suite = await openReceiverSuite({ machine: systemMachine, ...more });
    const commands = commandsFor(suite.receiver.url, body, more);
    expect(commands).not.toContain(SECRET);
    writeFileSync(join(directory, "it's.json"), body);
    await run(commands, directory);
    const { event } = await suite.next('event');
    expect(event).toEqual(JSON.parse(body));
    expect(readdirSync(directory)).toEqual(["it's.json"]);
  });

  it('contain neither the old signature nor headers that a terminal would not show', () => {
    const commands = commandsFor('http://127.0.0.1:1/', '{}');
    expect(commands).toContain("-H 'X-It'\\''s: $(touch hacked)'");
    expect(commands).not.toMatch(/old|X-Odd|Host:/);
  });
});
