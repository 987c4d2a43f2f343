// Guided tour: starts a sandbox on a free port, runs commands of the built program, and prints each before its output.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { readFlags } from './arguments.mjs';

readFlags();

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
  // The output in a pipe or log file has the same format as on a terminal.
  ...(process.stdout.isTTY ? {} : { ARCHCTL_OUTPUT: 'table' }),
};

const print = (text) => process.stdout.write(`${text}\n`);
const quote = (word) =>
  /^[\w@%+=:,./<>-]+$/.test(word) ? word : word.includes('"') ? `'${word}'` : `"${word}"`;

/** Prints and runs a command. */
async function show(note, args, options = {}) {
  print(
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

/** Splits a command line at spaces, except within double quotes. */
const splitLine = (text) =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

await show('start a sandbox with demo data on a free port', splitLine('sandbox start --ephemeral --detach'));
try {
  // The sandbox stores its admin key in a separate profile. The tour signs in with this key.
  const { profiles } = JSON.parse(readFileSync(join(home, 'config', 'profiles.json'), 'utf8'));
  const { baseUrl, keyId, secret } = profiles.sandbox;
  mkdirSync(pictures, { recursive: true });

  await show(
    'sign in; the key is checked before it is saved',
    splitLine(`auth login -p demo --base-url ${baseUrl} --key-stdin`),
    { input: `${keyId}:${secret}` },
  );
  await show('list the landscapes of the organization', splitLine('landscape list'));
  await show('select one of them for the next commands', splitLine('landscape use "Ferry Platform"'));
  await show('copy it for experiments', splitLine('landscape duplicate "Ferry Platform" --name "A spike"'));
  await show(
    'list direct dependencies of the booking API',
    splitLine('object dependencies "Booking API" --depth 1'),
  );
  await show('list what a deletion would affect', splitLine('object impact "Travel App"'));
  await show(
    'connect two apps',
    splitLine('connection create "Booking API" "Gate Scanner" --name "Shares manifests" --label team=fleet'),
  );
  await show('list diagrams', splitLine('diagram list'));
  await show('create a flow on one of them', [
    ...splitLine('flow create --name "Board a bus" --diagram "Ferry Platform Context"'),
    '--steps',
    '["Books a place", "Boards"]',
  ]);
  await show(
    'comment in a draft',
    splitLine('draft comment "Frequent traveller points" --entity "Booking API" --content "Who owns this?"'),
  );
  await show(
    'compare with the last version; exit code 8 means that there are differences',
    splitLine('version diff 2026.2 --query "[].{change: change, kind: kind, name: name}"'),
    { reject: false },
  );
  await show(
    'create a key for a CI job, and save its secret to a file',
    splitLine(`keys create CI --permission write --secret-file "${join(home, 'ci-key.txt')}"`),
  );
  await show('restrict the key to reading', splitLine('keys update CI --permission read'));
  await show(
    'export diagrams as pictures',
    splitLine('diagram export "Ferry Platform Context" "Booking Apps" --format svg,png --out demo'),
  );
  await show('save the model as files', splitLine(`model pull --out "${join(home, 'model')}"`));
  await show('validate the files', splitLine(`model validate "${join(home, 'model')}"`));
  await show('list the latest actions', splitLine('logs list --limit 8'));
  await show('follow the log, and exit after three records', splitLine('logs tail -n 3 --count 3'));
} finally {
  await show('stop the sandbox, which deletes its data', splitLine('sandbox stop'));
  rmSync(home, { recursive: true, force: true });
}

print(`
${bold('Next steps')}
  Open the pictures in demo/.
  Start a permanent sandbox:      node bin/archctl.js sandbox start
  In another terminal:            node bin/archctl.js -p sandbox diagram list
  Install the command:            npm run build && npm install -g .   then: archctl --help
`);
