import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { jsonShape, MAX_DEPTH, readJson } from '../../src/base/json/json-shape.js';
import { plainPalette } from '../../src/terminal/color.js';
import { fitColumns } from '../../src/terminal/formats/fit-columns.js';
import { formatJson, indentedJson } from '../../src/terminal/formats/format-json.js';
import { formatRecord } from '../../src/terminal/formats/format-record.js';
import { formatYaml } from '../../src/terminal/formats/format-yaml.js';
import type { Result } from '../../src/terminal/types.js';
import { displayWidth, truncate } from '../../src/terminal/width.js';
import { testTerminal } from '../support/terminal.js';

/** Nested lists or objects of the maximum depth of a response. */
const deep = (levels: number, [open, close]: readonly [string, string]): unknown =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`);
const BRACKETS = { lists: ['[', ']'], objects: ['{"a":', '}'] } as const;

/** A result that is the same in every format. */
const results = (value: unknown): Record<string, Result> => ({
  list: { kind: 'list', items: [{ id: 'a', value }], columns: [{ key: 'id' }, { key: 'value' }] },
  record: { kind: 'record', record: { id: 'a', value }, columns: [{ key: 'id' }, { key: 'value' }] },
  drawing: { kind: 'drawing', data: value, draw: () => '' },
});

describe.each(Object.entries(BRACKETS))('%s of maximum depth', (_, brackets) => {
  // A list of records adds two levels.
  const value = deep(MAX_DEPTH, brackets);

  it.each(['json', 'ndjson', 'yaml', 'csv', 'table'] as const)('are printed as %s', async (format) => {
    for (const tty of [false, true]) {
      for (const query of [undefined, '@', '*', '[]', 'to_string(@)']) {
        for (const [name, result] of Object.entries(results(value))) {
          const { terminal, stdout } = await testTerminal({ format, tty, ...(query ? { query } : {}) });
          await terminal.render(result);
          if (query === '@' && format !== 'table') expect(stdout(), `${name} with ${query}`).not.toBe('');
        }
      }
    }
  });

  it('are the same in json and yaml', async () => {
    expect(JSON.parse(formatJson(value, { pretty: true }))).toEqual(value);
    expect(parse(await formatYaml(value))).toEqual(value);
  });
});

/** More than the engine accepts as arguments of a call. */
const MANY = 130_000;

describe('large data', () => {
  it('is indented only if the engine allows the length', () => {
    const many = JSON.stringify(Array.from({ length: 20_000 }, () => 0));
    const value: unknown = JSON.parse(`${'['.repeat(150)}${many}${']'.repeat(150)}`);
    expect(indentedJson(value).split('\n').length).toBeGreaterThan(20_000);
    const [open, close] = ['['.repeat(190), ']'.repeat(190)];
    const more: unknown = JSON.parse(`${open}${Array(1_000_000).fill('0').join()}${close}`);
    expect(indentedJson(more)).not.toContain('\n');
  });

  it('is rejected as too large for YAML', async () => {
    await expect(formatYaml(Array(1_000_001).fill(0))).rejects.toMatchObject({
      kind: 'usage',
      facts: { hint: expect.stringContaining('ndjson') },
    });
  });

  it('fields fit a table', async () => {
    const wide = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`field${at}`, at]));
    for (const tty of [true, false]) {
      const { terminal, stdout } = await testTerminal({ format: 'table', tty, query: '@' });
      await terminal.render({ kind: 'list', items: [wide], columns: [] });
      expect(stdout()).toContain('0');
    }
  });

  it('lines fit a record', async () => {
    const { terminal, stdout } = await testTerminal({ format: 'table', tty: true });
    const text = 'line\n'.repeat(MANY);
    await terminal.render({ kind: 'record', record: { text }, columns: [{ key: 'text' }] });
    expect(stdout().split('\n').length).toBeGreaterThanOrEqual(MANY);
  });
});

it('a record looks the same when it is large', async () => {
  const texts = ['a', '', '漢字', 'wide text', '1', 'two\nlines', '🪐 é'];
  const options = { width: 80, reader: 'pipe', palette: plainPalette, now: new Date(0) } as const;
  const drawn = (count: number): Promise<string> => {
    const keys = Array.from({ length: count }, (_, at) => `field${String(at).padStart(4, '0')}`);
    const record = Object.fromEntries(keys.map((key, at) => [key, texts[at % texts.length]]));
    return formatRecord(
      record,
      keys.map((key) => ({ key })),
      options,
    );
  };
  const [few, many] = [await drawn(500), await drawn(6_000)];
  expect(many.startsWith(few)).toBe(true);
});

describe('width', () => {
  it('of an endless text is measured up to the limit', () => {
    const text = '漢'.repeat(300_000);
    expect(displayWidth(text, 81)).toBeGreaterThanOrEqual(81);
    expect(displayWidth(text, 81)).toBeLessThan(84);
    expect(truncate(text, 80)).toBe(`${'漢'.repeat(39)}…`);
  });

  it('selects the same of many columns as one by one', () => {
    const sizes = Array.from({ length: 300 }, (_, at) => ({
      kind: 'text' as const,
      priority: 1 + ((at * 7) % 5),
      natural: 1 + ((at * 13) % 30),
    }));
    const kept = fitColumns(sizes, 100, { keepIds: false });
    const few = sizes.map((size, index) => ({ ...size, index })).filter(({ priority }) => priority === 1);
    // Only the most important are left, and the first of them.
    expect(kept.map(({ index }) => index)).toEqual(few.slice(0, kept.length).map(({ index }) => index));
    expect(kept.length).toBeGreaterThan(5);
  });
});

describe('the shape of a JSON text', () => {
  it.each([
    ['1', 0],
    ['[]', 1],
    ['{"a":[{"b":[]}]}', 4],
    ['["]]]{{{","\\"[[["]', 1],
    ['["\\\\",[["\\\\\\""]]]', 3],
  ])('%s is %i deep', (text, depth) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(jsonShape(text).depth).toBe(depth);
  });

  it('is computed for invalid JSON too, and terminates', () => {
    expect(jsonShape('["[[[').depth).toBe(1);
    expect(jsonShape('\\"'.repeat(200_000)).depth).toBe(0);
    expect(readJson('nonsense')).toBeUndefined();
  });
});
