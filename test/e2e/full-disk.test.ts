import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFileName } from '../../src/webhooks/event-store/segments.js';
import { type Home, home } from '../support/binary.js';
import { serveForProgram } from '../support/served-sandbox.js';
import { encodeFrame } from '../support/stored-frames.js';
import { newEvent } from '../webhooks/receiver-suite.js';

let user: Home;
const disk = mkdtempSync(join(tmpdir(), 'archctl-disk-'));
/** Only root can mount one, and not everywhere. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', disk]).status === 0;
beforeAll(() => {
  user = home();
});
afterAll(async () => {
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
  await user.remove();
});

/** Fills the disk to the last byte. */
function fill(): void {
  for (let size = 65_536; size >= 1; size >>= 1)
    for (let at = 0; at < 64; at++)
      try {
        writeFileSync(join(disk, `fill-${size}-${at}`), Buffer.alloc(size, 1));
      } catch {
        break;
      }
}

describe.skipIf(!isMounted)('a completely full disk', () => {
  it('stops a delete that cannot be recorded for undo, before anything is deleted', async () => {
    const sandbox = await serveForProgram(user);
    fill();
    const env = { ARCHCTL_STATE_DIR: disk };
    const before = await user.run(['tag', 'list', '-o', 'json']);
    const [tag] = JSON.parse(before.stdout) as { id: string }[];
    const ran = await user.run(['tag', 'delete', tag?.id ?? '', '--yes', '-o', 'json'], { env });
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stderr.trim().split('\n').at(-1) ?? '')).toEqual({
      error: {
        kind: 'usage',
        message: `Nothing was deleted: the delete cannot be recorded for "archctl undo": ${join(disk, 'undo')} cannot be used: the disk is full.`,
        hint: expect.stringContaining('--no-undo'),
      },
    });
    expect((await user.run(['tag', 'list', '-o', 'json'])).stdout).toBe(before.stdout);
    await sandbox.stop();
    for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
  });

  it('gets room from "webhook events prune", within a file and by whole files', async () => {
    const directory = join(disk, 'webhook-events');
    mkdirSync(directory);
    const ids = Array.from({ length: 60 }, (_, at) => `evt_0000000${String(at).padStart(2, '0')}aaaa00`);
    const frames = ids.map((id) => encodeFrame(newEvent(id, Buffer.alloc(2_000, 'x'))));
    writeFileSync(join(directory, openFileName(ids[0] ?? '')), Buffer.concat(frames));
    fill();
    const free = () => statfsSync(disk).bfree;
    expect(free()).toBe(0);
    const env = { ARCHCTL_STATE_DIR: disk };
    const prune = (keep: number) =>
      user.run(['webhook', 'events', 'prune', '--keep', String(keep), '--yes', '-o', 'json'], { env });

    const some = await prune(50);
    expect(some).toMatchObject({ code: 0 });
    expect(JSON.parse(some.stdout)).toEqual({ removed: 10 });
    expect(free()).toBeGreaterThan(0);
    const left = await user.run(['webhook', 'events', 'list', '--limit', '99', '-o', 'json'], { env });
    expect((JSON.parse(left.stdout) as { id: string }[]).map(({ id }) => id)).toEqual(
      ids.slice(10).reverse(),
    );
    expect(left.stderr).not.toContain('damaged');
    expect(JSON.parse((await prune(0)).stdout)).toEqual({ removed: 50 });
  });
});
