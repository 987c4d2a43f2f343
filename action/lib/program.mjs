// Runs archctl without a shell.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './settings.mjs';

const PACKAGE = join(import.meta.dirname, '..', '..');

/** Program of the package that contains this file; undefined in a clone that is not built. */
export function ownProgram() {
  const program = join(PACKAGE, 'bin', 'archctl.js');
  return existsSync(program) && existsSync(join(PACKAGE, 'dist')) ? program : undefined;
}

export const ownVersion = () => JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;

/**
 * Returns a function that runs archctl and resolves to its exit code and output. Commands that do not use the service run
 * without the key.
 */
export function archctlIn({ settings, env, redact }) {
  const program = settings.program ?? ownProgram();
  if (program === undefined || !existsSync(program))
    throw new Failure(
      'archctl is not installed.',
      'Run "npm ci" first, or use the action of the repository.',
      2,
    );
  return (args, { usesService = false } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, ...args], {
        env: environmentOf(env, usesService),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const text = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'])
        child[name].setEncoding('utf8').on('data', (chunk) => {
          text[name] += chunk;
        });
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({ code: code ?? 1, stdout: redact(text.stdout), stderr: redact(text.stderr) }),
      );
    });
}

/** Drops the token of the host, empty variables of optional inputs, and the key unless it is needed. */
function environmentOf(env, usesService) {
  const isPassed = ([name, value]) =>
    !name.startsWith('ARCHCTL_CI_') &&
    !(name.startsWith('ARCHCTL_') && value === '') &&
    (usesService || name !== 'ARCHCTL_API_KEY');
  return Object.fromEntries(Object.entries(env).filter(isPassed));
}
