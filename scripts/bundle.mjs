// Bundles TypeScript into a single module that Node can import.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
let count = 0;

/** Bundles `code` with imports relative to `directory`. Returns the path of the bundle. */
export async function bundle({ code, directory }) {
  const virtual = join(directory, `virtual-entry-${++count}.ts`);
  const build = await rolldown({
    input: virtual,
    platform: 'node',
    // The scripts only read declarations and do not run commands, so packages are not bundled.
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
