import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Contents of a release besides the program, in the tested build. */
const read = (file: string): string => readFileSync(file, 'utf8');

interface Component {
  type: string;
  'bom-ref': string;
  group?: string;
  name: string;
  version?: string;
  purl?: string;
  scope?: string;
  licenses?: { license: { id: string } }[];
  hashes?: { alg: string; content: string }[];
  properties: { name: string; value: string }[];
}
const bill = JSON.parse(read('dist/sbom.cdx.json')) as {
  bomFormat: string;
  specVersion: string;
  version: number;
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  license: string;
  dependencies: Record<string, string>;
  exports: Record<string, unknown>;
  files: string[];
};
const fullName = ({ group, name }: Component): string => (group ? `${group}/${name}` : name);
const marked = (mark: string): Component[] =>
  bill.components.filter(({ properties }) => properties.some(({ name }) => name === `archctl:${mark}`));

describe('the bill of materials', () => {
  it('is valid CycloneDX, and reproducible', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bill.metadata.component).toMatchObject({ name: 'archctl', version: manifest.version });
    expect([bill.serialNumber, bill.metadata.timestamp]).toEqual([undefined, undefined]);
    const refs = bill.components.map((it) => it['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    for (const it of bill.components) {
      expect(it.licenses?.[0]?.license.id, it.name).toMatch(/^[\w.-]+$/);
      if (it.type !== 'library') continue;
      expect(it.purl).toBe(`pkg:npm/${fullName(it).replace('@', '%40')}@${it.version}`);
      for (const { alg, content } of it.hashes ?? []) {
        expect(alg).toBe('SHA-512');
        expect(content).toMatch(/^[0-9a-f]{128}$/);
      }
    }
    const known = new Set([...refs, bill.metadata.component['bom-ref']]);
    expect(bill.dependencies.map(({ ref }) => ref).sort()).toEqual([...known].sort());
    for (const { dependsOn } of bill.dependencies) for (const ref of dependsOn) expect(known).toContain(ref);
  });

  it('lists every package that is installed with archctl, each with its hash', () => {
    const installed = marked('installed').map(fullName);
    for (const name of Object.keys(manifest.dependencies)) expect(installed).toContain(name);
    expect(installed).toContain('@neon-rs/load');
    expect(installed.some((name) => name.startsWith('@libsql/'))).toBe(true);
    expect(installed).not.toContain('typescript');
    for (const it of marked('installed')) expect(it.hashes, it.name).toHaveLength(1);
  });
});

describe('the licences', () => {
  const text = read('dist/THIRD-PARTY-LICENSES.txt');
  const listed = [...text.matchAll(/^ {2}(\S+) (\d\S*) \((\S+)\)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  );

  it('are those of the packages in the bill of materials, each with its text and source', () => {
    const bundled = marked('bundled').filter(({ type }) => type === 'library');
    expect(listed).toEqual(bundled.map((it) => `${fullName(it)}@${it.version}`));
    const sections = text.split(`\n${'='.repeat(80)}\n`).slice(1);
    expect(sections).toHaveLength(listed.length);
    for (const [at, section] of sections.entries()) {
      expect(section.startsWith((listed[at] ?? '-').replace(/@([^@]*)$/, ' $1'))).toBe(true);
      expect(section).toMatch(/^Licence: \S+\nSource: https?:\/\/\S+\n\n[\s\S]{300}/m);
    }
  });

  it('include every package that our own code imports, and none that only tests use', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const imported = new Set(
      sources.flatMap((file) =>
        [
          ...read(join('src', file)).matchAll(/(?:^import (?!type)[^;]*?from |import\()'([^.'][^']*)'/gm),
        ].flatMap(([, id = '']) => (id.startsWith('node:') ? [] : [/^(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? ''])),
      ),
    );
    const names = listed.map((it) => it.replace(/@[^@]*$/, ''));
    expect(imported.size).toBeGreaterThan(8);
    for (const name of imported)
      if (!['libsql', '@resvg/resvg-js'].includes(name)) expect(names).toContain(name);
    for (const name of ['vitest', 'typescript', 'fast-check', '@biomejs/biome', 'rolldown'])
      expect(names).not.toContain(name);
  });
});

describe('the package', () => {
  it('has the same exports with import and require', () => {
    const node = (...args: string[]): string =>
      execFileSync(process.execPath, args, { encoding: 'utf8', cwd: process.cwd() });
    const names =
      "Object.keys({ ...library, ...model, ...webhooks }).filter((name) => name !== 'default' && name !== 'module.exports').sort().join()";
    const imported = node(
      '--input-type=module',
      '-e',
      `import * as library from 'archctl'; import * as model from 'archctl/model'; import * as webhooks from 'archctl/webhooks'; console.log(${names})`,
    );
    const required = node(
      '--input-type=commonjs',
      '-e',
      `const library = require('archctl'); const model = require('archctl/model'); const webhooks = require('archctl/webhooks'); console.log(${names})`,
    );
    expect(required).toBe(imported);
    expect(imported).toContain('createClient');
    expect(imported).toContain('planModel');
    expect(imported).toContain('verify');
  });

  it('has a file for every entry point, and declarations that need only zod', () => {
    const paths = JSON.stringify(manifest.exports).match(/"\.\/[^"]*\.[^"]+"/g) ?? [];
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) expect(existsSync(JSON.parse(path)), path).toBe(true);
    for (const folder of ['dist/types', 'dist/types-cjs']) {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) =>
        it.endsWith('.d.ts'),
      );
      expect(files).toContain('index.d.ts');
      for (const file of files) {
        const code = read(join(folder, file)).replace(/\/\*[\s\S]*?\*\//g, '');
        for (const [, id] of code.matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g))
          expect(id).toBe('zod/mini');
        // No declarations of commands, terminal, profiles or sandbox.
        expect(file).toMatch(
          /^(index|base\/.+|client\/.+|contract\/.+|library\/.+|model\/.+|webhooks\/.+)\.d\.ts$/,
        );
      }
    }
  });
});

describe('publishing', async () => {
  // Named by a variable, because the script has no types.
  const script = '../../scripts/publishable.mjs';
  const { publishProblems } = (await import(script)) as { publishProblems: (release: object) => string[] };
  const ready = {
    manifest: {
      version: '1.2.3',
      repository: 'git+https://example.test/a.git',
      publishConfig: { provenance: true },
    },
    changelog: '# Changelog\n\n## 1.2.3\n\n- Something.\n',
    status: '',
    env: { GITHUB_ACTIONS: 'true' },
  };

  it('is allowed with a committed tree, a changelog and a repository, in CI', () => {
    expect(publishProblems(ready)).toEqual([]);
  });

  it.each([
    [{ status: ' M src/main.ts\n' }, 'src/main.ts'],
    [{ changelog: '## 1.2.30\n' }, '"## 1.2.3"'],
    [{ manifest: { ...ready.manifest, repository: undefined } }, 'repository'],
    [{ env: {} }, 'from CI'],
  ])('is refused for %j', (change, message) => {
    expect(publishProblems({ ...ready, ...change })).toEqual([expect.stringContaining(message)]);
  });
});
