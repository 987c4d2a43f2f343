// Packs what dist/ holds, installs the tarball into an empty prefix as a user would, and runs it there.
//   node test/e2e/packed.mjs [NODE_BINARY ...]     (build first; without a binary, the one that runs this)
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const nodes = process.argv.length > 2 ? process.argv.slice(2).map((it) => resolve(it)) : [process.execPath];
const work = mkdtempSync(join(tmpdir(), 'archctl-packed-'));
const MINUTE = 60_000;

function run(file, args, { cwd = work, env = process.env, timeout = MINUTE } = {}) {
  return execFileSync(file, args, {
    cwd,
    env,
    timeout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function same(what, is, expected) {
  if (is !== expected)
    throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`);
}

/** The installed program under one Node, in a home of its own. */
function tryWith(node, index, bin) {
  const home = join(work, `home-${index}`);
  const first = join(home, 'bin');
  mkdirSync(first, { recursive: true });
  // `archctl` starts by its shebang: the Node to try must be the first on the path, whatever its file is called.
  run('ln', ['-s', node, join(first, 'node')]);
  const env = {
    HOME: home,
    PATH: [first, bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    ARCHCTL_CONFIG_DIR: join(home, 'config'),
    ARCHCTL_STATE_DIR: join(home, 'state'),
  };
  const archctl = (...args) => run('archctl', args, { cwd: home, env, timeout: MINUTE });
  // Twice: the second time with compiled code from the first.
  for (let time = 0; time < 2; time += 1) {
    same('--version', archctl('--version'), `${version}\n`);
    const listed = archctl(
      'sandbox',
      'exec',
      '--',
      'archctl',
      'landscape',
      'list',
      '--query',
      '[].name',
      '-o',
      'json',
    );
    same('landscape list', JSON.stringify(JSON.parse(listed)), '["Ferry Platform","Back Office"]');
  }
  // Pictures take the fonts, the layout and the native renderer.
  const diagram = 'archctl diagram list --query "[0].id" -o json | tr -d \'"\'';
  archctl(
    'sandbox',
    'exec',
    '--',
    'sh',
    '-c',
    `archctl diagram export $(${diagram}) --format svg,png --dir pictures -q`,
  );
  const files = run('ls', [join(home, 'pictures')])
    .trim()
    .split('\n')
    .sort();
  same('exported', files.map((it) => it.replace(/.*\./, '')).join(), 'png,svg');
  for (const file of files)
    if (statSync(join(home, 'pictures', file)).size < 5_000) throw new Error(`${file} is too small`);
  return run(node, ['--version']).trim();
}

try {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: root }),
  );
  const prefix = join(work, 'prefix');
  mkdirSync(prefix);
  const started = Date.now();
  run(
    'npm',
    [
      'install',
      '--global',
      '--prefix',
      prefix,
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--omit=dev',
      join(work, basename(packed.filename)),
    ],
    {
      timeout: 5 * MINUTE,
    },
  );
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const [installed] = run('du', ['-sm', prefix]).split('\t');
  process.stdout.write(
    `packed ${(packed.size / 1e6).toFixed(2)} MB, installed ${installed} MB in ${seconds} s\n`,
  );
  nodes.forEach((node, index) => {
    const named = tryWith(node, index, join(prefix, 'bin'));
    process.stdout.write(`ok ${named} (${basename(dirname(node))}/${basename(node)})\n`);
  });
} finally {
  rmSync(work, { recursive: true, force: true });
}
