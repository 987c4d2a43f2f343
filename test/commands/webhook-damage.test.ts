import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { testClock } from '../support/sandbox.js';
import { encodeFrame } from '../support/stored-frames.js';
import { type Machine, machine } from '../support/world.js';
import { newEvent } from '../webhooks/receiver-suite.js';

const clock = testClock(() => true);
const IDS = ['evt_000000001aaaa00', 'evt_000000002aaaa00', 'evt_000000003aaaa00'];

let here: Machine;
const machines: Machine[] = [];
beforeEach(() => {
  here = machine({ clock, transport: () => Promise.reject(new Error('Nothing is sent.')) });
  machines.push(here);
  here.signIn({ webhookSecrets: [{ name: 'main', secret: 'whsec_main' }] });
  const frames = IDS.map((id) => encodeFrame(newEvent(id, Buffer.from('{"a":1}'))));
  const middle = frames[1];
  if (middle) middle[60] = (middle[60] ?? 0) ^ 1;
  const directory = join(here.state, 'webhook-events');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, openFileName(IDS[0] ?? '')), Buffer.concat(frames));
});
afterAll(() => Promise.all(machines.map((it) => it.remove())));

const WARNING = /1 stored event cannot be read: \d+ bytes are damaged in 1 file\./g;
const events = (words: string) => here.run(['webhook', ...words.split(' ')]);

describe('a damaged event', () => {
  it('is reported once by list, show and export, which succeed', async () => {
    const listed = await events('events list -o json');
    expect(listed.code).toBe(0);
    expect((listed.json() as { id: string }[]).map(({ id }) => id)).toEqual([IDS[2], IDS[0]]);
    expect(listed.stderr.match(WARNING)).toHaveLength(1);

    const shown = await events(`events show ${IDS[0]} -o json`);
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.json()).toMatchObject({ id: IDS[0] });
    expect(shown.stderr.match(WARNING)).toHaveLength(1);

    const exported = await events('events export --out out.ndjson -o json');
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.json()).toMatchObject({ events: 2, damaged: 1 });
    expect(exported.stderr.match(WARNING)).toHaveLength(1);
    expect(here.read('out.ndjson').trim().split('\n')).toHaveLength(2);
  });

  it('is reported if it is the requested one', async () => {
    const ran = await events(`events show ${IDS[1]}`);
    expect(ran.code).toBe(4);
    expect(ran.stderr.match(WARNING)).toHaveLength(1);
  });

  it('is reported by replay, which sends the others', async () => {
    const got: string[] = [];
    const server = createServer((request, response) => {
      got.push(request.method ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    try {
      const ran = await events(`replay --last 3 --to http://127.0.0.1:${port}/ -o json`);
      expect(ran).toMatchObject({ code: 0 });
      expect(ran.stderr.match(WARNING)).toHaveLength(1);
      expect(got).toHaveLength(2);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is removed with all events', async () => {
    const ran = await events('events prune --keep 0 --yes -o json');
    expect(ran).toMatchObject({ code: 0 });
    expect((await events('events list -o json')).json()).toEqual([]);
  });
});
