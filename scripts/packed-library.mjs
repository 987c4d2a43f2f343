// Tests of the library in a packed tarball: linters for packages, and TypeScript projects for each combination of module
// format and module resolution. The projects check types strictly, including declarations of libraries, and run.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { newLandscape, testTasks, typeCheck, typedTasks } from './packed-tasks.mjs';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** Findings of publint and arethetypeswrong for a tarball, as texts. */
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

/** Program that uses the public types. */
const PROGRAM = `
import { ArchctlError, clientFromEnv, createClient, type Client, exportDiagram, followLogs, isArchctlError, type Landscape, landscapes, nodeTransport, OPERATIONS, teams } from 'archctl';
import { type Finding, type Model, type Plan, planModel, readModel, validate, writeModel } from 'archctl/model';
import { parseEvent, sign, type Verification, verify } from 'archctl/webhooks';

async function main(): Promise<void> {
  const client: Client = createClient({
    apiKey: process.env['ARCHCTL_API_KEY'],
    baseUrl: process.env['ARCHCTL_BASE_URL'],
    transport: nodeTransport({ proxyEnv: process.env }),
  });
  await clientFromEnv().close();
  const path = { organizationId: process.env['ARCHCTL_ORG'] ?? '' };
  const { landscapes: found } = await client.call(landscapes.list, { path });
  const names: string[] = found.map((it: Landscape) => it.name);
  // @ts-expect-error a path parameter is missing
  const wrong: unknown = await client.call(landscapes.list, {}).catch((error: unknown) => error);
  if (!(wrong instanceof ArchctlError) || !isArchctlError(wrong)) throw wrong;
  // @ts-expect-error create without a body
  const empty: unknown = await client.call(teams.create, { path }).catch((error: unknown) => error);
  if (!isArchctlError(empty)) throw empty;
  // @ts-expect-error an unknown query
  const odd: unknown = await client.call(teams.list, { path, query: { odd: 1 } }).catch((error: unknown) => error);
  if (!isArchctlError(odd)) throw odd;
  const [landscapeId = ''] = found.map((it) => it.id);
  const files = [{ path: 'model.yaml', text: 'namespace: packed\\ndomains: [{ id: d, name: D, objects: [{ id: a, type: system, name: Packed }] }]\\ndiagrams: [{ id: p, type: context-diagram, name: P, objects: [a] }]\\n' }];
  const read = readModel(files);
  const findings: Finding[] = validate(files, read);
  const model: Model = read.model;
  const plan: Plan = await planModel(client, { landscapeId, versionId: 'latest' }, read);
  const summary = { findings: findings.length, steps: plan.steps.map(({ does, id }) => does + ' ' + id), written: writeModel(model).length };
  await client.close();

  const body = JSON.stringify({ collection: 'tag', operation: 'created', organizationId: 'O', subscriptionId: 'S', resourceId: 'R', before: null, after: { id: 'R' } });
  const input = { secret: 'a-signing-secret', timestamp: 1, body };
  const signature = await sign(input);
  const checked: Verification = await verify({ secrets: input.secret, signature, timestamp: '1', body, now: 1 });
  const forged: Verification = await verify({ secrets: 'another', signature, timestamp: '1', body, now: 1 });
  const event = parseEvent(body);
  process.stdout.write(JSON.stringify({ names, model: summary, verified: checked.ok, forged: forged.ok, event: event.ok, operations: OPERATIONS.length, helpers: [typeof exportDiagram, typeof followLogs] }));
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});
`;

/** Projects by module format, module resolution and package type. */
const PROJECTS = [
  { name: 'esm-node16', type: 'module', module: 'node16', resolution: 'node16' },
  { name: 'esm-nodenext', type: 'module', module: 'nodenext', resolution: 'nodenext' },
  { name: 'cjs-node16', type: 'commonjs', module: 'node16', resolution: 'node16' },
  { name: 'cjs-nodenext', type: 'commonjs', module: 'nodenext', resolution: 'nodenext' },
  { name: 'bundler', type: 'module', module: 'esnext', resolution: 'bundler' },
  { name: 'node10', type: 'commonjs', module: 'commonjs', resolution: 'node10' },
];

/** Projects that also contain the tasks of the docs, one for each module resolution. */
const WITH_TASKS = ['esm-nodenext', 'bundler', 'node10'];

/**
 * Type-checks, compiles and runs each project below `directory`, two at a time, and returns their names. The package must
 * be installed in its node_modules, and `env` must contain the address and key of a sandbox with demo data.
 */
export async function testLibrary(directory, env) {
  // Links the types of Node, which callers have installed too.
  for (const name of ['@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(directory, 'node_modules', name));
  await inPairs(PROJECTS, (project) => testProject(project, directory, env));
  // The tasks create landscapes, which the program of the projects would count.
  const folders = WITH_TASKS.map((name) => join(directory, name));
  return [...PROJECTS.map(({ name }) => name), ...(await testTasks(directory, folders, env))];
}

async function inPairs(items, run) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) await run(item);
  };
  await Promise.all([work(), work()]);
}

/** Type-checks and compiles the TypeScript files of a project, strictly, into its folder `out`. */
async function compile({ name, type, module, resolution }, directory, files) {
  const folder = join(directory, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, file), code);
  const compilerOptions = {
    target: 'es2023',
    module,
    moduleResolution: resolution,
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    // A default of `tsc --init`. The declarations of zod require it in CommonJS projects.
    esModuleInterop: true,
    types: ['node'],
    outDir: 'out',
  };
  const config = { compilerOptions, files: Object.keys(files) };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await typeCheck(folder);
  return folder;
}

async function testProject(project, directory, env) {
  const { name } = project;
  const tasks = WITH_TASKS.includes(name) ? typedTasks() : {};
  const folder = await compile(project, directory, { 'use.ts': PROGRAM, ...tasks });
  const { stdout } = await execute(process.execPath, [join(folder, 'out', 'use.js')], { env });
  const { names, model, operations, helpers, ...checks } = JSON.parse(stdout);
  const isCorrect =
    names.length === 2 &&
    JSON.stringify(model) === '{"findings":0,"steps":["create d","create a","create p"],"written":1}' &&
    operations > 21 &&
    helpers.every((kind) => kind === 'function') &&
    checks.verified === true &&
    checks.forged === false &&
    checks.event === true;
  if (!isCorrect) throw new Error(`Unexpected results of the library in ${name}: ${stdout}`);
}

/** Packages that installing archctl-client and archctl-webhooks may install. Neither zod nor these have native code. */
const SMALL = ['archctl-client', 'archctl-webhooks', 'zod'];
const MAX_SMALL_BYTES = 12e6;

/** Like `testLibrary`, for the packages archctl-client and archctl-webhooks, with the tasks of the docs that need no more. */
export async function testSmallPackages(directory, env) {
  const modules = join(directory, 'node_modules');
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const installed = readdirSync(modules).filter((name) => !name.startsWith('.'));
  if (installed.join() !== SMALL.join())
    throw new Error(`The small packages install ${installed.join(', ')}.`);
  const bytes = files.reduce((sum, it) => sum + statSync(join(it.parentPath, it.name)).size, 0);
  if (bytes > MAX_SMALL_BYTES)
    throw new Error(`The small packages install ${bytes} bytes; the limit is ${MAX_SMALL_BYTES}.`);
  for (const name of ['@types', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  const projects = PROJECTS.filter(({ name }) => WITH_TASKS.includes(name));
  const landscape = { TASK_LANDSCAPE: await newLandscape(directory, env, 'archctl-client') };
  await inPairs(projects, async (project) => {
    const folder = await compile(project, directory, typedTasks({ isSmall: true }));
    const run = async (file) => {
      const options = { env: { ...env, ...landscape } };
      return (await execute(process.execPath, [join(folder, 'out', file)], options)).stdout;
    };
    const listed = await run('list.js');
    if (!listed.includes('['))
      throw new Error(`Unexpected output of the client in ${project.name}: ${listed}`);
    const checked = await run('webhooks.js');
    if (checked !== 'true false')
      throw new Error(`Unexpected output of webhooks in ${project.name}: ${checked}`);
  });
  return `${(bytes / 1e6).toFixed(1)} MB, ${projects.map(({ name }) => name).join(', ')}`;
}

// Usage: archctl sandbox exec -- node packed-library.mjs DIRECTORY DIRECTORY_OF_SMALL_PACKAGES
if (process.argv[1] === import.meta.filename) {
  const [directory = '', small = ''] = process.argv.slice(2);
  process.stdout.write(`packed library: ${(await testLibrary(directory, process.env)).join(', ')}: works\n`);
  process.stdout.write(`small packages: ${await testSmallPackages(small, process.env)}: work\n`);
}
