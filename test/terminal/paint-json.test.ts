import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/terminal/types.js';
import { runs } from '../support/property-runs.js';
import { type TestTerminalOptions, testTerminal } from '../support/terminal.js';

const DATA = { name: 'a "b": null \x1b[2J', n: -1.5e9, ok: true, none: null, list: ['x', 2] };

const text = async (record: unknown, options: TestTerminalOptions): Promise<string> => {
  const { terminal, stdout } = await testTerminal({ format: 'json', ...options });
  await terminal.render({ kind: 'record', record, columns: [] });
  return stdout();
};

describe('JSON in colours', () => {
  it('distinguishes names, values and null', async () => {
    expect(await text(DATA, { tty: true, color: true })).toBe(
      [
        '{',
        '  \x1b[36m"name"\x1b[39m: "a \\"b\\": null \\u001b[2J",',
        '  \x1b[36m"n"\x1b[39m: \x1b[33m-1500000000\x1b[39m,',
        '  \x1b[36m"ok"\x1b[39m: \x1b[33mtrue\x1b[39m,',
        '  \x1b[36m"none"\x1b[39m: \x1b[2mnull\x1b[22m,',
        '  \x1b[36m"list"\x1b[39m: [',
        '    "x",',
        '    \x1b[33m2\x1b[39m',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('is limited to terminals with colours, never a pipe', async () => {
    const plain = await text(DATA, {});
    expect(plain).toBe(`${JSON.stringify(DATA)}\n`);
    expect(await text(DATA, { color: true, env: { FORCE_COLOR: '1' } })).toBe(plain);
    expect(await text(DATA, { tty: true, color: true, env: { NO_COLOR: '1' } })).not.toContain('\x1b');
    expect(await text(DATA, { tty: true, color: true, format: 'yaml' })).not.toContain('\x1b[3');
  });

  it('is the same text without colours, for any data', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (data) => {
        const [bare, coloured] = [
          await text(data, { tty: true }),
          await text(data, { tty: true, color: true }),
        ];
        expect(stripVTControlCharacters(coloured)).toBe(bare);
        // JSON knows one zero only.
        expect(JSON.parse(bare)).toEqual(JSON.parse(JSON.stringify(data)));
      }),
      { numRuns: runs(50) },
    );
  });

  it('colours the lines of lists and streams', async () => {
    const item = { id: 1 };
    const list: Result = { kind: 'list', items: [item], columns: [] };
    const stream: Result = {
      kind: 'stream',
      columns: [],
      line: () => '',
      events: (async function* () {
        yield item;
      })(),
    };
    for (const result of [list, stream]) {
      const { terminal, stdout } = await testTerminal({ tty: true, color: true, format: 'ndjson' });
      await terminal.render(result);
      expect(stdout()).toBe('{\x1b[36m"id"\x1b[39m:\x1b[33m1\x1b[39m}\n');
    }
  });

  it('accepts texts of any length', async () => {
    const long = '\\"'.repeat(3_000_000);
    expect((await text({ long }, { tty: true, color: true })).length).toBe(
      '{\n  \x1b[36m"long"\x1b[39m: ""\n}\n'.length + JSON.stringify(long).length - 2,
    );
  });
});
