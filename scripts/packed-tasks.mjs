// Tests of the tasks in the docs of the library: their code is compiled strictly and runs against the packed package.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';

const execute = promisify(execFile);
const root = join(import.meta.dirname, '..');

/** Runs the compiler. Throws with its messages. */
export async function typeCheck(folder, options = []) {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await execute(process.execPath, [tsc, '-p', folder, ...options]).catch(({ stdout }) => {
    throw new Error(`Type errors in ${folder}:\n${String(stdout).slice(0, 2000)}`);
  });
}

/** The first code block of a language in a page, after a heading if one is given. */
function blockOf(page, language, heading = '') {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const [, code] =
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text.slice(text.indexOf(heading))) ?? [];
  if (code === undefined) throw new Error(`docs/${page} has no block of ${language}.`);
  return code;
}

/** Values in place of the placeholders of the docs. */
const VARIABLES = {
  ORGANIZATION_ID: 'ARCHCTL_ORG',
  LANDSCAPE_ID: 'TASK_LANDSCAPE',
  'https://api.example.com/v1': 'ARCHCTL_BASE_URL',
};

const withVariables = (code) =>
  Object.entries(VARIABLES).reduce(
    (text, [placeholder, name]) => text.replaceAll(`'${placeholder}'`, `String(process.env['${name}'])`),
    code,
  );

/** A block as a TypeScript file for every module format: CommonJS has no `await` at the top level. */
function typedProgram(code) {
  const imports = code.match(/^import .*;$/gm) ?? [];
  const body = code.replace(/^import .*;$/gm, '').replace(/process\.env\.(\w+)/g, "process.env['$1']");
  return `${imports.join('\n')}
async function main(): Promise<void> {
${withVariables(body)}}
main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
`;
}

const WEBHOOKS = `import { parseEvent, sign, verify } from 'archctl-webhooks';
const body = JSON.stringify({ collection: 'tag', operation: 'created', organizationId: 'O', subscriptionId: 'S', resourceId: 'R', before: null, after: { id: 'R' } });
const input = { secret: 'a-signing-secret', timestamp: 1, body };
// A module of CommonJS has no await at its top.
async function main() {
  const delivery = { signature: await sign(input), timestamp: '1', body, now: 1 };
  const checked = await verify({ ...delivery, secrets: input.secret });
  const forged = await verify({ ...delivery, secrets: 'another' });
  process.stdout.write(\`\${checked.ok && parseEvent(body).ok} \${forged.ok}\`);
}
void main();
`;

/** TypeScript files of the tasks by name. Those for the small packages import only these. */
export function typedTasks({ isSmall = false } = {}) {
  const list = typedProgram(blockOf('library.md', 'ts'));
  if (isSmall)
    return { 'list.ts': list.replace("from 'archctl'", "from 'archctl-client'"), 'webhooks.ts': WEBHOOKS };
  return { 'list.ts': list, 'model.ts': typedProgram(blockOf('library-models.md', 'ts')) };
}

const MODEL = `namespace: tasks
domains: [{ id: d, name: Shop, objects: [{ id: shop, type: system, name: Web shop }] }]
`;

/** Runs the compiled tasks in these folders, then the tasks without TypeScript. Returns the names of the tasks. */
export async function testTasks(directory, folders, env) {
  for (const folder of folders) {
    const landscape = await newLandscape(directory, env);
    writeFileSync(join(folder, 'model.yaml'), MODEL);
    const run = (file) =>
      execute(process.execPath, [join(folder, 'out', file)], {
        cwd: folder,
        env: { ...env, TASK_LANDSCAPE: landscape },
      });
    // Prints an array of names.
    expectText(await run('list.js'), 'Web shop', folder, false);
    expectText(await run('model.js'), '2 steps done, 0 left', folder);
    expectText({ stdout: readFileSync(join(folder, 'model.yaml'), 'utf8') }, 'namespace: tasks', folder);
  }
  await testCommonJs(directory, env);
  await testBundling(directory, env);
  return ['list and page', 'model', 'CommonJS and JSDoc', 'bundling'];
}

/** Creates an empty landscape for a task, and returns its id. `name` is the installed package. */
export async function newLandscape(directory, env, name = 'archctl') {
  const { clientFromEnv, landscapes } = createRequire(join(directory, 'x.js'))(name);
  const client = clientFromEnv({}, env);
  const { landscape } = await client.call(landscapes.create, {
    path: { organizationId: env.ARCHCTL_ORG },
    body: { name: 'Tasks' },
  });
  await client.close();
  return landscape.id;
}

function expectText({ stdout }, text, folder, isThere = true) {
  if (stdout.includes(text) !== isThere || stdout.trim() === '')
    throw new Error(`Unexpected output of a task in ${folder}: ${stdout.slice(0, 500)}`);
}

/** The page on CommonJS: its program passes its own type check, also with node10, and runs. */
async function testCommonJs(directory, env) {
  const folder = join(directory, 'commonjs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(folder, 'tsconfig.json'), blockOf('library-commonjs.md', 'json'));
  writeFileSync(join(folder, 'app.js'), withVariables(blockOf('library-commonjs.md', 'js')));
  await typeCheck(folder);
  await typeCheck(folder, ['--module', 'commonjs', '--moduleResolution', 'node10', '--esModuleInterop']);
  const wrong = readFileSync(join(folder, 'app.js'), 'utf8').replace('landscapes.list', 'landscapes.lists');
  writeFileSync(join(folder, 'wrong.js'), wrong);
  const isAccepted = await typeCheck(folder).then(
    () => true,
    () => false,
  );
  if (isAccepted) throw new Error('The compiler does not check the types of JavaScript files.');
  expectText(await execute(process.execPath, [join(folder, 'app.js')], { env }), 'Tasks', folder);
}

/** The page on bundling: its configuration bundles a program, which runs without the package. */
async function testBundling(directory, env) {
  const folder = join(directory, 'bundling');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const file = join(folder, 'rolldown.config.mjs');
  writeFileSync(file, blockOf('library-bundling.md', 'js'));
  writeFileSync(join(folder, 'app.mjs'), withVariables(blockOf('library.md', 'ts').replaceAll('!,', ',')));
  const { default: config } = await import(pathToFileURL(file).href);
  const { output, ...input } = config;
  const bundle = await rolldown({ ...input, cwd: folder });
  const { output: files } = await bundle.write({ ...output, dir: join(folder, output.dir) });
  await bundle.close();
  const outside = files
    .flatMap((it) => it.imports ?? [])
    .filter((id) => !id.startsWith('node:') && !/\.js$/.test(id));
  if (outside.length > 0) throw new Error(`The bundle imports ${outside.join(', ')}.`);
  const landscape = { TASK_LANDSCAPE: await newLandscape(directory, env) };
  const app = join(folder, output.dir, 'app.js');
  expectText(await execute(process.execPath, [app], { env: { ...env, ...landscape } }), 'Tasks', folder);
}
