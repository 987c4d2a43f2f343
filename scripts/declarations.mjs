// The declarations of the library: those that no entry point reaches are taken away, and a copy tells the callers of
// require() that what they get is CommonJS.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const types = join(import.meta.dirname, '..', 'dist', 'types');
const ENTRIES = ['index.d.ts', 'model/index.d.ts', 'webhooks/index.d.ts'];

/** Writes them to dist/types and dist/types-cjs; it runs beside what else is built, in a process of its own. */
export async function declarations() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The declarations of the library could not be made.');
  const reached = new Set();
  for (const entry of ENTRIES) reach(join(types, entry), reached);
  for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(path)) rmSync(path);
  }

  const commonjs = join(types, '..', 'types-cjs');
  rmSync(commonjs, { recursive: true, force: true });
  mkdirSync(commonjs);
  cpSync(types, commonjs, { recursive: true });
  writeFileSync(join(commonjs, 'package.json'), '{\n  "type": "commonjs"\n}\n');
}

function reach(file, reached) {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) {
    const target = join(dirname(file), `${path}.d.ts`);
    if (!existsSync(target)) throw new Error(`${file} names ${path}.js, which has no declarations.`);
    reach(target, reached);
  }
}
