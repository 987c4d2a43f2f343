import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { lastBefore } from '../../src/webhooks/event-store/arrival.js';
import { eventIds } from '../../src/webhooks/event-store/event-id.js';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { encodeFrame, frameOf } from '../support/stored-frames.js';
import { atEnd, newEvent, temporaryDirectory } from './receiver-suite.js';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 5, 1);

let directory: string;
beforeEach(async () => {
  directory = join(await temporaryDirectory(), 'events');
});

/** Stores events as listeners with these clock times would; each list is a new listener. */
async function arrive(...runs: number[][]): Promise<string[]> {
  const ids: string[] = [];
  for (const clock of runs) {
    let now = clock[0] ?? 0;
    const writer = openEventWriter({ directory, machine: { now: () => now, random: () => 0.5 } });
    for (now of clock) {
      const id = writer.newId();
      const event = newEvent(id, Buffer.from(`{"at":${ids.length}}`), {
        receivedAt: new Date(now).toISOString(),
      });
      await new Promise<void>((resolve, reject) => {
        writer.append(frameOf(event), (error) => (error ? reject(error) : resolve()));
      });
      ids.push(id);
    }
    await writer.close();
  }
  return ids;
}
const ids = (): string[] =>
  openEventReader({ directory })
    .list()
    .map(({ id }) => id)
    .reverse();
const ago = (hours: number): number => NOW - hours * HOUR;
const pruneBefore = (hours: number): number =>
  openEventReader({ directory }).prune({ beforeMs: ago(hours), nowMs: NOW });

describe('the order of arrival', () => {
  it('is the order of ids, whatever the clock of a later listener', async () => {
    const all = await arrive([ago(1), ago(0)], [ago(1_000), ago(999)], [NOW + 9 * HOUR], [ago(2), 0]);
    expect(ids()).toEqual(all);
    expect(new Set(all).size).toBe(7);
  });

  it('does not continue from an invalid id', () => {
    const machine = { now: () => NOW, random: () => 0 };
    for (const after of ['', 'evt_zzzzzzzzzaaaa00', 'evt_short', 'other'])
      expect(eventIds(machine, after)()).toBe(eventIds(machine)());
  });

  it('decides which events a listener prunes: the oldest, not those with an early clock', async () => {
    const all = await arrive(
      Array.from({ length: 60 }, (_, at) => ago(5) + at),
      Array.from({ length: 90 }, (_, at) => ago(5_000) + at),
    );
    const writer = openEventWriter({
      directory,
      maxEvents: 90,
      machine: { now: () => NOW, random: () => 0.5 },
    });
    await writer.close();
    expect(ids()).toEqual(all.slice(60));
  });
});

describe('pruning by time', () => {
  it.each<[string, number[], number]>([
    ['a time in the future keeps no old event', [9, 8, -5_000, 7, 6, 1, 0], 5],
    ['a time in the past takes no young event along', [9, 8, 1, 0.5, 50_000, 0.2], 2],
    ['a clock that was reset to 1970 neither', [9, 8, 1, 494_424, 494_424, 494_424], 2],
    ['a time too late by less than the age of all', [9, 8, 2, 7, 6, 5.5, 1, 0], 6],
    ['a first event of the future goes with the next', [-10, 9, 8, 1], 3],
    ['a last event of the future stays', [9, 8, -10], 2],
    ['two times that contradict one another stay both', [3, 9], 0],
    ['in order as they come', [9, 7, 6, 5, 4], 3],
    ['nothing is old', [4, 3, 2], 0],
    ['nothing is young', [9, 8, 7], 3],
  ])('%s', async (_, hours, count) => {
    const all = await arrive(hours.map(ago));
    expect(pruneBefore(5)).toBe(count);
    expect(ids()).toEqual(all.slice(count));
  });

  it('follows the times without clock steps; one wrong time deletes no young event and keeps at most a few old ones', () => {
    const plain = fc.uniqueArray(fc.nat(10_000), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(
        plain,
        fc.nat(),
        fc.nat(10_000),
        fc.integer({ min: -1e6, max: 1e6 }),
        (hours, place, limit, jump) => {
          const sorted = hours.toSorted((a, b) => b - a);
          const arrivals = sorted.map((hour, at) => ({
            id: `e${at}`,
            receivedAt: new Date(ago(hour)).toISOString(),
          }));
          const old = sorted.filter((hour) => hour > limit).length;
          expect(lastBefore(arrivals, ago(limit), NOW)).toBe(old === 0 ? undefined : `e${old - 1}`);

          const wrong = place % arrivals.length;
          const jumped = arrivals.with(wrong, {
            id: `e${wrong}`,
            receivedAt: new Date(ago(jump)).toISOString(),
          });
          const cut = lastBefore(jumped, ago(limit), NOW);
          const gone = cut === undefined ? 0 : Number(cut.slice(1)) + 1;
          // The only young event deleted is that one; two old ones stay if two times contradict each other.
          expect(gone).toBeLessThanOrEqual(wrong === old ? old + 1 : old);
          expect(gone).toBeGreaterThanOrEqual(old - 2);
        },
      ),
    );
  });
});

/**
 * A disk without a free byte: files can be overwritten, shortened, renamed and removed, and nothing else.
 */
function fillDisk(): { written: () => number } {
  const { writeSync } = fs;
  let written = 0;
  const full = (...given: unknown[]): number => {
    const [handle, data, , length = data.byteLength, position] = given as [
      ...[handle: number, data: Uint8Array, offset: number | undefined],
      ...[length: number | undefined, position: number | undefined],
    ];
    const { size } = fs.fstatSync(handle);
    if ((position ?? size) + length > size)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    written += length;
    return (writeSync as (...all: unknown[]) => number)(...given);
  };
  fs.writeSync = full as typeof writeSync;
  syncBuiltinESMExports();
  atEnd(() => {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  });
  return { written: () => written };
}

describe('on a full disk', () => {
  it('whole files are deleted without writing a byte', async () => {
    await arrive([ago(9), ago(8)], [ago(7)], [ago(1)]);
    const disk = fillDisk();
    expect(pruneBefore(5)).toBe(3);
    expect(ids()).toHaveLength(1);
    expect(disk.written()).toBe(0);
  });

  it.each([1, 2, 5, 10, 18, 19])('a file of 20 is shortened in place by %d', async (count) => {
    const all = await arrive(Array.from({ length: 20 }, (_, at) => ago(20 - at)));
    const before = new Map([...openEventReader({ directory }).read()].map((event) => [event.id, event]));
    fillDisk();
    expect(openEventReader({ directory }).prune({ keep: 20 - count })).toBe(count);
    const left = openEventReader({ directory });
    const found = [...left.read()].reverse();
    expect(found.map(({ id }) => id)).toEqual(all.slice(count));
    for (const event of found) expect(event).toEqual(before.get(event.id));
    expect(left.damage().events).toBe(0);
    const [name = ''] = readdirSync(directory);
    const bytes = readFileSync(join(directory, name));
    // Deleted permanently, and the room is freed.
    for (const id of all.slice(0, count)) expect(bytes.includes(`"${id}"`)).toBe(false);
    expect(name).toBe(`${all[count]}-${all.at(-1)}-${20 - count}.seg`);
    expect(bytes.byteLength).toBeLessThan((20 - count + 1.2) * ((before.get(all[0] ?? '')?.size ?? 0) + 700));
  });

  it('an open file of a listener is shortened, too', async () => {
    mkdirSync(directory, { recursive: true });
    const made = Array.from({ length: 4 }, (_, at) => `evt_00000000${at}aaaa00`);
    const frames = made.map((id) => encodeFrame(newEvent(id, Buffer.from('{}'))));
    writeFileSync(
      join(directory, openFileName(made[0] ?? '')),
      Buffer.concat([...frames, Buffer.alloc(9_000)]),
    );
    fillDisk();
    expect(openEventReader({ directory }).prune({ keep: 1 })).toBe(3);
    expect(ids()).toEqual(made.slice(3));
  });
});

describe('with room on the disk', () => {
  it('no copy is larger than what is freed', async () => {
    await arrive(Array.from({ length: 20 }, (_, at) => ago(20 - at)));
    const { writeSync } = fs;
    const grown: number[] = [];
    fs.writeSync = ((...given: unknown[]) => {
      const [handle, , , length, position] = given as [number, unknown, number, number, number];
      if (position + length > fs.fstatSync(handle).size) grown.push(length);
      return (writeSync as (...all: unknown[]) => number)(...given);
    }) as typeof writeSync;
    syncBuiltinESMExports();
    atEnd(() => {
      fs.writeSync = writeSync;
      syncBuiltinESMExports();
    });
    const bytes = () =>
      readdirSync(directory).reduce((sum, name) => sum + readFileSync(join(directory, name)).byteLength, 0);
    const before = bytes();
    expect(openEventReader({ directory }).prune({ keep: 19 })).toBe(1);
    expect(grown).toEqual([]);
    expect(openEventReader({ directory }).prune({ keep: 4 })).toBe(15);
    expect(Math.max(...grown)).toBeLessThan(before / 4);
    expect(readdirSync(directory).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('pruned events are counted, even if the count could not be written at first', async () => {
    await arrive([ago(9), ago(8)], [ago(1)]);
    const disk = fillDisk();
    expect(pruneBefore(5)).toBe(2);
    expect(openEventReader({ directory }).totals().pruned).toBe(0);
    expect(disk.written()).toBe(0);
  });
});
