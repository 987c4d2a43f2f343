import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import type { JsonObject } from '../../src/base/json/json-object.js';
import { merge, parseValue, readData, readValue, setPath } from '../../src/cli/command/input/body.js';
import { readStdin } from '../../src/cli/command/input/read-input.js';
import { testWorld } from './world.js';

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'prototype', 'toString', ''),
  fc.string({ maxLength: 4 }),
);
const tree = fc.letrec<{ map: JsonObject; value: unknown }>((tie) => ({
  map: fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  value: fc.oneof({ depthSize: 'small' }, fc.jsonValue({ maxDepth: 0 }), fc.array(fc.integer()), tie('map')),
})).map;

const isMap = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reference implementation of the merge: every leaf of `over`, and the leaves of `base` that `over` does not
 * contain.
 */
function expected(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over;
  const names = [...new Set([...Object.keys(base), ...Object.keys(over)])];
  return Object.fromEntries(
    names.map((name) => {
      if (!Object.hasOwn(over, name)) return [name, base[name]];
      return [name, Object.hasOwn(base, name) ? expected(base[name], over[name]) : over[name]];
    }),
  );
}

const text = (value: unknown): string => JSON.stringify(value);

describe('merge', () => {
  test('maps are merged key by key, everything else is replaced by options', () => {
    fc.assert(
      fc.property(tree, tree, (base, over) => {
        const before = [text(base), text(over)];
        const merged = merge(base, over);
        expect(merged).toEqual(expected(base, over));
        expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
        // Neither side is changed.
        expect([text(base), text(over)]).toEqual(before);
      }),
    );
  });

  test('is neutral with an empty body, and idempotent', () => {
    fc.assert(
      fc.property(tree, tree, (base, over) => {
        expect(merge(base, {})).toEqual(base);
        expect(merge({}, over)).toEqual(over);
        expect(merge(merge(base, over), over)).toEqual(merge(base, over));
      }),
    );
  });

  test('labels of options are merged with those of the data; lists are replaced', () => {
    const base = { labels: { a: '1', b: '2' }, tagIds: ['x'], direction: 'outgoing' };
    expect(merge(base, { labels: { b: '3' }, tagIds: ['y'], direction: null })).toEqual({
      labels: { a: '1', b: '3' },
      tagIds: ['y'],
      direction: null,
    });
  });
});

describe('setPath', () => {
  const path = fc.array(
    key.filter((it) => !it.includes('.')),
    { minLength: 1, maxLength: 4 },
  );

  test('sets the value, keeps its siblings, and touches no prototype', () => {
    fc.assert(
      fc.property(tree, path, fc.jsonValue(), (target, steps, value) => {
        const marker = Object.keys(Object.prototype).length;
        const before = structuredClone(Object.fromEntries(Object.entries(target)));
        setPath(target, steps.join('.'), value);
        let found: unknown = target;
        for (const step of steps) {
          expect(isMap(found) && Object.hasOwn(found, step)).toBe(true);
          found = (found as JsonObject)[step];
        }
        expect(found).toEqual(value);
        for (const name of Object.keys(before))
          if (name !== steps[0]) expect(target[name]).toEqual(before[name]);
        expect(Object.keys(Object.prototype).length).toBe(marker);
      }),
    );
  });

  test('a hostile path changes only its target', () => {
    const target: JsonObject = {};
    setPath(target, '__proto__.polluted', true);
    setPath(target, 'constructor.prototype.polluted', true);
    expect(({} as JsonObject).polluted).toBeUndefined();
    expect(text(target)).toBe(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    );
  });

  test('replaces values that are not maps', () => {
    const target: JsonObject = { a: [1], b: 'x', c: null };
    for (const name of ['a', 'b', 'c']) setPath(target, `${name}.d`, 1);
    expect(target).toEqual({ a: { d: 1 }, b: { d: 1 }, c: { d: 1 } });
  });
});

describe('readData', () => {
  test.each([
    ['JSON', '{"name":"Shop","index":1}'],
    ['YAML', 'name: Shop\nindex: 1'],
    ['YAML in one line', '{name: Shop, index: 1,}'],
    ['JSON with a byte order mark', '\uFEFF{"name":"Shop","index":1}'],
  ])('reads %s as text, from a file and from stdin', async (_, content) => {
    const wanted = { name: 'Shop', index: 1 };
    const it = testWorld({ stdin: content });
    writeFileSync(join(it.directory, 'body.yaml'), content);
    expect(await readData(content, it.world)).toEqual(wanted);
    expect(await readData('@body.yaml', it.world)).toEqual(wanted);
    expect(await readData(`@${join(it.directory, 'body.yaml')}`, it.world)).toEqual(wanted);
    expect(await readData('-', it.world)).toEqual(wanted);
  });

  test('reads any JSON object unchanged', async () => {
    const { world } = testWorld();
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, fc.jsonValue(), { noNullPrototype: true }), async (value) => {
        const json = JSON.stringify(value);
        expect(await readData(json, world)).toEqual(JSON.parse(json));
      }),
    );
  });

  const refused = async (given: string, stdin = ''): Promise<ArchctlError> => {
    const it = testWorld({ stdin });
    writeFileSync(join(it.directory, 'bad.yaml'), 'name: Shop\nindex: 1\n  nested: [oops\n');
    mkdirSync(join(it.directory, 'folder'));
    const error = await readData(given, it.world).catch((thrown: unknown) => thrown);
    if (!(error instanceof ArchctlError)) throw new Error(`${given} gives ${text(error)}: ${String(error)}`);
    expect(error.kind).toBe('usage');
    return error;
  };

  test('an error names the file, the line and the column', async () => {
    const { message } = await refused('@bad.yaml');
    expect(message).toContain('Option --data: bad.yaml is neither JSON nor YAML: ');
    expect(message).toMatch(/at line \d+, column \d+/);
    expect((await refused('{"name": "Shop", "index": }}')).message).toMatch(/line 1, column \d+/);
    expect((await refused('-', '{"a": [1,\n2')).message).toContain('stdin');
  });

  test.each([
    ['[1, 2]', 'a list'],
    ['"text"', 'text'],
    ['just words', 'text'],
    ['null', 'empty'],
    ['42', 'a number'],
    ['', 'empty'],
  ])('%j is not an object', async (given, kind) => {
    const { message, facts } = await refused(given);
    expect(message).toBe(`Option --data: what it holds is ${kind}, not an object with fields.`);
    expect(facts.hint).toContain('or @FILE');
  });

  test('a file name without @ is not a file', async () => {
    const there = await refused('bad.yaml');
    expect(there.message).toBe('Option --data: "bad.yaml" is text, not an object with fields.');
    expect(there.facts.hint).toBe('Did you mean --data @bad.yaml?');
    expect((await refused('other.json')).facts.hint).toBe(
      'Use @FILE for a file; other.json does not exist here.',
    );
  });

  test('a JSON syntax error is reported with its position', async () => {
    expect((await refused('{"a": 1,}')).message).toBe(
      'Option --data: it is not valid JSON: line 1, column 9: a name in double quotes is missing.',
    );
    expect((await refused('-', '[{"a": 1}')).message).toBe(
      'Option --data: stdin is not valid JSON: line 1, column 10: a comma or ] is missing.',
    );
  });

  test('an unreadable file is named', async () => {
    expect((await refused('@nowhere.json')).message).toContain('cannot read nowhere.json');
    expect((await refused('@nowhere.json')).message).toContain('file not found');
    expect((await refused('@folder')).message).toContain('cannot read folder: it is a directory');
  });

  test('a terminal as stdin is refused at once', async () => {
    const { world } = testWorld({ tty: true });
    await expect(readStdin(world, '--data')).rejects.toMatchObject({ kind: 'usage' });
  });

  test('an error names the typed option', async () => {
    const { world } = testWorld();
    await expect(readValue('{', world, '--steps')).rejects.toThrow('Option --steps: it is neither');
  });
});

describe('parseValue', () => {
  test('an alias bomb is a usage error, reported quickly', async () => {
    const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
    for (let level = 1; level < 12; level++)
      lines.push(
        `a${level}: &a${level} [${Array(9)
          .fill(`*a${level - 1}`)
          .join(',')}]`,
      );
    await expect(parseValue(lines.join('\n'), 'Option --data: bomb.yaml')).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('bomb.yaml'),
    });
  });

  test('an unknown alias is a usage error', async () => {
    await expect(parseValue('a: *nothing', 'it')).rejects.toMatchObject({ kind: 'usage' });
  });

  test('a few aliases are accepted', async () => {
    expect(await parseValue('a: &x {b: 1}\nc: *x', 'it')).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  test('a key __proto__ is data in both notations', async () => {
    for (const given of ['{"__proto__": {"x": 1}}', '__proto__:\n  x: 1']) {
      const value = (await parseValue(given, 'it')) as JsonObject;
      expect(Object.keys(value)).toEqual(['__proto__']);
      expect(value.x).toBeUndefined();
      expect(JSON.stringify(merge({}, value))).toBe('{"__proto__":{"x":1}}');
    }
  });
});
