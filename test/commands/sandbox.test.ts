/** Processes that the sandbox commands recognize as the sandbox, and others that they do not touch. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Send } from '../../src/client/send/wire.js';
import { processStart, processState } from '../../src/commands/shared/process.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { eventually } from '../sandbox/harness.js';
import { INSTANCE, openService, type Service } from '../support/sandbox.js';
import { type Machine, machine, type RunOptions, type RunResult } from '../support/world.js';

let service: Service;
let user: Machine;
let file: string;
beforeAll(async () => {
  service = await openService({ seed: 'empty' });
});
afterAll(() => service.close());
beforeEach(() => {
  user = machine(service);
  mkdirSync(user.state, { recursive: true });
  file = join(user.state, 'sandbox.json');
});

const children: ChildProcess[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await user.remove();
});

const RECORD = {
  pid: process.pid,
  start: processStart(process.pid) ?? null,
  baseUrl: 'http://127.0.0.1:4010',
  instance: INSTANCE,
  dataDir: null,
  plan: 'scale',
  startedAt: '2026-03-10T12:00:00.000Z',
};
const record = (facts: object = {}): void =>
  writeFileSync(file, JSON.stringify({ ...RECORD, ...facts }), { mode: 0o600 });

/** A process unrelated to a sandbox. It prints "here" for every line, and ends on SIGTERM by default. */
async function stranger(onTerm = 'undefined') {
  const code = `${onTerm === 'undefined' ? '' : `process.on('SIGTERM', ${onTerm});`}
    process.stdin.on('data', () => console.log('here'))`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const answers = async (): Promise<boolean> => {
    const ended = once(child, 'exit').then(() => false);
    child.stdin.write('?\n');
    return Promise.race([once(child.stdout, 'data').then(() => true), ended]);
  };
  expect(await answers()).toBe(true);
  const pid = child.pid ?? 0;
  return { child, pid, start: processStart(pid) ?? null, answers };
}

const nobody: Send = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
};
const silence: Send = () => new Promise(() => undefined);

const NOTHING = 'No sandbox is running.';
const stop = (options?: RunOptions) => user.run(['sandbox', 'stop', '-o', 'json'], options);
const status = (options?: RunOptions) => user.run(['sandbox', 'status', '-o', 'json'], options);
const found = (ran: RunResult) => ran.json() as { running: boolean };

/** Commands that read the record. */
const READERS = [
  ['sandbox', 'stop'],
  ['sandbox', 'status'],
  ['sandbox', 'reset', '--yes'],
  ['sandbox', 'webhook', 'list'],
];

/** Runs each of them; all must reject the record, and none may signal a process. */
async function refused(because: string): Promise<void> {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  for (const argv of READERS) {
    const ran = await user.run([...argv, '-o', 'json']);
    expect(ran.error(), argv.join(' ')).toMatchObject({ kind: 'usage' });
    expect(ran.error().message).toContain(because);
    expect(ran).toMatchObject({ code: 2, stdout: '', requests: [] });
  }
  expect(kill).not.toHaveBeenCalled();
}

describe('the record of a sandbox', () => {
  it.each([-1, 0, 1.5, 'x', '1', 1e12, 2 ** 31, -(2 ** 31), null, [1], true])(
    'is rejected if the process is %j',
    async (pid) => {
      record({ pid });
      await refused('is damaged: pid is invalid');
    },
  );

  it.each([
    ['baseUrl', 'http://evil.example'],
    ['baseUrl', 'http://127.0.0.1.evil.example'],
    ['baseUrl', 'https://127.0.0.1:1'],
    ['baseUrl', 'http://u@127.0.0.1:1'],
    ['baseUrl', 'http://127.0.0.1:1/elsewhere'],
    ['baseUrl', 'nonsense'],
    ['instance', 'short'],
    ['instance', undefined],
    ['start', 5],
    ['plan', 'gold'],
    ['dataDir', 7],
    ['startedAt', 'once'],
  ])('is rejected if %s is %j', async (field, value) => {
    record({ [field]: value });
    await refused(`is damaged: ${field} is invalid`);
  });

  it.each(['', '{', 'null', '[]', '"text"', '17', '\0'])('is rejected if it is %j', async (text) => {
    writeFileSync(file, text, { mode: 0o600 });
    await refused('is damaged: it');
  });

  it('is rejected unless it is a small private file', async () => {
    writeFileSync(file, `${JSON.stringify(RECORD)}${' '.repeat(70_000)}`, { mode: 0o600 });
    await refused('is too large to have been written by archctl');
    record();
    chmodSync(file, 0o622);
    await refused('is writable by other users');
    rmSync(file);
    mkdirSync(file);
    await refused('is not a regular file');
    rmSync(file, { recursive: true });
    execFileSync('mkfifo', [file]);
    await refused('is not a regular file');
  });

  it('is rejected through a link', async () => {
    record();
    const elsewhere = join(user.cwd, 'sandbox.json');
    writeFileSync(elsewhere, JSON.stringify(RECORD), { mode: 0o600 });
    rmSync(file);
    symlinkSync(elsewhere, file);
    await refused('is a symbolic link');
    expect(existsSync(elsewhere)).toBe(true);
  });

  it.skipIf(process.geteuid?.() !== 0)('is rejected if it belongs to another user', async () => {
    record();
    chownSync(file, 65_534, 65_534);
    await refused('belongs to another user (65534)');
  });
});

describe('another process with the id of a sandbox that ended', () => {
  it.skipIf(RECORD.start === null)('is detected by its start time, without a request', async () => {
    const { pid, answers } = await stranger();
    record({ pid });
    expect(found(await status())).toEqual({ running: false });
    const ran = await stop();
    expect(ran).toMatchObject({ code: 0, stdout: '', requests: [] });
    expect(ran.stderr).toContain(NOTHING);
    expect((await user.run(['sandbox', 'webhook', 'list', '-o', 'json'])).error().message).toBe(NOTHING);
    expect(await answers()).toBe(true);
  });

  it('is detected by the process id that a sandbox reports', async () => {
    const { pid, answers } = await stranger();
    // The right instance answers from another process.
    record({ pid, start: null });
    expect(found(await status())).toEqual({ running: false });
    const ran = await stop();
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain(NOTHING);
    expect(await answers()).toBe(true);
  });

  it('is detected if the port of the sandbox is closed', async () => {
    const { pid, answers } = await stranger();
    record({ pid, start: null });
    expect(found(await status({ transport: nobody }))).toEqual({ running: false });
    expect(await stop({ transport: nobody })).toMatchObject({ code: 0, stdout: '' });
    expect(await answers()).toBe(true);
  });

  it('is not signalled in case of doubt', async () => {
    const { pid, answers } = await stranger();
    record({ pid, start: null });
    const seen = await status({ transport: silence });
    expect(found(seen)).toEqual({ running: false });
    expect(seen.stderr).toContain(`cannot confirm that process ${pid} is the sandbox`);
    const ran = await stop({ transport: silence });
    expect(ran).toMatchObject({ code: 7, stdout: '' });
    expect(ran.error().message).toContain('archctl did not stop it.');
    expect(ran.stderr).toContain(`Check process ${pid}.`);
    expect(await answers()).toBe(true);
  });
});

describe('a server at the address of a sandbox', () => {
  it('is rejected without the proof of its instance', async () => {
    const { pid, start, answers } = await stranger();
    const other = 'b6'.repeat(32);
    record({ pid, start, instance: other });
    const seen = await status();
    expect(found(seen)).toEqual({ running: false });
    const ran = await stop();
    if (start === null) expect(ran.code).toBe(0);
    else {
      expect(seen.stderr).toContain('Another program answers at http://127.0.0.1:4010');
      expect(ran).toMatchObject({ code: 7, stdout: '' });
    }
    expect(await answers()).toBe(true);
    // The same process, and another instance: a copied record.
    record({ start: null, instance: other });
    expect(found(await status())).toEqual({ running: false });
  });

  it.each([
    ['an error', 500, ''],
    ['no JSON', 200, '<html>'],
    ['another shape', 200, '{"pid":"1"}'],
    ['a proof of another length', 200, JSON.stringify({ pid: process.pid, proof: 'é' })],
    ['a proof that is wrong', 200, JSON.stringify({ pid: process.pid, proof: '0'.repeat(64) })],
    ['too much', 200, 'x'.repeat(10_000)],
  ])('is rejected with %s', async (_name, code, text) => {
    record({ start: null });
    const transport: Send = async ({ url }) => {
      const answer = new Response(text, { status: code });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const { bodyOfBytes } = await import('../../src/client/send/wire.js');
      return { status: code, headers: {}, body: bodyOfBytes(bytes), url };
    };
    expect(found(await status({ transport }))).toEqual({ running: false });
  });

  it('is accepted with the proof; no secret is sent before or shown', async () => {
    record();
    const seen = await status();
    const { instance: _, start: __, ...rest } = RECORD;
    expect(found(seen)).toEqual({ running: true, name: 'sandbox', ...rest });
    expect(seen.stdout + seen.stderr).not.toContain(INSTANCE);
    expect(seen.requests.map(({ url }) => url.pathname)).toEqual(['/sandbox/instance']);
    expect(JSON.stringify(seen.requests)).not.toContain(INSTANCE);
    expect(seen.requests[0]?.headers).not.toHaveProperty('authorization');
    const dry = await user.run(['sandbox', 'stop', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: '', requests: [] });
    expect(dry.stderr).toContain('would be stopped');
  });

  it('requires a valid challenge', async () => {
    const ask = (challenge: string) =>
      service.sandbox.fetch(new Request(`http://127.0.0.1/sandbox/instance?challenge=${challenge}`));
    expect((await ask('0f'.repeat(32))).status).toBe(200);
    for (const text of ['', '0f', 'x'.repeat(64), '0f'.repeat(65)]) {
      expect((await ask(text)).status, text).toBe(422);
    }
  });
});

describe.skipIf(RECORD.start === null)('a sandbox that does not respond', () => {
  it('counts as running, and is stopped', async () => {
    for (const transport of [silence, nobody]) {
      const { child, pid, start } = await stranger();
      record({ pid, start });
      const seen = await status({ transport });
      expect(found(seen)).toMatchObject({ running: true, pid });
      expect(seen.stderr).toContain(`(process ${pid}) does not answer.`);
      const asked = await user.run(['sandbox', 'webhook', 'list', '-o', 'json'], { transport });
      expect(asked.error()).toMatchObject({ kind: 'unavailable' });
      const ended = once(child, 'exit');
      const ran = await stop({ transport });
      expect(ran).toMatchObject({ code: 0, stdout: '' });
      expect((await ended)[1]).toBe('SIGTERM');
    }
  });

  it('and does not stop is named with a remedy', async () => {
    const { pid, start, answers } = await stranger('() => {}');
    record({ pid, start });
    const ran = await stop({ transport: silence });
    expect(ran).toMatchObject({ code: 7, stdout: '' });
    expect(ran.error().message).toBe(`The sandbox (process ${pid}) does not stop.`);
    expect(ran.stderr).toContain(`kill -9 ${pid}`);
    expect(await answers()).toBe(true);
  });

  it('counts as ended if its process is a zombie', async () => {
    const shell = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec cat'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(shell);
    const [line] = await once(shell.stdout, 'data');
    const pid = Number(String(line));
    await eventually(
      async () => processStart(pid),
      (start) => start === undefined,
    );
    expect(process.kill(pid, 0)).toBe(true);
    expect(processState({ pid, start: RECORD.start })).toBe('gone');
    expect(processState({ pid: process.pid, start: RECORD.start })).toBe('there');
    expect(processState({ pid: process.pid, start: null })).toBe('unknown');
  });
});

describe('a reset', () => {
  it('does not delete data of a sandbox that it has no record of', async () => {
    const dataDir = join(user.state, 'sandbox');
    const sandbox = await createSandbox({ dataDir, seed: 'empty' });
    const ran = await user.run(['sandbox', 'reset', '--yes', '-o', 'json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toContain('is in use by another sandbox');
    expect(existsSync(join(dataDir, 'sandbox.db'))).toBe(true);
    await sandbox.close();
    expect(await user.run(['sandbox', 'reset', '--yes'])).toMatchObject({ code: 0 });
    expect(existsSync(join(dataDir, 'sandbox.db'))).toBe(false);
  });
});
