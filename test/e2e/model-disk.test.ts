import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';
import { openWriteProxy, type WriteProxy } from '../support/write-proxy.js';

let user: Home;
let sandbox: ServedSandbox;
let front: WriteProxy;
const disk = mkdtempSync(join(tmpdir(), 'archctl-disk-'));
/** Only root can mount one, and not everywhere. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', disk]).status === 0;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user);
  front = await openWriteProxy(sandbox.url);
});
afterAll(async () => {
  await user.remove();
  await front.close();
  await sandbox.stop();
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

function fill(): void {
  for (let size = 65_536; size >= 1; size >>= 1)
    for (let at = 0; at < 64; at++)
      try {
        writeFileSync(join(disk, `fill-${size}-${at}`), Buffer.alloc(size, 1));
      } catch {
        break;
      }
  expect(statfsSync(disk).bfree).toBe(0);
}

const makeRoom = (): void => {
  for (const name of readdirSync(disk).filter((it) => it.startsWith('fill'))) rmSync(join(disk, name));
};

const names = ['a', 'b', 'c', 'd'];
const MODEL = `namespace: n
domains: [{ id: d, name: D, objects: [${names.map((id) => `{ id: ${id}, type: system, name: Disk ${id} }`).join(', ')}] }]
`;

describe.skipIf(!isMounted)('an apply on a full disk', () => {
  const apply = () =>
    user.run(['model', 'apply', 'model.yaml', '--yes', '-o', 'json'], {
      env: {
        ARCHCTL_API_KEY: sandbox.authorization.replace('ApiKey ', ''),
        ARCHCTL_BASE_URL: front.baseUrl,
        ARCHCTL_LANDSCAPE: sandbox.landscapeId,
        ARCHCTL_STATE_DIR: disk,
      },
    });

  it('writes nothing if it is full at the start, and finishes if it becomes full later', async () => {
    writeFileSync(join(user.directory, 'model.yaml'), MODEL);
    let writes = 0;
    front.onWrite(({ number, forward }) => {
      writes = number;
      return forward();
    });
    fill();
    const none = await apply();
    expect([none.code, none.stderr, writes]).toEqual([2, expect.stringContaining('the disk is full'), 0]);
    makeRoom();
    // A partial lease would lock out all others.
    front.onWrite(({ number, forward }) => {
      if (number === 1) fill();
      return forward();
    });
    const whole = await apply();
    expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('"created":5')]);
    makeRoom();
    expect(readdirSync(join(disk, 'applies'))).toEqual([]);
  });
});
