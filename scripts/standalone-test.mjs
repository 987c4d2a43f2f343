// Tests the single-file build as on a machine without Node: in a directory without other files, with an empty PATH.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from './arguments.mjs';

readFlags();

const root = join(import.meta.dirname, '..');
const name = process.platform === 'win32' ? 'archctl.exe' : 'archctl';
const built = join(root, 'build', 'standalone', name);
if (!existsSync(built)) throw new Error(`${built} does not exist: run "npm run build:standalone".`);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const work = mkdtempSync(join(tmpdir(), 'archctl standalone ü-'));
const [bin, home, cwd, emptyPath] = ['bin', 'home', 'work', 'empty'].map((it) => join(work, it));
for (const directory of [bin, home, cwd, emptyPath]) mkdirSync(directory);
const program = join(bin, name);
copyFileSync(built, program);
const cache = join(home, '.cache', 'archctl');

function fail(message) {
  throw new Error(message);
}

/** Runs the program and returns its stdout. Fails for another exit code than `expected`, and for warnings of Node. */
function archctl(args, { expected = 0, env = {}, input } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env: { PATH: emptyPath, HOME: home, ...env },
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { status, stdout, stderr } = result;
  if (status !== expected)
    fail(`archctl ${args.join(' ')} exited with ${status ?? result.signal}: ${stderr}`);
  if (/Warning/.test(stderr)) fail(`archctl ${args.join(' ')} prints a warning: ${stderr}`);
  return stdout;
}

const json = (...args) => JSON.parse(archctl([...args, '-o', 'json']));
const check = (condition, expectation) => condition || fail(`Expected: ${expectation}.`);
/** Paths of the extracted files. */
const extractedFiles = () =>
  readdirSync(cache)
    .map((it) => join(cache, it))
    .flatMap((it) => readdirSync(it).map((file) => join(it, file)));

try {
  check(archctl(['--version']).trim() === version, '--version prints the version');
  check(archctl(['--help']).includes('Start here'), '--help shows the commands');
  check(json('upgrade').installedBy === 'standalone', 'upgrade detects the single-file build');
  check(json('commands').commands.length > 50, 'commands lists all commands');
  check(!existsSync(cache), 'the cache is empty before a file is needed');
  archctl(['landscape', 'list'], { expected: 3 });

  const [stdin, secret] = ['{"a":1}', join(work, 'secret')];
  writeFileSync(secret, 'a-signing-secret');
  const signed = JSON.parse(
    archctl(['webhook', 'sign', '--file', '-', '--secret-file', secret, '-o', 'json'], { input: stdin }),
  );
  const verify = ['webhook', 'verify', '--file', '-', '--secret-file', secret];
  const signature = [
    '--signature',
    signed['X-Service-Signature'],
    '--timestamp',
    signed['X-Service-Timestamp'],
  ];
  archctl([...verify, ...signature], { input: stdin });
  archctl([...verify, ...signature], { input: `${stdin} `, expected: 8 });

  // The program starts itself as a background process.
  const [ready] = [json('sandbox', 'start', '--detach')].flat();
  try {
    check(json('landscape', 'list').length === 2, 'landscape list shows the demo data');
    const [diagram] = json('diagram', 'list');
    const files = json('diagram', 'export', diagram.id, '--format', 'svg,png', '--out', 'pictures');
    check(files.length === 2 && files.every(({ bytes }) => bytes > 1000), 'diagram export writes pictures');
    const png = readFileSync(
      join(
        cwd,
        'pictures',
        readdirSync(join(cwd, 'pictures')).find((it) => it.endsWith('.png')),
      ),
    );
    check(png.subarray(1, 4).toString() === 'PNG', 'the PNG file has the signature of the format');
    check(json('sandbox', 'status').running === true, 'sandbox status reports a running sandbox');
  } finally {
    archctl(['sandbox', 'stop']);
  }
  check(json('sandbox', 'status').running === false, 'sandbox stop stops the sandbox');
  check(ready.type === 'ready', 'sandbox start prints a ready line');

  // Extracted files are private, and replaced if their content has changed.
  const before = extractedFiles();
  check(before.length === 4, `the cache contains two native files and two fonts, not ${before}`);
  check(
    before.every((path) => (statSync(path).mode & 0o077) === 0),
    'files in the cache are private',
  );
  const hashes = () =>
    extractedFiles().map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
  const originalHashes = hashes().join();
  for (const path of before) writeFileSync(path, 'other content');
  const inSandbox = ['sandbox', 'exec', '--', program];
  const [{ id }] = JSON.parse(archctl([...inSandbox, 'diagram', 'list', '-o', 'json']));
  // Every sandbox has the same demo data.
  const exportPng = [...inSandbox, 'diagram', 'export', id, '--format', 'png', '-o', 'json', '--out'];
  check(
    JSON.parse(archctl([...exportPng, 'again']))[0].bytes > 1000,
    'diagram export works with a damaged cache',
  );
  check(hashes().join() === originalHashes, 'damaged files in the cache are replaced');

  // Without a cache directory, the program uses a temporary directory and deletes it.
  const temporary = join(work, 'temporary');
  mkdirSync(temporary);
  const env = { HOME: join(program, 'no home'), TMPDIR: temporary };
  check(
    JSON.parse(archctl([...exportPng, 'no-home'], { env }))[0].bytes > 1000,
    'diagram export works without a home directory',
  );
  check(readdirSync(temporary).length === 0, 'temporary files are deleted');

  // Code is neither written to nor loaded from directories that other users can write to.
  if (process.platform !== 'win32') {
    const shared = join(work, 'shared');
    mkdirSync(join(shared, 'archctl'), { recursive: true });
    chmodSync(shared, 0o777);
    const sharedCache = { XDG_CACHE_HOME: shared, TMPDIR: temporary };
    check(
      JSON.parse(archctl([...exportPng, 'shared'], { env: sharedCache }))[0].bytes > 1000,
      'diagram export works with a shared cache directory',
    );
    check(
      readdirSync(join(shared, 'archctl')).length === 0,
      'the program does not write to a shared cache directory',
    );
    const sharedTemporary = { HOME: join(program, 'no home'), TMPDIR: shared };
    archctl([...inSandbox, 'landscape', 'list'], { env: sharedTemporary, expected: 1 });
  }
  process.stdout.write(`single-file build ${version}: works\n`);
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}
