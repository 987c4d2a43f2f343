import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { outcomeFile } from '../../../src/webhooks/event-store/outcome-file.js';
import type { InspectedOutcome } from '../../../src/webhooks/inspect/types.js';
import { webhookCommandSuite } from './webhook-suite.js';

const suite = webhookCommandSuite();
const { keep, webhook } = suite;
const DEAD = 'http://127.0.0.1:1/';

/** Stores a result as a listener does. */
function store(id: string, { url = suite.target, ...more }: Partial<InspectedOutcome>): void {
  const [target = ''] = url.split('?');
  outcomeFile(join(suite.here.state, 'webhook-events')).append({
    id,
    outcome: {
      ...{ kind: 'forward', at: '2026-03-10T12:00:00.000Z', target, ...(url !== target && { url }) },
      ...{ result: 200, succeeded: true, ms: 1, text: '' },
      ...more,
    },
  });
}
const FAILED = { result: 302, succeeded: false, text: '' };

interface Events {
  fine: string;
  half: string;
  program: string;
  silent: string;
}
let events: Events;
/** Events that were delivered, delivered to one target of two, failed by a program, and not passed on. */
beforeEach(() => {
  events = { fine: keep(4000), half: keep(3000), program: keep(2000), silent: keep(1000) };
  store(events.fine, FAILED);
  store(events.fine, {});
  store(events.half, { url: DEAD });
  store(events.half, FAILED);
  store(events.program, {
    kind: 'program',
    url: './build.sh',
    result: 1,
    succeeded: false,
    text: 'no\ndisk',
  });
});
const jsonOf = async <T>(words: string, ...more: string[]): Promise<T> =>
  (await webhook(`${words} -o json`, more)).json() as T;
const failedIds = async () => (await jsonOf<{ id: string }[]>('events list --failed')).map(({ id }) => id);

describe('events that a listener failed to pass on', () => {
  it('are listed as such', async () => {
    const all = await jsonOf<{ id: string; delivery: string | null }[]>('events list');
    expect(all.map(({ id, delivery }) => [id, delivery])).toEqual([
      [events.silent, null],
      [events.program, 'failed'],
      [events.half, 'failed'],
      [events.fine, 'delivered'],
    ]);
    expect(await failedIds()).toEqual([events.program, events.half]);
    expect(await jsonOf('events list --failed --limit 1')).toMatchObject([{ id: events.program }]);
    expect((await webhook('events list -o table', [], { tty: true })).stdout).toContain('Delivery');
  });

  it('are shown and exported with their targets', async () => {
    const [target] = suite.target.split('?');
    const targets = [
      { kind: 'forward', target: DEAD, result: 200, succeeded: true, attempts: 1 },
      { kind: 'forward', target, result: 302, succeeded: false, attempts: 1 },
    ];
    expect(await jsonOf('events show', events.half)).toMatchObject({ delivery: 'failed', targets });
    expect(await jsonOf('events show', events.fine)).toMatchObject({ targets: [{ attempts: 2 }] });
    const shown = (await webhook('events show -o table', [events.half])).stdout;
    expect(shown).toContain(`✗ 302 → ${target}`);
    expect((await webhook('events show -o table', [events.program])).stdout).toContain(
      '✗ 1 $ ./build.sh no\n',
    );
    expect(await jsonOf('events export --failed --out failed.ndjson')).toMatchObject({ events: 2 });
    const [line = ''] = suite.here.read('failed.ndjson').split('\n');
    expect(JSON.parse(line)).toMatchObject({ id: events.half, targets });
    for (const text of [shown, line]) expect(text).not.toContain('?a=1');
  });
});

describe('replay --failed', () => {
  it('sends to the targets that failed, once', async () => {
    const ran = await webhook('replay --failed -o json');
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('1 program of --exec failed') });
    expect(ran.json()).toMatchObject([{ id: events.half, target: suite.target.split('?')[0], status: 200 }]);
    expect(suite.server.received.map(({ url }) => url)).toEqual(['/hooks?a=1']);
    expect(await jsonOf('events show', events.half)).toMatchObject({ delivery: 'delivered' });
    expect(await failedIds()).toEqual([events.program]);
  });

  it('has nothing to do afterwards', async () => {
    await webhook('replay --failed', [events.half]);
    const again = await webhook('replay --failed', [events.half, '-o', 'json']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.json()).toEqual([]);
    expect(suite.server.received).toHaveLength(1);
  });

  it.each([302, 500])('keeps what failed again with %i, and fails', async (status) => {
    suite.server.answers.push(status);
    expect(await webhook('replay --failed')).toMatchObject({ code: 5 });
    expect(await failedIds()).toContain(events.half);
    expect(await jsonOf('events show', events.half)).toMatchObject({
      targets: [{}, { result: status, attempts: 2 }],
    });
  });

  it('keeps what had no response, and fails', async () => {
    store(events.half, { url: DEAD, result: null, succeeded: false });
    expect(await webhook('replay --failed')).toMatchObject({ code: 7 });
    expect(await jsonOf('events show', events.half)).toMatchObject({
      delivery: 'failed',
      targets: [{ target: DEAD, succeeded: false, attempts: 3 }, { succeeded: true }],
    });
  });

  it('--to sends every failed event there instead', async () => {
    store(events.half, { url: DEAD, result: null, succeeded: false });
    expect(await webhook('replay --failed', ['--to', `${suite.server.url}/new`])).toMatchObject({ code: 0 });
    expect(suite.server.received.map(({ url }) => url)).toEqual(['/hooks/new', '/hooks/new']);
    expect(await failedIds()).toEqual([]);
  });

  it('--last and --since choose among the failed events', async () => {
    store(events.silent, FAILED);
    expect(await jsonOf('replay --failed --last 1')).toMatchObject([{ id: events.silent }]);
    expect(await jsonOf('replay --failed --since 3500s')).toMatchObject([{ id: events.half }]);
  });

  it('starts no programs, and says how to run them', async () => {
    const ran = await webhook('replay --failed -o json', [events.program]);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ hint: expect.stringContaining('replay --failed --to') });
  });

  it('changes nothing with --dry-run', async () => {
    expect(await webhook('replay --failed --dry-run')).toMatchObject({ code: 0 });
    expect(suite.server.received).toEqual([]);
    expect(await failedIds()).toHaveLength(2);
  });
});

it('a replay to the failed target without --failed replaces its result, one to another address does not', async () => {
  await webhook('replay', [events.half, '--to', `${suite.server.url}/test`]);
  expect(await failedIds()).toContain(events.half);
  await webhook('replay', [events.half, '--to', suite.target]);
  expect(await failedIds()).toEqual([events.program]);
});

it('a target whose address contains a secret needs --to', async () => {
  store(events.half, { url: 'http://127.0.0.1:9/[redacted]', result: null, succeeded: false });
  const ran = await webhook('replay --failed -o json', [events.half]);
  expect(ran.code).toBe(2);
  expect(ran.error()).toMatchObject({ hint: 'Give it with --to URL.' });
  const file = join(suite.here.state, 'webhook-events', 'outcomes.log');
  expect(readFileSync(file, 'utf8')).toContain('[redacted]');
});
