import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookRecord } from '../../src/webhooks/types.js';
import { type Home, home, type RunningProcess } from '../support/binary.js';
import { openProcessTracker, type ProcessTracker } from '../support/process-tracker.js';

const SECRET = 'whsec_of_the_programs';

let user: Home;
let tracker: ProcessTracker;
beforeAll(() => {
  user = home();
});
beforeEach(async () => {
  tracker = await openProcessTracker();
  return () => tracker.close();
});
afterAll(() => user.remove());

const env = { ARCHCTL_WEBHOOK_SECRET: SECRET, ARCHCTL_API_KEY: 'id:secret-of-the-key', OTHER: 'stays' };
const records = ({ stdout }: Pick<RunningProcess, 'stdout'>): WebhookRecord[] =>
  stdout
    .trim()
    .split('\n')
    .map((it) => JSON.parse(it) as WebhookRecord);

/** Starts a listener that runs this for each event, and sends it one. */
async function listening(script: string, ...more: string[]): Promise<RunningProcess> {
  const path = join(user.directory, 'program.cjs');
  writeFileSync(path, script);
  const listener = user.start(
    [
      'webhook',
      'listen',
      '--port',
      '0',
      '-o',
      'ndjson',
      '--exec',
      `'${process.execPath}' '${path}'`,
      ...more,
    ],
    { env },
  );
  const [, url = ''] = await listener.until(/"url":"([^"]+)"/);
  expect(await user.run(['webhook', 'trigger', '--to', url], { env })).toMatchObject({ code: 0 });
  return listener;
}

/** Starts a child that keeps the pipes open, and ends. */
const leavesChild = (): string => `
  ${tracker.script('parent')}
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${tracker.script('child')} process.on('SIGTERM', () => {});`)}], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.unref(); connection.unref();`;

describe('the listener with a program', () => {
  it('ends on SIGTERM although a child of the program ignores it', async () => {
    const listener = await listening(leavesChild());
    await listener.until(/"type":"executed"/);
    await tracker.started('child');
    listener.child.kill('SIGTERM');
    expect(await listener.ended).toMatchObject({ code: 130 });
    await tracker.ended('child');
    expect(records(listener).find((it) => it.type === 'executed')).toMatchObject({ exitCode: 0 });
  });

  it('passes on a Ctrl-C that only it received', async () => {
    const listener = await listening(
      `${tracker.script('program')} process.on('SIGINT', () => report('interrupted', () => process.exit(3))); report('ready');`,
    );
    await tracker.reported('program', 'ready');
    listener.child.kill('SIGINT');
    expect(await listener.ended).toMatchObject({ code: 5 });
    await tracker.reported('program', 'interrupted');
    expect(records(listener).find((it) => it.type === 'executed')).toMatchObject({ exitCode: 3 });
  });

  it('reports how many programs it killed', async () => {
    const listener = await listening(
      `${tracker.script('killed')} process.on('SIGINT', () => report('no')); report('ready');`,
    );
    await tracker.reported('killed', 'ready');
    listener.child.kill('SIGINT');
    expect(await listener.ended).toMatchObject({ code: 5 });
    await tracker.ended('killed');
    const printed = records(listener);
    expect(printed.find((it) => it.type === 'executed')).toMatchObject({ error: 'Cancelled.', cut: true });
    expect(printed.at(-1)).toMatchObject({ counts: { executeCut: 1, executeFailed: 1 } });
  });

  it('leaves no process behind on the second Ctrl-C, or when its terminal closes', async () => {
    const stubborn = `${tracker.script('stubborn')}
      for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => report(name)); report('ready');`;
    const twice = await listening(stubborn);
    await tracker.reported('stubborn', 'ready');
    twice.child.kill('SIGINT');
    await tracker.reported('stubborn', 'SIGINT');
    twice.child.kill('SIGINT');
    expect(await twice.ended).toMatchObject({ code: 130 });
    await tracker.ended('stubborn');

    const hung = await listening(`${tracker.script('other')} report('ready');`);
    await tracker.reported('other', 'ready');
    hung.child.kill('SIGHUP');
    expect(await hung.ended).toMatchObject({ signal: 'SIGHUP' });
    await tracker.ended('other');
  });
});

describe('the environment of a program', () => {
  const file = 'env.json';
  const writes = (): string =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(user.directory, file))}, JSON.stringify(process.env));`;
  const environment = (): Record<string, string> =>
    JSON.parse(readFileSync(join(user.directory, file), 'utf8')) as Record<string, string>;

  it('contains no secret of archctl', async () => {
    const listener = await listening(writes(), '--count', '1');
    expect(await listener.ended).toMatchObject({ code: 0 });
    const got = environment();
    expect(got).toMatchObject({ OTHER: 'stays', HOME: user.directory });
    expect(JSON.stringify(got)).not.toMatch(/secret-of-the-key|whsec_of_the_programs/);
  });

  it('contains the requested secrets, and no others', async () => {
    const listener = await listening(writes(), '--count', '1', '--exec-env', 'ARCHCTL_API_KEY');
    expect(await listener.ended).toMatchObject({ code: 0 });
    expect(environment()).toMatchObject({ ARCHCTL_API_KEY: env.ARCHCTL_API_KEY });
    expect(environment()).not.toHaveProperty('ARCHCTL_WEBHOOK_SECRET');
  });

  it('accepts only known names, and needs --exec', async () => {
    const odd = await user.run(['webhook', 'listen', '--exec', 'true', '--exec-env', 'PATH'], { env });
    expect(odd).toMatchObject({ code: 2, stderr: expect.stringContaining('ARCHCTL_API_KEY') });
    const alone = await user.run(['webhook', 'listen', '--exec-env', 'ARCHCTL_API_KEY'], { env });
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--exec') });
  });

  it('of sandbox exec contains the key of the sandbox and no webhook secret', async () => {
    const path = join(user.directory, 'tested.cjs');
    writeFileSync(path, writes());
    const ran = await user.run(['sandbox', 'exec', '--seed', 'empty', '--', process.execPath, path], { env });
    expect(ran).toMatchObject({ code: 0 });
    expect(environment()).toMatchObject({ OTHER: 'stays', ARCHCTL_API_KEY: expect.stringMatching(/:/) });
    expect(environment().ARCHCTL_API_KEY).not.toBe(env.ARCHCTL_API_KEY);
    expect(environment()).not.toHaveProperty('ARCHCTL_WEBHOOK_SECRET');
  });

  it('of npm contains none', async () => {
    const npm = join(user.directory, 'bin', 'npm');
    writeFileSync(npm, `#!${process.execPath}\n${writes()}\nconsole.log('http://127.0.0.1:9/');\n`, {
      mode: 0o755,
    });
    await user.run(['upgrade', '--check'], { env });
    expect(environment()).toMatchObject({ OTHER: 'stays' });
    expect(JSON.stringify(environment())).not.toMatch(/secret-of-the-key|whsec_of_the_programs/);
  });
});
