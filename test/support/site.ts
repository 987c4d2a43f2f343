/** Sites for tests, written by the program in memory. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { FERRY } from './ferry-document.js';
import { openService } from './sandbox.js';
import { machine, type RunResult } from './world.js';

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
  run(...argv: readonly string[]): Promise<RunResult>;
}

interface SiteParts {
  /** Document to compare with. */
  against?: string;
  /** Files beside the document, by path; the model is then the folder. */
  files?: Readonly<Record<string, string>>;
  options?: readonly string[];
}

/** Writes the site of a document, with the changes from another one if given. It is deleted when the test ends. */
export async function siteOf(document?: string, parts?: SiteParts): Promise<TestSite> {
  const { site, remove } = await createSite(document, parts);
  onTestFinished(remove);
  return site;
}

const shared = new Map<string, ReturnType<typeof createSite>>();

/** The same for tests that only read the site: one for all test files of a worker, deleted after all tests. */
export async function sharedSite(document?: string, parts?: SiteParts): Promise<TestSite> {
  const key = JSON.stringify([document, parts]);
  const created = shared.get(key) ?? createSite(document, parts, process.env.ARCHCTL_TEST_CACHE);
  shared.set(key, created);
  return (await created).site;
}

async function createSite(
  document = FERRY,
  { against, files = {}, options = [] }: SiteParts = {},
  parent = tmpdir(),
) {
  const folder = mkdtempSync(join(parent, 'archctl-site-'));
  const service = await openService();
  const here = machine(service);
  const [directory, model, other] = ['site', 'model/model.yaml', 'other.yaml'].map((it) =>
    join(folder, it),
  ) as [string, string, string];
  for (const [path, text] of [['model.yaml', document], ...Object.entries(files)] as [string, string][]) {
    mkdirSync(dirname(join(folder, 'model', path)), { recursive: true });
    writeFileSync(join(folder, 'model', path), text);
  }
  const target = Object.keys(files).length > 0 ? dirname(model) : model;
  const build = async (text: string) => {
    writeFileSync(model, text);
    if (against !== undefined) writeFileSync(other, against);
    const comparison = against === undefined ? [] : ['--against', other];
    const { code, stderr } = await here.run([
      'model',
      'site',
      target,
      '--out',
      directory,
      ...comparison,
      ...options,
    ]);
    if (code !== 0) throw new Error(`model site failed: ${stderr}`);
  };
  await build(document);
  const site: TestSite = {
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
  const remove = async () => {
    here.remove();
    rmSync(folder, { recursive: true, force: true });
    await service.close();
  };
  return { site, remove };
}
