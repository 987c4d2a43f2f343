import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const scripts = readdirSync('scripts').filter(
  (name) =>
    name.endsWith('.mjs') && readFileSync(`scripts/${name}`, 'utf8').includes("from './arguments.mjs'"),
);
const run = (...args: string[]) =>
  new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });

describe.concurrent('a script', () => {
  test('has a command line', () => {
    expect(scripts).toEqual(expect.arrayContaining(['build.mjs', 'generate.mjs', 'readme.mjs']));
  });

  test.each(scripts)(
    'scripts/%s prints its usage for --help, rejects unknown flags and does nothing else',
    async (name) => {
      const usage = `Usage: node scripts/${name}`;
      const [help, wrong] = await Promise.all([
        run(`scripts/${name}`, '--help'),
        run(`scripts/${name}`, '--nonsense'),
      ]);
      expect([help.status, help.stdout.startsWith(usage), help.stderr]).toEqual([0, true, '']);
      expect([wrong.status, wrong.stdout, wrong.stderr.includes(usage)]).toEqual([2, '', true]);
    },
  );
});
