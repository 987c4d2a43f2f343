/** Sites for tests, written by the program in memory. */

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { FERRY } from './ferry-document.js';
import { openService } from './sandbox.js';
import { machine, type Ran } from './world.js';

export interface TestSite {
  directory: string;
  /** Path of the document. */
  model: string;
  /** The `file:` address of a file of the site, with its fragment. */
  address(path?: string): string;
  /** Paths of all files of the site, sorted. */
  files(): string[];
  /** Writes the site again, of another document. */
  build(document: string): Promise<void>;
  run(...argv: readonly string[]): Promise<Ran>;
}

/** Writes the site of a document, with the changes from another one if given. It is deleted when the test ends. */
export async function siteOf(document = FERRY, { against }: { against?: string } = {}): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-site-'));
  const service = await openService();
  const here = machine(service);
  onTestFinished(async () => {
    here.remove();
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  });
  const [directory, model, other] = ['site', 'model.yaml', 'other.yaml'].map((it) => join(folder, it)) as [
    string,
    string,
    string,
  ];
  const build = async (text: string) => {
    writeFileSync(model, text);
    if (against !== undefined) writeFileSync(other, against);
    const comparison = against === undefined ? [] : ['--against', other];
    const { code, stderr } = await here.run(['model', 'site', model, '--out', directory, ...comparison]);
    if (code !== 0) throw new Error(`model site failed: ${stderr}`);
  };
  await build(document);
  return {
    directory,
    model,
    build,
    run: (...argv) => here.run(argv),
    address: (path = 'index.html') => `${pathToFileURL(directory)}/${path}`,
    files: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((it) => it.isFile())
        .map((it) => relative(directory, join(it.parentPath, it.name)))
        .sort(),
  };
}
