// Type declarations of the library. Deletes declarations that no entry point imports, and copies the rest for CommonJS
// callers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { documentRecords } from './record-types.mjs';

const types = join(import.meta.dirname, '..', 'dist', 'types');
const ENTRIES = ['index.d.ts', 'library/sandbox.d.ts', 'model/index.d.ts', 'webhooks/index.d.ts'];

/** Writes dist/types and dist/types-cjs. The compiler runs as a separate process, in parallel with the bundles. */
export async function declarations() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`tsc failed with exit code ${code}.`);
  const imported = new Set(ENTRIES.flatMap((entry) => [...declarationsOf(join(types, entry))]));
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !imported.has(path)) rmSync(path);
  }

  await documentRecords(types);

  const commonjs = join(types, '..', 'types-cjs');
  rmSync(commonjs, { recursive: true, force: true });
  mkdirSync(commonjs);
  cpSync(types, commonjs, { recursive: true });
  writeFileSync(join(commonjs, 'package.json'), '{\n  "type": "commonjs"\n}\n');
}

/** Paths of a file with declarations and of all files that it imports. */
export function declarationsOf(file, imported = new Set()) {
  if (imported.has(file)) return imported;
  imported.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) {
    const target = join(dirname(file), `${path}.d.ts`);
    if (!existsSync(target)) throw new Error(`${file} imports ${path}.js, which has no declarations.`);
    declarationsOf(target, imported);
  }
  return imported;
}
