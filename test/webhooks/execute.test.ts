import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { executor } from '../../src/webhooks/forward/execute.js';
import type { DroppedRecord, ExecutedRecord } from '../../src/webhooks/types.js';
import {
  bodyOf,
  deliver,
  newEvent,
  openReceiverSuite,
  stillMachine,
  temporaryDirectory,
} from './receiver-suite.js';

const PRINT = `
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('ARCHCTL_')));
  process.stdout.write(JSON.stringify({ env, body: Buffer.concat(chunks).toString('latin1'), args: process.argv.slice(2) }));
  process.exitCode = 3;
});`;

async function script(text: string): Promise<string> {
  const path = join(await temporaryDirectory(), 'script.cjs');
  await writeFile(path, text);
  return path;
}

const { PATH } = process.env;

describe('--exec', () => {
  it('gets the raw body on stdin and metadata in its environment, without a shell', async () => {
    const path = await script(PRINT);
    const exec = { argv: [process.execPath, path, '$(id)', '*'], env: { PATH }, cwd: '/' };
    const suite = await openReceiverSuite({ exec });
    const body = `${bodyOf({ resourceId: '$(touch x)\n;`id`', operation: 'up\u0000dated' })} `;
    await deliver(suite.receiver.url, body);
    const record = await suite.next('executed');
    const { id } = await suite.next('event');
    expect(record).toMatchObject({ version: 1, id, exitCode: 3, ms: 0 });
    const passed = JSON.parse(record.output);
    expect(passed.body).toBe(Buffer.from(body).toString('latin1'));
    expect(passed.args).toEqual(['$(id)', '*']);
    expect(passed.env).toEqual({
      ARCHCTL_EVENT_ID: id,
      ARCHCTL_EVENT_RECEIVED_AT: '2026-01-01T00:00:00.000Z',
      ARCHCTL_EVENT_VERIFIED: 'true',
      ARCHCTL_EVENT_SECRET_NAME: 'main',
      ARCHCTL_EVENT_DUPLICATE: 'false',
      ARCHCTL_EVENT_COLLECTION: 'model-object',
      ARCHCTL_EVENT_OPERATION: 'updated',
      ARCHCTL_EVENT_RESOURCE_ID: '$(touch x)\n;`id`',
      ARCHCTL_EVENT_ORGANIZATION_ID: 'org1',
      ARCHCTL_EVENT_SUBSCRIPTION_ID: 'sub1',
      ARCHCTL_EVENT_LANDSCAPE_ID: 'land1',
      ARCHCTL_EVENT_TIMESTAMP: '1767225600',
      ARCHCTL_EVENT_SIZE: String(Buffer.byteLength(body)),
    });
    expect((await suite.end()).counts).toMatchObject({ executed: 0, executeFailed: 1 });
  });

  it('never runs for an unverified event, nor twice for a duplicate', async () => {
    const suite = await openReceiverSuite({ exec: { argv: ['true'], env: { PATH }, cwd: '/' } });
    expect((await deliver(suite.receiver.url, bodyOf(), { secret: 'wrong' })).status).toBe(401);
    await deliver(suite.receiver.url);
    await deliver(suite.receiver.url);
    expect((await suite.end()).counts).toMatchObject({ events: 2, executed: 1, executeFailed: 0 });
  });

  it('reports a missing program', async () => {
    const suite = await openReceiverSuite({
      exec: { argv: ['no-such-program'], env: { PATH: '/usr/bin:/bin' }, cwd: '/' },
    });
    await deliver(suite.receiver.url);
    expect(await suite.next('executed')).toMatchObject({
      exitCode: null,
      error: 'There is no program "no-such-program".',
    });
  });

  it('keeps the end of the output, and accepts a program that does not read', async () => {
    const path = await script(`process.stdout.write('x'.repeat(100000) + 'end', () => process.exit(0));`);
    const suite = await openReceiverSuite({
      exec: { argv: [process.execPath, path], env: { PATH }, cwd: '/' },
    });
    await deliver(suite.receiver.url, bodyOf({ note: 'y'.repeat(500_000) }));
    const { output, exitCode } = await suite.next('executed');
    expect([output.length, output.endsWith('end'), exitCode]).toEqual([8_192, true, 0]);
  });
});

describe('many events', () => {
  const open = async (more: object) => {
    const records: (ExecutedRecord | DroppedRecord)[] = [];
    const path = await script('process.stdin.resume(); setInterval(() => {}, 1000);');
    const run = executor({
      argv: [process.execPath, path],
      env: { PATH },
      cwd: '/',
      machine: stillMachine(),
      emit: (record) => records.push(record),
      ...more,
    });
    const offer = (id: string) => {
      const { rawHeaders, method, body, ...facts } = newEvent(id, Buffer.from('{}'));
      run.offer({ facts, method, rawHeaders, body });
    };
    return { run, offer, records };
  };

  it('run with limited concurrency, wait in a bounded queue, and are cancelled at the end', async () => {
    const { run, offer, records } = await open({ concurrency: 2, maxWaiting: 3 });
    for (let at = 0; at < 7; at++) offer(`e${at}`);
    expect(records).toEqual([expect.objectContaining({ type: 'dropped', target: 'exec', count: 1 })]);
    await run.drain(0);
    const executed = records.filter((it) => it.type === 'executed');
    expect(executed).toHaveLength(2);
    expect(executed[0]).toMatchObject({ exitCode: null, error: 'Cancelled.' });
    expect(records.at(-1)).toMatchObject({ type: 'dropped', count: 3, total: 5, reason: 'closing' });
  });

  it('stop a program at its time limit', async () => {
    const { run, offer, records } = await open({ timeoutMs: 50 });
    offer('e');
    await run.drain(10_000);
    expect(records).toEqual([expect.objectContaining({ exitCode: null, error: 'Ended after 0.05 s.' })]);
  });
});
