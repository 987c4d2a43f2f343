import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Home, home } from '../support/binary.js';

const user: Home = home();
const disk = join(user.directory, 'disk');
const ballast = join(disk, 'ballast');

/** Only root can mount, and not in every container. */
const isMounted = ((): boolean => {
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

afterAll(async () => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
  await user.remove();
});

/** Fills the disk. */
function fill(): void {
  const handle = openSync(ballast, 'a');
  try {
    for (let size = 65_536; size >= 1; ) {
      try {
        writeSync(handle, Buffer.alloc(size));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(handle);
  }
}

describe.skipIf(!isMounted)('a sandbox on a full disk', () => {
  const env = { ARCHCTL_STATE_DIR: join(disk, 'state') };
  let sandbox: Awaited<ReturnType<Home['sandbox']>>;
  beforeAll(async () => {
    sandbox = await user.sandbox('--data-dir', join(disk, 'data'));
  });

  it('continues, reports it once, and keeps what it acknowledges', async () => {
    const groups = `/v1/landscapes/${sandbox.landscapeId}/versions/latest/tag-groups`;
    const post = async (index: number) => {
      const answer = await fetch(new URL(groups, sandbox.baseUrl), {
        method: 'POST',
        headers: { authorization: sandbox.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Group ${index} ${'x'.repeat(100)}`, icon: 'bug', index }),
      });
      return { status: answer.status, body: (await answer.json()) as { code?: string } };
    };
    const names = async () =>
      ((await sandbox.request('GET', groups)) as { tagGroups: { name: string }[] }).tagGroups.length;
    const before = await names();
    let made = 0;
    fill();
    // The log has some preallocated room left.
    for (let reply = await post(0); reply.status === 200; reply = await post(made)) made += 1;
    const refused = await post(made);
    expect([507, 503]).toContain(refused.status);
    expect(refused.body.code).toMatch(/^storage\//);
    expect(await names()).toBe(before + made);
    // Reads are counted, and a timer writes the count: it fails, and is retried.
    for (let count = 0; count < 5; count += 1) await names();
    await sandbox.process.until(/cannot store changes/, 'stderr');
    expect(await names()).toBe(before + made);

    rmSync(ballast);
    expect((await post(made)).status).toBe(200);
    await sandbox.process.until(/can store changes again/, 'stderr');
    expect(sandbox.process.stderr.match(/cannot store changes/g)).toHaveLength(1);
    expect(await names()).toBe(before + made + 1);
  });

  it('exits 0 while the disk is full, and a start reports the problem', async () => {
    await sandbox.request('GET', '/v1/organizations');
    fill();
    process.kill(sandbox.pid, 'SIGTERM');
    expect(await sandbox.process.ended).toMatchObject({ code: 0, signal: null });
    const other = ['sandbox', 'start', '--data-dir', join(disk, 'other'), '-o', 'json'];
    const { code, stdout, stderr } = await user.run(other, { env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(stderr).error.message).toMatch(/^The data directory .* cannot be used: /);
    rmSync(ballast);
    const again = await user.sandbox('--data-dir', join(disk, 'data'));
    await again.request('GET', '/v1/organizations');
    process.kill(again.pid, 'SIGTERM');
    expect(await again.process.ended).toMatchObject({ code: 0 });
  });
});
