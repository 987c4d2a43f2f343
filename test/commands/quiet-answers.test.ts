import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Machine, RunOptions } from '../support/world.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

/** Output for people is reduced to what they need; scripts get all fields. */

let suite: CommandSuite;
let here: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  here = suite.machine();
});
afterAll(() => suite.close());

const PERSON: RunOptions = { tty: true, width: 100 };
const DOCUMENT = (name: string): string =>
  `namespace: quiet
domains: [{ id: d, name: D, objects: [{ id: quiet, type: system, name: ${name} }] }]
`;

it('an apply is reported in one line, with its counts', async () => {
  here.write('quiet.yaml', DOCUMENT('Quiet'));
  const ran = await here.run('model apply quiet.yaml --yes --no-color'.split(' '), PERSON);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toContain('Applied 2 steps (2 created): "');
});

it('the counts of an apply are a record with --wide, and for scripts', async () => {
  here.write('quiet.yaml', DOCUMENT('Wide'));
  const wide = await here.run('model apply quiet.yaml --yes --wide --no-color'.split(' '), PERSON);
  expect(wide.stdout).toMatch(/^Created +0$/m);
  expect(wide.stdout).toMatch(/^Updated +1$/m);
  here.write('quiet.yaml', DOCUMENT('Script'));
  const script = await here.run('model apply quiet.yaml --yes -o json'.split(' '));
  expect(JSON.parse(script.stdout)).toMatchObject({ created: 0, updated: 1, remaining: 0 });
});

it('whoami names the next command if no landscape is chosen', async () => {
  const hint = 'No landscape is chosen: archctl landscape use NAME';
  const chosen = await here.run(['whoami'], PERSON);
  expect([chosen.code, chosen.stderr]).toEqual([0, '']);
  await suite.ask(`organizations/${suite.ids.organization}/landscapes`, 'POST', { name: 'Second' });
  expect((await here.run(['profile', 'unset', 'landscape'])).code).toBe(0);
  expect((await here.run(['whoami'], PERSON)).stderr).toContain(hint);
  const script = await here.run(['whoami', '-o', 'json']);
  expect([script.code, script.stderr]).toEqual([0, '']);
});
