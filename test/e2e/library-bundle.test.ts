import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { describe, expect, it, onTestFinished } from 'vitest';

const LIBRARY = join(import.meta.dirname, '../../dist/lib/index.mjs');

/** Ids of operations, as they occur in declarations. */
const OTHERS = ['shareLink.get', 'comments', 'diagrams.content.get', 'landscapes.import.create', 'catalog.'];

/** Minified code of a program that uses the library, without zod. */
async function bundled(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const input = join(folder, 'program.mjs');
  writeFileSync(input, program.replace("'archctl'", JSON.stringify(LIBRARY)));
  const bundle = await rolldown({ input, platform: 'node', external: [/^zod/] });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return output[0].code;
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
});
