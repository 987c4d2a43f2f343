import { Command, Option } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OptionSpec } from '../../src/cli/command/value-spec.js';
import { optionsOf, parse } from '../../src/cli/line/parse.js';
import { type OptionShape, readLine, readOptions, type Token } from '../../src/cli/line/read-line.js';
import { readArgv, route, shapesOf } from '../../src/cli/line/route.js';
import { formatOf } from '../../src/cli/run/run.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { complete } from '../../src/completion/complete.js';
import { TREE } from '../../src/completion/tree.generated.js';
import { OUTPUT_FORMATS } from '../../src/terminal/types.js';
import { runs } from '../support/property-runs.js';

const SHAPES: readonly OptionShape[] = [
  { name: '--output', short: '-o', takesValue: true },
  { name: '--quiet', short: '-q' },
  { name: '--yes', short: '-y' },
  { name: '--no-input' },
  { name: '--input', takesValue: true },
  { name: '--pair', takesValue: true, values: 2 },
];

/** A token in short: `-o` for an option, `?-x` for an unknown one, `-o=json` for a value, else kind and text. */
const inShort = (token: Token<OptionShape>): string => {
  if (token.kind === 'option') return token.option ? token.text : `?${token.text}`;
  if (token.kind === 'value') return `${token.option.short ?? token.option.name}=${token.text}`;
  return `${token.kind} ${token.text}`;
};

const read = (...argv: string[]): string[] => readOptions(argv, SHAPES).map(inShort);

describe('options', () => {
  test.each<[string[], string[]]>([
    [
      ['-o', 'json'],
      ['-o', '-o=json'],
    ],
    [['-ojson'], ['-o', '-o=json']],
    [['-o=json'], ['-o', '-o==json']],
    [['--output=a=b'], ['--output', '-o=a=b']],
    [['--output='], ['--output', '-o=']],
    [['-qyojson'], ['-q', '-y', '-o', '-o=json']],
    [
      ['-qo', 'json', 'x'],
      ['-q', '-o', '-o=json', 'operand x'],
    ],
    [
      ['--no-input', '--input', '--no-input'],
      ['--no-input', '--input', '--input=--no-input'],
    ],
    [
      ['-o', '--', '--', '-q'],
      ['-o', '-o=--', 'terminator --', 'operand -q'],
    ],
    [
      ['-', '', '-1', '-.5e3', '-o', '-1'],
      ['operand -', 'operand ', 'operand -1', 'operand -.5e3', '-o', '-o=-1'],
    ],
    [
      ['--nope', 'x', '--nope=x', '--quiet=x', '--outp'],
      ['?--nope', 'operand x', '?--nope=x', '?--quiet=x', '?--outp'],
    ],
    [
      ['-xq', '-xo', 'json'],
      ['?-x', '-q', '?-x', '-o', '-o=json'],
    ],
    [
      ['--pair', 'a', 'b', 'c'],
      ['--pair', '--pair=a', '--pair=b', 'operand c'],
    ],
    [
      ['--pair', '-q', '-1', '-q'],
      ['--pair', '--pair=-q', '--pair=-1', '-q'],
    ],
    [
      ['--pair', 'a', '-q', '--pair=a', 'b'],
      ['--pair', '--pair=a', '-q', '--pair', '--pair=a', 'operand b'],
    ],
    [
      ['--pair', 'a', '--', 'b'],
      ['--pair', '--pair=a', 'terminator --', 'operand b'],
    ],
  ])('%j', (argv, expected) => {
    expect(read(...argv)).toEqual(expected);
  });

  test('have positions, with which values can be found in their words', () => {
    const argv = ['-qojson', 'x', '--input=y', '--output', 'z'];
    const values = readOptions(argv, SHAPES).flatMap((it) => (it.kind === 'value' ? [it] : []));
    expect(values.map(({ at, start }) => [at, start])).toEqual([
      [0, 3],
      [2, 8],
      [4, 0],
    ]);
    for (const { at, start, text } of values) expect(argv[at]?.slice(start)).toBe(text);
  });
});

describe('names', () => {
  const names = {
    commands: [{ path: ['thing', 'list'], aliases: ['ls'] }, { path: ['quota'] }],
    nouns: [{ path: ['thing'], aliases: ['things'] }],
  };
  const line = (...argv: string[]) => readLine(argv, names, (it) => (it ? SHAPES : SHAPES.slice(0, 2)));

  test('are canonical, and end with the command', () => {
    const found = line('-o', 'thing', 'things', '-q', 'ls', 'list', '--', 'quota');
    expect(found).toMatchObject({
      path: ['thing', 'list'],
      command: names.commands[0],
      unknownAt: undefined,
    });
    expect(found.tokens.map(inShort)).toEqual([
      ...['-o', '-o=thing', 'name things', '-q', 'name ls', 'operand list', 'terminator --', 'operand quota'],
    ]);
  });

  test('may be missing or unknown', () => {
    expect(line('thing')).toMatchObject({ path: ['thing'], command: undefined, unknownAt: undefined });
    expect(line('--', 'quota')).toMatchObject({ path: [], command: undefined, unknownAt: undefined });
    expect(line('thing', 'nope', 'list')).toMatchObject({
      path: ['thing'],
      command: undefined,
      unknownAt: 1,
    });
  });

  test('determine which options are recognized', () => {
    expect(line('-y', 'quota', '-y').tokens.map(inShort)).toEqual(['?-y', 'name quota', '-y']);
  });

  test('may be followed by an option that needs a value', () => {
    expect(line('quota', '-o').expects?.name).toBe('--output');
    expect(line('quota', '--pair', 'a').expects?.name).toBe('--pair');
    expect(line('quota', '--pair', 'a', 'b').expects).toBeUndefined();
    expect(line('quota', '--pair', 'a', '-q').expects).toBeUndefined();
    expect(line('quota', '--output=').expects).toBeUndefined();
  });
});

/** Options with values and operands, as the reader finds them. */
const summaryOf = (tokens: readonly Token<OptionShape>[]) => {
  const options: [name: string, ...values: string[]][] = [];
  for (const it of tokens) {
    if (it.kind === 'option') options.push([it.option?.name ?? '?']);
    if (it.kind === 'value') options.at(-1)?.push(it.text);
  }
  const operands = tokens.flatMap(({ kind, text }) => (kind === 'operand' ? [text] : []));
  return { options, operands };
};

describe('any line', () => {
  const spelling = fc.constantFrom(
    ...SHAPES.filter(({ values }) => !values).flatMap(({ name, short, takesValue }) => [
      name,
      ...(short ? [short, `-q${short.slice(1)}`, `-y${short.slice(1)}x`] : []),
      ...(takesValue ? [`${name}=x`, `${name}=`, `${name}=-q`] : []),
    ]),
  );
  const word = fc.oneof(
    spelling,
    fc.constantFrom('--', '-', '', '-1', '-q1', '--input', 'x', '-o-'),
    fc.string(),
  );

  test('is read as commander reads it', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
        const tokens = readOptions(argv, SHAPES);
        const { options, operands } = summaryOf(tokens);
        fc.pre(options.every(([name]) => name !== '?' && name !== '--pair'));
        const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
        const found: string[][] = [];
        for (const { name, short, takesValue } of SHAPES) {
          program.addOption(new Option(`${short ? `${short}, ` : ''}${name}${takesValue ? ' <x>' : ''}`));
          program.on(`option:${name.slice(2)}`, (text) => found.push([name, ...(takesValue ? [text] : [])]));
        }
        const last = tokens.at(-1);
        if (last?.kind === 'option' && last.option?.takesValue) {
          expect(() => program.parseOptions(argv)).toThrow(/argument missing/);
          return;
        }
        expect(program.parseOptions(argv)).toEqual({ operands, unknown: [] });
        expect(found).toEqual(options);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('any line of a command', () => {
  const ANY = { words: { name: 'WORD', help: '', variadic: true, optional: true } };
  /** The same options with any value. */
  const taking = (options: Record<string, OptionSpec>): Record<string, OptionSpec> =>
    Object.fromEntries(Object.entries(options).map(([key, it]) => [key, { ...it, parse: (text) => text }]));

  test('is read the same by routing, parser, completion and error reports', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...REGISTRY.commands), fc.gen(), async (entry, g) => {
        const { default: spec } = await entry.load();
        const known = optionsOf(spec);
        const shapes = shapesOf(known).filter(({ name }) => name !== '--help');
        const value = (): string =>
          g(() => fc.constantFrom('json', 'yaml', '-o', '-qo', '--output=csv', '--', 'x'));
        const output = (): string[] =>
          g(() =>
            fc.constantFrom(['-o', 'json'], ['-oyaml'], ['--output=csv'], ['-qo', 'ndjson'], ['-q'], []),
          );
        const option = (): string[] => {
          const { name, short, takesValue, values = 1 } = g(() => fc.constantFrom(...shapes));
          if (!takesValue) return [short ?? name];
          if (values > 1) return [name, value(), ...Array.from({ length: values - 1 }, () => 'x')];
          return g(() => fc.boolean()) ? [`${name}=${value()}`] : [short ?? name, value()];
        };
        const several = (part: () => string[]): string[] =>
          Array.from({ length: g(() => fc.nat(3)) }, part).flat();
        const [first = '', ...others] = entry.path;
        const argv = [...output(), first, ...output(), ...others, ...several(option), ...output()];
        argv.push(...(g(() => fc.boolean()) ? ['--', ...several(() => [value()])] : []));

        const found = route(argv, REGISTRY);
        expect(found).toMatchObject({ kind: 'command', entry });
        const tokens = readOptions(found.rest, shapesOf(known));
        const completed = readLine(argv, TREE, (command) =>
          (command ? [...(command.options ?? []), ...TREE.globals] : TREE.globals).flatMap(
            (index) => TREE.options[index] ?? [],
          ),
        );
        expect(completed.path).toEqual(entry.path);
        expect(readArgv(argv, REGISTRY).path).toEqual(entry.path);
        expect(summaryOf(completed.tokens)).toEqual(summaryOf(tokens));

        const parsed = accepted(() =>
          parse({ ...spec, args: ANY, options: taking(spec.options) }, 'archctl', found.rest, {}),
        );
        if (!parsed) return;
        const format = OUTPUT_FORMATS.find((it) => it === parsed.globals.output);
        expect(formatOf(tokens, {})).toBe(format);
        // Completion offers no option that is given already.
        const offered = complete(argv, '-', TREE, () => []).map((it) => it.value);
        const isEnded = tokens.some(({ kind }) => kind === 'terminator');
        for (const [name] of summaryOf(tokens).options)
          if (known.output && (isEnded || name === '--output')) expect(offered).not.toContain(name);
      }),
      { numRuns: runs(200) },
    );
  });
});

/** Undefined if it throws. */
function accepted<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
