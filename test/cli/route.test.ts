import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchctlError } from '../../src/base/errors.js';
import { editDistance, nearest } from '../../src/base/text/suggest.js';
import { route, wordsBelow } from '../../src/cli/line/route.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';

const routed = (...argv: string[]) => {
  const found = route(argv, REGISTRY);
  return found.kind === 'command'
    ? { path: found.entry.path.join(' '), rest: found.rest, help: found.help }
    : { group: found.path.join(' '), rest: found.rest };
};

const refusal = (...argv: string[]): ArchctlError => {
  try {
    routed(...argv);
  } catch (error) {
    if (error instanceof ArchctlError) return error;
    throw error;
  }
  throw new Error(`"${argv.join(' ')}" was accepted`);
};

describe('route', () => {
  test.each([
    [['landscape', 'list'], []],
    [
      ['-o', 'json', 'landscape', 'list'],
      ['-o', 'json'],
    ],
    [
      ['landscape', '-p', 'x', 'list'],
      ['-p', 'x'],
    ],
    [
      ['landscape', 'list', '-p', 'x'],
      ['-p', 'x'],
    ],
    [['--output=json', 'landscape', 'list'], ['--output=json']],
    [['-ojson', 'landscape', 'list'], ['-ojson']],
    [
      ['--debug', 'landscape', '-q', 'list', '--org', 'O'],
      ['--debug', '-q', '--org', 'O'],
    ],
    // The value of a global option may look like a command.
    [
      ['-p', 'landscape', 'landscape', 'list'],
      ['-p', 'landscape'],
    ],
    [
      ['--query', 'keys', 'landscape', '--fields', 'list', 'list'],
      ['--query', 'keys', '--fields', 'list'],
    ],
  ])('finds landscape list in %j', (argv, rest) => {
    expect(routed(...argv)).toEqual({ path: 'landscape list', rest, help: false });
  });

  test('leaves arguments that are command words alone', () => {
    expect(routed('keys', 'update', 'list', '--name', 'keys')).toMatchObject({
      path: 'keys update',
      rest: ['list', '--name', 'keys'],
    });
  });

  test('accepts the plural of every noun', () => {
    const twins = REGISTRY.nouns.flatMap(({ path, aliases = [] }) =>
      aliases.map((alias) => ({ path, alias })),
    );
    expect(twins.length).toBeGreaterThan(8);
    for (const { path, alias } of twins) {
      const entry = REGISTRY.commands.find((it) => path.every((word, index) => word === it.path[index]));
      const verbs = entry?.path.slice(path.length) ?? [];
      expect(routed(...path.slice(0, -1), alias, ...verbs), alias).toMatchObject({
        path: [...path, ...verbs].join(' '),
      });
    }
  });

  test('recognizes --help and -h only before --', () => {
    expect(routed('landscape', 'list', '--help')).toMatchObject({ help: true });
    expect(routed('-h', 'landscape', 'list')).toMatchObject({ help: true });
    expect(routed('sandbox', 'exec', '--', 'npm', '--help')).toMatchObject({
      help: false,
      rest: ['--', 'npm', '--help'],
    });
    expect(routed('sandbox', 'exec', '-h', '--', 'npm')).toMatchObject({ help: true });
  });

  test('distinguishes a noun from a command', () => {
    expect(routed()).toEqual({ group: '', rest: [] });
    expect(routed('landscapes')).toEqual({ group: 'landscape', rest: [] });
    expect(routed('landscape', '--help')).toEqual({ group: 'landscape', rest: ['--help'] });
    expect(routed('--', 'landscape', 'list')).toEqual({ group: '', rest: ['--', 'landscape', 'list'] });
    expect(routed('quota')).toMatchObject({ path: 'quota' });
  });

  test('refers to the list if no word is similar', () => {
    expect(refusal('xyzzyqwerty').facts.hint).toBe('"archctl --help" lists the commands.');
    const error = refusal('landscape', 'xyzzyqwerty');
    expect(error.message).toBe('"xyzzyqwerty" is not a command of archctl landscape.');
    expect(error.facts.hint).toBe('"archctl landscape --help" lists the commands.');
  });

  test('names of objects are not commands', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', ''])
      expect(refusal(word).kind).toBe('usage');
  });

  test('global options may be before, between and after the words', () => {
    const option = fc.constantFrom<readonly string[]>(
      ['-o', 'json'],
      ['--output', 'csv'],
      ['-p', 'list'],
      ['--profile', 'landscape'],
      ['--base-url', 'https://x.example'],
      ['--fields', 'id,name'],
      ['--query', '[]'],
      ['--timeout', '5'],
      ['--retries', '1'],
      ['--quiet'],
      ['-y'],
      ['--no-color'],
      ['--dry-run'],
    );
    const options = fc.array(option, { maxLength: 3 });
    fc.assert(
      fc.property(fc.constantFrom(...REGISTRY.commands), options, options, options, (entry, a, b, c) => {
        const [first = '', ...others] = entry.path;
        const argv = [...a.flat(), first, ...b.flat(), ...others, ...c.flat()];
        // Nothing can be between the words of a one-word command.
        const found = route(argv, REGISTRY);
        expect(found).toMatchObject({ kind: 'command', help: false });
        expect(found.kind === 'command' && found.entry).toBe(entry);
        expect(found.rest).toEqual([...a.flat(), ...b.flat(), ...c.flat()]);
      }),
    );
  });
});

describe('wordsBelow', () => {
  test('lists verbs and the plurals of nouns', () => {
    expect([...wordsBelow(['landscape'], REGISTRY).keys()]).toEqual(
      REGISTRY.commands
        .filter(({ path }) => path[0] === 'landscape')
        .flatMap(({ path, aliases = [] }) => [path[1], ...aliases]),
    );
    expect(wordsBelow([], REGISTRY).get('logs')).toBe('logs');
    expect(wordsBelow([], REGISTRY).get('log')).toBe('logs');
  });

  test('lists the aliases of a command', () => {
    const entry = { path: ['thing', 'remove'], summary: '', aliases: ['rm'], load: async () => never() };
    expect([...wordsBelow(['thing'], { ...REGISTRY, commands: [entry], nouns: [] })]).toEqual([
      ['remove', 'remove'],
      ['rm', 'remove'],
    ]);
  });
});

function never(): never {
  throw new Error('not loaded here');
}

describe('nearest', () => {
  test('counts insertions, deletions, substitutions and swaps', () => {
    expect(editDistance('', 'abc')).toBe(3);
    expect(editDistance('abc', 'abc')).toBe(0);
    expect(editDistance('abc', 'acb')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  test('is symmetric, and zero only for the same word', () => {
    const word = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });

  test('accepts a prefix of a word, but not a single letter', () => {
    expect(nearest('organ', ['organization', 'user'])).toBe('organization');
    expect(nearest('x', ['export', 'list'])).toBeUndefined();
    expect(nearest('list', [])).toBeUndefined();
  });
});
