import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT_CODES } from '../../src/base/errors.js';
import { GLOBAL_OPTIONS } from '../../src/cli/command/globals.js';
import { longName } from '../../src/cli/command/options.js';
import { sharedOptions } from '../../src/cli/command/shared-options.js';
import { commandHelp, nounHelp, rootHelp, topicHelp } from '../../src/cli/help/help.js';
import { twoColumns, wrap, wrapUnits } from '../../src/cli/help/wrap.js';
import { parse } from '../../src/cli/line/parse.js';
import { route } from '../../src/cli/line/route.js';
import { ENVIRONMENT, TOPICS } from '../../src/commands/help/shared/topics.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { SECTIONS } from '../../src/commands/shared/front-page.js';
import { FAMILIES, operationsOf } from '../../src/contract/families.js';
import { OPERATIONS } from '../../src/contract/index.js';

const root = join(import.meta.dirname, '..', '..');
const plain = { bold: (text: string) => text, dim: (text: string) => text };
const commands = await Promise.all(
  REGISTRY.commands.map(async (entry) => ({
    name: entry.path.join(' '),
    entry,
    spec: (await entry.load()).default,
  })),
);
/** Top-level nouns; the others are groups within one of them. */
const SINGLE = REGISTRY.commands.filter(({ path }) => path.length === 1);
const TOP_NOUNS = REGISTRY.nouns.filter(({ path }) => path.length === 1);
const rows = commands.map((it) => [it.name, it] as const);

/** Splits a command line like a shell, with both kinds of quotes. */
function words(line: string): string[] {
  const found = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return found.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

/** Command lines of an example: before a pipe, and on each side of `&&`. */
const lines = (example: string): string[] =>
  example.split(' && ').flatMap((part) => (part.startsWith('archctl') ? [part.split(' | ')[0] ?? ''] : []));

/** A command, a noun, or a topic of help. */
function expectKnown(related: string): void {
  const target = route(related.split(' '), REGISTRY);
  if (target.kind === 'command' && target.entry.path.join(' ') === 'help')
    expect(TOPICS).toHaveProperty(target.rest.join(' '));
  else expect(target.rest).toEqual([]);
}

/** One verb per operation of the family. */
function verbsOfFamily(noun: readonly string[]): string[] {
  const family = FAMILIES.find(
    ({ shape }) => shape.word.replaceAll('-', ' ') === noun.join(' ').replaceAll('-', ' '),
  );
  if (!family) throw new Error(`There is no family of ${noun.join(' ')}.`);
  return operationsOf(family).map(({ id }) => id.split('.').at(-1) ?? '');
}

describe('the registry', () => {
  test('lists every command and noun of the files, and no others', async () => {
    const folder = join(root, 'src', 'commands');
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.generated.'))
      .map((file) => file.replace(/\.ts$/, '').split(/[\\/]/))
      .filter((words) => !words.includes('shared'));
    const verbsOf = async (words: readonly string[]): Promise<readonly string[]> => {
      if (words.at(-1) === 'family') return verbsOfFamily(words.slice(0, -1));
      const hasVerbs = words.length > 1 && ['commands', 'operations'].includes(words.at(-1) ?? '');
      if (!hasVerbs) return words.slice(-1);
      const { default: commandsByVerb } = await import(join(folder, ...words));
      return Object.keys(commandsByVerb);
    };
    const files = (
      await Promise.all(
        found.map(async (words) => (await verbsOf(words)).map((verb) => [...words.slice(0, -1), verb])),
      )
    ).flat();
    const of = (isNoun: boolean): string[] =>
      files
        .filter((words) => (words.at(-1) === 'noun') === isNoun)
        .map((words) => (isNoun ? words.slice(0, -1) : words).join(' '))
        .sort()
        // A command of a family may have a file of its own.
        .filter((name, at, all) => name !== all[at - 1]);
    expect(commands.map(({ name }) => name).sort()).toEqual(of(false));
    expect(REGISTRY.nouns.map(({ path }) => path.join(' ')).sort()).toEqual(of(true));
  });

  test('every noun has a command, every command a noun or a heading', () => {
    const nouns = TOP_NOUNS.map(({ path }) => path.join(' '));
    const used = new Set(
      REGISTRY.commands.filter(({ path }) => path.length > 1).map(({ path }) => path[0] ?? ''),
    );
    expect([...used].sort()).toEqual([...nouns].sort());
    for (const noun of REGISTRY.nouns) {
      const inside = REGISTRY.commands.filter(({ path }) =>
        noun.path.every((word, index) => word === path[index]),
      );
      expect(inside.length, noun.path.join(' ')).toBeGreaterThan(0);
    }
    for (const { section } of [...REGISTRY.nouns, ...SINGLE]) expect(SECTIONS).toContain(section);
  });

  test('no word has two meanings', () => {
    const first = [
      ...TOP_NOUNS.flatMap(({ path, aliases = [] }) => [path[0], ...aliases]),
      ...SINGLE.map(({ path }) => path[0]),
    ];
    expect(new Set(first).size).toBe(first.length);
  });

  test('every documented endpoint has a command', () => {
    const covered = new Set(
      commands.flatMap(({ spec }) => (spec.operation?.endpoint ? [spec.operation.endpoint] : [])),
    );
    const documented = OPERATIONS.flatMap(({ endpoint }) => (endpoint ? [endpoint] : []));
    expect(documented).toHaveLength(21);
    expect(documented.filter((endpoint) => !covered.has(endpoint))).toEqual([]);
  });

  test('operations used as lists are lists', () => {
    for (const { answers, method, id } of OPERATIONS) {
      if (method !== 'GET') continue;
      expect(answers === 'list' || answers === 'map', id).toBe(
        /\.(list\w*|children|search|select)$/i.test(id),
      );
    }
  });
});

describe.each(rows)('%s', (name, { spec, entry }) => {
  test('has a one-line description that begins with a verb', () => {
    expect(spec.summary).toBe(entry.summary);
    expect(spec.summary).toMatch(/^[A-Z][a-z]+ .*[^.]$/);
    expect(spec.summary.length).toBeLessThanOrEqual(64);
    expect(spec.aliases).toEqual(entry.aliases);
  });

  test('has examples that parse, and contain a command line of its own', () => {
    expect([2, 3]).toContain(spec.examples.length);
    for (const { line, note } of spec.examples) {
      expect(note).toMatch(/^[A-Z].*[^.]$/);
      expect(line.startsWith('archctl ')).toBe(true);
      const mentioned = lines(line).map((part) => {
        const found = route(words(part).slice(1), REGISTRY);
        if (found.kind !== 'command') throw new Error(`${part} is not a command`);
        const target = commands.find((it) => it.entry === found.entry);
        if (!target) throw new Error(`${part} is not in the registry`);
        const parsed = parse(target.spec, `archctl ${target.name}`, found.rest, {});
        // Required body fields are given as options or with --data.
        for (const [key, option] of Object.entries(target.spec.options)) {
          if (option.required && parsed.data === undefined)
            expect(parsed.options[key], `${part}: ${longName(key)}`).not.toBeUndefined();
        }
        if (target.spec.takesRest) expect(parsed.rest.length).toBeGreaterThan(0);
        return target.name;
      });
      expect(mentioned).toContain(name);
    }
  });

  test('has help of 80 columns that shows all options and arguments', () => {
    const help = commandHelp(spec, `archctl ${name}`, plain);
    for (const line of help.split('\n')) {
      // A word of a command line is never broken.
      if (line.length > 80)
        expect(line.trim().replace(/ \\$/, '')).toMatch(/^--[\w-]+ ("[^"]+"|'[^']+'|\$\(.+\))$/);
      expect(line).toBe(line.trimEnd());
    }
    const known = { ...sharedOptions(spec), ...spec.options };
    for (const [key, option] of Object.entries(known)) {
      const row = `${'short' in option && option.short ? `-${option.short}, ` : ''}${longName(key)}${'value' in option && option.value ? ` ${option.value}` : ''}`;
      expect(help).toContain(`  ${row}`);
      if ('choices' in option)
        for (const value of option.choices ?? []) expect(help.replace(/\s+/g, ' ')).toContain(value);
    }
    for (const argument of Object.values(spec.args)) expect(help).toContain(`  ${argument.name} `);
    const [usage = ''] = help.split('Usage\n').slice(1);
    for (const argument of Object.values(spec.args)) expect(usage.split('\n\n')[0]).toContain(argument.name);
  });

  test('refers to existing commands', () => {
    expect(spec.related?.length).toBeGreaterThan(0);
    for (const related of spec.related ?? []) {
      expectKnown(related);
      expect(related).not.toBe(name);
    }
  });

  test('maps options to existing fields of body and query', () => {
    for (const [key, option] of Object.entries(spec.options)) {
      if (option.body) expect(spec.operation?.body, key).toBeDefined();
      if (option.query) expect(spec.operation?.query, key).toBeDefined();
    }
    if (spec.takesData) expect(spec.operation?.body).toBeDefined();
  });
});

describe('help of nouns and topics', () => {
  test('the root lists every noun and single word, within 80 columns', async () => {
    const help = rootHelp('1.2.3', REGISTRY, await REGISTRY.front(), plain);
    for (const word of new Set(REGISTRY.commands.map(({ path }) => path[0])))
      expect(help).toMatch(new RegExp(`[ ,]${word}(?:,|\\s)`));
    for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  test.each(REGISTRY.nouns.map((noun) => [noun.path.join(' '), noun] as const))(
    '%s lists its verbs',
    async (_, noun) => {
      const help = nounHelp(noun, (await noun.load()).default, REGISTRY, plain);
      const below = REGISTRY.commands.filter(({ path }) =>
        noun.path.every((word, index) => word === path[index]),
      );
      for (const { path, summary } of below) {
        expect(help).toMatch(new RegExp(`^  ${path[noun.path.length]} `, 'm'));
        expect(help.replace(/\s+/g, ' ')).toContain(summary);
      }
      for (const alias of noun.aliases ?? []) expect(help).toContain(alias);
      for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    },
  );

  test.each(Object.entries(TOPICS))('the topic %s fits', (_, topic) => {
    for (const line of topicHelp(topic, plain).split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  test('the topic of exit codes is the table', () => {
    const text = topicHelp(TOPICS['exit-codes'], plain).replace(/\s+/g, ' ') ?? '';
    for (const { code, meaning } of Object.values(EXIT_CODES)) {
      expect(text).toContain(` ${code} `);
      expect(text).toContain(meaning);
    }
  });

  test('the topic of the environment lists every variable of an option', () => {
    const read = commands.flatMap(({ spec }) =>
      Object.values({ ...GLOBAL_OPTIONS, ...sharedOptions(spec), ...spec.options }).flatMap((option) =>
        'env' in option && option.env ? [option.env] : [],
      ),
    );
    for (const variable of new Set(read)) expect(ENVIRONMENT).toHaveProperty(variable);
  });
});

describe('wrap', () => {
  test('breaks between words, indents continuation lines, keeps long words whole', () => {
    expect(wrap('one two three', 7)).toBe('one two\nthree');
    expect(wrap('one two three', 9, 2)).toBe('one two\n  three');
    expect(wrap('a-very-long-word b', 5)).toBe('a-very-long-word\nb');
    expect(wrap('a\nb', 80)).toBe('a\nb');
  });

  test('units stay together', () => {
    expect(wrapUnits(['archctl x', '--name TEXT', '[options]'], 24, 4)).toBe(
      'archctl x\n    --name TEXT\n    [options]',
    );
  });

  test('two columns are aligned', () => {
    expect(
      twoColumns([
        ['a', 'x'],
        ['long-name', 'y'],
      ]),
    ).toBe('  a          x\n  long-name  y');
  });
});
