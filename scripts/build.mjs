// Builds dist/: the program as CommonJS chunks (they start faster than ES modules on Node 20), the fonts, the library,
// man pages and the command reference, and the papers: licences and bill of materials.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { readFlags } from './arguments.mjs';
import { contractEntries, contractFacts } from './contract-facts.mjs';
import { declarations } from './declarations.mjs';
import { writeDocs } from './docs.mjs';
import { generate } from './generate.mjs';
import { fonts, licenceFile, packagesOf } from './licences.mjs';
import { billOfMaterials } from './sbom.mjs';

const { types: hasTypes } = readFlags(['types']);

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/**
 * What is loaded together is one file: opening many costs more than reading one. Each chunk is what these files import,
 * at any depth, less what the chunks in front of it hold; everything else the bundler divides by itself.
 */
const CHUNKS = [
  // Every call, down to --version.
  ['start', ['src/main.ts', 'src/cli/command/shared-options.ts']],
  // Who the user is and where: all that a Tab needs to know besides the tree of commands.
  [
    'settings',
    [
      'src/profiles/settings.ts',
      'src/profiles/store.ts',
      'src/profiles/directories.ts',
      'src/base/invisible.ts',
    ],
  ],
  // What a Tab reads besides: names that were kept.
  ['kept-names', ['src/completion/cache.ts']],
  ['help', ['src/cli/help/help-text.ts', 'src/commands/shared/front-page.ts']],
  // Every command that calls the service.
  [
    'core',
    [
      'src/cli/line/parse.ts',
      'src/cli/run/context.ts',
      'src/cli/run/open-client.ts',
      'src/cli/run/quota-warning.ts',
      'src/cli/run/perform-command.ts',
      'src/cli/command/operation-command.ts',
      'src/cli/command/input/missing.ts',
      'src/cli/command/noun.ts',
      'src/cli/command/columns.ts',
      'src/client/transport/transport-http.ts',
      'src/contract/enums.ts',
      'src/terminal/render-stream.ts',
    ],
  ],
  // Every command of what is kept within a version, and those that are one family's.
  [
    'family',
    [
      'src/cli/command/family/family-command.ts',
      'src/cli/command/family/family-options.ts',
      'src/commands/shared/model-options.ts',
    ],
  ],
  // Facts of the families whose records are in model files.
  ['families', ['src/model/document/kinds.ts'], /[\\/]contract[\\/]resources[\\/]/],
  // Names in place of ids, and what a person sees them in.
  ['names', ['src/cli/names/names.ts', 'src/cli/names/shown-names.ts']],
  ['paging', ['src/terminal/paging.ts']],
  // Whatever looks into a body, a query or an answer.
  ['schema', ['src/contract/family.ts', 'src/contract/record.ts']],
  // Whatever reads a model of files and tells what is wrong with it; what other commands need besides stays out.
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

/** Tells of each module in which chunk it belongs, once all are parsed. */
function chunkGraph() {
  const imports = new Map();
  let chunks;
  const closure = (file, found) => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of imports.get(file) ?? []) closure(next, found);
  };
  const fill = () => {
    const taken = new Set();
    return new Map(
      CHUNKS.map(([name, roots, within = /./]) => {
        const found = new Set();
        for (const path of roots) {
          if (!imports.has(join(root, path))) throw new Error(`CHUNKS names ${path}, which nothing imports.`);
          closure(join(root, path), found);
        }
        const own = new Set([...found].filter((file) => !taken.has(file) && within.test(file)));
        for (const file of own) taken.add(file);
        return [name, own];
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
        chunks ??= fill();
        return chunks.get(name).has(id);
      },
    })),
  };
}

/** Native packages stay what they are; everything else is bundled. */
const native = ['libsql', '@resvg/resvg-js'];

/**
 * A chunk that needs itself through others would find them half made.
 */
function refuseCycles(chunks) {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports ?? []]));
  const visit = (file, path) => {
    if (path.includes(file))
      throw new Error(`Chunks import each other: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
  };
  for (const file of imports.keys()) visit(file, []);
}

/** Files of ours must not import each other; packages may. */
function refuseCircle({ ids = [] }) {
  const files = ids.map((id) => relative(root, id));
  if (files.some((file) => file.startsWith('src')))
    throw new Error(`Files import each other: ${files.join(' > ')}`);
}

/**
 * Modules of Node that are loaded only when they are used, if ever. Commander is ready to run a subcommand as a program of
 * its own, which none of ours is; the system is asked for a home where the environment names none.
 */
const LATER = { 'node:child_process': ['spawn'], 'node:os': ['homedir', 'tmpdir'] };

const lateModules = {
  name: 'late-modules',
  resolveId: (id, importer) =>
    Object.hasOwn(LATER, id) && /[\\/](commander|profiles)[\\/]/.test(importer) ? `\0late:${id}` : undefined,
  load(id) {
    const name = id.startsWith('\0late:') && id.slice('\0late:'.length);
    if (name)
      return LATER[name]
        .map((it) => `exports.${it} = (...args) => require('${name}').${it}(...args);`)
        .join('\n');
  },
};

/** cli-table3 measures text with the width function of the terminal, so that its columns align with all others. */
const tableWidth = {
  name: 'table-width',
  resolveId: (id, importer) =>
    id === 'string-width' && /[\\/]cli-table3[\\/]/.test(importer) ? '\0table-width' : undefined,
  load: (id) =>
    id === '\0table-width'
      ? `export { displayWidth as 'module.exports' } from ${JSON.stringify(join(root, 'src/terminal/width.ts'))};`
      : undefined,
};

const modules = new Set();

async function build(
  input,
  output,
  { external = native, plugins = [], preserveEntrySignatures = 'allow-extension' } = {},
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
      if (log.code === 'CIRCULAR_DEPENDENCY') refuseCircle(log);
      else handler(level, log);
    },
  });
  const { output: chunks } = await bundle.write({ dir: dist, minify: true, ...output });
  await bundle.close();
  refuseCycles(chunks);
  for (const id of chunks.flatMap((chunk) => chunk.moduleIds ?? [])) modules.add(id);
  return chunks;
}

await generate();
rmSync(dist, { recursive: true, force: true });
// What only those who import the library need, and takes the longest.
const types = hasTypes ? declarations() : undefined;
const graph = chunkGraph();
const program = await build(
  { main: 'src/main.ts', ...contractEntries },
  {
    format: 'cjs',
    // Native packages and Node's own are required: code from the compile cache cannot import.
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: { includeDependenciesRecursively: false, groups: graph.groups },
  },
  {
    plugins: [graph.plugin, await contractFacts(), lateModules, tableWidth],
  },
);

/**
 * ELK is by far the largest of what is bundled: the library lays diagrams out with the one that the program brings. What
 * loads it is a chunk of the library, never an entry: the way from there is told once, and looked after.
 */
const ELK = 'elkjs/lib/elk.bundled.js';
const elk = program.find(({ fileName }) => /^chunks\/elk\.bundled-/.test(fileName));
if (!elk) throw new Error('The program has no chunk with ELK.');
const elkOfProgram = `../../${elk.fileName}`;
const sharedElk = {
  name: 'shared-elk',
  resolveId: (id) => (id === ELK ? { id: elkOfProgram, external: true } : undefined),
  generateBundle: (_, bundle) => {
    const loading = Object.values(bundle).filter(({ code }) => code?.includes(elk.fileName));
    const misplaced = loading.filter(({ fileName }) => !fileName.startsWith('chunks/'));
    if (loading.length === 0 || misplaced.length > 0) throw new Error('The library does not find ELK.');
  },
};

// The library for both kinds of callers.
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
      // Names stay, so that stack traces can be read.
      minify: { compress: true, mangle: false, codegen: true },
    },
    // Callers bring their own zod, so that its types and its code are of one version, and get what is exported and no
    // more.
    { external: [...native, /^zod/], preserveEntrySignatures: 'strict', plugins: [sharedElk] },
  );
}
const fontFolder = join(root, 'src/drawing/fonts');
cpSync(fontFolder, join(dist, 'fonts'), { recursive: true });

const bundled = packagesOf([...modules]);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licenceFile(bundled));
const bill = billOfMaterials({ root, bundled, fonts: fonts(fontFolder) });
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
await writeDocs();
await types;
