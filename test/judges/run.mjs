// Installs the judges (tools that read archctl's exports) from the lockfile in this directory, and runs their tests.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFlags } from '../../scripts/arguments.mjs';

const { installed } = readFlags(['installed']);

const directory = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const isWindows = process.platform === 'win32';
const run = (program, args, cwd) => execFileSync(program, args, { cwd, stdio: 'inherit', shell: isWindows });

if (!installed) run(npm, ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], directory);
run(process.execPath, ['scripts/generate.mjs'], root);
run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/judges/vitest.config.mjs'],
  root,
);
