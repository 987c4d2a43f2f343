// The tour: starts a sandbox on a free port and really runs the built program, each command echoed before its output.
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

/** One command as it is typed: words between blanks, names in double quotes. */
const line = (text) => [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

await show(
  'a sandbox of the service, on a free port, with demo data',
  line('sandbox start --ephemeral --detach'),
);
try {
  // The sandbox left its admin key in a profile of its own; the tour signs in with it as a person would.
  const { profiles } = JSON.parse(readFileSync(join(home, 'config', 'profiles.json'), 'utf8'));
  const { baseUrl, keyId, secret } = profiles.sandbox;
  mkdirSync(pictures, { recursive: true });

  await show(
    'sign in; the key is checked before it is saved',
    line(`auth login -p demo --base-url ${baseUrl} --key-stdin`),
    { input: `${keyId}:${secret}` },
  );
  await show('landscapes of the organization', line('landscape list'));
  await show('work in one of them from now on', line('landscape use "Ferry Platform"'));
  await show('a copy to try things on', line('landscape duplicate "Ferry Platform" --name "A spike"'));
  await show('who talks to the booking system?', line('object dependencies "Booking API" --depth 1'));
  await show('what would go with it?', line('object impact "Travel App"'));
  await show(
    'connect two apps',
    line(
      'connection create --name "Shares manifests" --origin "Booking API" --target "Gate Scanner" --direction outgoing --label team=fleet',
    ),
  );
  await show('the diagrams', line('diagram list'));
  await show('a flow on one of them', [
    ...line('flow create --name "Board a bus" --diagram "Ferry Platform Context"'),
    '--steps',
    '["Books a place", "Boards"]',
  ]);
  await show(
    'ask something in a draft',
    line('draft comment "Frequent traveller points" --entity "Booking API" --content "Who owns this?"'),
  );
  await show(
    'what changed since the last version; 8 means that something did',
    line('version diff 2026.2 --query "[].{change: change, kind: kind, name: name}"'),
    { reject: false },
  );
  await show(
    'a key for a CI job; its secret goes to a file, not to the screen',
    line(`keys create --name CI --permission write --secret-file "${join(home, 'ci-key.txt')}"`),
  );
  await show('it only needs to read', line('keys update CI --permission read'));
  await show(
    'diagrams as pictures',
    line('diagram export "Ferry Platform Context" "Booking Apps" --format svg,png --dir demo'),
  );
  await show('the model as files', line(`model pull --dir "${join(home, 'model')}"`));
  await show('as reviewers see them', line(`model validate "${join(home, 'model')}"`));
  await show('what just happened', line('logs list --limit 8'));
  await show('follow the log; three records and out', line('logs tail -n 3 --count 3'));
} finally {
  await show('the sandbox goes, and keeps nothing', line('sandbox stop'));
  rmSync(home, { recursive: true, force: true });
}

say(`
${bold('What next?')}
  Look at the pictures in demo/.
  Start a sandbox that stays:     node bin/archctl.js sandbox start
  In another terminal:            node bin/archctl.js -p sandbox diagram list
  Install it as a command:        npm install -g .   then: archctl --help
`);
