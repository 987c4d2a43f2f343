// Builds dist/: the program as CommonJS chunks (they start faster than ES modules on Node 20), the fonts, the library,
// man pages, the command reference, licence texts and the bill of materials.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { readFlags } from './arguments.mjs';
import { contractEntries, contractFacts } from './contract-facts.mjs';
import { declarations } from './declarations.mjs';
import { writeDocs } from './docs.mjs';
import { generate } from './generate.mjs';
import { fonts, licenceFile, packagesOf } from './licences.mjs';
import { buildPage } from './page.mjs';
import { billOfMaterials } from './sbom.mjs';

const { types: hasTypes } = readFlags(['types']);

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/**
 * Chunks of the program: name, root files, and optionally a pattern that limits the modules. Modules that load together
 * share a chunk, because opening many files costs more than reading a large one. A chunk contains its root files and
 * their imports at any depth, except modules of chunks above it. The bundler splits all other modules itself.
 */
const CHUNKS = [
  // Loaded by every call, even --version.
  ['start', ['src/main.ts', 'src/cli/command/shared-options.ts']],
  // Profiles, settings and cached names: all that completion needs besides the tree of commands.
  [
    'settings',
    [
      'src/completion/cache.ts',
      'src/base/defined.ts',
      'src/base/secret-environment.ts',
      'src/cli/command/id-shape.ts',
      'src/cli/line/read-line.ts',
      'src/contract/scopes.ts',
      'src/profiles/scopes.ts',
      'src/profiles/settings.ts',
      'src/profiles/store.ts',
      'src/profiles/directories.ts',
      'src/base/invisible.ts',
    ],
  ],
  ['help', ['src/cli/help/help-text.ts', 'src/commands/shared/front-page.ts']],
  // Loaded by every command that calls the service.
  [
    'core',
    [
      'src/cli/line/parse.ts',
      'src/cli/run/context.ts',
      'src/cli/run/open-client.ts',
      'src/cli/run/quota-warning.ts',
      'src/cli/run/perform-command.ts',
      'src/cli/command/operation-command.ts',
      'src/cli/command/operation-commands.ts',
      'src/cli/command/input/missing.ts',
      'src/cli/command/noun.ts',
      'src/cli/command/columns.ts',
      'src/client/transport/transport-http.ts',
      'src/contract/enums.ts',
      'src/terminal/render-stream.ts',
    ],
  ],
  // Commands of records within a version, and commands of families.
  [
    'family',
    [
      'src/cli/command/family/family-command.ts',
      'src/cli/command/family/family-options.ts',
      'src/commands/shared/model-options.ts',
    ],
  ],
  // Facts (resources without schemas) of the families in model files.
  ['families', ['src/model/document/kinds.ts'], /[\\/]contract[\\/]resources[\\/]/],
  // Names instead of ids in arguments and in output.
  ['names', ['src/cli/names/names.ts', 'src/cli/names/shown-names.ts']],
  ['paging', ['src/terminal/paging.ts']],
  // Schemas of request bodies, queries and responses.
  ['schema', ['src/contract/family.ts', 'src/contract/record.ts']],
  // Reading and validation of model files, without modules that other commands share.
  [
    'document',
    [
      'src/model/validate/validate.ts',
      'src/commands/model/shared/findings/outcome.ts',
      'src/commands/model/shared/sources.ts',
    ],
    /[\\/]src[\\/](?:model|commands[\\/]model)[\\/]/,
  ],
];

/** Assigns each module to its chunk, after all modules are parsed. */
function chunkGraph() {
  const imports = new Map();
  let chunks;
  const addImports = (file, found) => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of imports.get(file) ?? []) addImports(next, found);
  };
  const assign = () => {
    const assigned = new Set();
    return new Map(
      CHUNKS.map(([name, roots, within = /./]) => {
        const found = new Set();
        for (const path of roots) {
          if (!imports.has(join(root, path)))
            throw new Error(`CHUNKS lists ${path}, but no module imports it.`);
          addImports(join(root, path), found);
        }
        const members = new Set([...found].filter((file) => !assigned.has(file) && within.test(file)));
        for (const file of members) assigned.add(file);
        return [name, members];
      }),
    );
  };
  return {
    plugin: {
      name: 'chunk-graph',
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
    },
    groups: CHUNKS.map(([name]) => ({
      name,
      test: (id) => {
        chunks ??= assign();
        return chunks.get(name).has(id);
      },
    })),
  };
}

/** Packages with native code, which are not bundled. */
const nativePackages = ['libsql', '@resvg/resvg-js'];

/** Rejects circular imports of chunks, which would load partially initialized modules. */
function rejectCyclesOfChunks(chunks) {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports ?? []]));
  const visit = (file, path) => {
    if (path.includes(file))
      throw new Error(`Circular import of chunks: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of imports.keys()) visit(file, []);
}

/** Rejects a circular import below src/. Packages may contain circular imports. */
function rejectCycleOfModules({ ids = [] }) {
  const files = ids.map((id) => relative(root, id));
  if (files.some((file) => file.startsWith('src')))
    throw new Error(`Circular import of files: ${files.join(' > ')}`);
}

/**
 * Node modules that are loaded on first use, with the functions that are used. Commander needs child_process only for
 * subcommands that are separate programs, which archctl does not have. Profiles need os only if HOME is not set.
 */
const LAZY_MODULES = { 'node:child_process': ['spawn'], 'node:os': ['homedir', 'tmpdir'] };

const lazyLoading = {
  name: 'lazy-loading',
  resolveId: (id, importer) =>
    Object.hasOwn(LAZY_MODULES, id) && /[\\/](commander|profiles)[\\/]/.test(importer)
      ? `\0lazy:${id}`
      : undefined,
  load(id) {
    const name = id.startsWith('\0lazy:') && id.slice('\0lazy:'.length);
    if (name)
      return LAZY_MODULES[name]
        .map((it) => `exports.${it} = (...args) => require('${name}').${it}(...args);`)
        .join('\n');
  },
};

/** Makes cli-table3 use the width function of src/terminal/, so that its columns align with all other output. */
const tableWidth = {
  name: 'table-width',
  resolveId: (id, importer) =>
    id === 'string-width' && /[\\/]cli-table3[\\/]/.test(importer) ? '\0table-width' : undefined,
  load: (id) =>
    id === '\0table-width'
      ? `export { displayWidth as 'module.exports' } from ${JSON.stringify(join(root, 'src/terminal/width.ts'))};`
      : undefined,
};

/** Ids of all bundled modules. */
const bundledModules = new Set();

async function build(
  input,
  output,
  { external = nativePackages, plugins = [], preserveEntrySignatures = 'allow-extension' } = {},
) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external,
    cwd: root,
    preserveEntrySignatures,
    resolve: { conditionNames: ['node', 'import', 'default'] },
    plugins,
    checks: { circularDependency: true },
    onLog: (level, log, handler) => {
      if (log.code === 'EVAL') return;
      if (log.code === 'CIRCULAR_DEPENDENCY') rejectCycleOfModules(log);
      else handler(level, log);
    },
  });
  const { output: chunks } = await bundle.write({ dir: dist, minify: true, ...output });
  await bundle.close();
  rejectCyclesOfChunks(chunks);
  for (const id of chunks.flatMap((chunk) => chunk.moduleIds ?? [])) bundledModules.add(id);
  return chunks;
}

/** Chunk of the program with ELK, the layout engine. */
const ELK_FILE = 'page/elk.cjs';

await generate();
rmSync(dist, { recursive: true, force: true });
// Type declarations for importers of the library. They take the longest.
const types = hasTypes ? declarations() : undefined;
const graph = chunkGraph();
const program = await build(
  { main: 'src/main.ts', ...contractEntries },
  {
    format: 'cjs',
    // Code from the compile cache cannot use import().
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    // Pages contain ELK as well, so its file has a fixed name beside them.
    chunkFileNames: ({ name }) => (name.startsWith('elk.bundled') ? ELK_FILE : 'chunks/[name]-[hash].cjs'),
    codeSplitting: { includeDependenciesRecursively: false, groups: graph.groups },
  },
  {
    plugins: [graph.plugin, await contractFacts(), lazyLoading, tableWidth],
  },
);

/**
 * Because ELK is by far the largest bundled package, the library loads the program's copy. Only
 * chunks of the library may load it: the relative path is not valid in an entry file.
 */
const ELK = 'elkjs/lib/elk.bundled.js';
if (!program.some(({ fileName }) => fileName === ELK_FILE))
  throw new Error('No chunk of the program contains ELK.');
const elkPath = `../../${ELK_FILE}`;
const sharedElk = {
  name: 'shared-elk',
  resolveId: (id) => (id === ELK ? { id: elkPath, external: true } : undefined),
  generateBundle: (_, bundle) => {
    const importers = Object.values(bundle).filter(({ code }) => code?.includes(ELK_FILE));
    const misplaced = importers.filter(({ fileName }) => !fileName.startsWith('chunks/'));
    if (importers.length === 0 || misplaced.length > 0)
      throw new Error('ELK must be loaded by a chunk of the library, and only by chunks.');
  },
};

// The library, as ES modules and as CommonJS.
for (const [format, extension] of [
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
]) {
  await build(
    { index: 'src/index.ts', model: 'src/model/index.ts', webhooks: 'src/webhooks/index.ts' },
    {
      dir: join(dist, 'lib'),
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name]-[hash].${extension}`,
      // Keeps names for readable stack traces.
      minify: { compress: true, mangle: false, codegen: true },
    },
    // Callers install zod, so that its types and its code have the same version. Entry files have no additional exports.
    { external: [...nativePackages, /^zod/], preserveEntrySignatures: 'strict', plugins: [sharedElk] },
  );
}
for (const id of await buildPage(join(dist, 'page'))) bundledModules.add(id);
const fontFolder = join(root, 'src/drawing/fonts');
cpSync(fontFolder, join(dist, 'fonts'), { recursive: true });

const bundled = packagesOf([...bundledModules]);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licenceFile(bundled));
const bill = billOfMaterials({ root, bundled, fonts: fonts(fontFolder) });
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill)}\n`);
await writeDocs();
await types;
