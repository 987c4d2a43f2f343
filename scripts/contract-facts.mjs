// What commands and the client get of a resource file in the built program: paths, methods, words, as they stand in it,
// written out at build. The schemas, and zod with them, take more time to make than a short command has: they are a
// chunk of their own that is loaded when one is looked into.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'contract', 'resources');
const names = readdirSync(folder)
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'index');

/** Importers that get facts; the sandbox and the contract itself work with the schemas all the time. */
const SENDERS = ['cli', 'client', 'commands', 'documents', 'model/document'].map((room) =>
  join(root, 'src', room, '/'),
);
const MARK = '?facts';

const chunkOf = (name) => `contract-${name}`;

/** The chunks with the schemas, as entries of the build: each is what its file exports. */
export const contractEntries = Object.fromEntries(
  names.map((name) => [`chunks/${chunkOf(name)}`, join(folder, `${name}.ts`)]),
);

/** Puts the facts in the place of the resource files. */
export async function contractFacts() {
  const code = names.map((name, at) => `export * as r${at} from './${name}.js';`).join('\n');
  const modules = await import(pathToFileURL(await bundle({ code, directory: folder })).href);
  const sources = new Map(
    names.map((name, at) => [join(folder, `${name}.ts`), source(name, modules[`r${at}`])]),
  );
  return {
    name: 'contract-facts',
    async resolveId(id, importer, options) {
      // Facts and schemas lie in the same folder.
      if (importer?.endsWith(MARK) && id.endsWith('.cjs')) return { id, external: true };
      if (!/\/contract\/resources\//.test(id) || !SENDERS.some((room) => importer?.startsWith(room))) return;
      const found = await this.resolve(id, importer, { ...options, skipSelf: true });
      return sources.has(found?.id) ? `${found.id}${MARK}` : found;
    },
    load(id) {
      if (id.endsWith(MARK)) return { code: sources.get(id.slice(0, -MARK.length)), moduleType: 'js' };
    },
  };
}

/** A schema or a function has no facts: who imports one from there is told by the build. */
function source(name, exported) {
  const lines = Object.entries(exported).flatMap(([key, value]) => {
    const facts = factsOf(value, `whole().${key}`);
    return facts === undefined ? [] : [`export const ${key} = ${facts};`];
  });
  return [`const whole = () => require('./${chunkOf(name)}.cjs');`, ...lines].join('\n');
}

/** A value as code; undefined where it cannot be written out, as a schema or a function. */
function factsOf(value, path) {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return JSON.stringify(value);
  if (Array.isArray(value)) return plain(value) ? JSON.stringify(value) : undefined;
  if (typeof value !== 'object' || '_zod' in value) return undefined;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => {
      const name = JSON.stringify(key);
      const within = `${path}[${name}]`;
      const facts = factsOf(field, within);
      return facts === undefined ? `get ${name}() { return ${within}; }` : `${name}: ${facts}`;
    });
  return `{ ${fields.join(', ')} }`;
}

const plain = (value) =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(plain)) ||
  (typeof value === 'object' && !('_zod' in value) && Object.values(value).every(plain));
