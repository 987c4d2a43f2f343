import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDangerous } from '../../../src/base/text/escape.js';
import { connectionsCsv, htmlOf, llmsOf, markdownOf, objectsCsv } from '../../../src/documents/index.js';
import { EXPORT_FORMATS } from '../../../src/model/dialects/writers.js';
import { modelOf } from '../../documents/document-fixture.js';
import { FERRY } from '../../support/ferry-document.js';
import { HOSTILE } from '../../support/hostile-service.js';
import type { JsonObject } from '../../support/sandbox.js';
import type { Machine } from '../../support/world.js';
import { type CommandSuite, openCommandSuite } from '../command-suite.js';

/** Texts by attack. None of their characters may reach a pipe or a file unescaped. */
const TEXTS: Readonly<Record<string, string>> = {
  'terminal sequences': HOSTILE,
  'an escape sequence': 'a\u001b[2Jb\u009b31mc\u007fd\u0000e',
  'bidirectional marks': 'user\u202e\u2066nimda\u2069\u200f\u061c',
  'invisible characters': 'ad\u200bmin\u2060\ufeff\u00ad\u{e0041}',
  'line ends of other scripts': 'a\u2028b\u2029c\u0085d\re',
};

/**
 * Code point of the first dangerous character of a text. Line feeds, and carriage returns before them, are
 * safe.
 */
const dangerIn = (text: string): string | undefined => {
  const found = Array.from(text.replace(/\r?\n/g, '')).find((it) => isDangerous(it));
  return found && `U+${found.codePointAt(0)?.toString(16)}`;
};

let suite: CommandSuite;
let home: Machine;
beforeAll(async () => {
  suite = await openCommandSuite();
  home = suite.machine();
});
afterAll(() => suite.close());

/** The document with a text in every name, caption and description. */
const withText = (text: string): string =>
  FERRY.replace(
    /(name|caption|description): ([^,}\n]+)/g,
    (_, key, value) => `${key}: ${JSON.stringify(`${value}${text}`)}`,
  );

const LINES: readonly (readonly string[])[] = [
  ...EXPORT_FORMATS.map((format) => ['export', 'hostile.yaml', '--format', format]),
  ['export', 'hostile.yaml', '--format', 'mermaid', '--flowchart'],
  ['export', 'hostile.yaml', '--format', 'csv', '--connections'],
  ['export', 'hostile.yaml', '--format', 'mermaid', '--flow', 'book'],
  ['export', 'hostile.yaml', '--format', 'plantuml', '--flow', 'book'],
  ...['markdown', 'json', 'yaml', 'csv', 'ndjson', 'table'].map((it) => [
    'diff',
    'ferry.yaml',
    'hostile.yaml',
    '-o',
    it,
  ]),
  ['diff', 'ferry.yaml', 'hostile.yaml'],
  ...['markdown', 'json', 'yaml', 'table'].map((it) => ['stats', 'hostile.yaml', '-o', it]),
  ['graph', 'hostile.yaml', '--out', '-'],
  ...['sarif', 'github', 'json', 'table'].map((it) => ['validate', 'broken.yaml', '-o', it]),
  ['plan', 'hostile.yaml'],
  ['plan', 'hostile.yaml', '-o', 'json'],
];

describe.each(Object.entries(TEXTS))('with %s in every name', (_, text) => {
  beforeAll(() => {
    home.write('ferry.yaml', FERRY);
    home.write('hostile.yaml', withText(text));
    home.write('broken.yaml', `${withText(text)}objetcs: ${JSON.stringify(text)}\n`);
  });

  it.each(LINES.map((line) => [line.join(' '), line] as const))('model %s', async (_line, argv) => {
    const scope = ['plan'].includes(argv[0] ?? '') ? ['--landscape', suite.ids.landscape] : [];
    const ran = await home.run(['model', ...argv, ...scope]);
    expect([0, 2, 8], ran.stderr).toContain(ran.code);
    expect(ran.stdout).not.toBe('');
    expect(dangerIn(ran.stdout)).toBeUndefined();
    expect(dangerIn(ran.stderr.replaceAll('\r', ''))).toBeUndefined();
  });

  it.each(EXPORT_FORMATS)('files of model export --format %s', async (format) => {
    const folder = `out-${format}-${text.length}/`;
    const ran = await home.run(['model', 'export', 'hostile.yaml', '--format', format, '--out', folder]);
    expect(ran.code, ran.stderr).toBe(0);
    for (const name of readdirSync(join(home.cwd, folder)))
      expect(dangerIn(readFileSync(join(home.cwd, folder, name), 'utf8')), name).toBeUndefined();
  });

  it('documents of a landscape', () => {
    const object = { id: 'a', name: text, caption: text, description: text };
    const links = { l: { id: 'l', index: 0, url: `https://a.test/${text}`, name: text } };
    const model = modelOf({
      objects: [
        { ...object, links },
        { ...object, id: 'b' },
      ],
      connections: [{ id: 'c', name: text, originId: 'a', targetId: 'b', direction: null, status: 'live' }],
    });
    for (const write of [markdownOf, llmsOf, objectsCsv, connectionsCsv])
      expect(dangerIn(write(model)), write.name).toBeUndefined();
    expect(dangerIn(htmlOf(model, new Map()))).toBeUndefined();
  });
});

describe('a plan in a file', () => {
  it('controls no terminal, whichever of its texts is hostile', async () => {
    home.write('ferry.yaml', FERRY);
    await home.run(['model', 'plan', 'ferry.yaml', '--out', 'plan.json', '--landscape', suite.ids.landscape]);
    const hostile = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(hostile);
      if (typeof value !== 'object' || value === null) return typeof value === 'string' ? HOSTILE : value;
      return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, hostile(it)]));
    };
    const saved = JSON.parse(readFileSync(join(home.cwd, 'plan.json'), 'utf8')) as JsonObject;
    const plan = saved.plan as JsonObject;
    const { access, requests } = plan.cost as { access: string; requests: JsonObject };
    expect([access, Object.keys(requests)]).not.toEqual(['', []]);
    const cost = { ...(plan.cost as JsonObject), access: HOSTILE, requests: { [HOSTILE]: 3 } };
    const spoiled = {
      ...saved,
      appliedAt: HOSTILE,
      plan: { ...plan, cost, landscape: hostile(plan.landscape) },
    };
    home.write('spoiled.json', JSON.stringify(spoiled));
    for (const options of [{}, { tty: true }, { tty: true, env: { FORCE_COLOR: '1' } }]) {
      const ran = await home.run(['model', 'show-plan', 'spoiled.json'], options);
      expect(ran.code, ran.stderr).toBe(0);
      expect(ran.stdout).toContain('\\x1b[31mred');
      // archctl's own colours stay on a terminal.
      const printed = stripVTControlCharacters(`${ran.stdout}${ran.stderr}`).replaceAll('\r', '');
      expect(dangerIn(printed)).toBeUndefined();
    }
  });
});

describe('names in a pull-request comment', () => {
  it('are not links, mentions or references', async () => {
    const names = [
      'GH-7',
      'JIRA-12',
      '#7',
      'org/repo#7',
      '@team',
      'https://evil.test/x',
      'www.evil.test',
      'a@evil.test',
      'mailto:a@evil.test',
      ':tada:',
      'deadbeef12',
      '[x](https://evil.test)',
    ];
    home.write(
      'names.yaml',
      `namespace: n\ndomains:\n  - id: d\n    name: D\n    objects:\n${names.map((it, at) => `      - { id: o${at}, type: system, name: ${JSON.stringify(it)} }`).join('\n')}\n`,
    );
    home.write('none.yaml', 'namespace: n\ndomains:\n  - { id: d, name: D }\n');
    for (const argv of [
      ['diff', 'none.yaml', 'names.yaml', '-o', 'markdown'],
      ['stats', 'names.yaml', '-o', 'markdown'],
      ['export', 'names.yaml', '--format', 'markdown'],
    ]) {
      const { stdout } = await home.run(['model', ...argv]);
      const prose = stdout.replace(/^```mermaid$[\s\S]*?^```$/gm, '').replace(/\]\(#[^)]*\)/g, '');
      expect(prose.length).toBeGreaterThan(20);
      // Link targets are searched in the visible text of a page.
      const shown = prose
        .replace(/\\([^\w\s])/g, '$1')
        .replaceAll('&#8203;', '\u200b')
        .replaceAll(/<a id="[^"]*"><\/a>/g, '');
      expect(shown).not.toMatch(/\b(GH|JIRA)-\d|#\d|@\w|:\/\/|\bwww\.|mailto:a|:tada:|\bdeadbeef12\b/);
      expect(prose).not.toMatch(/(?<!\\)\]\(/);
    }
  });

  it('are not links in SARIF', async () => {
    home.write('linked.yaml', 'namespace: n\n"[click](https://evil.test)": 1\n');
    const ran = await home.run(['model', 'validate', 'linked.yaml', '-o', 'sarif']);
    const { runs } = ran.json() as { runs: { results: { message: { text: string } }[] }[] };
    const [text = ''] = runs.flatMap(({ results }) => results.map(({ message }) => message.text));
    expect(text).toContain('\\[click\\](https://evil.test)');
  });
});
