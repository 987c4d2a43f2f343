// The library of a packed tarball as other TypeScript projects use it: an ES module and a CommonJS one, each way of
// finding types, strict, declarations of libraries checked as well; then run. Before that, what linters of packages say.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** What publint and arethetypeswrong find wrong with a tarball, as text; empty where all is well. */
export async function lintPackage(tarball) {
  const bytes = new Uint8Array(readFileSync(tarball));
  const [{ messages, pkg }, { problems }] = await Promise.all([
    publint({ pack: { tarball: bytes.buffer }, strict: true }),
    checkPackage(createPackageFromTarballData(bytes)),
  ]);
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg)}`),
    ...problems.map((problem) => `attw: ${JSON.stringify(problem)}`),
  ];
}

/** Uses every part of the public types that a caller is likely to write down. */
const USE = `
import { ArchctlError, createClient, type Client, exportDiagram, type Landscape, listLandscapes, nodeTransport, OPERATIONS, tail } from 'archctl';
import { type Finding, type Model, type Plan, planModel, readModel, validate, writeModel } from 'archctl/model';
import { parseEvent, sign, type Verification, verify } from 'archctl/webhooks';

async function main(): Promise<void> {
  const [keyId = '', secret = ''] = (process.env['ARCHCTL_API_KEY'] ?? '').split(/:(.*)/s);
  const client: Client = createClient({
    baseUrl: process.env['ARCHCTL_BASE_URL'] ?? '',
    credentials: { id: keyId, secret },
    transport: nodeTransport({ proxyEnv: process.env }),
  });
  const { landscapes } = await client.call(listLandscapes, {
    path: { organizationId: process.env['ARCHCTL_ORG'] ?? '' },
  });
  const names: string[] = landscapes.map((it: Landscape) => it.name);
  // @ts-expect-error a path parameter is missing
  client.call(listLandscapes, {}).catch((error: unknown) => {
    if (!(error instanceof ArchctlError) && !(error instanceof TypeError)) throw error;
  });
  const [landscapeId = ''] = landscapes.map((it) => it.id);
  const files = [{ path: 'model.yaml', text: 'namespace: packed\\ndomains: [{ id: d, name: D, objects: [{ id: a, type: system, name: Packed }] }]\\ndiagrams: [{ id: p, type: context-diagram, name: P, objects: [a] }]\\n' }];
  const read = readModel(files);
  const findings: Finding[] = validate(files, read);
  const wanted: Model = read.model;
  const plan: Plan = await planModel(client, { landscapeId, versionId: 'latest' }, read);
  const model = { findings: findings.length, steps: plan.steps.map(({ does, id }) => does + ' ' + id), written: writeModel(wanted).length };
  await client.close();

  const body = JSON.stringify({ collection: 'tag', operation: 'created', organizationId: 'O', subscriptionId: 'S', resourceId: 'R', before: null, after: { id: 'R' } });
  const given = { secret: 'a-signing-secret', timestamp: 1, body };
  const checked: Verification = verify({ secrets: given.secret, signature: sign(given), timestamp: '1', body, now: 1 });
  const forged: Verification = verify({ secrets: 'another', signature: sign(given), timestamp: '1', body, now: 1 });
  const event = parseEvent(body);
  process.stdout.write(JSON.stringify({ names, model, verified: checked.ok, forged: forged.ok, event: event.ok, operations: OPERATIONS.length, helpers: [typeof exportDiagram, typeof tail] }));
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});
`;

/** Kinds of projects: how modules are found, and what a plain file is. */
const PROJECTS = [
  { name: 'esm-node16', type: 'module', module: 'node16', resolution: 'node16' },
  { name: 'esm-nodenext', type: 'module', module: 'nodenext', resolution: 'nodenext' },
  { name: 'cjs-node16', type: 'commonjs', module: 'node16', resolution: 'node16' },
  { name: 'cjs-nodenext', type: 'commonjs', module: 'nodenext', resolution: 'nodenext' },
  { name: 'bundler', type: 'module', module: 'esnext', resolution: 'bundler' },
  { name: 'node10', type: 'commonjs', module: 'commonjs', resolution: 'node10' },
];

/**
 * Type-checks and compiles each kind of project below `directory`, where the package is installed in node_modules, and
 * runs them in `env`, which says where a sandbox with the demo data is. Two at a time.
 */
export async function useLibrary(directory, env) {
  // The types of Node come from here: a caller has them too.
  for (const name of ['@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  const waiting = [...PROJECTS];
  const work = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift())
      await useIn(project, directory, env);
  };
  await Promise.all([work(), work()]);
  return PROJECTS.map(({ name }) => name);
}

async function useIn({ name, type, module, resolution }, directory, env) {
  const folder = join(directory, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  writeFileSync(join(folder, 'use.ts'), USE);
  const compilerOptions = {
    target: 'es2023',
    module,
    moduleResolution: resolution,
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    // What `tsc --init` sets; zod's own declarations need it where modules are CommonJS.
    esModuleInterop: true,
    types: ['node'],
    outDir: 'out',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await execute(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) => {
    throw new Error(`The types fail in ${name}:\n${String(stdout).slice(0, 2000)}`);
  });
  const { stdout } = await execute(process.execPath, [join(folder, 'out', 'use.js')], { env });
  const { names, model, operations, helpers, ...checks } = JSON.parse(stdout);
  const right =
    names.length === 2 &&
    JSON.stringify(model) === '{"findings":0,"steps":["create d","create a","create p"],"written":1}' &&
    operations > 21 &&
    helpers.every((kind) => kind === 'function') &&
    checks.verified === true &&
    checks.forged === false &&
    checks.event === true;
  if (!right) throw new Error(`The library misbehaves in ${name}: ${stdout}`);
}

// Within `sandbox exec`, which says in the environment where its sandbox is: node packed-library.mjs DIRECTORY
if (process.argv[1] === import.meta.filename) {
  const [directory = ''] = process.argv.slice(2);
  process.stdout.write(`packed library: ${(await useLibrary(directory, process.env)).join(', ')}: works\n`);
}
