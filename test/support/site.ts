/** Sites for tests, written by the program in memory. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { FERRY } from './ferry-document.js';
import { openService } from './sandbox.js';
import { machine } from './world.js';

export interface TestSite {
  directory: string;
  /** The `file:` address of a file of the site, with its fragment. */
  address(path?: string): string;
}

/** Writes the site of a document. It is deleted when the test ends. */
export async function siteOf(document: string = FERRY, ...options: readonly string[]): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'archctl-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const model = join(folder, 'model.yaml');
  writeFileSync(model, document);
  const directory = join(folder, 'site');
  const service = await openService();
  const here = machine(service);
  onTestFinished(async () => {
    here.remove();
    await service.close();
  });
  const { code, stderr } = await here.run(['model', 'site', model, '--out', directory, ...options]);
  if (code !== 0) throw new Error(`model site failed: ${stderr}`);
  const address = (path = 'index.html') => `${pathToFileURL(directory)}/${path}`;
  return { directory, address };
}
