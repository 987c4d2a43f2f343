// Limits of the size of programs that use the packed library: minified, compressed, with zod. Files that are loaded on demand
// do not count, except those that a program names.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

/** Programs with the limit in bytes that docs/library-bundling.md states. The package must be installed. */
const PROGRAMS = [
  {
    name: 'client',
    limit: 40_000,
    code: (isSmall) => `import { createClient, landscapes } from '${isSmall ? 'archctl-client' : 'archctl'}';
const client = createClient({ apiKey: 'id:secret', baseUrl: 'https://x.test' });
console.log(await client.call(landscapes.list, { path: { organizationId: 'o' } }));`,
  },
  {
    name: 'webhooks',
    limit: 9_000,
    code: (isSmall) => `export * from '${isSmall ? 'archctl-webhooks' : 'archctl/webhooks'}';`,
  },
  {
    name: 'model',
    limit: 150_000,
    code: (isSmall) =>
      isSmall
        ? undefined
        : `export { applyModel, compareModels, planModel, readModel, validate } from 'archctl/model';`,
    // The program loads them when it plans and applies.
    onDemand: ['plan-model', 'apply-model'],
  },
  {
    name: 'whole model',
    limit: 150_000,
    code: (isSmall) => (isSmall ? undefined : `export * from 'archctl/model';`),
  },
];

/**
 * Measures the programs with the packages in `directory`. Returns a line for each.
 * @throws Error if one is too large, or contains ELK before a picture is laid out.
 */
export async function measureSizes(directory, isSmall) {
  const lines = [];
  for (const { name, limit, code, onDemand = [] } of PROGRAMS) {
    const program = code(isSmall);
    if (program === undefined) continue;
    const [size, withoutZod] = [
      await bytesOf(directory, program, [], onDemand),
      await bytesOf(directory, program, [/^zod/], onDemand),
    ];
    if (size > limit)
      throw new Error(
        `A program with the ${name} has ${size} bytes, compressed; the limit is ${limit}. See the modules of the bundle for what was added, or load it on demand.`,
      );
    lines.push(`${name} ${kilobytes(size)} (${kilobytes(withoutZod)} without zod)`);
  }
  return lines;
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** Compressed size of the files that the program loads at its start, and of those with these names that it loads later. */
async function bytesOf(directory, program, external, onDemand) {
  const input = join(directory, 'size.mjs');
  writeFileSync(input, program);
  const native = [/^libsql/, /^@resvg/];
  const bundle = await rolldown({
    input,
    cwd: directory,
    platform: 'node',
    external: [...native, ...external],
  });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const files = new Map(output.map((it) => [it.fileName, it]));
  const loaded = new Set();
  const load = (file) => {
    if (loaded.has(file) || !files.has(file)) return;
    loaded.add(file);
    for (const next of files.get(file).imports) load(next);
  };
  load(output[0].fileName);
  for (const name of onDemand) {
    const file = output.find((it) => !it.isEntry && it.name?.startsWith(name));
    if (!file) throw new Error(`The program does not load a file ${name} on demand.`);
    load(file.fileName);
  }
  const code = [...loaded].map((file) => files.get(file).code).join('\n');
  if (code.includes('org.eclipse.elk.labels.labelManager'))
    throw new Error('The program contains ELK without a picture.');
  return gzipSync(code).length;
}
