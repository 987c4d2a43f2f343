import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { command } from '../../src/cli/command/command.js';
import { refuseMissing } from '../../src/cli/command/input/missing.js';
import {
  choice,
  choices,
  flag,
  identifiers,
  longName,
  number,
  pairs,
  switches,
  text,
  texts,
} from '../../src/cli/command/options.js';
import type { Parsed } from '../../src/cli/command/parsed.js';
import { documentedInputs, positionalArguments } from '../../src/cli/command/positional.js';
import type { AnyCommand } from '../../src/cli/command/spec.js';
import { usageOf } from '../../src/cli/help/help.js';
import { parse } from '../../src/cli/line/parse.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { outputFile, outputFileOrFolder } from '../../src/commands/shared/output/output-file.js';
import { runs } from '../support/property-runs.js';

const run = async () => ({ kind: 'nothing' as const });
const COLORS = ['red', 'green', 'blue'] as const;

const spec = command({
  summary: 'Test',
  examples: {},
  args: {
    first: { name: 'FIRST', help: '', choices: ['a', 'b', 'c'] },
    others: { name: 'OTHER', help: '', variadic: true, optional: true },
  },
  options: {
    title: text('t', { body: 'title' }),
    last: number('n', { short: 'n', integer: true, min: 0 }),
    index: number('i'),
    pinned: flag('p'),
    color: choice(COLORS, 'c'),
    colors: choices(COLORS, 'c'),
    tag: identifiers('t'),
    line: texts('l', { short: 'l' }),
    label: pairs('l'),
    access: switches('a'),
    pair: { ...identifiers('p'), values: 2 },
    noWait: flag('w'),
    input: text('in'),
    showAllSteps: flag('s'),
    region: text('r', { env: 'TEST_REGION' }),
    size: number('s', { env: 'TEST_SIZE' }),
  },
  scope: ['org', 'landscape', 'landscapeVersion'],
  takesData: true,
  takesLimit: true,
  run,
});

const parsed = (argv: readonly string[], env: Record<string, string> = {}, of: AnyCommand = spec): Parsed =>
  parse(of, 'archctl test', argv, env);

const options = (...argv: string[]) => parsed(['a', ...argv]).options;

const refusal = (argv: readonly string[], env: Record<string, string> = {}, of = spec): ArchctlError => {
  try {
    parsed(argv, env, of);
  } catch (error) {
    if (error instanceof ArchctlError) {
      expect(error.kind).toBe('usage');
      return error;
    }
    throw error;
  }
  throw new Error(`${argv.join(' ')} was accepted`);
};

describe('parse, kinds of option', () => {
  test.each<[string[], Record<string, unknown>]>([
    [['--title', 'Shop'], { title: 'Shop' }],
    [['--title=a=b'], { title: 'a=b' }],
    [['--title', ''], { title: '' }],
    [['--title', '--pinned'], { title: '--pinned', pinned: undefined }],
    [['-n', '5'], { last: 5 }],
    [['-n5'], { last: 5 }],
    [['--last=0'], { last: 0 }],
    [['--index', '-1'], { index: -1 }],
    [['--index=-1.5'], { index: -1.5 }],
    [['--pinned'], { pinned: true }],
    [[], { pinned: undefined, noWait: undefined, title: undefined, tag: undefined }],
    [['--color', 'green'], { color: 'green' }],
    [['--colors', 'green, red'], { colors: ['green', 'red'] }],
    [['--colors', 'green', '--colors', 'blue,red'], { colors: ['green', 'blue', 'red'] }],
    [['--tag', 'x', '--tag', 'y,z'], { tag: ['x', 'y,z'] }],
    [['-l', 'one', '--line', 'two'], { line: ['one', 'two'] }],
    [['--label', 'team=web', '--label', 'q=a=b'], { label: { team: 'web', q: 'a=b' } }],
    [['--label', 'team='], { label: { team: '' } }],
    [['--access', 'L1=true', '--access', 'L2=false'], { access: { L1: true, L2: false } }],
    [['--pair', 'x', 'y', '--pinned'], { pair: ['x', 'y'], pinned: true }],
    [['--no-wait'], { noWait: true }],
    [['--show-all-steps'], { showAllSteps: true }],
  ])('%j', (argv, expected) => {
    expect(options(...argv)).toMatchObject(expected);
  });

  test('an option and the negated option of the same word coexist', () => {
    expect(options()).toMatchObject({ input: undefined });
    expect(parsed(['a', '--no-input', '--input', 'file'])).toMatchObject({
      options: { input: 'file' },
      globals: { noInput: true },
    });
    expect(parsed(['a', '--input', 'file', '--no-input'])).toMatchObject({
      options: { input: 'file' },
      globals: { noInput: true },
    });
    expect(parsed(['a', '--input', 'file']).globals.noInput).toBeUndefined();
    expect(parsed(['a', '--no-color', '--color', 'red'])).toMatchObject({
      options: { color: 'red' },
      globals: { noColor: true },
    });
  });

  test('null is a value', () => {
    const none = command({
      summary: '',
      examples: {},
      options: {
        way: {
          help: '',
          value: 'WAY',
          env: 'TEST_WAY',
          parse: (given: string) => (given === 'none' ? null : given),
        },
      },
      run,
    });
    expect(parsed(['--way', 'none'], {}, none).options).toEqual({ way: null });
    expect(parsed(['--way', 'none'], { TEST_WAY: 'out' }, none).options).toEqual({ way: null });
  });

  test('a key of pairs cannot reach a prototype', () => {
    const label = options('--label', '__proto__=x').label as object;
    expect(Object.getPrototypeOf(label)).toBe(Object.prototype);
    expect(Object.entries(label)).toEqual([['__proto__', 'x']]);
  });
});

describe('parse, errors', () => {
  test.each([
    [['--pair', 'x'], '1'],
    [['--pair', 'x', '--pinned'], '1'],
    [['--pair', 'x', 'y', 'z'], '3'],
  ])('%j has the wrong number of values', (argv, count) => {
    expect(refusal(['a', ...argv]).message).toBe(`Option --pair requires 2 values but has ${count}.`);
  });

  test.each<[string[], string]>([
    [['a', '--color', 'pink'], 'Option --color: "pink" is not one of red, green, blue.'],
    [['a', '--colors', 'red,pink'], 'Option --colors: "pink" is not one of red, green, blue.'],
    [['a', '-o', 'xml'], 'Option --output: "xml" is not one of table, json, ndjson, yaml, csv.'],
    [['a', '--timeout', 'abc'], 'Option --timeout: "abc" is not a number.'],
    // An unset shell variable must not read or delete other records.
    [['a', '--timeout', ''], 'Option --timeout: its value is empty.'],
    [['a', '--landscape', ''], 'Option --landscape: its value is empty.'],
    [['a', '--landscape='], 'Option --landscape: its value is empty.'],
    [['a', '--org', ' '], 'Option --org: its value is empty.'],
    [['a', '-p', ''], 'Option --profile: its value is empty.'],
    [['a', '--tag', 'x', '--tag', ''], 'Option --tag: its value is empty.'],
    [['a', '--data', ''], 'Option --data: its value is empty.'],
    [['a', '--index', ''], 'Option --index: its value is empty.'],
    [['a', '--timeout', 'Infinity'], 'Option --timeout: "Infinity" is not a number.'],
    [['a', '--timeout', '0'], 'Option --timeout: 0 is below 0.001.'],
    [['a', '--retries', '1.5'], 'Option --retries: "1.5" is not a whole number.'],
    [['a', '-n', '-1'], 'Option --last: -1 is below 0.'],
    [['a', '--limit', '0'], 'Option --limit: 0 is below 1.'],
    [['a', '--label', 'nothing'], 'Option --label: "nothing" is not KEY=VALUE.'],
    [['a', '--label', '=x'], 'Option --label: "=x" is not KEY=VALUE.'],
    [['a', '--access', 'L=maybe'], 'Option --access: "L=maybe" is not ID=true or ID=false.'],
    [['z'], 'Argument FIRST: "z" is not one of a, b, c.'],
    [['a', ''], 'Argument OTHER is empty.'],
    [['a', '--nope'], "Unknown option '--nope'."],
    [['a', '--titel', 'x'], "Unknown option '--titel'."],
    [['a', '--title'], 'Option --title: its value is missing.'],
  ])('%j', (argv, message) => {
    expect(refusal(argv).message).toBe(message);
  });

  test('a similar choice is suggested', () => {
    expect(refusal(['a', '--color', 'gren']).facts.hint).toBe('Did you mean "green"?');
    expect(refusal(['a', '--color', 'xyzzy']).facts.hint).toBeUndefined();
  });

  test('excess arguments are rejected', () => {
    const bare = command({ summary: '', examples: {}, run });
    const error = refusal(['one', 'two'], {}, bare);
    expect(error.message).toContain('Unexpected argument');
    expect(error.facts.hint).toBe('"archctl test --help" shows the usage.');
  });

  test('a required argument must be present, unless the person is prompted for it', () => {
    const missing = (prompted: string[]) => () => refuseMissing(spec, 'archctl test', parsed([]), prompted);
    expect(missing([])).toThrow('Argument FIRST is missing.');
    expect(missing(['first'])).not.toThrow();
  });

  test('a required option without a body field must be present', () => {
    const needs = command({
      summary: '',
      examples: {},
      options: { file: text('f', { required: true }), name: text('n', { required: true, body: 'name' }) },
      run,
    });
    const missing = (argv: string[]) => () => refuseMissing(needs, 'archctl test', parsed(argv, {}, needs));
    expect(missing([])).toThrow('Option --file is missing.');
    // `--data` may contain body fields: they are checked with the body.
    expect(missing(['--file', 'x'])).not.toThrow();
  });
});

describe('parse, hidden aliases', () => {
  const writes = command({
    summary: '',
    examples: {},
    options: { out: outputFileOrFolder('Place') },
    run,
  });
  const outOf = (...argv: string[]) => parsed(argv, {}, writes).options.out;

  test('are equivalent to the option', () => {
    expect(outOf('--out', 'a')).toBe('a');
    expect(outOf('--file', 'a.svg')).toBe('a.svg');
    expect(outOf('--file=-')).toBe('-');
  });

  test('--dir always names a folder', () => {
    expect(outOf('--dir', 'v1.2')).toBe('v1.2/');
    expect(outOf('--dir=a/')).toBe('a/');
  });

  test.each([
    [['--out', 'a', '--file', 'b'], '--out and --file cannot be combined.'],
    [['--dir', 'a', '--file', 'b'], '--dir and --file cannot be combined.'],
    [['--file', ''], 'Option --file: its value is empty.'],
    [['--dir'], 'Option --dir: its value is missing.'],
  ])('%j is a usage error', (argv, message) => {
    expect(() => outOf(...argv)).toThrow(message);
  });

  test('are not suggested, and are not the name of a missing option', () => {
    const required = command({
      summary: '',
      examples: {},
      options: { out: outputFile('File', { required: true }) },
      run,
    });
    expect(() => refuseMissing(required, 'archctl test', parsed([], {}, required))).toThrow(
      'Option --out is missing.',
    );
    const [error] = [() => parsed(['--fil', 'x'], {}, required)].map((fails) => {
      try {
        return fails();
      } catch (caught) {
        return caught;
      }
    });
    expect(error).toMatchObject({ facts: { hint: expect.not.stringContaining('--file') } });
  });
});

describe('parse, environment', () => {
  test('replaces options and is validated like them', () => {
    const env = { TEST_REGION: 'north', TEST_SIZE: '3', ARCHCTL_OUTPUT: 'json', ARCHCTL_PROFILE: 'ci' };
    expect(parsed(['a'], env)).toMatchObject({
      options: { region: 'north', size: 3 },
      // Profile and base URL are resolved with their sources, by the settings.
      globals: { output: 'json', profile: undefined },
    });
    expect(parsed(['a', '--region', 'south', '-o', 'csv'], env)).toMatchObject({
      options: { region: 'south' },
      globals: { output: 'csv' },
    });
    expect(parsed(['a'], { TEST_REGION: '' }).options.region).toBeUndefined();
  });

  test('a wrong value names the variable', () => {
    expect(refusal(['a'], { ARCHCTL_OUTPUT: 'xml' }).message).toBe(
      'Environment variable ARCHCTL_OUTPUT: "xml" is not one of table, json, ndjson, yaml, csv.',
    );
    expect(refusal(['a'], { ARCHCTL_TIMEOUT: 'soon' }).message).toContain('ARCHCTL_TIMEOUT');
  });

  test('scopes are left to the settings, which know the order', () => {
    const env = { ARCHCTL_ORG: 'O', ARCHCTL_LANDSCAPE: 'L', ARCHCTL_LANDSCAPE_VERSION: 'V' };
    expect(parsed(['a'], env).scope).toEqual({});
    expect(parsed(['a', '--org', 'X', '--landscape-version', 'Y'], env).scope).toEqual({
      org: 'X',
      landscape: undefined,
      landscapeVersion: 'Y',
    });
  });
});

describe('parse, --', () => {
  const rest = command({ summary: '', examples: {}, takesRest: true, options: { seed: text('s') }, run });

  test('passes on everything after it, unchanged', () => {
    expect(parsed(['--seed', 'x', '--', 'npm', '--help', '--', '-o'], {}, rest)).toMatchObject({
      options: { seed: 'x' },
      rest: ['npm', '--help', '--', '-o'],
    });
    expect(parsed([], {}, rest).rest).toEqual([]);
  });

  test('ends the options of other commands', () => {
    expect(parsed(['a', '--', '--title'])).toMatchObject({ args: { others: ['--title'] }, rest: [] });
  });
});

describe('parse, any combination', () => {
  const filled = fc.string({ minLength: 1, maxLength: 12 }).filter((it) => it.trim() !== '');
  const word = filled.filter((it) => !it.startsWith('-'));
  const key = word.filter((it) => !it.includes('='));
  const values = fc.record(
    {
      title: fc.string(),
      last: fc.nat(),
      index: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((it) => !Object.is(it, -0)),
      pinned: fc.constant(true),
      color: fc.constantFrom(...COLORS),
      colors: fc.array(fc.constantFrom(...COLORS), { minLength: 1 }),
      tag: fc.array(filled, { minLength: 1 }),
      label: fc.dictionary(key, fc.string(), { minKeys: 1, noNullPrototype: true }),
      access: fc.dictionary(key, fc.boolean(), { minKeys: 1, noNullPrototype: true }),
      noWait: fc.constant(true),
      input: filled,
    },
    { requiredKeys: [] },
  );

  const spelled = (name: string, value: unknown, glued: boolean): string[] => {
    const long = longName(name);
    const one = (it: string) => (glued ? [`${long}=${it}`] : [long, it]);
    if (value === true) return [long];
    if (Array.isArray(value)) return value.flatMap((it) => one(String(it)));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([at, it]) => one(`${at}=${it}`));
    return one(String(value));
  };

  test('is parsed in any order, attached or separate', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(word),
        fc.boolean(),
        fc.boolean(),
        fc.integer(),
        (given, others, glued, json, seed) => {
          const entries = Object.entries(given);
          const turned = [...entries.slice(Math.abs(seed) % (entries.length + 1)), ...entries].filter(
            (entry, index, all) => all.indexOf(entry) === index,
          );
          const argv = ['a', ...turned.flatMap(([name, value]) => spelled(name, value, glued)), ...others];
          const result = parsed(json ? ['-o', 'json', ...argv] : argv);
          expect(
            Object.fromEntries(Object.entries(result.options).filter(([, it]) => it !== undefined)),
          ).toEqual(given);
          expect(result.args).toEqual({ first: 'a', others });
          expect(result.globals.output).toBe(json ? 'json' : undefined);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('an argument that sets an option', () => {
  const fields = {
    title: text('Title', { required: true, body: 'title' }),
    color: choice(COLORS, 'Colour', { body: 'color' }),
  };
  const made = command({
    summary: 'Test',
    examples: {},
    args: positionalArguments(fields, { title: 'TITLE', color: 'COLOR' }),
    options: fields,
    takesData: true,
    run,
  });
  const given = (...argv: string[]) => parsed(argv, {}, made).options;

  test('sets it as the option does, and both forms mix', () => {
    expect(given('Shop', 'red')).toEqual({ title: 'Shop', color: 'red' });
    expect(given('Shop', '--color', 'red')).toEqual({ title: 'Shop', color: 'red' });
    expect(given('--title', 'Shop')).toEqual({ title: 'Shop' });
    expect(given('--data', '{}')).toEqual({});
  });

  test('is refused beside the option, with both values', () => {
    expect(() => given('Shop', '--title', 'Store')).toThrow(
      expect.objectContaining({
        kind: 'usage',
        message: 'The argument TITLE and --title cannot be combined.',
        facts: { hint: 'They set the same value, here "Shop" and "Store". Leave one out.' },
      }),
    );
  });

  test('has the checks of the option', () => {
    expect(() => given('Shop', 'rde')).toThrow('Argument COLOR: "rde" is not one of red, green, blue.');
    expect(() => given(' ')).toThrow('Argument TITLE is empty.');
  });

  test('is documented as required in its place', () => {
    expect(usageOf(made, 'archctl test')).toBe('archctl test TITLE [COLOR] [options]');
    expect(documentedInputs(made).options.title).toMatchObject({
      help: 'Title; same as the argument TITLE',
    });
    expect(documentedInputs(made).options.title?.required).toBeUndefined();
  });
});

describe('every command', () => {
  test.each(REGISTRY.commands.map((entry) => [entry.path.join(' '), entry] as const))(
    '%s',
    async (name, entry) => {
      const { default: it } = await entry.load();
      const { GLOBAL_OPTIONS } = await import('../../src/cli/command/globals.js');
      const { sharedOptions } = await import('../../src/cli/command/shared-options.js');
      // One name, one meaning: no option of a command hides a global one; -o may accept additional values.
      const shared = { ...GLOBAL_OPTIONS, ...sharedOptions(it) };
      const all = [...Object.entries(shared), ...Object.entries(it.options)];
      const names = all.map(([key]) => longName(key));
      expect(new Set(names).size, `${name}: ${names.join(' ')}`).toBe(names.length);
      const shorts = all.flatMap(([, option]) => ('short' in option && option.short ? [option.short] : []));
      expect(new Set(shorts).size, `${name}: ${shorts.join(' ')}`).toBe(shorts.length);
      // With arguments only, an option has a value only if an argument sets it.
      const plain = Object.values(it.args).filter(({ sets }) => sets === undefined);
      const args = plain.map((argument) => argument.choices?.[0] ?? argument.name);
      const required = Object.entries(it.options).filter(([, option]) => option.required && !option.body);
      const given = required.flatMap(([key, option]) => [longName(key), option.choices?.[0] ?? 'x']);
      const values = Object.values(parsed([...args, ...given], {}, it).options);
      expect(values.filter((value) => value !== undefined)).toHaveLength(required.length);
    },
  );
});
