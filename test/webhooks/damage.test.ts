import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { chown, rename } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeFrames, scanFrames } from '../../src/webhooks/event-store/frame.js';
import { openEventReader } from '../../src/webhooks/event-store/reader.js';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { openEventWriter } from '../../src/webhooks/event-store/writer.js';
import { runs } from '../support/property-runs.js';
import { encodeFrame, frameOf } from '../support/stored-frames.js';
import { newEvent, stillMachine, temporaryDirectory } from './receiver-suite.js';

let directory: string;
beforeEach(async () => {
  directory = join(await temporaryDirectory(), 'events');
});

/** Stores events, and seals their file. */
async function kept(count: number, size = 20): Promise<string[]> {
  const writer = openEventWriter({ directory, machine: stillMachine() });
  const ids = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<string>((resolve, reject) => {
          const id = writer.newId();
          const frame = frameOf(newEvent(id, Buffer.alloc(size, 'x')));
          writer.append(frame, (error) => (error ? reject(error) : resolve(id)));
        }),
    ),
  );
  await writer.close();
  return ids;
}
const files = (): string[] => readdirSync(directory).filter((name) => name !== 'pruned.log');
const only = (): string => join(directory, files()[0] ?? '');
function change(work: (bytes: Buffer) => Buffer | undefined): void {
  const bytes = readFileSync(only());
  writeFileSync(only(), work(bytes) ?? bytes);
}
const look = () => {
  const events = openEventReader({ directory });
  return { ids: events.list().map(({ id }) => id), ...events.damage() };
};
const none = { events: 0, bytes: 0, files: 0, foreign: [] };

describe('a damaged file of stored events', () => {
  it('loses only the damaged event, and reports the number of events and bytes', async () => {
    const all = await kept(5);
    const frame = readFileSync(only()).byteLength / 5;
    change((bytes) => {
      bytes[Math.floor(frame * 1.9)] = 0;
      bytes[Math.floor(frame * 3.9)] = 0;
      return bytes;
    });
    expect(look()).toEqual({
      ...{ ids: [all[4], all[2], all[0]], events: 2, bytes: 2 * frame, files: 1, foreign: [] },
    });
  });

  it.each([
    ['the mark', 0],
    ['the length of the head', 6],
    ['the length of the body', 11],
    ['the sum', 12],
  ])('is read on after a frame whose %s is damaged', async (_, at) => {
    const all = await kept(4);
    const frame = readFileSync(only()).byteLength / 4;
    change((bytes) => {
      bytes[frame + at] = (bytes[frame + at] ?? 0) ^ 0xff;
      return bytes;
    });
    const { ids, events, bytes } = look();
    expect(ids).toEqual([all[3], all[2], all[0]]);
    expect([events, bytes]).toEqual([1, frame]);
  });

  it('is reported if the last event of a sealed file is missing', async () => {
    const all = await kept(3);
    change((bytes) => bytes.subarray(0, -10));
    expect(look()).toMatchObject({ ids: [all[1], all[0]], events: 1 });
  });

  it('does not include events that a crash cut off, with or without preallocated room', async () => {
    const frames = ['evt_000000001aaaa00', 'evt_000000002aaaa00'].map((id) =>
      encodeFrame(newEvent(id, Buffer.from('{"a":1}'))),
    );
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = frames;
    mkdirSync(directory, { recursive: true });
    for (const length of [1, 3, 4, 15, 16, 40, second.byteLength - 1])
      for (const room of [0, 5_000]) {
        const cut = Buffer.concat([first, second.subarray(0, length), Buffer.alloc(room)]);
        writeFileSync(join(directory, openFileName('evt_000000001aaaa00')), cut);
        expect(look(), `${length} and ${room}`).toEqual({ ids: ['evt_000000001aaaa00'], ...none });
      }
  });

  it('does not include files that a crash left in the middle of a prune', async () => {
    const ids = ['evt_000000001aaaa00', 'evt_000000002aaaa00', 'evt_000000003aaaa00'];
    const [first = Buffer.alloc(0), second = Buffer.alloc(0), third = Buffer.alloc(0)] = ids.map((id) =>
      encodeFrame(newEvent(id, Buffer.from('{"a":1}'))),
    );
    mkdirSync(directory, { recursive: true });
    const file = join(directory, `${ids[0]}.dead`);
    // Renamed, but not shortened yet; then moved, but not truncated yet.
    writeFileSync(file, Buffer.concat([first, second, third]));
    expect(look()).toEqual({ ids: ids.toReversed(), ...none });
    writeFileSync(file, Buffer.concat([third, second, third]));
    expect(look()).toEqual({ ids: ids.slice(1).reverse(), ...none });
    expect(openEventReader({ directory }).prune({ keep: 1 })).toBe(1);
    expect(look()).toEqual({ ids: ids.slice(2), ...none });
  });

  it('does not include a file that a crash left beside an open one with the same first event', async () => {
    const ids = ['evt_000000001aaaa00', 'evt_000000002aaaa00', 'evt_000000003aaaa00'];
    const frames = ids.map((id) => encodeFrame(newEvent(id, Buffer.from('{"a":1}'))));
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${ids[0]}-${ids[1]}-2.seg`), Buffer.concat(frames.slice(0, 2)));
    writeFileSync(join(directory, `${ids[0]}.dead`), Buffer.concat(frames));
    expect(openEventReader({ directory }).prune({ keep: 2 })).toBeGreaterThan(0);
    expect(look()).toEqual({ ids: ids.slice(1).reverse(), ...none });
  });

  it('is not deleted by the next listener if nothing in it is readable', async () => {
    mkdirSync(directory, { recursive: true });
    const bytes = encodeFrame(newEvent('evt_000000001aaaa00', Buffer.from('{"a":1}')));
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(join(directory, openFileName('evt_000000001aaaa00')), bytes);
    await openEventWriter({ directory, machine: stillMachine() }).close();
    expect(look()).toMatchObject({ ids: [], events: 1, files: 1 });
    // It is deleted with all events.
    openEventReader({ directory }).prune({ keep: 0 });
    expect(files()).toEqual([]);
  });

  it('never crashes a reader, nor yields an event that was not written', async () => {
    const all = await kept(12, 200);
    const whole = new Map([...openEventReader({ directory }).read()].map((event) => [event.id, event]));
    const healthy = readFileSync(only());
    const flip = fc.record({ at: fc.nat(healthy.byteLength - 1), bits: fc.integer({ min: 1, max: 255 }) });
    const edit = fc.oneof(
      fc.array(flip, { minLength: 1, maxLength: 20 }).map((flips) => (bytes: Buffer) => {
        for (const { at, bits } of flips) bytes[at] = (bytes[at] ?? 0) ^ bits;
        return bytes;
      }),
      fc.nat(healthy.byteLength).map((end) => (bytes: Buffer) => bytes.subarray(0, end)),
      fc.tuple(fc.nat(healthy.byteLength), fc.nat(900)).map(
        ([from, length]) =>
          (bytes: Buffer) =>
            Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]),
      ),
      fc.tuple(fc.nat(healthy.byteLength), fc.uint8Array({ maxLength: 400 })).map(
        ([at, more]) =>
          (bytes: Buffer) =>
            Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]),
      ),
      fc.tuple(fc.nat(healthy.byteLength), fc.nat(900)).map(([from, length]) => (bytes: Buffer) => {
        bytes.subarray(from, from + length).fill(0);
        return bytes;
      }),
    );
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        writeFileSync(
          only(),
          edits.reduce<Buffer>((bytes, work) => work(bytes), Buffer.from(healthy)),
        );
        const reader = openEventReader({ directory });
        const found = [...reader.read()];
        for (const event of found) expect(event).toEqual(whole.get(event.id));
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        // Every event is read or reported.
        expect(reader.damage().events).toBeGreaterThanOrEqual(all.length - found.length);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a hostile file', () => {
  it('causes neither large allocations nor endless reads by its lengths', () => {
    const frame = encodeFrame(newEvent('evt_000000001aaaa00', Buffer.from('{}')));
    const greedy = Buffer.from(frame.subarray(0, 16));
    greedy.writeUInt32LE(0xffff_ffff, 4);
    greedy.writeUInt32LE(0xffff_ffff, 8);
    expect(scanFrames(Buffer.concat([greedy, frame])).frames).toHaveLength(1);

    // Only frame headers, each with a length up to the end: the square of the file size in total.
    const size = 4_000_000;
    const many = Buffer.alloc(size);
    for (let at = 0; at + 16 <= size; at += 16) {
      frame.copy(many, at, 0, 4);
      many.writeUInt32LE(0, at + 4);
      many.writeUInt32LE(size - at - 16, at + 8);
    }
    // Quadratic work would exceed the time limit of a test.
    expect(scanFrames(many).frames).toEqual([]);
  });

  it('with a correct checksum of an invalid event yields none', () => {
    const heads = ['', 'null', '7', '[]', '{', '{}', '{"id":1}', '{"id":"evt_1","rawHeaders":[1]}'];
    for (const head of heads) {
      const { frames, damage } = scanFrames(encode(head));
      expect([head, frames]).toEqual([head, []]);
      expect(damage.events).toBe(1);
    }
  });

  it('that is larger than any listener writes is read up to the limit, and reported', async () => {
    const [id] = await kept(1);
    const { byteLength } = readFileSync(only());
    // Sparse: it takes no room on disk.
    truncateSync(only(), 200 * 1024 * 1024);
    expect(look()).toMatchObject({ ids: [id], events: 1, bytes: 136 * 1024 * 1024 });
    truncateSync(only(), byteLength);
    expect(look()).toEqual({ ids: [id], ...none });
  });

  it('that is a link is neither followed nor read, and is reported', async () => {
    const [id = ''] = await kept(1);
    const elsewhere = join(directory, '..', 'elsewhere');
    await rename(only(), elsewhere);
    const name = `${id}-${id}-1.seg`;
    symlinkSync(elsewhere, join(directory, name));
    mkdirSync(join(directory, openFileName('evt_000000001aaaa00')));
    expect(look()).toEqual({ ids: [], ...none, foreign: expect.arrayContaining([name]) });
    expect(look().foreign).toHaveLength(2);
    openEventReader({ directory }).prune({ keep: 0 });
    await openEventWriter({ directory, machine: stillMachine() }).close();
    expect(readFileSync(elsewhere).byteLength).toBeGreaterThan(0);
  });

  it.skipIf(process.getuid?.() !== 0)('of another user is not read', async () => {
    await kept(1);
    await chown(only(), 65_534, 65_534);
    expect(look()).toEqual({ ids: [], ...none, foreign: files() });
  });

  it('whose name claims more events than it can contain causes no pruning of others', async () => {
    const all = await kept(3);
    writeFileSync(join(directory, 'evt_zzzzzzzz0aaaa00-evt_zzzzzzzz0aaaa01-999999999.seg'), 'small');
    await openEventWriter({ directory, machine: stillMachine(), maxEvents: 100 }).close();
    expect(look().ids).toEqual([...all].reverse());
  });
});

/** A frame with any head and a correct checksum. */
const encode = (head: string): Buffer => encodeFrames([{ id: 'x', head, body: Buffer.from('{}') }]);
