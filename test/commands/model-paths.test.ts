import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FERRY } from '../support/ferry-document.js';
import type { Machine } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** Commands find the model of the working directory. */

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

/** A machine with a model in `models`, beside a file of another tool. */
function repository(): Machine {
  const machine = suite.machine();
  mkdirSync(join(machine.cwd, 'models'));
  machine.write('models/model.yaml', FERRY);
  machine.write('package.json', '{}');
  return machine;
}

const LINES = [
  'model validate',
  'model stats',
  'model export',
  'model graph --dry-run',
  'model lock',
  'model plan',
  'model diff',
  'model apply --dry-run',
  'model watch --count 1',
];

test.each(LINES)('%s reads models/ without an argument', async (line) => {
  const ran = await repository().run(line.split(' '));
  expect(ran.code, ran.stderr).toBe(0);
});

test('model drift reads models/ as well, and finds that the landscape differs', async () => {
  expect((await repository().run(['model', 'drift'])).code).toBe(8);
});

test('model.yaml of the working directory takes precedence', async () => {
  const machine = repository();
  machine.write('model.yaml', 'domains: [{ id: port, name: Port }]\n');
  const ran = await machine.run(['model', 'export', '--format', 'json']);
  expect(ran.stdout).toContain('Port');
  expect(ran.stdout).not.toContain('Booking');
});

test('model pull updates models/, and prints one line if nothing changed', async () => {
  const machine = suite.machine();
  mkdirSync(join(machine.cwd, 'models'));
  const first = await machine.run(['model', 'pull'], { tty: true });
  expect(first.code, first.stderr).toBe(0);
  expect(machine.read('models/model.yaml')).toContain('Booking API');
  const again = await machine.run(['model', 'pull'], { tty: true, env: { NO_COLOR: '1' } });
  expect([again.code, again.stdout]).toEqual([0, '']);
  expect(again.stderr).toMatch(/^✓ Pulled [^:]*: no changes\.\n$/);
  const listed = (await machine.run(['model', 'pull', '-o', 'json'])).json() as { status: string }[];
  expect(listed.every(({ status }) => status === 'unchanged')).toBe(true);
  expect(listed.length).toBeGreaterThan(5);
});

test.each(['model plan', 'model drift', 'model validate'])('%s names what it looked for', async (line) => {
  const machine = suite.machine();
  machine.write('package.json', '{}');
  const ran = await machine.run(line.split(' '));
  expect([ran.code, ran.stderr]).toEqual([
    2,
    expect.stringMatching(
      /no model here, neither model\.yaml nor a folder models\.\nhint: .*archctl model init/,
    ),
  ]);
});

test('model fmt --check prints the command that formats the same files', async () => {
  const machine = repository();
  machine.write('models/model.yaml', '{domains:   [{ name: Port, id: port }]}\n');
  const ran = await machine.run(['model', 'fmt', 'models', '--check']);
  expect([ran.code, ran.stderr]).toEqual([8, expect.stringContaining('"archctl model fmt models"')]);
});
