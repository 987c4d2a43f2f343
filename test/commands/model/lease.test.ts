import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holderOf, type Lease, takeLease } from '../../../src/commands/model/shared/lease.js';
import { processStart } from '../../../src/commands/shared/process.js';

let state: string;
let applies: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'archctl-lease-'));
  applies = join(state, 'applies');
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const NOW = new Date('2026-03-10T12:00:00.000Z');
const take = (isBroken = false): Lease => takeLease(state, 'Landscape', { now: NOW, isBroken });

/** Path of the lease, as recorded by taking it once. */
function placed(holder: object | string | undefined): { place: string; file: string } {
  const lease = take();
  const [name = ''] = readdirSync(applies);
  lease.release();
  const place = join(applies, name);
  const file = join(place, 'held');
  mkdirSync(place, { mode: 0o700 });
  const text = typeof holder === 'string' ? holder : `${JSON.stringify(holder)}\n`;
  if (holder !== undefined) writeFileSync(file, text, { mode: 0o600 });
  return { place, file };
}

const self = () => ({
  pid: process.pid,
  start: processStart(process.pid) ?? null,
  host: hostname(),
  since: 'then',
});

describe('the lease of a landscape', () => {
  it('belongs to one apply, shows its progress, and ends with it', () => {
    const lease = take();
    lease.setTotal(3);
    lease.addDone();
    expect(holderOf(state, 'Landscape')).toEqual({ ...self(), since: NOW.toISOString(), done: 1, total: 3 });
    expect(() => take()).toThrow(/has been running since 2026-03-10T12:00:00.000Z: 1 of 3 steps done/);
    lease.release();
    expect(readdirSync(applies)).toEqual([]);
  });

  it.each([
    ['a process that is gone', () => ({ ...self(), pid: 4_194_305 })],
    ['a process whose id another has now', () => ({ ...self(), start: 'boot 1' })],
    ['a crash before it was written', () => ''],
    ['a crash half way', () => JSON.stringify(self()).slice(0, 9)],
    ['a crash before there was a file', () => undefined],
  ])('that %s left is taken over', (_, left) => {
    placed(left());
    expect(holderOf(state, 'Landscape')).toBeUndefined();
    const lease = take();
    expect(holderOf(state, 'Landscape')?.pid).toBe(process.pid);
    lease.release();
    expect(readdirSync(applies)).toEqual([]);
  });

  it('of another machine lasts until it is broken; its former holder does not touch the next one', () => {
    const { place, file } = placed({ ...self(), host: 'elsewhere' });
    expect(() => take()).toThrow('on elsewhere) has been running since then');
    const first = take(true);
    const second = take(true);
    first.addDone();
    first.release();
    expect(holderOf(state, 'Landscape')?.done).toBe(0);
    expect(readdirSync(place)).toHaveLength(1);
    expect(() => readFileSync(file)).toThrow('ENOENT');
    second.release();
    expect(readdirSync(applies)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32').each([
    [
      'a link in its place',
      ({ place }: { place: string }) => {
        rmSync(place, { recursive: true });
        symlinkSync(state, place);
      },
    ],
    [
      'a file in its place',
      ({ place }: { place: string }) => {
        rmSync(place, { recursive: true });
        writeFileSync(place, 'mine');
      },
    ],
    [
      'a link to a file',
      ({ file }: { file: string }) => {
        writeFileSync(join(state, 'outside'), 'mine');
        rmSync(file);
        symlinkSync(join(state, 'outside'), file);
      },
    ],
    ['a file that others write', ({ file }: { file: string }) => chmodSync(file, 0o666)],
    ['a directory that others write', ({ place }: { place: string }) => chmodSync(place, 0o777)],
  ])('is not %s', (_, spoil) => {
    const at = placed(self());
    spoil(at);
    expect(() => take()).toThrow(/^The lease .* cannot be used: /);
    expect(() => take(true)).toThrow(/^The lease .* cannot be used: /);
    expect(() => holderOf(state, 'Landscape')).toThrow(at.place);
  });

  it.skipIf(process.getuid?.() !== 0)('is private', () => {
    const { place } = placed(self());
    chownSync(place, 65_534, 65_534);
    expect(() => take(true)).toThrow('belongs to another user');
    chownSync(place, 0, 0);
  });

  it('is not taken in a directory that others may write', () => {
    mkdirSync(applies, { mode: 0o700 });
    chmodSync(applies, 0o777);
    expect(() => take()).toThrow('other users can write to it');
    expect(readdirSync(applies)).toEqual([]);
  });
});
