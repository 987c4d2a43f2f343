import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Home, home, type ProcessResult } from '../support/binary.js';
import { type ServedSandbox, serveForProgram } from '../support/served-sandbox.js';

/** Maximum heap in MB; the commands need about two thirds of it, mostly for the syntax tree of one file. */
const HEAP_MB = 150;

let user: Home;
let sandbox: ServedSandbox;
beforeAll(async () => {
  user = home();
  sandbox = await serveForProgram(user, { seed: 'generated:objects=2500,connections=6000', strict: false });
});
afterAll(async () => {
  await user.remove();
  await sandbox.stop();
});

it('a pull, a plan and a second pull of 8,500 elements need little memory', async () => {
  const run = async (...args: string[]): Promise<ProcessResult> => {
    const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` };
    const ran = await user.start(['model', ...args], { env }).ended;
    expect([ran.code, ran.signal], ran.stderr.slice(-500)).toEqual([0, null]);
    return ran;
  };
  await run('pull', '--out', 'm');
  const path = join(user.directory, 'm', 'model.yaml');
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(/\n( +)description: .*, a generated app\./, '\n$1description: Edited.');
  writeFileSync(path, changed);
  expect(changed).not.toBe(text);
  expect((await run('plan', 'm')).stdout).toContain('1 to update');
  expect((await run('pull', '--out', 'm')).stdout).toMatch(/model\.yaml\tchanged/);
  expect(readFileSync(path, 'utf8')).toBe(text);
}, 120_000);
