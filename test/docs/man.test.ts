import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type CommandTree, commandTreeOf } from '../../src/cli/help/command-tree.js';
import { REGISTRY } from '../../src/commands/registry.generated.js';
import { manPages } from '../../src/docs/man.js';

const tree = await commandTreeOf(REGISTRY);
const pages = manPages(tree);
const directory = mkdtempSync(join(tmpdir(), 'archctl-man-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const run = (file: string, args: readonly string[]) =>
  spawnSync(file, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, MANWIDTH: '80', LC_ALL: 'C.UTF-8' },
  });
const has = (file: string): boolean => run('/bin/sh', ['-c', `command -v ${file}`]).status === 0;
const files = pages.map(({ file, text }) => {
  const path = join(directory, file);
  writeFileSync(path, text);
  return path;
});
/** Output of mandoc without overstrikes. */
const printed = (path: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: how terminals of paper made bold.
  run('mandoc', ['-T', 'utf8', '-O', 'width=200', path]).stdout.replace(/.\u0008/g, '');

/** A tree with one command that uses this text everywhere. */
const treeWith = (text: string): CommandTree => ({
  ...tree,
  groups: [],
  topics: [],
  commands: [
    {
      path: ['x'],
      aliases: [],
      shortcuts: [],
      summary: text,
      details: text,
      usage: '',
      arguments: [],
      options: [],
      sharedOptions: [],
      takesRest: false,
      examples: [{ note: text, line: text }],
      related: [],
    },
  ],
});

describe('man pages', () => {
  test('exist for archctl, each noun, each command and each topic', () => {
    const name = (path: readonly string[]): string => `archctl-${path.join('-')}.1`;
    expect(pages.map(({ file }) => file)).toEqual([
      'archctl.1',
      ...REGISTRY.nouns.map(({ path }) => name(path)),
      ...REGISTRY.commands.map(({ path }) => name(path)),
      ...tree.topics.map((topic) => `archctl-${topic.name}.7`),
    ]);
    expect(new Set(pages.map(({ file }) => file)).size).toBe(pages.length);
  });

  test('are ASCII, and reproducible', () => {
    expect(manPages(JSON.parse(JSON.stringify(tree)) as CommandTree)).toEqual(pages);
    for (const { file, text } of pages) expect(text, file).toMatch(/^[\n\x20-\x7e]*\n$/);
  });

  test('refer to pages that exist', () => {
    const known = new Set(pages.map(({ file }) => file));
    for (const { file, text } of pages) {
      const references = [...text.matchAll(/\\fB(archctl[\w\\-]*)\\fR\((\d)\)/g)];
      expect(references.length, file).toBeGreaterThan(0);
      for (const [, name = '', section] of references)
        expect(known, file).toContain(`${name.replaceAll('\\-', '-')}.${section}`);
    }
  });

  test('mandoc reports no problems', ({ skip }) => {
    skip(!has('mandoc'), 'mandoc is not installed');
    const { stdout, stderr } = run('mandoc', ['-T', 'lint', '-W', 'style', ...files]);
    // A date would be that of the build.
    const found = `${stdout}${stderr}`.split('\n').filter((line) => line && !line.includes('missing date'));
    expect(found).toEqual([]);
  });

  test('groff reports no problems, and man shows a page', ({ skip }) => {
    skip(!has('man') || !has('groff'), 'man-db and groff are not installed');
    const path = join(directory, 'archctl-diagram-export.1');
    const { status, stdout, stderr } = run('man', ['--warnings', '-P', 'cat', '-l', path]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('archctl-diagram-export - Export diagrams as SVG or PNG');
    expect(stdout.replace(/\s+/g, ' ')).toContain('archctl diagram export [DIAGRAM...] [options]');
    for (const heading of [
      'NAME',
      'SYNOPSIS',
      'ARGUMENTS',
      'OPTIONS',
      'ENVIRONMENT',
      'EXIT STATUS',
      'EXAMPLES',
    ])
      expect(stdout).toMatch(new RegExp(`^${heading}$`, 'm'));
  });

  test.for([
    '.SH Dots at the start',
    "'br quotes at the start",
    'back\\slash \\fBnot bold\\fR \\e \\" no comment',
    `--no-wait -o "json" 'single' \`tick\` ^ ~ %`,
    '“typographic” – naïve … 日本 🚢',
  ])('text such as %j is printed literally', (text, { skip }) => {
    const path = join(directory, 'odd.1');
    const odd = manPages(treeWith(text)).find(({ file }) => file === 'archctl-x.1');
    writeFileSync(path, odd?.text ?? '');
    // The macros see text and no requests, whatever prints it.
    expect(odd?.text.split('\n').filter((line) => /^'|^\.(SH Dots|br)/.test(line))).toEqual([]);
    expect(odd?.text).not.toMatch(/[^\\]\\fBnot/);
    skip(!has('mandoc'), 'mandoc is not installed');
    expect(printed(path).split(text).length - 1).toBeGreaterThanOrEqual(4);
  });
});

describe('package.json', () => {
  test('lists every page, so that npm links them', () => {
    const { man } = JSON.parse(readFileSync('package.json', 'utf8')) as { man: string[] };
    expect(man, 'run "npm run readme"').toEqual(pages.map(({ file }) => `dist/man/${file}`).sort());
  });
});
