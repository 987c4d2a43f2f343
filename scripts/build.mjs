// Builds dist/: the program as CommonJS chunks (they start faster than ES modules on Node 20), the fonts, the library and
// its packages, man pages, the command reference, licence texts and the bill of materials. With --program, builds only
// the program with its fonts and pages.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { readFlags } from './arguments.mjs';
import { chunkGraph } from './chunks.mjs';
import { contractEntries, contractFacts } from './contract-facts.mjs';
import { writeDocs } from './docs.mjs';
import { generate } from './generate.mjs';
import { lazyYaml, yamlEntry } from './lazy-yaml.mjs';
import { fonts, licenceFile, packagesOf } from './licences.mjs';
import { buildPage } from './page.mjs';
import { billOfMaterials } from './sbom.mjs';
import { serviceFunctions } from './service-functions.mjs';
import { confEntry, confFile, sharedPackages } from './shared-packages.mjs';

const { program: isOnlyProgram } = readFlags(['program']);

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

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

/**
 * Leaves the JSON Schema validator out of the server for agents, which it needs only to ask users for input. archctl does
 * not ask, and validates the inputs of its tools itself.
 */
const noSchemaValidator = {
  name: 'no-schema-validator',
  resolveId: (id) => (id === '@modelcontextprotocol/server/_shims' ? '\0server-shims' : undefined),
  load: (id) =>
    id === '\0server-shims'
      ? "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}"
      : undefined,
};

/** Ids of the bundled modules by path of the built file. */
const modulesByFile = new Map();

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
  for (const { fileName, moduleIds = [] } of chunks)
    modulesByFile.set(join(output.dir ?? dist, fileName), moduleIds);
  return chunks;
}

/** Chunk of the program with ELK, the layout engine. */
const ELK_FILE = 'page/elk.cjs';

await generate();
rmSync(dist, { recursive: true, force: true });
// Type declarations for importers of the library. They take the longest.
const types = isOnlyProgram ? undefined : (await import('./declarations.mjs')).declarations();
const graph = chunkGraph();
const program = await build(
  { main: 'src/main.ts', ...contractEntries, ...yamlEntry, ...confEntry },
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
    plugins: [
      graph.plugin,
      await contractFacts(),
      lazyLoading,
      lazyYaml,
      confFile,
      tableWidth,
      noSchemaValidator,
    ],
  },
);

if (!program.some(({ fileName }) => fileName === ELK_FILE))
  throw new Error('No chunk of the program contains ELK.');
const fontFolder = join(root, 'src/drawing/fonts');
cpSync(fontFolder, join(dist, 'fonts'), { recursive: true });
modulesByFile.set(join(dist, 'page'), await buildPage(join(dist, 'page')));
if (!isOnlyProgram) await buildRest();

/** Builds the library, as ES modules and as CommonJS. */
async function buildLibrary() {
  /**
   * Because ELK is by far the largest bundled package, the library loads the program's copy. Only
   * chunks of the library may load it: the relative path is not valid in an entry file.
   */
  const ELK = 'elkjs/lib/elk.bundled.js';
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

  /**
   * Modules of the library that stay separate files, so that bundlers of callers drop the operations that are not used.
   * The entry file imports them by path: a namespace inside of it would be one object with all of its operations.
   */
  const operations = join(root, 'src/library/operations');
  const operationEntries = Object.fromEntries(
    readdirSync(operations)
      .map((file) => basename(file, '.generated.ts'))
      .filter((name) => name !== 'index')
      .map((name) => [`operations/${name}`, join(operations, `${name}.generated.ts`)]),
  );

  const separateOperations = (extension) => ({
    name: 'separate-operations',
    resolveId(id, importer) {
      const isEntry = importer === join(root, 'src/index.ts');
      if (isEntry && id === './contract/index.js')
        return { id: `./operations/all.${extension}`, external: true };
      const name = /^\.\/(.+)\.generated\.js$/.exec(id)?.[1];
      if (name === undefined || !importer?.startsWith(operations)) return undefined;
      const isIndex = basename(importer) === 'index.generated.ts';
      return { id: `./${isIndex ? 'operations/' : ''}${name}.${extension}`, external: true };
    },
  });

  for (const [format, extension] of [
    ['esm', 'mjs'],
    ['cjs', 'cjs'],
  ]) {
    await build(
      {
        index: 'src/index.ts',
        model: 'src/model/index.ts',
        webhooks: 'src/webhooks/index.ts',
        // Tests do not need two copies of it.
        ...(format === 'cjs' && { sandbox: 'src/library/sandbox.ts' }),
        'operations/all': 'src/contract/index.ts',
        ...operationEntries,
      },
      {
        dir: join(dist, 'lib'),
        format,
        entryFileNames: `[name].${extension}`,
        chunkFileNames: `chunks/[name]-[hash].${extension}`,
        // Keeps names of functions for readable stack traces.
        minify: { compress: true, mangle: { keepNames: true }, codegen: true },
      },
      // Callers install zod, so that its types and its code have the same version. Entry files have no additional exports.
      {
        external: [...nativePackages, /^zod/],
        preserveEntrySignatures: 'strict',
        plugins: [sharedElk, serviceFunctions, sharedPackages(root, format), separateOperations(extension)],
      },
    );
  }
}

/** Builds what the program runs without: the library, licence texts, the bill of materials and documents. */
async function buildRest() {
  await buildLibrary();
  const bundled = packagesOf([...modulesByFile.values()].flat());
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licenceFile(bundled));
  const bill = billOfMaterials({ root, bundled, fonts: fonts(fontFolder) });
  writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill)}\n`);
  await writeDocs();
  await types;
  (await import('./packages.mjs')).writePackages(modulesByFile);
}
