// Build plugin for lazy loading of schemas. In the built program, commands and client import the facts of a resource
// file: its exported values without schemas, such as paths, methods and summaries, evaluated at build time. Creating the
// schemas with zod takes longer than a short command, so they are in separate chunks that are loaded on first access.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'contract', 'resources');
const names = readdirSync(folder)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'index');

/** Directories whose imports get facts. The sandbox and the contract always need the schemas. */
const IMPORTERS = ['cli', 'client', 'commands', 'documents', 'model/document'].map((directory) =>
  join(root, 'src', directory, '/'),
);
const FACTS_SUFFIX = '?facts';

const chunkOf = (name) => `contract-${name}`;

/** Chunks with schemas, as entries of the build. Each has the exports of its resource file. */
export const contractEntries = Object.fromEntries(
  names.map((name) => [`chunks/${chunkOf(name)}`, join(folder, `${name}.ts`)]),
);

/** Plugin that replaces imports of resource files with facts. */
export async function contractFacts() {
  const code = names.map((name, at) => `export * as r${at} from './${name}.js';`).join('\n');
  const modules = await import(pathToFileURL(await bundle({ code, directory: folder })).href);
  const sources = new Map(
    names.map((name, at) => [join(folder, `${name}.ts`), factsSource(name, modules[`r${at}`])]),
  );
  return {
    name: 'contract-facts',
    async resolveId(id, importer, options) {
      // Chunks of facts and of schemas are in the same directory.
      if (importer?.endsWith(FACTS_SUFFIX) && id.endsWith('.cjs')) return { id, external: true };
      if (
        !/\/contract\/resources\//.test(id) ||
        !IMPORTERS.some((directory) => importer?.startsWith(directory))
      )
        return;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return sources.has(found?.id) ? `${found.id}${FACTS_SUFFIX}` : found;
    },
    load(id) {
      if (id.endsWith(FACTS_SUFFIX))
        return { code: sources.get(id.slice(0, -FACTS_SUFFIX.length)), moduleType: 'js' };
    },
  };
}

/** Source code of the facts. Schemas and functions are not exported, so that an import of one fails the build. */
function factsSource(name, exported) {
  const lines = Object.entries(exported).flatMap(([key, value]) => {
    const facts = factsOf(value, `schemas().${key}`);
    return facts === undefined ? [] : [`export const ${key} = ${facts};`];
  });
  return [`const schemas = () => require('./${chunkOf(name)}.cjs');`, ...lines].join('\n');
}

/** Source code of a value. Schemas in fields become getters. Undefined for schemas and functions. */
function factsOf(value, path) {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return JSON.stringify(value);
  if (Array.isArray(value)) return isPlain(value) ? JSON.stringify(value) : undefined;
  if (typeof value !== 'object' || '_zod' in value) return undefined;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => {
      const name = JSON.stringify(key);
      const fieldPath = `${path}[${name}]`;
      const facts = factsOf(field, fieldPath);
      return facts === undefined ? `get ${name}() { return ${fieldPath}; }` : `${name}: ${facts}`;
    });
  return `{ ${fields.join(', ')} }`;
}

const isPlain = (value) =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (typeof value === 'object' && !('_zod' in value) && Object.values(value).every(isPlain));
