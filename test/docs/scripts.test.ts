import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const scripts = readdirSync('scripts').filter(
  (name) =>
    name.endsWith('.mjs') && readFileSync(`scripts/${name}`, 'utf8').includes("from './arguments.mjs'"),
);
const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

describe('a script', () => {
  test('has a command line', () => {
    expect(scripts).toEqual(expect.arrayContaining(['build.mjs', 'generate.mjs', 'readme.mjs']));
  });

  test.each(scripts)(
    'scripts/%s prints its usage for --help, rejects unknown flags and does nothing else',
    (name) => {
      const usage = `Usage: node scripts/${name}`;
      const help = run(`scripts/${name}`, '--help');
      expect([help.status, help.stdout.startsWith(usage), help.stderr]).toEqual([0, true, '']);
      const wrong = run(`scripts/${name}`, '--nonsense');
      expect([wrong.status, wrong.stdout, wrong.stderr.includes(usage)]).toEqual([2, '', true]);
    },
  );
});
