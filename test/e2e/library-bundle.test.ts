import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it, onTestFinished } from 'vitest';

const LIBRARY = join(import.meta.dirname, '../../dist/lib/index.mjs');
const MODEL = join(import.meta.dirname, '../../dist/lib/model.mjs');

/** Ids of operations, as they occur in declarations. */
const OTHERS = ['shareLink.get', 'comments', 'diagrams.content.get', 'landscapes.import.create', 'catalog.'];

/** Minified code of a program that uses the library, without zod. */
async function bundled(program: string): Promise<string> {
  return (await filesOf(program))[0].code;
}

/** The files of the bundle; the first one is the program. */
async function filesOf(program: string) {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const input = join(folder, 'program.mjs');
  const code = program.replace("'archctl'", JSON.stringify(LIBRARY));
  writeFileSync(input, code.replace("'archctl/model'", JSON.stringify(MODEL)));
  const bundle = await rolldown({ input, platform: 'node', external: [/^zod/, /elk\.cjs$/] });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return output;
}

describe('a bundle of a program', () => {
  it('contains the operations that it calls, and no others', async () => {
    const code = await bundled(`import { teams } from 'archctl';
      console.log(teams.list.path);`);
    expect(code).toContain('/organizations/{organizationId}/teams');
    expect(OTHERS.filter((id) => code.includes(id))).toEqual([]);
    expect(gzipSync(code).length).toBeLessThan(8_000);
  });

  it('with the client and one call is at most 40 kB, compressed', async () => {
    const code = await bundled(`import { createClient, fetchTransport, teams } from 'archctl';
      const client = createClient({ baseUrl: 'https://x.test', transport: fetchTransport(fetch) });
      for await (const team of client.pages(teams.list, { path: { organizationId: 'o' } })) console.log(team);`);
    expect(OTHERS.filter((id) => code.includes(id))).toEqual([]);
    expect(gzipSync(code).length).toBeLessThan(40_000);
  });

  it('with all of archctl/model loads what uses the service, and layouts, on demand', async () => {
    const [program, ...others] = await filesOf("export * from 'archctl/model';");
    const files = new Map(others.map((it) => [it.fileName, it]));
    const loaded = new Map([[program.fileName, program.code]]);
    const load = (imports: readonly string[]) => {
      for (const name of imports) {
        const file = files.get(name);
        if (file?.type !== 'chunk' || loaded.has(name)) continue;
        loaded.set(name, file.code);
        load(file.imports);
      }
    };
    load(program.imports);
    const code = [...loaded.values()].join('\n');
    const later = others.flatMap((it) => (it.type === 'chunk' && !loaded.has(it.fileName) ? it.code : []));
    // A message of applying a plan, and the file of the layout engine.
    for (const text of ['The plan has an unknown operation', 'elk.cjs']) {
      expect(code).not.toContain(text);
      expect(later.join('\n')).toContain(text);
    }
    // With zod, 150 kB.
    expect(gzipSync(code).length).toBeLessThan(141_000);
  });
});
