import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openTunnel, type Tunnel, type TunnelOptions } from '../../src/webhooks/listen/tunnel.js';

let folder: string;
const open: Tunnel[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archctl-tunnel-'));
});
afterEach(async () => {
  for (const tunnel of open.splice(0)) await tunnel.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program in the PATH of the tests that does this. */
const install = (name: string, script: string): void => {
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}\n`, { mode: 0o700 });
};
/** Says things, and stays until it is told to end, which it writes down. */
const staying = (said: string): string => `
  const fs = require('node:fs');
  fs.writeFileSync(${JSON.stringify(join(folder, 'args.json'))}, JSON.stringify(process.argv.slice(2)));
  process.on('SIGTERM', () => { fs.writeFileSync(${JSON.stringify(join(folder, 'ended'))}, ''); process.exit(0); });
  setInterval(() => {}, 1000);
  ${said}`;
/** A port where a program meets the test: what it sends is answered once this process has had its turn to read. */
async function meeting(came: () => void = () => {}): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', async () => {
      for (let turn = 0; turn < 4; turn += 1) await setImmediate();
      came();
      socket.write('.');
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const tunnel = async (more: Partial<TunnelOptions> = {}): Promise<Tunnel> => {
  const made = await openTunnel({
    program: 'cloudflared',
    localUrl: 'http://127.0.0.1:4242/hooks?a=1',
    env: { PATH: [folder, '/nowhere'].join(delimiter) },
    ...more,
  });
  open.push(made);
  return made;
};
const argsOf = () => JSON.parse(readFileSync(join(folder, 'args.json'), 'utf8')) as unknown;
const isEnded = () => existsSync(join(folder, 'ended'));

/** As cloudflared tells it, on stderr, in a frame. */
const CLOUDFLARED = `process.stderr.write(\`INF Requesting new quick Tunnel on trycloudflare.com... https://api.trycloudflare.com/tunnel
INF |  https://pretty-odd-words.trycloudflare.com                                |
\`);`;
const NGROK = `process.stdout.write('t=2026 lvl=info msg="client session established" obj=tunnels url_scheme=x\\n');
  process.stdout.write('t=2026 lvl=info msg="started tunnel" obj=tunnels name=x addr=http://127.0.0.1:4242 url=https://ab12.ngrok-free.app\\n');`;

describe('a tunnel', () => {
  it('by cloudflared has its public address, and ends when closed', async () => {
    install('cloudflared', staying(CLOUDFLARED));
    const made = await tunnel();
    expect(made.publicUrl).toBe('https://pretty-odd-words.trycloudflare.com');
    expect(argsOf()).toEqual(['tunnel', '--no-autoupdate', '--url', 'http://127.0.0.1:4242']);
    expect(isEnded()).toBe(false);
    await made.close();
    expect(isEnded()).toBe(true);
    await made.close();
  });

  it('by ngrok has its public address', async () => {
    install('ngrok', staying(NGROK));
    const made = await tunnel({ program: 'ngrok' });
    expect(made.publicUrl).toBe('https://ab12.ngrok-free.app');
    expect(argsOf()).toEqual(['http', 'http://127.0.0.1:4242', '--log', 'stdout', '--log-format', 'logfmt']);
  });

  it.each([
    [
      'cloudflared',
      'https://pretty-odd-words.trycloudflare.com',
      'https://pretty-odd-words.trycloudflare.com',
    ],
    ['ngrok', 'url=https://ab12.ngrok-free.app', 'https://ab12.ngrok-free.app'],
    ['ngrok', 'url="https://ab12.ngrok-free.app"', 'https://ab12.ngrok-free.app'],
  ] as const)('by %s whose line comes in pieces has the whole of it: %s', async (program, line, address) => {
    // Pieces that arrive together prove nothing, and fail nothing.
    const pieces = JSON.stringify([...`${line} \n`.matchAll(/.{1,9}|\n/g)].map(([piece]) => piece));
    const port = await meeting();
    install(
      program,
      staying(`const socket = require('node:net').connect(${port}, '127.0.0.1', async () => {
        for (const piece of ${pieces}) {
          await new Promise((resolve) => process.stdout.write(piece, resolve));
          const isRead = new Promise((resolve) => socket.once('data', resolve));
          socket.write('.');
          await isRead;
        }
      });`),
    );
    expect((await tunnel({ program })).publicUrl).toBe(address);
  });

  it('tells when its program ended by itself, with what it said last', async () => {
    install(
      'cloudflared',
      `${CLOUDFLARED} process.stderr.write('ERR connection lost\\n', () => process.exit(1));`,
    );
    const made = await tunnel();
    expect(await made.ended).toBe('The tunnel ended: ERR connection lost');
  });

  it('gives its program the environment it was given, and no other', async () => {
    const file = join(folder, 'env.json');
    install(
      'cloudflared',
      `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env));${staying(CLOUDFLARED)}`,
    );
    await tunnel({ env: { PATH: folder, GIVEN: 'yes' } });
    const env = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(env).toMatchObject({ PATH: folder, GIVEN: 'yes' });
    expect(env.HOME).toBeUndefined();
  });
});

describe('no tunnel', () => {
  it.each([
    ['cloudflared', 'developers.cloudflare.com'],
    ['ngrok', 'ngrok.com/download'],
  ] as const)('where %s is not installed: says how to get it', async (program, where) => {
    await expect(tunnel({ program })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(`"${program}" is not installed`),
      facts: { hint: expect.stringContaining(where) },
    });
  });

  it('where the program ends early: says what it said', async () => {
    install(
      'cloudflared',
      `console.error('first'); console.error('failed to request quick Tunnel: https://api.trycloudflare.com/tunnel'); process.exit(1);`,
    );
    await expect(tunnel()).rejects.toMatchObject({
      kind: 'unavailable',
      message:
        'cloudflared ended without an address: failed to request quick Tunnel: https://api.trycloudflare.com/tunnel',
    });
    install('cloudflared', 'process.exit(0);');
    await expect(tunnel()).rejects.toMatchObject({ message: 'cloudflared ended without an address.' });
  });

  it('where it tells no address in time: ends the program', async () => {
    let timeIsOver = () => {};
    // The time is over once the program is there.
    const port = await meeting(() => timeIsOver());
    install(
      'cloudflared',
      staying(`console.log('thinking'); require('node:net').connect(${port}, '127.0.0.1').write('.');`),
    );
    const asked: number[] = [];
    let calledOff = false;
    const schedule = (work: () => void, ms: number) => {
      asked.push(ms);
      timeIsOver = work;
      return () => {
        calledOff = true;
      };
    };
    await expect(tunnel({ machine: { schedule } })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/^cloudflared printed no address within 30 s/),
    });
    expect(asked).toEqual([30_000]);
    expect(isEnded()).toBe(true);
    expect(calledOff).toBe(true);
  });

  it('after the time was called off: a found address stops its clock', async () => {
    install('cloudflared', staying(CLOUDFLARED));
    let calledOff = 0;
    await tunnel({ machine: { schedule: () => () => calledOff++ } });
    expect(calledOff).toBe(1);
  });

  it('where it is interrupted', async () => {
    install('cloudflared', staying(''));
    const stop = new AbortController();
    const machine = { schedule: () => () => {} };
    const made = tunnel({ signal: stop.signal, machine });
    stop.abort();
    await expect(made).rejects.toMatchObject({ kind: 'interrupted' });
    await expect(tunnel({ signal: AbortSignal.abort(), machine })).rejects.toMatchObject({
      kind: 'interrupted',
    });
  });
});
