// Uses the single-file build as on a machine without Node: one file in a directory of its own, nothing on the PATH.
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
if (!existsSync(built)) throw new Error('There is no single-file build: npm run build:standalone.');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const work = mkdtempSync(join(tmpdir(), 'archctl standalone ü-'));
const [bin, home, cwd, nothing] = ['bin', 'home', 'empty', 'nothing'].map((it) => join(work, it));
for (const directory of [bin, home, cwd, nothing]) mkdirSync(directory);
const program = join(bin, name);
copyFileSync(built, program);
const cache = join(home, '.cache', 'archctl');

function fail(message) {
  throw new Error(message);
}

/** Runs it and gives back stdout; any other exit code than `expected` is a failure. */
function archctl(args, { expected = 0, env = {}, input } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env: { PATH: nothing, HOME: home, ...env },
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  const { status, stdout, stderr } = result;
  if (status !== expected) fail(`archctl ${args.join(' ')} ended with ${status ?? result.signal}: ${stderr}`);
  if (/Warning/.test(stderr)) fail(`archctl ${args.join(' ')} warns: ${stderr}`);
  return stdout;
}

const json = (...args) => JSON.parse(archctl([...args, '-o', 'json']));
const check = (condition, what) => condition || fail(`Not so: ${what}`);
const natives = () =>
  readdirSync(cache)
    .map((it) => join(cache, it))
    .flatMap((it) => readdirSync(it).map((file) => join(it, file)));

try {
  check(archctl(['--version']).trim() === version, '--version prints the version');
  check(archctl(['--help']).includes('Start here'), '--help shows the commands');
  check(json('upgrade').installedBy === 'standalone', 'upgrade knows that it is a single file');
  check(json('commands').commands.length > 50, 'commands lists the tree');
  check(!existsSync(cache), 'nothing is put into the cache before it is needed');
  archctl(['landscape', 'list'], { expected: 3 });

  const [stdin, secret] = ['{"a":1}', join(work, 'secret')];
  writeFileSync(secret, 'a-signing-secret');
  const signed = JSON.parse(
    archctl(['webhook', 'sign', '--file', '-', '--secret-file', secret, '-o', 'json'], { input: stdin }),
  );
  const verify = ['webhook', 'verify', '--file', '-', '--secret-file', secret];
  const given = ['--signature', signed['X-Service-Signature'], '--timestamp', signed['X-Service-Timestamp']];
  archctl([...verify, ...given], { input: stdin });
  archctl([...verify, ...given], { input: `${stdin} `, expected: 8 });

  // It starts itself in the background.
  const [ready] = [json('sandbox', 'start', '--detach')].flat();
  try {
    check(json('landscape', 'list').length === 2, 'landscape list shows the demo data');
    const [diagram] = json('diagram', 'list');
    const files = json('diagram', 'export', diagram.id, '--format', 'svg,png', '--dir', 'pictures');
    check(files.length === 2 && files.every(({ bytes }) => bytes > 1000), 'diagram export writes pictures');
    const png = readFileSync(
      join(
        cwd,
        'pictures',
        readdirSync(join(cwd, 'pictures')).find((it) => it.endsWith('.png')),
      ),
    );
    check(png.subarray(1, 4).toString() === 'PNG', 'the PNG is one');
    check(json('sandbox', 'status').running === true, 'sandbox status finds it');
  } finally {
    archctl(['sandbox', 'stop']);
  }
  check(json('sandbox', 'status').running === false, 'sandbox stop ends it');
  check(ready.type === 'ready', 'sandbox start tells that it is ready');

  // What was put into the cache is private, and put right where it was changed.
  const before = natives();
  check(before.length === 4, `two native files and two fonts are in the cache, not ${before}`);
  check(
    before.every((path) => (statSync(path).mode & 0o077) === 0),
    'files of the cache are private',
  );
  const hashes = () => natives().map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
  const right = hashes().join();
  for (const path of before) writeFileSync(path, 'not what was here');
  const inside = ['sandbox', 'exec', '--', program];
  const [{ id }] = JSON.parse(archctl([...inside, 'diagram', 'list', '-o', 'json']));
  // A sandbox of its own has the same demo data.
  const exported = [...inside, 'diagram', 'export', id, '--format', 'png', '-o', 'json', '--dir'];
  check(JSON.parse(archctl([...exported, 'again']))[0].bytes > 1000, 'a spoilt cache is no obstacle');
  check(hashes().join() === right, 'the cache is put right');

  // Where nothing can be kept it works all the same, and leaves nothing behind.
  const temporary = join(work, 'temporary');
  mkdirSync(temporary);
  const env = { HOME: join(program, 'no home'), TMPDIR: temporary };
  check(JSON.parse(archctl([...exported, 'homeless'], { env }))[0].bytes > 1000, 'it works without a home');
  check(readdirSync(temporary).length === 0, 'nothing is left in the temporary directory');

  // Code is not put, and not taken, where somebody else could have put it.
  if (process.platform !== 'win32') {
    const loose = join(work, 'loose');
    mkdirSync(join(loose, 'archctl'), { recursive: true });
    chmodSync(loose, 0o777);
    const elsewhere = { XDG_CACHE_HOME: loose, TMPDIR: temporary };
    check(JSON.parse(archctl([...exported, 'loose'], { env: elsewhere }))[0].bytes > 1000, 'it works then');
    check(readdirSync(join(loose, 'archctl')).length === 0, 'a cache that others may write is left alone');
    const nowhere = { HOME: join(program, 'no home'), TMPDIR: loose };
    archctl([...inside, 'landscape', 'list'], { env: nowhere, expected: 1 });
  }
  process.stdout.write(`single-file build ${version}: works\n`);
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}
