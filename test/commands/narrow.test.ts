import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { COMMAND_CASES } from './cases.js';
import { type CommandSuite, openCommandSuite } from './command-suite.js';

let suite: CommandSuite;
beforeAll(async () => {
  suite = await openCommandSuite();
});
afterAll(() => suite.close());

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
const ESCAPES = /\u001b\[[?\d;]*[A-Za-z]/g;
/** Output without a table: prose, a tree, lines of a stream, text to copy. */
const NOT_TABLES = [
  'api',
  'commands',
  ...['bash', 'fish', 'powershell', 'zsh'].map((shell) => `completion ${shell}`),
  'flow thumbnail',
  'help',
  'logs tail',
  'logs tree',
  'model export',
  // A file that is formatted already is not listed.
  'model fmt',
  'model import-from',
  'model merge',
  'model schema',
  'object tree',
  'skill show',
  'webhook sign',
];
const READS = REGISTRY.commands
  .map(({ path }) => path.join(' '))
  .filter((name) => COMMAND_CASES[name]?.reads && !NOT_TABLES.includes(name));

describe('on a terminal of 40 columns', () => {
  it.each(READS)('the table of %s fits', async (name) => {
    const machine = suite.machine();
    const { before, ready, good, options } = COMMAND_CASES[name] ?? { good: () => [] };
    before?.(machine);
    await ready?.(machine);
    const ran = await machine.run([...name.split(' '), ...good(suite.ids)], {
      ...options?.(),
      tty: true,
      width: 40,
    });
    expect(ran.code).toBe(0);
    const lines = ran.stdout.replace(ESCAPES, '').trimEnd().split('\n');
    // Addresses and paths are never broken, because people copy them.
    const cut = lines.map((line) => line.replace(/(?<=^| )\S*[/@]\S*$/, '').trimEnd());
    expect(cut.filter((line) => line.length > 40).join('|')).toBe('');
    expect(lines.join('')).not.toBe('');
  });
});
