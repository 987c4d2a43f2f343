import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { shortId } from '../../src/webhooks/event-store/event-id.js';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import {
  type EventWriter,
  type EventWriterOptions,
  openEventWriter,
} from '../../src/webhooks/event-store/writer.js';
import { runs } from '../support/property-runs.js';
import { frameOf } from '../support/stored-frames.js';
import { newEvent, stillMachine, temporaryDirectory } from './receiver-suite.js';

let directory: string;
beforeEach(async () => {
  directory = join(await temporaryDirectory(), 'events');
});

const open = (more: Partial<EventWriterOptions> = {}): EventWriter =>
  openEventWriter({ directory, machine: stillMachine(), ...more });

const append = (
  writer: EventWriter,
  body: string | Uint8Array = '{}',
  id = writer.newId(),
): Promise<string> =>
  new Promise((resolve, reject) => {
    writer.append(frameOf(newEvent(id, Buffer.from(body))), (error) => (error ? reject(error) : resolve(id)));
  });

const appendMany = (writer: EventWriter, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => append(writer, `{"at":${at}}`)));

const ids = () =>
  openEventReader({ directory })
    .list()
    .map(({ id }) => id);
const files = () => readdirSync(directory).sort();

describe('stored events', () => {
  it('are read back byte for byte, with headers, newest first', async () => {
    const writer = open();
    const first = await append(writer, Buffer.from([0, 255, 10, 13]));
    const second = await append(writer, '{"b":2}');
    const events = [...openEventReader({ directory }).read()];
    expect(events.map(({ id }) => id)).toEqual([second, first]);
    expect([...(events[1]?.body ?? [])]).toEqual([0, 255, 10, 13]);
    expect(events[0]?.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-Twice', 'a'],
      ['x-twice', 'b'],
    ]);
    await writer.close();
    expect(ids()).toEqual([second, first]);
  });

  it('may be any JSON value and any bytes', async () => {
    const writer = open();
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.json().map(Buffer.from), fc.uint8Array({ maxLength: 3_000 })),
        async (body) => {
          const id = await append(writer, body);
          expect(Buffer.from(openEventReader({ directory }).get(id).body).equals(Buffer.from(body))).toBe(
            true,
          );
        },
      ),
      { numRuns: runs(60) },
    );
    await writer.close();
  });

  it('are in private files', async () => {
    const writer = open();
    await append(writer);
    await writer.close();
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of files()) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });

  it('are filtered, limited and found by a prefix of an id', async () => {
    const writer = open();
    const all = await appendMany(writer, 5);
    await writer.close();
    const kept = openEventReader({ directory });
    expect(kept.list({ limit: 2 }).map(({ id }) => id)).toEqual(all.slice(-2).reverse());
    expect(kept.list({ limit: 0 })).toEqual([]);
    expect(kept.list({ collections: ['model-connection'] })).toEqual([]);
    expect(kept.list({ operations: ['updated'] })).toHaveLength(5);
    expect(kept.list({ sinceMs: Date.UTC(2027, 0) })).toEqual([]);
    expect(kept.get(all[3] ?? '').id).toBe(all[3]);
    expect(kept.get(shortId(all[3] ?? '')).id).toBe(all[3]);
    expect(() => kept.get('evt_')).toThrow(
      'Several stored events have an id that starts or ends with "evt_".',
    );
    expect(() => kept.get('nothing')).toThrow('There is no stored event "nothing".');
  });

  it('are empty without a directory', () => {
    expect(ids()).toEqual([]);
    expect(openEventReader({ directory }).totals()).toEqual({ events: 0, bytes: 0, pruned: 0 });
  });
});

describe('damage', () => {
  it('a truncated record is skipped, and so is preallocated room', async () => {
    const writer = open();
    const all = await appendMany(writer, 3);
    await writer.close();
    const [name = ''] = files();
    const bytes = readFileSync(join(directory, name));
    for (const length of [bytes.length - 1, bytes.length - 100, Math.ceil(bytes.length * 0.7)]) {
      writeFileSync(join(directory, name), bytes.subarray(0, length));
      expect(ids()).toEqual(all.slice(0, 2).reverse());
    }
    writeFileSync(join(directory, name), Buffer.concat([bytes, Buffer.alloc(5_000), bytes.subarray(0, 50)]));
    expect(ids()).toEqual([...all].reverse());
  });

  it('a flipped bit costs one event', async () => {
    const writer = open();
    const all = await appendMany(writer, 3);
    await writer.close();
    const path = join(directory, files()[0] ?? '');
    const bytes = readFileSync(path);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(ids()).toEqual([all[2], all[0]]);
  });

  it('a file left open by a crash is read, and sealed by the next listener', async () => {
    const writer = open();
    const all = await appendMany(writer, 50);
    expect(files()).toEqual([expect.stringMatching(/\.open$/)]);
    const again = open();
    expect(files()).toEqual([expect.stringMatching(/-50\.seg$/)]);
    expect(ids()).toEqual([...all].reverse());
    // The first listener is still running: it detects that its file is sealed, and continues in another.
    const later = await append(writer);
    expect(ids()[0]).toBe(later);
    await Promise.all([writer.close(), again.close()]);
    expect(ids()).toHaveLength(51);
  });

  it('a deleted directory is created again', async () => {
    const writer = open();
    await append(writer);
    rmSync(directory, { recursive: true });
    const id = await append(writer);
    await writer.close();
    expect(ids()).toEqual([id]);
  });

  it('an event that a crash left in two files is read once', async () => {
    const writer = open();
    const [id = ''] = await appendMany(writer, 1);
    await writer.close();
    const [name = ''] = files();
    const bytes = readFileSync(join(directory, name));
    renameSync(join(directory, name), join(directory, `${id}.dead`));
    appendFileSync(join(directory, name), bytes);
    expect(ids()).toEqual([id]);
  });

  it('a failed write is reported to its callers, and does not stop the writer', async () => {
    const writer = open();
    await append(writer);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'in the way');
    await expect(append(writer)).rejects.toThrow();
    rmSync(directory);
    const id = await append(writer);
    expect(ids()).toEqual([id]);
    await writer.close();
  });
});

describe('pruning', () => {
  it('keeps the newest events and counts the others', async () => {
    const writer = open({ maxEvents: 100 });
    const all = await appendMany(writer, 357);
    expect(writer.pruned()).toBe(257);
    await writer.close();
    const kept = openEventReader({ directory, maxEvents: 100 });
    expect(kept.list().map(({ id }) => id)).toEqual(all.slice(-100).reverse());
    expect(kept.totals()).toMatchObject({ events: 100, pruned: 257 });
  });

  it('limits the size', async () => {
    const writer = open({ maxBytes: 100_000 });
    for (let at = 0; at < 200; at++) await append(writer, 'x'.repeat(1_000));
    await writer.close();
    const bytes = files().reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
    expect(bytes).toBeLessThan(105_000);
    expect(openEventReader({ directory }).totals().events).toBeGreaterThan(50);
    const { events, pruned } = openEventReader({ directory }).totals();
    expect(events + pruned).toBe(200);
  });

  it('on demand deletes permanently, while a listener writes', async () => {
    const writer = open();
    const all = await appendMany(writer, 20);
    const kept = openEventReader({ directory });
    expect(kept.prune({ keep: 5 })).toBe(15);
    expect(ids()).toEqual(all.slice(-5).reverse());
    const later = await append(writer);
    expect(ids()[0]).toBe(later);
    expect(kept.prune({ keep: 0 })).toBe(6);
    expect(kept.totals()).toEqual({ events: 0, bytes: 0, pruned: 21 });
    expect(files()).toEqual(['pruned.log']);
    await append(writer);
    expect(kept.prune({ beforeMs: Date.UTC(2025, 0) })).toBe(0);
    expect(kept.prune({ beforeMs: Date.UTC(2027, 0) })).toBe(1);
    await writer.close();
  });
});

it('two listeners share a directory, and a reader sees both in order', async () => {
  const one = open({ maxEvents: 1_000 });
  const two = open({ maxEvents: 1_000 });
  const all: string[] = [];
  for (let at = 0; at < 30; at++) {
    const machine = stillMachine(Date.UTC(2026, 0, 2) + at);
    const id = open({ machine }).newId();
    all.push(await append(at % 2 ? one : two, `${at}`, id));
    expect(ids()).toEqual([...all].reverse());
  }
  await Promise.all([one.close(), two.close()]);
  expect(ids()).toEqual([...all].reverse());
});

it('ids increase within a millisecond, across milliseconds, and when the clock goes back', () => {
  let now = 1_000;
  const writer = open({ machine: { now: () => now, random: () => 0.5 } });
  const made = Array.from({ length: 3_000 }, () => writer.newId());
  now = 500;
  made.push(writer.newId());
  now = 5_000;
  made.push(writer.newId());
  expect(new Set(made).size).toBe(made.length);
  expect([...made].sort()).toEqual(made);
});
