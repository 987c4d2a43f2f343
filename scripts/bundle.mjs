// Bundles a piece of TypeScript into one module that this Node can import.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
let count = 0;

/** Bundles `code`, as if it stood in `directory`, and tells where the result lies. */
export async function bundle({ code, directory }) {
  const virtual = join(directory, `virtual-entry-${++count}.ts`);
  const build = await rolldown({
    input: virtual,
    platform: 'node',
    // What a script describes is not run: packages stay where they are.
    external: [/^[^./]/, /sandbox\/serve/],
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === virtual ? id : undefined),
        load: (id) => (id === virtual ? { code, moduleType: 'ts' } : undefined),
      },
    ],
  });
  const file = join(root, 'node_modules', '.cache', 'archctl', `${process.pid}-${count}.mjs`);
  mkdirSync(join(file, '..'), { recursive: true });
  await build.write({ file, format: 'esm', codeSplitting: false });
  await build.close();
  return file;
}
