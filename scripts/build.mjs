// Builds dist/: the program as CommonJS chunks (they start faster than ES modules on Node 20), the fonts, the library,
// man pages and the command reference.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { writeDocs } from './docs.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

const CORE = [
  /node_modules\/(commander|zod)\//,
  /src\/context\.ts/,
  /src\/profiles\/(directories|lock|profile|project-file|settings|store|usage)\.ts/,
  /src\/cli\/(parse|body|bytes|columns|open-client|operation-command|quota-warning|dry-run)\.ts/,
  /src\/contract\/(enums|family|landscape|limits|operation|schema|version)\.ts/,
  /src\/terminal\/(cells|escape|fields|format-csv|format-tsv|format-json|messages|progress|prompter|render|render-stream|streams|terminal|time|view|width)\.ts/,
  /src\/client\/(?!transport-undici|export|tail|poll|log-cursor)[\w-]+\.ts/,
];
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

async function build(input, output, external = native) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external,
    cwd: root,
    preserveEntrySignatures: 'allow-extension',
    resolve: { conditionNames: ['node', 'import', 'default'] },
    onLog: (level, log, handler) => {
      if (log.code === 'EVAL' || log.code === 'CIRCULAR_DEPENDENCY') return;
      handler(level, log);
    },
  });
  const { output: chunks } = await bundle.write({ dir: dist, minify: true, ...output });
  await bundle.close();
  refuseCycles(chunks);
}

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
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'core', test: isCore }] },
  },
);
await build(
  { index: 'src/index.ts', webhooks: 'src/webhooks/index.ts' },
  {
    dir: join(dist, 'lib'),
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
    minify: false,
  },
  // Callers bring their own zod, so that its types and its code are of one version.
  [...native, /^zod/],
);
cpSync(join(root, 'src/sandbox/render/fonts'), join(dist, 'fonts'), { recursive: true });
await writeDocs();
