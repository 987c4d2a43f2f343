import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home, PROGRAM } from '../support/binary.js';

let user: Home;
let copy: string;

/** The real launcher with a test program, so that two builds can differ slightly. */
beforeAll(() => {
  user = home();
  copy = join(user.directory, 'package');
  cpSync(dirname(PROGRAM), join(copy, 'bin'), { recursive: true });
  cpSync(join(dirname(PROGRAM), '..', 'package.json'), join(copy, 'package.json'));
  mkdirSync(join(copy, 'dist'));
});
afterAll(() => user.remove());

const launch = async (source: string): Promise<string> => {
  writeFileSync(join(copy, 'dist', 'main.cjs'), source);
  const { stdout, stderr } = await user.shell(`"${process.execPath}" "${join(copy, 'bin', 'archctl.js')}"`);
  return stdout + stderr;
};

it('never runs compiled code of another build, however similar', async () => {
  // Twice each: the first run fills the cache.
  for (const word of ['one', 'one', 'two', 'two']) {
    expect(await launch(`process.stdout.write('${word}')`)).toBe(word);
  }
});

it('loads code lazily, with and without compiled code', async () => {
  const env = { ARCHCTL_API_KEY: 'id:secret', ARCHCTL_BASE_URL: 'https://127.0.0.1:1/v1' };
  for (let time = 0; time < 2; time += 1) {
    const { code, stderr } = await user.run(['auth', 'status', '--retries', '0'], { env });
    expect(stderr).toContain('connection refused');
    expect(code).toBe(7);
  }
});
