// Writes dist/man and dist/reference: the built program describes itself, and src/docs lays that out.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');

export async function writeDocs() {
  // An empty environment: no format, profile or cache of whoever builds has a say.
  const output = execFileSync(process.execPath, [join(root, 'bin', 'archctl.js'), 'commands', '-o', 'json'], {
    env: {},
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const code = `export { manPages } from './man.js'; export { markdownPages } from './markdown.js';`;
  const { manPages, markdownPages } = await import(
    pathToFileURL(await bundle({ code, directory: join(root, 'src', 'docs') })).href
  );
  const manifest = JSON.parse(output);
  for (const [folder, pages] of [
    ['man', manPages(manifest)],
    ['reference', markdownPages(manifest)],
  ]) {
    const directory = join(root, 'dist', folder);
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    for (const { file, text } of pages) writeFileSync(join(directory, file), text);
  }
}
