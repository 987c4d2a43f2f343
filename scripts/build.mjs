// Builds dist/: the program as CommonJS chunks (they start faster than ES modules on Node 20), the fonts, the library,
// man pages and the command reference, and the papers: licences and bill of materials.
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeDocs } from './docs.mjs';
import { generate } from './generate.mjs';
import { fonts, licenceFile, packagesOf } from './licences.mjs';
import { billOfMaterials } from './sbom.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

const CORE = [
  /node_modules\/(commander|zod)\//,
  /src\/profiles\/usage\.ts/,
  /src\/cli\/command\/(body|bytes|operation-command)\.ts/,
  /src\/cli\/line\/parse\.ts/,
  /src\/cli\/run\/(context|dry-run|open-client|quota-warning)\.ts/,
  /src\/contract\/(enums|family|limits|operation|schema)\.ts/,
  /src\/contract\/resources\/(landscape|version)\.ts/,
  /src\/terminal\/(cells|escape|fields|format-csv|format-tsv|format-json|messages|progress|prompter|render|render-stream|streams|terminal|time|view|width)\.ts/,
  /src\/client\/(?:[\w-]+|send\/[\w-]+|transport\/(?!transport-undici)[\w-]+)\.ts/,
];
/** Who the user is and where: all that a Tab needs to know besides the tree of commands. */
const SETTINGS =
  /src\/(base\/(make-directory|regular-file)|profiles\/(directories|lock|profile|project-file|settings|store))\.ts/;

const isCore = (id) => CORE.some((pattern) => pattern.test(id));

/** Native packages stay what they are; everything else is bundled. */
const native = ['libsql', '@resvg/resvg-js'];

/**
 * A chunk that needs itself through others would find them half made. It happens when a module that the core needs is
 * not in the core: name it in `CORE`.
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

const modules = new Set();

async function build(input, output, { external = native, preserveEntrySignatures = 'allow-extension' } = {}) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external,
    cwd: root,
    preserveEntrySignatures,
    resolve: { conditionNames: ['node', 'import', 'default'] },
    onLog: (level, log, handler) => {
      if (log.code === 'EVAL' || log.code === 'CIRCULAR_DEPENDENCY') return;
      handler(level, log);
    },
  });
  const { output: chunks } = await bundle.write({ dir: dist, minify: true, ...output });
  await bundle.close();
  refuseCycles(chunks);
  for (const id of chunks.flatMap((chunk) => chunk.moduleIds ?? [])) modules.add(id);
}

await generate();
rmSync(dist, { recursive: true, force: true });
await build(
  { main: 'src/main.ts' },
  {
    format: 'cjs',
    // Native packages and Node's own are required: code from the compile cache cannot import.
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    // What every command that calls the service loads anyway is one file: opening many costs more than reading one.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'core', test: isCore },
        { name: 'settings', test: SETTINGS },
      ],
    },
  },
);
// The library for both kinds of callers.
for (const [format, extension] of [
  ['esm', 'mjs'],
  ['cjs', 'cjs'],
]) {
  await build(
    { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts' },
    {
      dir: join(dist, 'lib'),
      format,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name]-[hash].${extension}`,
      minify: false,
    },
    // Callers bring their own zod, so that its types and its code are of one version, and get what is exported and no
    // more.
    { external: [...native, /^zod/], preserveEntrySignatures: 'strict' },
  );
}
const fontFolder = join(root, 'src/drawing/fonts');
cpSync(fontFolder, join(dist, 'fonts'), { recursive: true });

const bundled = packagesOf([...modules]);
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), licenceFile(bundled));
const bill = billOfMaterials({ root, bundled, fonts: fonts(fontFolder) });
writeFileSync(join(dist, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 2)}\n`);
await writeDocs();
