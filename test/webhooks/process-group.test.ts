import { EventEmitter } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { executor } from '../../src/webhooks/forward/execute.js';
import { processGroup } from '../../src/webhooks/forward/process-group.js';
import { startProgram } from '../../src/webhooks/forward/program.js';
import { openTunnel } from '../../src/webhooks/listen/tunnel.js';
import type { DroppedRecord, ExecutedRecord, Schedule } from '../../src/webhooks/types.js';
import { openProcessTracker } from '../support/process-tracker.js';
import { atEnd, type Cleanup, newEvent, stillMachine, temporaryDirectory } from './receiver-suite.js';

const IGNORES_SIGTERM = `process.on('SIGTERM', () => report('asked')); report('ready');`;

/** Ends by itself, with or without its child. */
const exitWithoutWaiting = (code: number): string =>
  `process.exitCode = ${code}; connection.unref(); child.unref();`;

/** Grace periods of programs and their children run a hundred times as fast; other limits do not. */
const hasty = {
  ...stillMachine(),
  schedule: ((work, ms) =>
    stillMachine().schedule(work, ms === 2_000 || ms === 1_000 ? ms / 100 : ms)) satisfies Schedule,
};

/** Source of a program that starts a child with the same pipes and then runs the given code. */
async function family(
  { child = '', parent }: { child?: string; parent: string },
  onTestFinished: Cleanup = atEnd,
) {
  const tracker = await openProcessTracker();
  onTestFinished(() => tracker.close());
  const directory = await temporaryDirectory(onTestFinished);
  const [childPath, path] = [join(directory, 'child.cjs'), join(directory, 'parent.cjs')];
  await writeFile(
    childPath,
    `${tracker.script('child')}${child}
     connection.on('connect', () => process.send('up', () => process.disconnect()));`,
  );
  await writeFile(
    path,
    `${tracker.script('parent')}
     const { spawn } = require('node:child_process');
     const child = spawn(process.execPath, [${JSON.stringify(childPath)}], {
       stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
     });
     child.once('message', () => { ${parent} });`,
  );
  return { tracker, argv: [process.execPath, path], env: { PATH: process.env.PATH } };
}

/** Runs events through it and returns the records. */
function running(argv: readonly string[], env: object, more: object = {}) {
  const records: (ExecutedRecord | DroppedRecord)[] = [];
  let wake = (): void => {};
  const run = executor({
    argv,
    env: env as NodeJS.ProcessEnv,
    cwd: '/',
    machine: stillMachine(),
    emit: (record) => {
      records.push(record);
      wake();
    },
    ...more,
  });
  return {
    run,
    records,
    offer: (id: string) => {
      const { rawHeaders, method, body, ...facts } = newEvent(id, Buffer.from('{}'));
      run.offer({ facts, method, rawHeaders, body });
    },
    /** Resolves with that many records. */
    untilRecords: async (count: number) => {
      while (records.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return records;
    },
  };
}

// These tests wait for processes most of the time.
describe.concurrent('a program of --exec that leaves children behind', () => {
  it('frees its slot when it ends, with its exit code and its output', async ({ onTestFinished }) => {
    const { tracker, argv, env } = await family(
      { parent: `console.log('done'); ${exitWithoutWaiting(4)}` },
      onTestFinished,
    );
    // One slot: the second event gets it after the first.
    const { offer, untilRecords, run } = running(argv, env, { concurrency: 1 });
    offer('e1');
    offer('e2');
    const [first, second] = await untilRecords(2);
    expect(first).toMatchObject({ id: 'e1', exitCode: 4, output: 'done\n' });
    expect(first).not.toHaveProperty('error');
    expect(second).toMatchObject({ id: 'e2', exitCode: 4 });
    await run.drain(0);
    await tracker.ended('child');
  });

  it('does not prevent the listener from ending, and no child remains', async ({ onTestFinished }) => {
    const { tracker, argv, env } = await family(
      { child: IGNORES_SIGTERM, parent: exitWithoutWaiting(0) },
      onTestFinished,
    );
    const { offer, untilRecords, run } = running(argv, env, { machine: hasty });
    offer('e1');
    await untilRecords(1);
    await tracker.started('child');
    await run.drain(60_000);
    // It ignored SIGTERM.
    await tracker.ended('child');
  });

  it('is killed with its children at the time limit', async ({ onTestFinished }) => {
    const { tracker, argv, env } = await family({ parent: '' }, onTestFinished);
    let timeIsUp = (): void => {};
    const schedule: Schedule = (work, ms) => {
      if (ms !== 700) return stillMachine().schedule(work, ms);
      timeIsUp = work;
      return () => {};
    };
    const machine = { ...stillMachine(), schedule };
    const { offer, untilRecords, run } = running(argv, env, { timeoutMs: 700, machine });
    offer('e1');
    await Promise.all([tracker.started('child'), tracker.started('parent')]);
    timeIsUp();
    expect(await untilRecords(1)).toEqual([
      expect.objectContaining({ exitCode: null, error: 'Ended after 0.7 s.' }),
    ]);
    await Promise.all([tracker.ended('child'), tracker.ended('parent')]);
    await run.drain(0);
  });

  it('is killed with its children at the end, even if they ignore signals, and reported as cancelled', async ({
    onTestFinished,
  }) => {
    const { tracker, argv, env } = await family(
      { child: IGNORES_SIGTERM, parent: IGNORES_SIGTERM },
      onTestFinished,
    );
    const { offer, records, run } = running(argv, env);
    offer('e1');
    await Promise.all([tracker.reported('child', 'ready'), tracker.reported('parent', 'ready')]);
    await run.drain(0);
    expect(records).toEqual([expect.objectContaining({ exitCode: null, error: 'Cancelled.', cut: true })]);
    await Promise.all([tracker.reported('child', 'asked'), tracker.reported('parent', 'asked')]);
    await Promise.all([tracker.ended('child'), tracker.ended('parent')]);
  });

  it('lets its children finish first, within a grace period', async ({ onTestFinished }) => {
    const { tracker, argv, env } = await family(
      {
        child: `setTimeout(() => report('finished', () => process.exit(0)), 300);`,
        parent: exitWithoutWaiting(0),
      },
      onTestFinished,
    );
    const { offer, untilRecords, run } = running(argv, env);
    offer('e1');
    await untilRecords(1);
    await tracker.reported('child', 'finished');
    await run.drain(0);
  });
});

describe.concurrent('a tunnel', () => {
  it('ends with all processes of its program, which gets no secret', async ({ onTestFinished }) => {
    const { tracker, argv, env } = await family(
      {
        parent: `process.stdout.write('https://some-words.trycloudflare.com ' + ('ARCHCTL_API_KEY' in process.env) + '\\n');`,
      },
      onTestFinished,
    );
    const directory = await temporaryDirectory(onTestFinished);
    await writeFile(join(directory, 'cloudflared'), `#!/bin/sh\nexec "${argv[0]}" "${argv[1]}"\n`, {
      mode: 0o700,
    });
    const tunnel = await openTunnel({
      program: 'cloudflared',
      localUrl: 'http://127.0.0.1:1/',
      env: { PATH: `${directory}:${env.PATH}`, ARCHCTL_API_KEY: 'id:secret', ARCHCTL_WEBHOOK_SECRET: 's' },
    });
    await tracker.started('child');
    await tunnel.close();
    expect(await tunnel.ended).toBe('The tunnel ended: https://some-words.trycloudflare.com false');
    await Promise.all([tracker.ended('child'), tracker.ended('parent')]);
  });
});

describe('signals of the terminal', () => {
  it.each(['SIGINT', 'SIGHUP', 'SIGQUIT'] as const)('%s is forwarded to the whole group', async (name) => {
    const { tracker, argv, env } = await family({
      child: `process.on('${name}', () => report('got it', () => process.exit(0))); report('ready');`,
      parent: `process.on('${name}', () => process.exit(7)); report('ready');`,
    });
    // Another listener keeps this process alive.
    const stay = () => {};
    process.on(name, stay);
    atEnd(() => process.off(name, stay));
    const program = await startProgram({ argv, env, onOutput: () => {} });
    await Promise.all([tracker.reported('child', 'ready'), tracker.reported('parent', 'ready')]);
    process.emit(name, name);
    expect(await program.ended).toEqual({ exitCode: 7, signal: null });
    await tracker.reported('child', 'got it');
    await program.gone;
    expect(process.listeners(name)).toEqual([stay]);
  });
});

describe('a reused process id', () => {
  const child = (): EventEmitter & { pid: number; exitCode: number | null; signalCode: null } =>
    Object.assign(new EventEmitter(), { pid: 4_194_000, exitCode: null, signalCode: null });

  /** A fake system: sent signals, and running processes. */
  function system(members: () => boolean) {
    const sent: [number, unknown][] = [];
    const spy = vi.spyOn(process, 'kill').mockImplementation((pid, name) => {
      sent.push([pid, name]);
      if (!members()) throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
      return true;
    });
    atEnd(() => spy.mockRestore());
    return sent;
  }
  /** Manual timers. */
  function timers() {
    const waiting: { work: () => void; ms: number }[] = [];
    return {
      waiting,
      schedule: (work: () => void, ms: number) => {
        const timer = { work, ms };
        waiting.push(timer);
        return () => {
          if (waiting.includes(timer)) waiting.splice(waiting.indexOf(timer), 1);
        };
      },
      next(ms: number) {
        const at = waiting.findIndex((it) => it.ms === ms);
        expect(at, `a timer of ${ms} ms`).toBeGreaterThanOrEqual(0);
        const [timer] = waiting.splice(at, 1);
        timer?.work();
      },
    };
  }

  it('gets no signal once the group was empty', async () => {
    const program = child();
    let hasMembers = true;
    const sent = system(() => hasMembers);
    const { schedule, next, waiting } = timers();
    const group = processGroup(program as never, schedule);
    program.exitCode = 0;
    program.emit('exit', 0, null);
    expect(sent).toEqual([[-4_194_000, 0]]);
    next(25);
    hasMembers = false;
    next(25);
    await group.gone;
    hasMembers = true;
    group.end();
    group.signal('SIGINT');
    expect(waiting).toEqual([]);
    expect(sent).toEqual(Array.from({ length: 3 }, () => [-4_194_000, 0]));
  });

  it('gets no signal between the exit and its notification', () => {
    const program = child();
    const sent = system(() => true);
    const { schedule, next } = timers();
    const group = processGroup(program as never, schedule);
    group.end();
    expect(sent).toEqual([[-4_194_000, 'SIGTERM']]);
    program.exitCode = 0;
    next(2_000);
    expect(sent).toHaveLength(1);
  });

  it('is given up if nothing helps', async () => {
    const program = child();
    const sent = system(() => true);
    const { schedule, next, waiting } = timers();
    const group = processGroup(program as never, schedule);
    group.end();
    next(2_000);
    next(1_000);
    await group.gone;
    expect(sent.map(([, name]) => name)).toEqual(['SIGTERM', 'SIGKILL']);
    expect(waiting).toEqual([]);
    program.emit('exit', null, 'SIGKILL');
    expect(sent).toHaveLength(2);
  });
});
