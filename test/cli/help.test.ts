import { describe, expect, test } from 'vitest';
import { VERSION } from '../../src/base/version.js';
import { GLOBAL_OPTIONS } from '../../src/cli/command/globals.js';
import { longName } from '../../src/cli/command/options.js';
import { sharedOptions } from '../../src/cli/command/shared-options.js';
import type { OptionSpec } from '../../src/cli/command/value-spec.js';
import { commandTreeOf } from '../../src/cli/help/command-tree.js';
import { commandHelp, nounHelp, rootHelp, topicHelp } from '../../src/cli/help/help.js';
import { applyStyle, wrapCommand } from '../../src/cli/help/wrap.js';
import { TOPICS } from '../../src/commands/help/shared/topics.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { EXAMPLES } from '../../src/commands/shared/front-page.js';
import { testWorld } from './world.js';

const plain = { bold: (text: string) => text, dim: (text: string) => text };
const specs = await Promise.all(
  REGISTRY.commands.map(async ({ path, load }) => ({ name: path.join(' '), spec: (await load()).default })),
);
const nouns = await Promise.all(
  REGISTRY.nouns.map(async (entry) => ({
    name: entry.path.join(' '),
    entry,
    noun: (await entry.load()).default,
  })),
);
const front = await REGISTRY.front();
const tree = await commandTreeOf(REGISTRY);

/** Every help page, by command line. */
const pages = (width?: number): [string, string][] => {
  const style = { ...plain, ...(width !== undefined && { width }) };
  return [
    ['', rootHelp('1.2.3', REGISTRY, front, style)],
    ...nouns.map(({ name, entry, noun }): [string, string] => [name, nounHelp(entry, noun, REGISTRY, style)]),
    ...specs.map(({ name, spec }): [string, string] => [name, commandHelp(spec, `archctl ${name}`, style)]),
  ];
};

/** Headings start at the left edge; their content is indented. */
const headings = (help: string): string[] =>
  [...help.matchAll(/^([A-Z][^\n]*)\n {2}/gm)].map(([, heading = '']) => heading);

/** Text below a heading, on one line. */
const section = (help: string, heading: string): string =>
  (help.split(`\n\n${heading}\n`)[1] ?? '').split('\n\n')[0]?.replace(/\s+/g, ' ') ?? '';

const ORDER = [
  'Usage',
  'Arguments',
  'Commands',
  'Options',
  'Where',
  'Common options',
  'Examples',
  'See also',
];

describe('every level of help', () => {
  test.each(pages())('archctl %s --help has its parts in a fixed order', (name, help) => {
    const found = headings(help);
    const known = found.filter((heading) => ORDER.includes(heading));
    expect(known).toEqual([...known].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)));
    expect(found.slice(-3)).toEqual([name === '' ? 'More' : 'Common options', 'Examples', 'See also']);
    if (name !== '') expect(section(help, 'Common options')).toContain('archctl help options');
    expect(found).toContain('Usage');
    // A summary of one line, below the name at the root.
    const [first = '', second = ''] = help.split('\n');
    expect(name === '' ? second : first).toMatch(/^[A-Z].*\.$/);
    expect(section(help, 'See also')).toContain('archctl ');
  });

  test.each(pages(40))('archctl %s --help breaks no word at 40 columns', (_, help) => {
    for (const line of help.split('\n')) {
      // Longer lines are one word, or an option and its value.
      const text = line
        .trim()
        .replace(/ \\$/, '')
        .replace(/"[^"]*"|'[^']*'/g, 'QUOTED');
      if (line.length > 40) expect(text).toMatch(/^(--?[\w-]+ )?\S+$/);
    }
  });

  test('colours depend on the terminal, and --no-color disables them', async () => {
    const painted = testWorld({ env: { CLICOLOR_FORCE: '1' } });
    expect(await painted.run('landscape', 'list', '--help')).toBe(0);
    expect(painted.stdout()).toContain('\u001b[1mUsage\u001b[22m');
    for (const argv of [
      ['landscape', '--help', '--no-color'],
      ['landscape', 'list', '-h', '--no-color'],
    ]) {
      const bare = testWorld({ env: { CLICOLOR_FORCE: '1' } });
      expect(await bare.run(...argv)).toBe(0);
      expect(bare.stdout()).not.toContain('\u001b');
    }
  });
});

describe.each(specs.map(({ name, spec }) => [name, spec] as const))('%s', (name, spec) => {
  const help = commandHelp(spec, `archctl ${name}`, plain).replace(/\s+/g, ' ');
  const options: [string, OptionSpec][] = Object.entries({
    ...sharedOptions(spec),
    ...spec.options,
  });

  test('shows defaults, environment names and values', () => {
    for (const [key, { fallback, env, choices }] of options) {
      const at = help.indexOf(` ${longName(key)} `);
      expect(at, longName(key)).toBeGreaterThan(-1);
      if (fallback) expect(help).toContain(`default: ${fallback}`);
      if (env) expect(help).toContain(`env: ${env}`);
      for (const value of choices ?? []) expect(help).toContain(value);
    }
  });

  test('does not repeat an enumeration', () => {
    const long = options.flatMap(([, { choices }]) => (choices && choices.length > 20 ? [choices] : []));
    for (const choices of long) {
      const [value = ''] = choices;
      expect(help.split(`${value}, `).length - 1, value).toBe(1);
    }
  });
});

describe('the root help', () => {
  const root = rootHelp('1.2.3', REGISTRY, front, plain);

  test('is one screen, and lists every noun and single-word command', () => {
    expect(root.split('\n').length).toBeLessThanOrEqual(40);
    for (const { path } of [...REGISTRY.nouns, ...REGISTRY.commands])
      if (path.length === 1) expect(root).toMatch(new RegExp(`[ ,]${path[0]}(?:,|\\s)`));
  });

  test('is the same on every terminal of at least 80 columns', () => {
    expect(rootHelp('1.2.3', REGISTRY, front, { ...plain, width: 200 })).toBe(root);
  });
});

test('help of a command is as wide as the terminal, up to 100 columns', async () => {
  const [{ spec }] = specs.filter(({ name }) => name === 'object update') as [(typeof specs)[number]];
  const widest = (width: number): number =>
    Math.max(
      ...commandHelp(spec, 'archctl object update', { ...plain, width })
        .split('\n')
        .map((line) => line.length),
    );
  expect(widest(90)).toBeGreaterThan(80);
  expect(widest(90)).toBeLessThanOrEqual(90);
  expect(widest(300)).toBeGreaterThan(90);
  expect(widest(300)).toBeLessThanOrEqual(100);
});

test('"help options" lists the options of every command, with defaults, variables and values', () => {
  const page = topicHelp(TOPICS.options, plain).replace(/\s+/g, ' ');
  for (const [key, option] of Object.entries<OptionSpec>(GLOBAL_OPTIONS)) {
    expect(page).toContain(longName(key));
    if (option.fallback) expect(page).toContain(`default: ${option.fallback}`);
    if (option.env) expect(page).toContain(`env: ${option.env}`);
    for (const value of option.choices ?? []) expect(page).toContain(value);
  }
});

describe('nouns', () => {
  test('each has two or three examples and related pages', () => {
    for (const {
      name: noun,
      noun: { examples, related },
    } of nouns) {
      expect([2, 3], noun).toContain(examples.length);
      expect(
        examples.some(({ line }) => line.includes(`archctl ${noun} `)),
        noun,
      ).toBe(true);
      expect(related.length, noun).toBeGreaterThan(0);
      for (const one of related) {
        const topic = one.replace(/^help /, '');
        const known = [...REGISTRY.commands, ...REGISTRY.nouns].some(({ path }) => path.join(' ') === one);
        expect(known || topic in TOPICS, `${noun}: ${one}`).toBe(true);
      }
    }
    expect([2, 3]).toContain(EXAMPLES.length);
  });

  test('the tree contains them too', () => {
    for (const { path, examples, related } of tree.groups)
      expect(nouns.find(({ name }) => name === path.join(' '))?.noun).toMatchObject({ examples, related });
    expect(tree.topics.map(({ name }) => name)).toEqual(Object.keys(TOPICS));
  });
});

describe('topics', () => {
  test.each(Object.entries(TOPICS))('archctl help %s', async (name, topic) => {
    const it = testWorld({ signedIn: false });
    expect(await it.run('help', name)).toBe(0);
    expect(it.stdout()).toBe(`${topicHelp(topic, plain)}\n`);
    for (const line of topicHelp(topic, { ...plain, width: 40 }).split('\n'))
      if (line.length > 40) expect(line.trim().replace(/ \\$/, '')).toMatch(/^(--?[\w-]+ )?(\S+|"[^"]+")$/);
  });
});

describe('command lines in help', () => {
  test('break between words, keep an option with its value, and never break inside quotes', () => {
    expect(wrapCommand('archctl a --name "one two --three" -f x --b', 24)).toBe(
      ['  archctl a', '      --name "one two --three"', '      -f x --b'].join(' \\\n'),
    );
    expect(wrapCommand("archctl a $(archctl b --query '[0].id' | tail -1)", 30)).toBe(
      "  archctl a \\\n      $(archctl b --query '[0].id' | tail -1)",
    );
    expect(wrapCommand('archctl a b', 80)).toBe('  archctl a b');
  });
});

describe('the root help of the build', () => {
  const marked = { bold: (text: string) => `<b>${text}</b>`, dim: (text: string) => `<d>${text}</d>` };

  test.each([plain, marked, { ...marked, width: 200 }])('equals a new layout', async (style) => {
    const { ROOT_HELP } = await REGISTRY.rootHelp();
    expect(applyStyle(ROOT_HELP, style)).toBe(rootHelp(VERSION, REGISTRY, front, style));
  });

  test('is not used on a narrow terminal', async () => {
    const { ROOT_HELP } = await REGISTRY.rootHelp();
    expect(applyStyle(ROOT_HELP, { ...plain, width: 79 })).toBeUndefined();
  });
});
