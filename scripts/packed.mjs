// Lints the packed tarballs, installs them into empty folders and tests them: the program on every supported Node line, the
// library in TypeScript projects of each kind, and its sizes.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from './arguments.mjs';
import { nodeOf, QUIET } from './node-line.mjs';

readFlags();
const { PACKAGES } = await import('./packages.mjs');
const { lintPackage } = await import('./packed-library.mjs');
const { measureSizes } = await import('./packed-size.mjs');

// The oldest supported version, and the newest version of each later line.
const LINES = ['20.19.0', '22', '24', '26'];
// The browser page has a share of 0.5 MB.
const MAX_BYTES = 3.3e6;
const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'archctl packed ü-'));

const run = (file, args, options = {}) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

function fail(message) {
  throw new Error(message);
}

try {
  const pack = async (folder, destination) => {
    mkdirSync(destination);
    run('npm', ['pack', '--pack-destination', destination, '--loglevel=error'], { cwd: folder });
    const [name = fail('npm pack created no tarball.')] = readdirSync(destination);
    const findings = await lintPackage(join(destination, name));
    if (findings.length > 0) fail(`Linters report problems of ${name}:\n${findings.join('\n')}`);
    return join(destination, name);
  };
  const tarball = await pack(root, join(work, 'tarball'));
  const small = [];
  for (const { name } of PACKAGES)
    small.push(await pack(join(root, 'dist', 'packages', name), join(work, `tarball-${name}`)));
  const { size } = statSync(tarball);
  if (size > MAX_BYTES) fail(`The tarball has ${size} bytes; the limit is ${MAX_BYTES}.`);
  process.stdout.write(`packed tarball: ${(size / 1e6).toFixed(2)} MB, no findings of publint and attw\n`);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // npm asks for confirmation before it runs install scripts of a package.
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    if (name in scripts) fail(`The package has an install script: ${name}.`);
  const prefix = join(work, 'prefix');
  run('npm', ['install', '--global', '--prefix', prefix, ...QUIET, tarball]);
  const program = join(prefix, 'lib', 'node_modules', 'archctl', 'bin', 'archctl.js');
  const command = join(prefix, 'bin', 'archctl');
  if (!existsSync(command)) fail('The tarball does not install the archctl command.');
  const page = join(prefix, 'share', 'man', 'man1', 'archctl-diagram-export.1');
  if (!existsSync(page)) fail('The tarball does not install man pages.');

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
    // Runs twice: the second run loads the compiled code of the first.
    for (let time = 0; time < 2; time++) archctl('--version').trim() || fail('--version prints nothing.');
    if (!existsSync(join(cache, 'archctl', 'compiled')))
      fail('The compile cache in the cache directory of the user is missing.');
    if (readdirSync(temporary).length > 0) fail('The program writes to the directory for temporary files.');
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
        '--out',
        `${join(work, `pictures-${line}`)}/`,
      ),
    );
    if (files.length !== 2 || files.some((file) => file.bytes < 1000))
      fail('diagram export wrote no pictures.');
    process.stdout.write(`packed tarball on Node ${run(node, ['--version']).trim()}: works\n`);
  }

  // The library, as other projects import it.
  const consumer = join(work, 'consumer');
  run('npm', ['install', '--prefix', consumer, ...QUIET, tarball]);
  const smallConsumer = join(work, 'small-consumer');
  run('npm', ['install', '--prefix', smallConsumer, ...QUIET, ...small]);
  process.stdout.write(`sizes of programs: ${(await measureSizes(consumer, false)).join(', ')}\n`);
  process.stdout.write(
    `sizes with small packages: ${(await measureSizes(smallConsumer, true)).join(', ')}\n`,
  );
  const script = join(root, 'scripts', 'packed-library.mjs');
  const env = {
    ...process.env,
    ARCHCTL_CONFIG_DIR: join(work, 'config'),
    ARCHCTL_STATE_DIR: join(work, 'state'),
  };
  const node = process.execPath;
  process.stdout.write(
    run(node, [program, 'sandbox', 'exec', '--', node, script, consumer, smallConsumer], { env }),
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
