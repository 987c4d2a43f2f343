// Writes dist/man and dist/reference. src/docs formats the declarations of the commands.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandTree, loadCommands } from './commands.mjs';

const root = join(import.meta.dirname, '..');

export async function writeDocs() {
  const { man, markdown } = (await loadCommands()).modules;
  const tree = await commandTree();
  for (const [folder, pages] of [
    ['man', man.manPages(tree)],
    ['reference', markdown.markdownPages(tree)],
  ]) {
    const directory = join(root, 'dist', folder);
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true });
    for (const { file, text } of pages) writeFileSync(join(directory, file), text);
  }
}
