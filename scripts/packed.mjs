// Lints the packed tarball, installs it into an empty prefix and uses it: the program on every Node line that is
// supported, the library from TypeScript projects of each kind.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from './arguments.mjs';
import { nodeOf, QUIET } from './node-line.mjs';
import { lintPackage } from './packed-library.mjs';

readFlags();

// The oldest version of all that is supported, and the newest of each line.
const LINES = ['20.19.0', '22', '24', '26'];
const MAX_BYTES = 2.8e6;
const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'archctl packed ü-'));

const run = (file, args, options = {}) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

function fail(message) {
  throw new Error(message);
}

try {
  run('npm', ['pack', '--pack-destination', work, '--loglevel=error'], { cwd: root });
  const tarball =
    readdirSync(work).find((name) => name.endsWith('.tgz')) ?? fail('npm pack made no tarball.');
  const findings = await lintPackage(join(work, tarball));
  if (findings.length > 0) fail(`The package is not in order:\n${findings.join('\n')}`);
  const { size } = statSync(join(work, tarball));
  if (size > MAX_BYTES) fail(`The tarball has ${size} bytes; ${MAX_BYTES} are allowed.`);
  process.stdout.write(`packed tarball: ${(size / 1e6).toFixed(2)} MB, publint and attw find nothing\n`);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npm asks people about packages that run anything when they are installed.
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    if (name in scripts) fail(`The package runs a script at install: ${name}.`);
  const prefix = join(work, 'prefix');
  run('npm', ['install', '--global', '--prefix', prefix, ...QUIET, join(work, tarball)]);
  const program = join(prefix, 'lib', 'node_modules', 'archctl', 'bin', 'archctl.js');
  const command = join(prefix, 'bin', 'archctl');
  if (!existsSync(command)) fail('The tarball installs no archctl command.');
  const page = join(prefix, 'share', 'man', 'man1', 'archctl-diagram-export.1');
  if (!existsSync(page)) fail('The tarball installs no man pages.');

  for (const line of LINES) {
    const node = nodeOf(line, work);
    const [cache, temporary] = [join(work, `cache-${line}`), join(work, `temporary-${line}`)];
    mkdirSync(temporary);
    const env = {
      ...process.env,
      ARCHCTL_CONFIG_DIR: join(work, `config-${line}`),
      ARCHCTL_STATE_DIR: join(work, `state-${line}`),
      XDG_CACHE_HOME: cache,
      TMPDIR: temporary,
    };
    const archctl = (...args) => run(node, [program, ...args], { env, cwd: work });
    const exec = (...args) => archctl('sandbox', 'exec', '--', node, program, ...args);
    // Twice: the second time with compiled code from the first.
    for (let time = 0; time < 2; time++) archctl('--version').trim() || fail('--version prints nothing.');
    if (!existsSync(join(cache, 'archctl', 'compiled')))
      fail('No compiled code is kept in the cache of the user.');
    if (readdirSync(temporary).length > 0) fail('Compiled code is kept where all users share a directory.');
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

  // The library, as other projects import it.
  const consumer = join(work, 'consumer');
  run('npm', ['install', '--prefix', consumer, ...QUIET, join(work, tarball)]);
  const script = join(root, 'scripts', 'packed-library.mjs');
  const env = {
    ...process.env,
    ARCHCTL_CONFIG_DIR: join(work, 'config'),
    ARCHCTL_STATE_DIR: join(work, 'state'),
  };
  const node = process.execPath;
  process.stdout.write(run(node, [program, 'sandbox', 'exec', '--', node, script, consumer], { env }));
} finally {
  rmSync(work, { recursive: true, force: true });
}
