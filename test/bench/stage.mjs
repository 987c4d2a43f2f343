// Staging folder: a copy of the built program with a separate home directory, so that a concurrent build and the
// user's profiles do not affect the measurements.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Variables that change the start of Node or archctl, and would distort every ratio to `node -e 0`. */
const DISTORTING_VARIABLES = /^(NODE_|ARCHCTL_|SSL_CERT_)/;

/** Names of the variables that are set, and removed for this run. */
export const removedVariables = () =>
  Object.keys(process.env)
    .filter((name) => DISTORTING_VARIABLES.test(name))
    .sort();

/** Folder, environment and clean-up of one run. */
export function createStage() {
  if (!existsSync(join(root, 'dist', 'main.cjs')))
    throw new Error('dist/main.cjs does not exist: run "npm run build".');
  const folder = mkdtempSync(join(tmpdir(), 'archctl-bench-'));
  const program = join(folder, 'program');
  mkdirSync(program);
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const included = new Set(['package.json', 'bin', 'dist', ...(files ?? [])]);
  for (const name of readdirSync(root)) {
    if (included.has(name) || /^(readme|licen[cs]e)/i.test(name)) {
      cpSync(join(root, name), join(program, name), { recursive: true });
    }
  }
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'));

  const children = new Set();
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    TMPDIR: folder,
    ARCHCTL_CONFIG_DIR: join(folder, 'config'),
    ARCHCTL_STATE_DIR: join(folder, 'state'),
  };
  for (const name of ['home', 'work']) mkdirSync(join(folder, name));
  const cwd = join(folder, 'work');
  const bin = join(program, 'bin', 'archctl.js');
  return {
    folder,
    program,
    env,
    cwd,
    /** Command for `node` with arguments. */
    node: (...args) => ({ command: process.execPath, args, env, cwd }),
    /** Command for `archctl` with arguments. */
    archctl: (...args) => ({ command: process.execPath, args: [bin, ...args], env, cwd }),
    /** Registers a child process that `remove` kills if it is still running. */
    track(child) {
      children.add(child);
      child.once('exit', () => children.delete(child));
      return child;
    },
    remove() {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
