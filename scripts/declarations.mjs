// Makes what tsc wrote fit for others: declarations that no entry point reaches are taken away, and a copy tells the
// callers of require() that what they get is CommonJS.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const types = join(import.meta.dirname, '..', 'dist', 'types');
const ENTRIES = ['index.d.ts', 'webhooks/index.d.ts'];

const reached = new Set();
function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g)) {
    const target = join(dirname(file), `${path}.d.ts`);
    if (!existsSync(target)) throw new Error(`${file} names ${path}.js, which has no declarations.`);
    reach(target);
  }
}
for (const entry of ENTRIES) reach(join(types, entry));
for (const entry of readdirSync(types, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !reached.has(path)) rmSync(path);
}

const commonjs = join(types, '..', 'types-cjs');
rmSync(commonjs, { recursive: true, force: true });
mkdirSync(commonjs);
cpSync(types, commonjs, { recursive: true });
writeFileSync(join(commonjs, 'package.json'), '{\n  "type": "commonjs"\n}\n');
