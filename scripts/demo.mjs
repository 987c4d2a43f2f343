// The tour: starts a sandbox on a free port and really runs the built program, each command echoed before its output.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

const root = join(import.meta.dirname, '..');
const program = join(root, 'bin', 'archctl.js');
const home = mkdtempSync(join(tmpdir(), 'archctl-demo-'));
const pictures = join(root, 'demo');
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (colour ? `\u001b[1m${text}\u001b[22m` : text);
const dim = (text) => (colour ? `\u001b[2m${text}\u001b[22m` : text);

const {
  ARCHCTL_API_KEY: _key,
  ARCHCTL_BASE_URL: _url,
  ARCHCTL_PROFILE: _profile,
  ...inherited
} = process.env;
const env = {
  ...inherited,
  ARCHCTL_CONFIG_DIR: join(home, 'config'),
  ARCHCTL_STATE_DIR: join(home, 'state'),
  // In a pipe or a log file the tour looks as on a terminal.
  ...(process.stdout.isTTY ? {} : { ARCHCTL_OUTPUT: 'table' }),
};

const say = (text) => process.stdout.write(`${text}\n`);
const quote = (word) =>
  /^[\w@%+=:,./<>-]+$/.test(word) ? word : word.includes('"') ? `'${word}'` : `"${word}"`;

/** Runs a command for people to see. */
async function show(note, args, options = {}) {
  say(
    `\n${dim(`# ${note}`)}\n${bold(`$ archctl ${args.map(quote).join(' ')}`)}${options.input ? dim('   (key on stdin)') : ''}`,
  );
  const { input, ...rest } = options;
  await execa(process.execPath, [program, ...args], {
    cwd: root,
    env,
    extendEnv: false,
    stdout: 'inherit',
    stderr: 'inherit',
    ...(input === undefined ? { stdin: 'inherit' } : { input }),
    ...rest,
  });
}

/** Runs a command for its data. */
async function ask(query, ...args) {
  const { stdout } = await execa(process.execPath, [program, ...args, '-q', '-o', 'json', '--query', query], {
    cwd: root,
    env,
    extendEnv: false,
  });
  return JSON.parse(stdout);
}

await show('a sandbox of the service, on a free port, with demo data', [
  'sandbox',
  'start',
  '--ephemeral',
  '--detach',
]);
try {
  // The sandbox left its admin key in a profile of its own; the tour signs in with it as a person would.
  const { profiles } = JSON.parse(readFileSync(join(home, 'config', 'profiles.json'), 'utf8'));
  const { baseUrl, keyId, secret, landscape } = profiles.sandbox;
  const key = `${keyId}:${secret}`;
  mkdirSync(pictures, { recursive: true });

  await show(
    'sign in; the key is checked before it is saved',
    ['auth', 'login', '-p', 'demo', '--base-url', baseUrl, '--key-stdin'],
    { input: key },
  );
  await show('landscapes of the organization', ['landscape', 'list']);
  await show('work in one of them from now on', ['profile', 'set', 'landscape', landscape]);
  await show('a copy to try things on', [
    'landscape',
    'duplicate',
    landscape,
    '--name',
    'Ferry Platform, spike',
  ]);

  const [origin, target] = await ask(
    "modelObjects[?type=='app'] | [:2].id",
    'api',
    'GET',
    `landscapes/${landscape}/versions/latest/model/objects`,
  );
  await show('connect two apps', [
    'connection',
    'create',
    '--name',
    'Shares manifests',
    '--origin',
    origin,
    '--target',
    target,
    '--direction',
    'outgoing',
    '--label',
    'team=fleet',
  ]);

  await show('the diagrams', ['diagram', 'list']);
  const context = await ask("[?type=='context-diagram'] | [0].id", 'diagram', 'list');
  const apps = await ask("[?type=='app-diagram'] | [0].id", 'diagram', 'list');
  await show('a flow on one of them', [
    'flow',
    'create',
    '--name',
    'Board a bus',
    '--diagram',
    context,
    '--steps',
    '["Books a place", "Boards"]',
  ]);

  const draft = await ask('[0].id', 'draft', 'list', '--status', 'in-progress');
  await show('ask something in a draft', [
    'draft',
    'comment',
    draft,
    '--entity',
    origin,
    '--content',
    'Who owns this?',
  ]);

  await show('a key for a CI job; its secret goes to a file, not to the screen', [
    'keys',
    'create',
    '--name',
    'CI',
    '--permission',
    'write',
    '--secret-file',
    join(home, 'ci-key.txt'),
  ]);
  const ci = readFileSync(join(home, 'ci-key.txt'), 'utf8').split(':')[0];
  await show('it only needs to read', ['keys', 'update', ci, '--permission', 'read']);

  await show('diagrams as pictures', [
    'diagram',
    'export',
    context,
    apps,
    '--format',
    'svg,png',
    '--dir',
    'demo',
  ]);
  await show('what just happened', ['logs', 'list', '--limit', '8']);
  const duplicate = await ask('[0]', 'logs', 'list', '--type', 'landscape-duplicate');
  await show('and what the duplicate caused: the diagrams', [
    'logs',
    'children',
    duplicate.id,
    '--landscape',
    duplicate.landscapeId,
    '--query',
    "[?action.type=='diagram-create'].{action: action.type, name: action.context.name}",
  ]);
  await show('follow the log; three records and out', ['logs', 'tail', '-n', '3', '--count', '3']);
} finally {
  await show('the sandbox goes, and keeps nothing', ['sandbox', 'stop']);
  rmSync(home, { recursive: true, force: true });
}

say(`
${bold('What next?')}
  Look at the pictures in demo/.
  Start a sandbox that stays:     node bin/archctl.js sandbox start
  In another terminal:            node bin/archctl.js -p sandbox diagram list
  Install it as a command:        npm install -g .   then: archctl --help
`);
