import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseValue, setPath } from '../../src/cli/command/input/body.js';
import { testWorld } from './world.js';

const FORMATS = ['json', 'ndjson', 'yaml', 'csv', 'table'] as const;
const nested = (levels: number, [open, close]: readonly [string, string] = ['[', ']']): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

describe('a response of maximum depth', () => {
  const text = `{"organizations":${nested(199)},"secret":"s"}`;

  test.each([
    ['as data', []],
    ['with its headers', ['-i']],
    ['through a query', ['--query', 'organizations']],
    ['through a deep query', ['--query', `organizations${'[0]'.repeat(190)}`]],
    ['flattened', ['--query', 'organizations[]']],
    ['with some fields', ['--fields', 'organizations']],
    ['with debugging', ['--debug']],
  ])('is printed in every format: %s', async (_, more) => {
    for (const tty of [false, true]) {
      for (const format of FORMATS) {
        const it = testWorld({ reply: () => ({ text }), tty });
        expect(await it.run('api', 'GET', 'organizations', '-o', format, ...more), it.stderr()).toBe(0);
      }
      const plain = testWorld({ reply: () => ({ text }), tty });
      expect(await plain.run('api', 'GET', 'organizations', ...more)).toBe(0);
    }
  });

  test.each(FORMATS)('one level more is rejected before anything is printed: %s', async (format) => {
    const it = testWorld({ reply: () => ({ text: `[${text}]` }) });
    expect(await it.run('api', 'GET', 'organizations', '-o', format, '--debug')).toBe(7);
    expect([it.stdout(), it.stderr()]).toEqual(['', expect.stringContaining('200 levels deep')]);
  });
});

describe('trees of flat records', () => {
  const object = (at: number) => ({
    ...{ id: `o${at}`, name: `Object ${at}`, type: 'system', status: 'live' },
    ...(at === 0 ? {} : { parentId: `o${at - 1}` }),
  });
  const chain = (length: number) => ({
    json: { modelObjects: Array.from({ length }, (_, at) => object(at)) },
  });
  const TREE = ['object', 'tree', '--landscape', 'l'];

  test.each(FORMATS)('are printed up to the maximum depth: %s', async (format) => {
    const it = testWorld({ reply: () => chain(91) });
    expect(await it.run(...TREE, '-o', format), it.stderr()).toBe(0);
  });

  test('are rejected beyond it, and shown partially', async () => {
    const it = testWorld({ reply: () => chain(20_000) });
    expect(await it.run(...TREE, '-o', 'json')).toBe(7);
    expect(it.error()).toMatchObject({ message: 'The objects are nested more than 90 levels deep.' });
    const part = testWorld({ reply: () => chain(20_000) });
    expect(await part.run(...TREE, '--depth', '3')).toBe(0);
    expect(part.stdout()).toContain('Object 3');
  });

  test('are rejected if actions cause each other in a cycle', async () => {
    let asked = 0;
    const log = () => ({
      ...{ id: `log${asked}`, landscapeId: 'l', performedAt: '2026-01-01T00:00:00Z' },
      ...{ action: { type: 'x', id: 'i' }, performedByName: 'Ann' },
    });
    const it = testWorld({
      reply: () => {
        asked += 1;
        return { json: { actionLog: log(), actionLogs: [log()] } };
      },
    });
    expect(await it.run('logs', 'tree', 'log1', '--landscape', 'l', '-o', 'json')).toBe(7);
    expect(it.error().message).toBe('The actions are nested more than 90 levels deep.');
    expect(asked).toBeLessThan(100);
  });
});

describe('input', () => {
  const CREATE = ['api', 'POST', 'organizations', '-o', 'json'];
  const endless = async function* () {
    for (;;) yield Buffer.alloc(1024 * 1024, ' ');
  };

  test.runIf(process.platform === 'linux').each([
    ['--input', ['--input', '/dev/zero']],
    ['-F x', ['-F', 'x=@/dev/zero']],
  ])('from an endless device is limited: %s', async (option, argv) => {
    const it = testWorld();
    expect(await it.run(...CREATE, ...argv)).toBe(2);
    expect(it.error()).toMatchObject({
      kind: 'usage',
      message: `Option ${option}: /dev/zero is larger than 64 MB.`,
    });
    expect(it.requests).toEqual([]);
  });

  test('from an endless stdin is limited', async () => {
    const it = testWorld();
    it.world.stdin = Object.assign(Readable.from(endless()), { isTTY: false });
    expect(await it.run(...CREATE, '--input', '-')).toBe(2);
    expect(it.error().message).toBe('Option --input: stdin is larger than 64 MB.');
  });

  test('from a file of maximum size is read completely', async () => {
    const it = testWorld({ reply: () => ({ json: {} }) });
    writeFileSync(join(it.directory, 'body.json'), `"${'x'.repeat(3_000_000)}"`);
    expect(await it.run(...CREATE, '-F', 'a=@body.json')).toBe(0);
    expect(String(it.requests[0]?.body).length).toBe(3_000_008);
  });

  test.each([
    ['JSON', nested(201)],
    ['JSON, very deep', nested(100_000)],
    ['JSON of objects', nested(201, ['{"a":', '}'])],
    ['YAML in brackets', `${nested(201)} # not JSON`],
    ['YAML in brackets, very deep', `${nested(30_000)} # not JSON`],
    ['YAML by dashes', `${'- '.repeat(300)}1`],
    ['YAML by dashes, very deep', `${'- '.repeat(20_000)}1`],
    ['YAML by indentation', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    [
      'YAML by aliases',
      Array.from({ length: 300 }, (_, at) => `a${at}: &a${at} [${at === 0 ? 1 : `*a${at - 1}`}]`).join('\n'),
    ],
  ])('is rejected if it is too deep: %s', async (_, text) => {
    const it = testWorld();
    expect(await it.run(...CREATE, '-F', `x=${text}`)).toBe(2);
    expect(it.error()).toMatchObject({
      kind: 'usage',
      message: expect.stringMatching(/nested more than 200 levels deep|cannot be expanded/),
    });
  });

  test('of maximum depth is accepted', async () => {
    const it = testWorld({ reply: () => ({ json: {} }) });
    expect(await it.run(...CREATE, '-F', `x=${nested(198)} # YAML`, '--dry-run')).toBe(0);
    expect(await it.run(...CREATE, '-F', `x=${nested(198)}`)).toBe(0);
  });

  test('with too many values is rejected', async () => {
    await expect(parseValue(`[${'0,'.repeat(4_000_001)}0]`, 'It')).rejects.toMatchObject({
      kind: 'usage',
      message: 'It holds more than 4 million values.',
    });
    await expect(parseValue(`- a\n${'- 0\n'.repeat(1_100_000)}`, 'It')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('longer than YAML may be'),
    });
  });

  test('a dry run shows a body that is too deep as plain text', async () => {
    const it = testWorld();
    writeFileSync(join(it.directory, 'deep.json'), nested(5_000));
    expect(await it.run(...CREATE, '--input', 'deep.json', '--dry-run'), it.stderr()).toBe(0);
    expect(it.json().body).toBe(nested(5_000));
  });

  test('field names are limited as well', async () => {
    const it = testWorld();
    expect(await it.run(...CREATE, '-f', `${'a.'.repeat(50_000)}a=1`)).toBe(2);
    expect(it.error().message).toContain('200 levels deep');
    const target = {};
    setPath(target, 'a.b', 1);
    setPath(target, `${'c.'.repeat(199)}c`, 1);
    expect(Object.keys(target)).toEqual(['a', 'c']);
  });
});
