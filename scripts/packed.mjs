// Installs the packed tarball into an empty prefix and uses it, on every Node line that is supported. The other lines'
// binaries come from the npm registry (packages node-<platform>-<arch>).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LINES = ['20', '22', '24'];
const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'archctl packed ü-'));
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

const run = (file, args, options = {}) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

function fail(message) {
  throw new Error(message);
}

/** A Node of that line: this one, or one from the registry. */
function nodeOf(line) {
  if (process.version.startsWith(`v${line}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(work, `node-${line}`);
  run('npm', ['install', '--prefix', prefix, '--ignore-scripts', ...quiet, `${name}@${line}`]);
  const binary = join(prefix, 'node_modules', name, 'bin', 'node');
  return existsSync(binary) ? binary : fail(`${name}@${line} has no binary.`);
}

try {
  run('npm', ['pack', '--pack-destination', work, '--loglevel=error'], { cwd: root });
  const tarball =
    readdirSync(work).find((name) => name.endsWith('.tgz')) ?? fail('npm pack made no tarball.');
  const prefix = join(work, 'prefix');
  run('npm', ['install', '--global', '--prefix', prefix, ...quiet, join(work, tarball)]);
  const program = join(prefix, 'lib', 'node_modules', 'archctl', 'bin', 'archctl.js');
  const command = join(prefix, 'bin', 'archctl');
  if (!existsSync(command)) fail('The tarball installs no archctl command.');

  for (const line of LINES) {
    const node = nodeOf(line);
    const env = {
      ...process.env,
      ARCHCTL_CONFIG_DIR: join(work, `config-${line}`),
      ARCHCTL_STATE_DIR: join(work, `state-${line}`),
    };
    const archctl = (...args) => run(node, [program, ...args], { env, cwd: work });
    const exec = (...args) => archctl('sandbox', 'exec', '--', node, program, ...args);
    // Twice: the second time with compiled code from the first.
    for (let time = 0; time < 2; time++) archctl('--version').trim() || fail('--version prints nothing.');
    const landscapes = JSON.parse(exec('landscape', 'list', '-o', 'json'));
    if (landscapes.length !== 2) fail(`landscape list printed ${landscapes.length} landscapes.`);
    const [diagram] = JSON.parse(exec('diagram', 'list', '-o', 'json'));
    const files = JSON.parse(
      exec(
        'diagram',
        'export',
        diagram.id,
        '--format',
        'svg,png',
        '-o',
        'json',
        '--dir',
        join(work, `pictures-${line}`),
      ),
    );
    if (files.length !== 2 || files.some((file) => file.bytes < 1000))
      fail('diagram export wrote no pictures.');
    process.stdout.write(`packed tarball on Node ${run(node, ['--version']).trim()}: works\n`);
  }

  // The library, as another project imports it.
  const consumer = join(work, 'consumer');
  run('npm', ['install', '--prefix', consumer, ...quiet, join(work, tarball)]);
  const script =
    "import('archctl').then(({ OPERATIONS, createClient }) => { if (!createClient || OPERATIONS.length < 21) process.exit(1); });";
  run(process.execPath, ['--input-type=module', '-e', script], { cwd: consumer });
  const signs =
    "import('archctl/webhooks').then(({ sign, verify }) => { const [secret, timestamp, body] = ['s', 1, '{}']; if (!verify({ secrets: secret, signature: sign({ secret, timestamp, body }), timestamp: '1', body, now: 1 }).ok) process.exit(1); });";
  run(process.execPath, ['--input-type=module', '-e', signs], { cwd: consumer });
  process.stdout.write('packed library: imports\n');
} finally {
  rmSync(work, { recursive: true, force: true });
}
