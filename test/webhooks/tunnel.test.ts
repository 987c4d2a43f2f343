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

/** Puts a program with this script on the PATH of the tests. */
const install = (name: string, script: string): void => {
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}\n`, { mode: 0o700 });
};
/** Prints lines, and runs until a signal, which it records. */
const runUntilSignal = (script: string): string => `
  const fs = require('node:fs');
  fs.writeFileSync(${JSON.stringify(join(folder, 'args.json'))}, JSON.stringify(process.argv.slice(2)));
  process.on('SIGTERM', () => { fs.writeFileSync(${JSON.stringify(join(folder, 'ended'))}, ''); process.exit(0); });
  setInterval(() => {}, 1000);
  ${script}`;
/**
 * A port on which a program meets the test: its message is answered once this process had a turn to read.
 */
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

/** Output of cloudflared, on stderr, in a frame. */
const CLOUDFLARED = `process.stderr.write(\`INF Requesting new quick Tunnel on trycloudflare.com... https://api.trycloudflare.com/tunnel
INF |  https://pretty-odd-words.trycloudflare.com                                |
\`);`;
const NGROK = `process.stdout.write('t=2026 lvl=info msg="client session established" obj=tunnels url_scheme=x\\n');
  process.stdout.write('t=2026 lvl=info msg="started tunnel" obj=tunnels name=x addr=http://127.0.0.1:4242 url=https://ab12.ngrok-free.app\\n');`;

describe('a tunnel', () => {
  it('by cloudflared has its public address, and ends when closed', async () => {
    install('cloudflared', runUntilSignal(CLOUDFLARED));
    const made = await tunnel();
    expect(made.publicUrl).toBe('https://pretty-odd-words.trycloudflare.com');
    expect(argsOf()).toEqual(['tunnel', '--no-autoupdate', '--url', 'http://127.0.0.1:4242']);
    expect(isEnded()).toBe(false);
    await made.close();
    expect(isEnded()).toBe(true);
    await made.close();
  });

  it('by ngrok has its public address', async () => {
    install('ngrok', runUntilSignal(NGROK));
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
  ] as const)('by %s whose line arrives in chunks is complete: %s', async (program, line, address) => {
    // Chunks that arrive together prove nothing, and fail nothing.
    const pieces = JSON.stringify([...`${line} \n`.matchAll(/.{1,9}|\n/g)].map(([piece]) => piece));
    const port = await meeting();
    install(
      program,
      runUntilSignal(`const socket = require('node:net').connect(${port}, '127.0.0.1', async () => {
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

  it('reports when its program ends by itself, with its last output', async () => {
    install(
      'cloudflared',
      `${CLOUDFLARED} process.stderr.write('ERR connection lost\\n', () => process.exit(1));`,
    );
    const made = await tunnel();
    expect(await made.ended).toBe('The tunnel ended: ERR connection lost');
  });

  it('gives its program the given environment, and no other', async () => {
    const file = join(folder, 'env.json');
    install(
      'cloudflared',
      `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env));${runUntilSignal(CLOUDFLARED)}`,
    );
    await tunnel({ env: { PATH: folder, GIVEN: 'yes' } });
    const env = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(env).toMatchObject({ PATH: folder, GIVEN: 'yes' });
    expect(env.HOME).toBeUndefined();
  });
});

describe('without a tunnel', () => {
  it.each([
    ['cloudflared', 'developers.cloudflare.com'],
    ['ngrok', 'ngrok.com/download'],
  ] as const)('if %s is not installed: explains how to get it', async (program, where) => {
    await expect(tunnel({ program })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining(`"${program}" is not installed`),
      facts: { hint: expect.stringContaining(where) },
    });
  });

  it('if the program ends early: shows its output', async () => {
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

  it('if it prints no address in time: stops the program', async () => {
    let timeIsOver = () => {};
    // The time limit fires once the program runs.
    const port = await meeting(() => timeIsOver());
    install(
      'cloudflared',
      runUntilSignal(
        `console.log('thinking'); require('node:net').connect(${port}, '127.0.0.1').write('.');`,
      ),
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

  it('a found address cancels the time limit', async () => {
    install('cloudflared', runUntilSignal(CLOUDFLARED));
    let calledOff = 0;
    await tunnel({ machine: { schedule: () => () => calledOff++ } });
    expect(calledOff).toBe(1);
  });

  it('if it is interrupted', async () => {
    install('cloudflared', runUntilSignal(''));
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
