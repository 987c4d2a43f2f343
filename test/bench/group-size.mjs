// Size of the packed tarball, and of its installation on disk.
import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { captureStdout } from './measure.mjs';
import { atMost, plain } from './table.mjs';

const REQUIRED_FILES = ['bin/archctl.js', 'dist/main.cjs', 'package.json'];
const QUIET = ['--no-audit', '--no-fund', '--loglevel', 'error'];

export async function size({ stage }) {
  // Packs the existing build: --ignore-scripts skips `prepack`, which would build again.
  const npm = (args, cwd) => captureStdout({ command: 'npm', args, env: process.env, cwd });
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', stage.folder];
  const [packed] = JSON.parse(npm(pack, stage.program));
  const missing = REQUIRED_FILES.filter((name) => !packed.files.some(({ path }) => path === name));
  if (missing.length > 0)
    throw new Error(`The package does not contain ${missing.join(', ')}: check "files" in package.json`);

  const prefix = join(stage.folder, 'installed');
  mkdirSync(prefix);
  const tarball = join(stage.folder, packed.filename);
  npm(['install', '--prefix', prefix, '--prefer-offline', ...QUIET, tarball], prefix);
  const program = join(prefix, 'node_modules', 'archctl', 'bin', 'archctl.js');
  captureStdout(stage.node(program, '--version'));

  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
  const used = diskUse(prefix);
  return [
    atMost('npm pack', `${megabytes(packed.size)}, ${packed.entryCount} files`, packed.size, 3.3e6, '3.3 MB'),
    atMost('bare install', megabytes(used), used, 60e6, '60 MB'),
    ...largestPackages(join(prefix, 'node_modules')).map(([name, bytes]) =>
      plain(`  ${name}`, megabytes(bytes), bytes),
    ),
  ];
}

/** Disk usage in bytes, in whole blocks as reported by `du`. */
function diskUse(path) {
  const stat = lstatSync(path);
  const bytes = (stat.blocks ?? Math.ceil(stat.size / 512)) * 512;
  if (!stat.isDirectory()) return bytes;
  return readdirSync(path).reduce((sum, name) => sum + diskUse(join(path, name)), bytes);
}

function largestPackages(modules) {
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((it) => `${name}/${it}`) : [name],
  );
  return names
    .map((name) => [name, diskUse(join(modules, name))])
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4);
}
