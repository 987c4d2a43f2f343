import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  arrowsOf,
  circles,
  type Sources,
  specifiersOf,
  tooLong,
  wrongArrows,
} from './support/source-graph.js';
import { silentReturns } from './support/test-bodies.js';

const sourcesBelow = (...folders: string[]): Sources =>
  new Map(
    folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile() && /\.(?:[cm]?[jt]s|tsx)$/.test(it.name))
        .map((it) => join(it.parentPath, it.name))
        .filter((path) => !path.includes('node_modules'))
        .sort()
        .map((path) => [path, readFileSync(path, 'utf8')] as const),
    ),
  );

const SOURCE = sourcesBelow('src');
const TESTS = sourcesBelow('test');
const ARROWS = arrowsOf(SOURCE);

describe('the source tree', () => {
  it('has been read: files of every directory, and their imports', () => {
    expect(SOURCE.size).toBeGreaterThan(300);
    expect(ARROWS.length).toBeGreaterThan(1000);
  });

  it('has no import in the wrong direction', () => {
    expect(wrongArrows(ARROWS)).toEqual([]);
  });

  it('has no import cycles', () => {
    expect(circles(ARROWS)).toEqual([]);
  });

  it('has no long files: 300 lines of source and bench, 500 of tests', () => {
    const scripts = sourcesBelow('scripts', 'bin');
    expect(tooLong(new Map([...SOURCE, ...scripts, ...TESTS]))).toEqual([]);
  });

  it('deletes files in one place, and elsewhere only what the same call created, or locks', () => {
    const deletes = /\b(?:rm|rmSync|unlink|unlinkSync|rmdir|rmdirSync)\b(?=[^;]*from 'node:fs)/;
    const imports = (text: string) => text.match(/^import [^;]*from 'node:fs(?:\/promises)?';/gm) ?? [];
    const found = [...SOURCE].filter(([, text]) => imports(text).some((it) => deletes.test(it)));
    expect(found.map(([path]) => path)).toEqual([
      'src/base/files/delete-file.ts',
      'src/base/files/temporary-file.ts',
      'src/commands/shared/editor.ts',
      'src/profiles/lock.ts',
      'src/profiles/save.ts',
      'src/profiles/serialize-profiles.ts',
      'src/sandbox/snapshots.ts',
    ]);
  });

  it('has no test that ends before its first assertion', () => {
    const suites = [...TESTS].filter(([path]) => path.endsWith('.test.ts'));
    expect(suites.flatMap(([path, text]) => silentReturns(path, text))).toEqual([]);
  });
});

describe('the reader of imports', () => {
  it.each([
    ["import { a } from './a.js';"],
    ["import type { A } from './a.js';"],
    ["import './a.js';"],
    ["export { a } from './a.js';"],
    ["export type * from './a.js';"],
    ["const a = await import('./a.js');"],
    ["let a: import('./a.js').A;"],
    ["const f = <T extends import('./a.js').A>(a: T) => a;"],
    ['const f = () => import(`./a.js`);'],
  ])('recognizes %s', (text) => {
    expect(specifiersOf('src/base/b.ts', text)).toEqual(['./a.js']);
  });

  it('ignores comments and texts', () => {
    const text = `// import './a.js';\n/** {@link import('./a.js').A} */\nconst a = "import './a.js'";`;
    expect(specifiersOf('src/base/b.ts', text)).toEqual([]);
  });
});

/** Sources that each import the next one. */
const importing = (files: Record<string, string[]>): Sources =>
  new Map(
    Object.entries(files).map(([path, targets]) => [
      path,
      targets.map((target) => `import '${'../'.repeat(path.split('/').length - 1)}${target}';\n`).join(''),
    ]),
  );

describe('a rule', () => {
  it.each([
    ['src/base/a.ts', 'src/contract/b.ts', '"base" may import nothing'],
    ['src/contract/a.ts', 'src/sandbox/b.ts', '"contract" may import base'],
    ['src/client/a.ts', 'src/profiles/b.ts', '"client" may import base, contract'],
    ['src/drawing/a.ts', 'src/sandbox/b.ts', '"drawing" may import'],
    ['src/documents/a.ts', 'src/drawing/b.ts', '"documents" may import base, contract'],
    ['src/webhooks/a.ts', 'src/client/b.ts', '"webhooks" may import'],
    ['src/sandbox/a.ts', 'src/client/b.ts', '"sandbox" may import'],
    ['src/page-server/a.ts', 'src/site/b.ts', '"page-server" may import base'],
    ['src/profiles/a.ts', 'src/client/b.ts', '"profiles" may import'],
    ['src/terminal/a.ts', 'src/contract/b.ts', '"terminal" may import base'],
    ['src/cli/a.ts', 'src/commands/b.ts', '"cli" may import'],
    ['src/completion/a.ts', 'src/commands/b.ts', '"completion" may import'],
    ['src/docs/a.ts', 'src/commands/b.ts', '"docs" may import'],
    ['src/commands/a.ts', 'src/docs/b.ts', '"commands" may import'],
    ['src/main.ts', 'src/sandbox/b.ts', '"main.ts" may import'],
    ['src/index.ts', 'src/webhooks/b.ts', '"index.ts" may import'],
    ['src/attic/a.ts', 'src/base/b.ts', 'no rule for the imports of "attic"'],
    ['src/cli/command/a.ts', 'src/cli/line/b.ts', 'nothing in src/cli/command/ may import src/cli/line/'],
    ['src/cli/command/a.ts', 'src/cli/run/b.ts', 'nothing in src/cli/command/ may import src/cli/run/'],
    ['src/cli/command/a.ts', 'src/cli/help/b.ts', 'nothing in src/cli/command/ may import src/cli/help/'],
    ['src/cli/help/a.ts', 'src/cli/run/b.ts', 'nothing in src/cli/help/ may import src/cli/run/'],
    ['src/sandbox/store/a.ts', 'src/sandbox/http/b.ts', 'may import src/sandbox/http/'],
  ])('is broken by %s importing %s', (from, to, told) => {
    const broken = wrongArrows(arrowsOf(importing({ [from]: [to.replace(/ts$/, 'js')], [to]: [] })));
    expect(broken).toHaveLength(1);
    expect(broken[0]?.key).toBe(`${from} -> ${to}`);
    expect(broken[0]?.message).toContain(from);
    expect(broken[0]?.message).toContain(told);
  });

  it.each([
    ['src/cli/run/a.ts', 'src/cli/command/b.ts'],
    ['src/commands/x/a.ts', 'src/webhooks/y/b.ts'],
    ['src/main.ts', 'src/completion/b.ts'],
    ['src/sandbox/http/a.ts', 'src/sandbox/store/b.ts'],
  ])('is followed by %s importing %s', (from, to) => {
    const arrows = arrowsOf(importing({ [from]: [to.replace(/ts$/, 'js')], [to]: [] }));
    expect(arrows).toEqual([{ from, to }]);
    expect(wrongArrows(arrows)).toEqual([]);
  });

  it('is broken by import cycles, only by files in the cycle', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `src/base/${name}.js`) as [string, ...string[]];
    const files = { a: [b], b: [c], c: [a, d], d: [] } as Record<string, (string | undefined)[]>;
    const sources = importing(
      Object.fromEntries(Object.entries(files).map(([name, to]) => [`src/base/${name}.ts`, to as string[]])),
    );
    expect(circles(arrowsOf(sources)).map(({ key }) => key)).toEqual([
      'circle: src/base/a.ts',
      'circle: src/base/b.ts',
      'circle: src/base/c.ts',
    ]);
    expect(circles(arrowsOf(sources))[0]?.message).toContain(
      'src/base/a.ts -> src/base/b.ts -> src/base/c.ts -> src/base/a.ts',
    );
    const [, , , last] = circles(arrowsOf(importing({ 'src/base/a.ts': [d ?? ''], 'src/base/d.ts': [] })));
    expect(last).toBeUndefined();
  });

  it('is broken by a file that is too long, unless it is generated', () => {
    const lines = (count: number) => 'x\n'.repeat(count);
    const files = {
      'src/a.ts': lines(300),
      'src/b.ts': lines(301),
      'src/c.generated.ts': lines(301),
      'scripts/d.mjs': `${lines(300)}x`,
      'test/bench/e.mjs': lines(301),
      'test/e.test.ts': lines(500),
      'test/f.test.ts': lines(501),
    };
    expect(tooLong(new Map(Object.entries(files))).map(({ message }) => message)).toEqual([
      'src/b.ts has 301 lines; 300 is the limit.',
      'scripts/d.mjs has 301 lines; 300 is the limit.',
      'test/bench/e.mjs has 301 lines; 300 is the limit.',
      'test/f.test.ts has 501 lines; 500 is the limit.',
    ]);
  });
});

describe('the reader of tests', () => {
  const found = (body: string) => silentReturns('x.test.ts', `it('x', () => {\n${body}\n});`);
  it.each([
    ['if (a) return;\nexpect(1).toBe(1);'],
    ['if (a) return skipped();\nexpect(1).toBe(1);'],
    ['for (const a of b) { if (a) { return; } }\nexpect(1).toBe(1);'],
  ])('reports %j', (body) => {
    expect(found(body)).toEqual([expect.stringMatching(/^x\.test\.ts:2: .*skipIf/)]);
  });

  it.each([
    ['expect(1).toBe(1);\nif (a) return;'],
    ['const b = () => { if (a) return; };\nexpect(b()).toBe(1);'],
    ['return expect(a).rejects.toThrow();'],
    ['expectTypeOf(a).toBeString();\nreturn;'],
  ])('accepts %j', (body) => {
    expect(found(body)).toEqual([]);
  });

  it.each(['test', 'it.each([1])', 'it.skipIf(a)', 'it.only'])('includes %s', (call) => {
    const text = `describe('d', () => { ${call}('x', async function () { return; }); });`;
    expect(silentReturns('x.test.ts', text)).toHaveLength(1);
  });
});
